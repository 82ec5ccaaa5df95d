// Random games of gomoku without playing them. Uniformly random play fills the free cells in uniformly random
// order, so each cell gets the ply at which it is taken; a window of five cells of one colour is complete at the
// latest of its plies, and the game ends with the earliest complete window that wins. All of that is minima and
// maxima over arrays, which compilers vectorise.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "core/board.hpp"

namespace boyi {

// For each byte, the places of its bits in ascending order (the rest is zero).
inline constexpr auto bit_places = [] {
    std::array<std::array<std::uint8_t, 8>, 256> places{};
    for (int byte = 0; byte < 256; ++byte)
        for (int bit = 0, count = 0; bit < 8; ++bit)
            if (byte >> bit & 1) places[byte][count++] = static_cast<std::uint8_t>(bit);
    return places;
}();

// For each byte, ply 0 for its set bits and never (the largest number) for the others.
template <class Ply>
inline constexpr auto bit_plies = [] {
    std::array<std::array<Ply, 8>, 256> plies{};
    for (int byte = 0; byte < 256; ++byte)
        for (int bit = 0; bit < 8; ++bit) plies[byte][bit] = byte >> bit & 1 ? Ply{0} : std::numeric_limits<Ply>::max();
    return plies;
}();

// One random game. Ply must hold one more than the number of free cells. Row r, column c of the
// board is bit c + 1 of rows[r + 1]; here the cells lie Stride apart, with at least one unused cell between rows.
template <class Ply, int Stride, int MaxSize>
class GomokuFastPlayout {
public:
    template <class Row>
    GomokuFastPlayout(int size, const Row* mover, const Row* waiting, const Row* free) : size_(size) {
        const Row* stones[2] = {mover, waiting};
        for (int side = 0; side < 2; ++side) {
            std::fill(plies_[side], plies_[side] + first, never);
            std::fill(plies_[side] + first + size * Stride, plies_[side] + cells, never);
            for (int row = 0; row < size; ++row) {
                Ply* out = plies_[side] + first + row * Stride;
                for (int bit = 0; bit < Stride; bit += 8)
                    std::copy_n(bit_plies<Ply>[stones[side][row + 1] >> bit & 0xFF].data(), 8, out + bit);
            }
        }
        for (int row = 0; row < size; ++row) {
            for (int bit = 0; bit < Stride; bit += 8) {
                const unsigned byte = free[row + 1] >> bit & 0xFF;
                for (int i = 0; i < 8; ++i)
                    order_[count_ + i] = static_cast<Cell>(bit_places[byte][i] + row * Stride + bit);
                count_ += std::popcount(byte);
            }
        }
    }

    // Plays on for at most `limit` plies. Returns the ply that completes the first five that wins, or 0.
    // Exact: more than five do not win. Open: a five between two enemy stones does not win.
    template <bool Exact, bool Open>
    int run(Rng& rng, int limit) {
        const int last = std::min(limit, count_);
        // From an empty board about half of the cells are filled; then it pays to look every now and then.
        for (int until = count_ / 2 + 1;; until += count_ / 8 + 1) {
            take(rng, std::min(until, last));
            const Ply end = std::min(finish<Exact, Open>(0), finish<Exact, Open>(1));
            if (end != never) return end;
            if (until >= last) return 0;
        }
    }

private:
    using Cell = std::conditional_t<MaxSize * Stride <= 256, std::uint8_t, std::uint16_t>;

    static constexpr Ply never = std::numeric_limits<Ply>::max();
    static constexpr int lanes = 32;
    // Windows are looked at in blocks of lanes, also beyond the board: two unused rows before it and four after.
    static constexpr int first = 2 * Stride, cells = (MaxSize + 6) * Stride;

    // Lets the sides take random cells in turn until ply `until`; the mover takes them on odd plies.
    void take(Rng& rng, int until) {
        Rng local = rng;  // stays in registers, where the caller's might be changed by the stores below
        while (taken_ < until) {
            const std::uint64_t random = local.next();
            take_one(random >> 32);
            if (taken_ < until) take_one(random & 0xFFFFFFFF);
        }
        rng = local;
    }
    void take_one(std::uint64_t random) {
        const auto chosen = taken_ + ((random * static_cast<unsigned>(count_ - taken_)) >> 32);
        const Cell cell = order_[chosen];
        order_[chosen] = order_[taken_];
        plies_[taken_ & 1][first + cell] = static_cast<Ply>(taken_ + 1);
        ++taken_;
    }

    // The ply at which this side (0 is the mover) completes its first five that wins, or never.
    template <bool Exact, bool Open>
    Ply finish(int side) const {
        const Ply *own = plies_[side] + first, *enemy = plies_[1 - side] + first;
        Ply best[lanes];
        std::fill_n(best, lanes, never);
        int cell = 0;
        for (; cell < (size_ - 4) * Stride; cell += lanes) {
            for (int lane = 0; lane < lanes; ++lane) {
                const Ply *here = own + cell + lane, *other = enemy + cell + lane;
                best[lane] = std::min(
                    {best[lane], complete<1, Exact, Open>(here, other), complete<Stride, Exact, Open>(here, other),
                     complete<Stride + 1, Exact, Open>(here, other), complete<Stride - 1, Exact, Open>(here, other)});
            }
        }
        for (; cell < size_ * Stride; cell += lanes)
            for (int lane = 0; lane < lanes; ++lane)
                best[lane] = std::min(best[lane], complete<1, Exact, Open>(own + cell + lane, enemy + cell + lane));
        return *std::min_element(best, best + lanes);
    }

    // The ply at which the window that begins here becomes a five that wins, or never.
    template <int Step, bool Exact, bool Open>
    static Ply complete(const Ply* own, const Ply* enemy) {
        Ply full = std::max(std::max(own[0], own[Step]), std::max(own[2 * Step], own[3 * Step]));
        full = std::max(full, own[4 * Step]);
        // Written with masks instead of choices, which the compilers would not vectorise.
        if constexpr (Exact) {
            const Ply longer = std::min(own[-Step], own[5 * Step]);
            full = static_cast<Ply>(full | (-static_cast<int>(longer <= full) & never));
        }
        if constexpr (Open) {
            const Ply closed = std::max(enemy[-Step], enemy[5 * Step]);
            full = static_cast<Ply>(full | (-static_cast<int>(closed <= full) & never));
        }
        return full;
    }

    int size_, count_ = 0, taken_ = 0;
    Cell order_[MaxSize * MaxSize + 8];
    alignas(32) Ply plies_[2][cells];
};

}  // namespace boyi
