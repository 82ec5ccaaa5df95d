// The straight lines of Othello on 64-bit boards: which enemy discs lie enclosed between which cells.
// Bit i is cell i of an 8x8 grid, row by row from the top left. Functions take the mover's discs first.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "othello/lanes.hpp"

namespace boyi {

// The four lines through a cell in the four lanes: along the row, the column and both diagonals. "Rising"
// goes towards higher bits, "falling" towards lower ones.
namespace line {

inline constexpr std::uint64_t strides[4] = {1, 8, 7, 9};

// Enemy discs in the first and last column cannot be enclosed, except along the column; leaving them out of
// a run also keeps it from wrapping round into the next row.
inline constexpr std::uint64_t middle = 0x7E7E7E7E7E7E7E7Eull;
inline constexpr std::uint64_t crossable[4] = {middle, ~std::uint64_t{0}, middle, middle};

// rays[cell]: the cells from there to the edge, four rising rays and then four falling ones.
inline constexpr auto rays = [] {
    constexpr int down[4] = {0, 1, 1, 1}, right[4] = {1, 0, -1, 1};
    std::array<std::array<std::uint64_t, 8>, 64> table{};
    for (int cell = 0; cell < 64; ++cell)
        for (int way = 0; way < 8; ++way) {
            const int sign = way < 4 ? 1 : -1;
            int row = cell / 8, column = cell % 8;
            for (;;) {
                row += sign * down[way % 4];
                column += sign * right[way % 4];
                if (row < 0 || row > 7 || column < 0 || column > 7) break;
                table[cell][way] |= std::uint64_t{1} << (8 * row + column);
            }
        }
    return table;
}();

// Everything on a falling ray from its first (highest) stopper on, in each lane.
inline Lanes from_first_stopper(Lanes stoppers) {
    const Lanes stride = Lanes::load(strides);
    stoppers = stoppers | stoppers >> stride;
    stoppers = stoppers | stoppers >> (stride + stride);
    return stoppers | stoppers >> (stride << 2);
}

}  // namespace line

// The enemy discs that lie in an unbroken row behind an own disc, for each direction: found once for a
// position, they give all placements and then what each placement turns over.
class Runs {
public:
    Runs(Lanes own, Lanes other) : Runs(own, other & Lanes::load(line::crossable), Lanes::load(line::strides)) {}

    // The cells at which the runs end; where such a cell is empty, the mover may place a disc.
    Lanes ends() const {
        const Lanes stride = Lanes::load(line::strides);
        return rising_ << stride | falling_ >> stride;
    }

    // What a disc on `cell` turns over: the run that ends there, in each line (the answer is their union).
    // No look at the far end is needed, for every run begins at an own disc.
    Lanes turned(int cell) const {
        const std::uint64_t* const rays = line::rays[cell].data();
        const Lanes up = Lanes::load(rays), down = Lanes::load(rays + 4);
        const Lanes stoppers = up.without(falling_);
        const Lanes above = up & (stoppers - Lanes::all(1)).without(stoppers);
        return above | down.without(line::from_first_stopper(down.without(rising_)));
    }

private:
    // The reach grows from one disc to two, four and six; a run has no more.
    Runs(Lanes own, Lanes other, Lanes stride) : rising_(other & own << stride), falling_(other & own >> stride) {
        rising_ = rising_ | (other & rising_ << stride);
        falling_ = falling_ | (other & falling_ >> stride);
        const Lanes twice = stride + stride;
        const Lanes pairs_up = other & other << stride, pairs_down = pairs_up >> stride;
        rising_ = rising_ | (pairs_up & rising_ << twice);
        falling_ = falling_ | (pairs_down & falling_ >> twice);
        rising_ = rising_ | (pairs_up & rising_ << twice);
        falling_ = falling_ | (pairs_down & falling_ >> twice);
    }

    Lanes rising_, falling_;
};

// What a disc on `cell` would turn over. One cell's answer costs less this way than by Runs.
inline std::uint64_t flips(std::uint64_t own, std::uint64_t other, int cell) {
    const Lanes mine = Lanes::all(own), theirs = Lanes::all(other), stride = Lanes::load(line::strides);
    const std::uint64_t* const rays = line::rays[cell].data();
    const Lanes up = Lanes::load(rays), down = Lanes::load(rays + 4);
    // Rising: the lowest stopper is the first; the discs before it are enclosed if it is an own disc.
    const Lanes stoppers = up.without(theirs);
    const Lanes closing = stoppers & (Lanes::all(0) - stoppers) & mine;
    const Lanes above = (up & (closing - Lanes::all(1))).without(closing.zero_lanes());
    // Falling: the first is the highest.
    const Lanes blocked = line::from_first_stopper(down.without(theirs));
    const Lanes highest = blocked.without(blocked >> stride) & mine;
    return (above | down.without(blocked).without(highest.zero_lanes())).united();
}

// The ends of the runs of four positions, one position in each lane; occupied cells may be among them.
class FourPositions {
public:
    FourPositions(Lanes own, Lanes other) : own_(own), other_(other), inner_(other & Lanes::all(line::middle)) {}

    Lanes ends() const { return along_row() | along<8>(other_) | along<7>(inner_) | along<9>(inner_); }

private:
    // To the right a carry runs through the whole run of discs in one addition; what the sum keeps of other
    // discs falls away with the occupied cells.
    Lanes along_row() const { return (inner_ + (inner_ & own_ << 1)) | falling<1>(inner_, inner_ & inner_ >> 1); }

    template <int Stride>
    Lanes along(Lanes other) const {
        const Lanes pairs = other & other << Stride;
        Lanes run = other & own_ << Stride;
        run = run | (other & run << Stride);
        run = run | (pairs & run << 2 * Stride);
        run = run | (pairs & run << 2 * Stride);
        return run << Stride | falling<Stride>(other, pairs >> Stride);
    }
    template <int Stride>
    Lanes falling(Lanes other, Lanes pairs) const {
        Lanes run = other & own_ >> Stride;
        run = run | (other & run >> Stride);
        run = run | (pairs & run >> 2 * Stride);
        run = run | (pairs & run >> 2 * Stride);
        return run >> Stride;
    }

    Lanes own_, other_, inner_;
};

}  // namespace boyi
