// The last plies of Othello: a few empty cells, no table. Scores are final (empty cells go to the winner).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "othello/board.hpp"
#include "othello/stability.hpp"

namespace boyi {

template <int Size>
class OthelloFewEmpties {
public:
    using B = Othello<Size>;
    static constexpr int most = B::cells, infinity = 127;
    static constexpr std::uint64_t corners =
        std::uint64_t{1} << B::bit_of(0) | std::uint64_t{1} << B::bit_of(Size - 1) |
        std::uint64_t{1} << B::bit_of(most - Size) | std::uint64_t{1} << B::bit_of(most - 1);

    std::uint64_t nodes = 0;

    static int final_score(std::uint64_t own, std::uint64_t other) {
        const int mine = std::popcount(own), theirs = std::popcount(other);
        return mine > theirs ? most - 2 * theirs : mine < theirs ? 2 * mine - most : 0;
    }

    // The cells of quadrants with an odd number of empties: to play there leaves the last move of it to oneself.
    static std::uint64_t odd_cells(std::uint64_t empty) {
        std::uint64_t odd = 0;
        for (const std::uint64_t quadrant : quadrants)
            if (std::popcount(empty & quadrant) & 1) odd |= quadrant;
        return odd;
    }

    // One empty cell left: every other cell is the mover's or the opponent's, so one board tells all.
    int last_one(std::uint64_t own, int cell) {
        ++nodes;
        const int mine = std::popcount(own);
        if (const int turned = count_last(own, cell)) return 2 * (mine + turned + 1) - most;
        if (const int turned = count_last(B::playable & ~own & ~(std::uint64_t{1} << cell), cell))
            return 2 * (mine - turned) - most;
        return final_score(own, B::playable & ~own & ~(std::uint64_t{1} << cell));
    }

    // The next functions: more than alpha, or at most alpha; `passed` if the other side had no move.
    int last_two(std::uint64_t own, std::uint64_t other, int alpha, int a, int b, bool passed) {
        ++nodes;
        int best = -infinity;
        if (neighbours[a] & other) {
            if (const std::uint64_t turned = B::flips(own, other, a)) {
                best = -last_one(other & ~turned, b);
                if (best > alpha) return best;
            }
        }
        if (neighbours[b] & other) {
            if (const std::uint64_t turned = B::flips(own, other, b))
                best = std::max(best, -last_one(other & ~turned, a));
        }
        if (best > -infinity) return best;
        return passed ? final_score(own, other) : -last_two(other, own, -alpha - 1, a, b, true);
    }

    int last_three(std::uint64_t own, std::uint64_t other, int alpha, int a, int b, int c, bool passed) {
        ++nodes;
        int best = -infinity;
        const auto attempt = [&](int cell, int first, int second) {
            if (!(neighbours[cell] & other)) return false;
            const std::uint64_t turned = B::flips(own, other, cell);
            if (!turned) return false;
            best = std::max(best, -last_two(other & ~turned, own | turned | std::uint64_t{1} << cell, -alpha - 1, first,
                                            second, false));
            return best > alpha;
        };
        if (attempt(a, b, c) || attempt(b, a, c) || attempt(c, a, b)) return best;
        if (best > -infinity) return best;
        return passed ? final_score(own, other) : -last_three(other, own, -alpha - 1, a, b, c, true);
    }

    // The cells are in order of parity: first those that are alone in their quadrants.
    int last_four(std::uint64_t own, std::uint64_t other, int alpha, const int* cells, bool passed) {
        ++nodes;
        if (const int bound = safe_bound(other, own, alpha, 4); bound <= alpha) return bound;
        int best = -infinity;
        const auto attempt = [&](int cell, int first, int second, int third) {
            if (!(neighbours[cell] & other)) return false;
            const std::uint64_t turned = B::flips(own, other, cell);
            if (!turned) return false;
            best = std::max(best, -last_three(other & ~turned, own | turned | std::uint64_t{1} << cell, -alpha - 1,
                                              first, second, third, false));
            return best > alpha;
        };
        const int a = cells[0], b = cells[1], c = cells[2], d = cells[3];
        // With two pairs the partner of the first cell should be filled last but one.
        if (attempt(a, b, c, d) || attempt(b, a, c, d) || attempt(c, a, b, d) || attempt(d, a, b, c)) return best;
        if (best > -infinity) return best;
        return passed ? final_score(own, other) : -last_four(other, own, -alpha - 1, cells, true);
    }

    // A few empties: cells of odd quadrants first, no table.
    int few(std::uint64_t own, std::uint64_t other, int alpha, int empties, bool passed) {
        const std::uint64_t empty = B::playable & ~(own | other), odd = odd_cells(empty);
        if (empties <= 4) {
            int cells[4];
            int count = 0;
            for (std::uint64_t rest = empty & odd; rest; rest &= rest - 1) cells[count++] = std::countr_zero(rest);
            for (std::uint64_t rest = empty & ~odd; rest; rest &= rest - 1) cells[count++] = std::countr_zero(rest);
            if (count == 4) return last_four(own, other, alpha, cells, passed);
            if (count == 3) return last_three(own, other, alpha, cells[0], cells[1], cells[2], passed);
            if (count == 2) return last_two(own, other, alpha, cells[0], cells[1], passed);
            return count == 1 ? last_one(own, cells[0]) : final_score(own, other);
        }
        ++nodes;
        if (const int bound = safe_bound(other, own, alpha, empties); bound <= alpha) return bound;
        int best = -infinity;
        for (const std::uint64_t set : {empty & odd, empty & ~odd})
            for (std::uint64_t rest = set; rest; rest &= rest - 1) {
                const int cell = std::countr_zero(rest);
                if (!(neighbours[cell] & other)) continue;
                const std::uint64_t turned = B::flips(own, other, cell);
                if (!turned) continue;
                const int value =
                    -few(other & ~turned, own | turned | std::uint64_t{1} << cell, -alpha - 1, empties - 1, false);
                if (value > best && (best = value) > alpha) return best;
            }
        if (best > -infinity) return best;
        return passed ? final_score(own, other) : -few(other, own, -alpha - 1, empties, true);
    }

    // The most the mover can reach once the opponent's safe discs are counted; a look only where it may help.
    static int safe_bound(std::uint64_t other, std::uint64_t own, int alpha, int empties) {
        if (alpha < (Size == 8 ? least_alpha[std::min(empties, 31)] : 0)) return most;
        return most - 2 * std::popcount(stable::discs<Size>(other, own));
    }
    static constexpr std::int8_t least_alpha[32] = {99, 99, 99, 99, 6,  8,  10, 12, 12, 14, 14, 16, 16, 18, 18, 20,
                                                    20, 22, 22, 24, 24, 26, 26, 28, 28, 30, 30, 32, 32, 34, 34, 36};

private:
    // How many discs the owner of `own` turns over on the last empty cell, where all other cells are taken. Along each
    // line the own discs are gathered into a byte; what the line does not have looks like the opponent's and encloses
    // nothing.
    static int count_last(std::uint64_t own, int cell) {
        const int row = cell / 8, column = cell % 8;
        const auto& masks = diagonals[cell];
        constexpr std::uint64_t every = 0x0101010101010101ull;
        const std::uint64_t upright = (own >> column & every) * 0x0102040810204080ull >> 56;
        return counts[column][own >> 8 * row & 255] + counts[row][upright] +
               counts[column][(own & masks[0]) * every >> 56] + counts[column][(own & masks[1]) * every >> 56];
    }
    // counts[place][own discs of a line]: the discs between them and a new one at that place.
    static constexpr auto counts = [] {
        std::array<std::array<std::uint8_t, 256>, 8> table{};
        for (int place = 0; place < 8; ++place)
            for (int own = 0; own < 256; ++own)
                for (const int step : {-1, 1}) {
                    int at = place + step, run = 0;
                    for (; at >= 0 && at < 8 && !(own >> at & 1); at += step) ++run;
                    if (at >= 0 && at < 8) table[place][own] = static_cast<std::uint8_t>(table[place][own] + run);
                }
        return table;
    }();
    static constexpr auto diagonals = [] {
        std::array<std::array<std::uint64_t, 2>, 64> table{};
        for (int cell = 0; cell < 64; ++cell)
            for (int way = 0; way < 2; ++way) table[cell][way] = line::rays[cell][2 + way] | line::rays[cell][6 + way];
        return table;
    }();
    static constexpr auto quadrants = [] {
        constexpr int half = Size / 2;
        std::array<std::uint64_t, 4> table{};
        for (int cell = 0; cell < B::cells; ++cell)
            table[cell / Size / half * 2 + cell % Size / half] |= std::uint64_t{1} << B::bit_of(cell);
        return table;
    }();
    static constexpr auto neighbours = [] {
        std::array<std::uint64_t, 64> table{};
        for (int bit = 0; bit < 64; ++bit)
            for (int way = 0; way < 8; ++way) {
                const std::uint64_t ray = line::rays[bit][way];
                if (!ray) continue;
                table[bit] |= way < 4 ? ray & (0 - ray) : std::uint64_t{1} << (63 - std::countl_zero(ray));
            }
        return table;
    }();
};

}  // namespace boyi
