// Othello's evaluations; src/boyi/games/othello/evaluation.py has the same numbers and explains them.
#pragma once

#include "evaluation.hpp"
#include "othello.hpp"

namespace boyi {

template <int Size>
struct OthelloLead {
    static constexpr const char* name = "lead";
    static constexpr int scale = 24;

    static int value(const Othello<Size>& board) { return std::popcount(board.own()) - std::popcount(board.other()); }
    static int gain(const Othello<Size>& board, Move move) {
        Othello<Size> next = board;
        next.play(move);
        return -value(next);
    }
};

template <int Size>
struct OthelloPositional {
    using B = Othello<Size>;
    static constexpr const char* name = "positional";
    static constexpr int scale = 200;
    static constexpr int corner = 80, diagonal = -40, beside = -15, mobility = 9, potential = 4, late = 14;

    static int value(const B& board) {
        const std::uint64_t own = board.own(), other = board.other(), empty = B::playable & ~(own | other);
        const int choices = std::popcount(B::placements(own, other)) - std::popcount(B::placements(other, own));
        const int frontier = std::popcount(around(other) & empty) - std::popcount(around(own) & empty);
        const int hurry = std::max(0, late - std::popcount(empty));
        return places(own, empty) - places(other, empty) + mobility * choices + potential * frontier +
               hurry * OthelloLead<Size>::value(board);
    }
    static int gain(const B& board, Move move) {
        if (move == B::pass_move) return 0;
        const std::uint64_t disc = std::uint64_t{1} << B::bit_of(move);
        B next = board;
        next.play(move);
        return places(disc, B::playable & ~(board.own() | board.other() | disc)) -
               mobility * std::popcount(B::placements(next.own(), next.other()));
    }

private:
    static constexpr std::uint64_t first_column = 0x0101010101010101ull, edge = Size - 1;

    static constexpr std::uint64_t at(std::uint64_t row, std::uint64_t column) {
        return std::uint64_t{1} << (8 * row + column);
    }
    static constexpr std::uint64_t corners = at(0, 0) | at(0, edge) | at(edge, 0) | at(edge, edge);
    static constexpr std::uint64_t sideways = at(0, 1) | at(0, edge - 1) | at(edge, 1) | at(edge, edge - 1);
    static constexpr std::uint64_t upright = at(1, 0) | at(edge - 1, 0) | at(1, edge) | at(edge - 1, edge);
    static constexpr std::uint64_t diagonals =
        at(1, 1) | at(1, edge - 1) | at(edge - 1, 1) | at(edge - 1, edge - 1);

    static constexpr std::uint64_t around(std::uint64_t discs) {
        const std::uint64_t left = discs >> 1 & ~(first_column << 7), right = discs << 1 & ~first_column;
        const std::uint64_t row = discs | left | right;
        return row | row << 8 | row >> 8;
    }
    static constexpr int places(std::uint64_t discs, std::uint64_t empty) {
        // The cells next to corners that are still to be had; the masks keep what wraps around a border out.
        const std::uint64_t open = corners & empty;
        const std::uint64_t edges = ((open << 1 | open >> 1) & sideways) | ((open << 8 | open >> 8) & upright);
        const std::uint64_t inner = (open << 9 | open >> 9 | open << 7 | open >> 7) & diagonals;
        return corner * std::popcount(discs & corners) + beside * std::popcount(discs & edges) +
               diagonal * std::popcount(discs & inner);
    }
};

}  // namespace boyi
