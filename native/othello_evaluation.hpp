// Othello's evaluations; src/boyi/games/othello/evaluation.py has the same numbers and explains them.
#pragma once

#include "evaluation.hpp"
#include "othello.hpp"

namespace boyi {

struct OthelloLead {
    static constexpr const char* name = "lead";
    static constexpr int scale = 24;

    static int value(const Othello& board) { return std::popcount(board.own()) - std::popcount(board.other()); }
    static int gain(const Othello& board, Move move) {
        Othello next = board;
        next.play(move);
        return -value(next);
    }
};

struct OthelloPositional {
    static constexpr const char* name = "positional";
    static constexpr int scale = 200;
    static constexpr int corner = 80, diagonal = -40, beside = -15, mobility = 9, potential = 4, late = 14;

    static int value(const Othello& board) {
        const std::uint64_t own = board.own(), other = board.other(), empty = ~(own | other);
        const int choices = std::popcount(board.own_placements()) - std::popcount(board.other_placements());
        const int frontier = std::popcount(around(other) & empty) - std::popcount(around(own) & empty);
        const int hurry = std::max(0, late - std::popcount(empty));
        return places(own, empty) - places(other, empty) + mobility * choices + potential * frontier +
               hurry * OthelloLead::value(board);
    }
    static int gain(const Othello& board, Move move) {
        if (move == Othello::pass_move) return 0;
        const std::uint64_t empty = ~(board.own() | board.other());
        Othello next = board;
        next.play(move);
        return places(std::uint64_t{1} << move, empty & ~(std::uint64_t{1} << move)) -
               mobility * std::popcount(next.own_placements());
    }

private:
    static constexpr std::uint64_t around(std::uint64_t discs) {
        const std::uint64_t left = discs >> 1 & ~(std::uint64_t{0x0101010101010101} << 7);
        const std::uint64_t right = discs << 1 & ~std::uint64_t{0x0101010101010101};
        const std::uint64_t row = discs | left | right;
        return row | row << 8 | row >> 8;
    }
    static constexpr int places(std::uint64_t discs, std::uint64_t empty) {
        constexpr std::uint64_t corners = 0x8100000000000081ull;
        // The cells next to corners that are still to be had.
        const std::uint64_t open = corners & empty;
        const std::uint64_t sideways = open << 1 | open >> 1, upright = open << 8 | open >> 8;
        const std::uint64_t edges = (sideways & 0x4200000000000042ull) | (upright & 0x0081000000008100ull);
        const std::uint64_t diagonals = (open << 9 | open >> 9 | open << 7 | open >> 7) & 0x0042000000004200ull;
        return corner * std::popcount(discs & corners) + beside * std::popcount(discs & edges) +
               diagonal * std::popcount(discs & diagonals);
    }
};

}  // namespace boyi
