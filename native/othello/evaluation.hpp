// Othello's evaluations; src/boyi/games/othello/evaluation.py has the same numbers and explains them.
#pragma once

#include "othello/board.hpp"
#include "othello/patterns.hpp"
#include "othello/solver.hpp"
#include "search/evaluation.hpp"

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
    static constexpr std::uint64_t diagonals = at(1, 1) | at(1, edge - 1) | at(edge - 1, 1) | at(edge - 1, edge - 1);

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

// The learned weights on the 8x8 board, the evaluation above on smaller ones; the end is left to the solver.
template <int Size>
struct OthelloPatterns {
    using B = Othello<Size>;
    static constexpr const char* name = "patterns";
    static constexpr int scale = 160, odds = 300, disc = 16;  // odds: tools/fit_evaluation.py

    static bool loaded() { return Size != 8 || OthelloPatterns8::loaded(); }
    static int value(std::uint64_t own, std::uint64_t other) {
        if constexpr (Size == 8)
            return OthelloPatterns8::value(PatternIndices::of(own, other), own, other, B::placements(own, other),
                                           B::placements(other, own));
        else return OthelloPositional<Size>::value(B(own, other, 0));
    }
    static int value(const B& board) { return value(board.own(), board.other()); }
    // The simple guess orders moves about as well as the weights, in a tenth of the time.
    static int gain(const B& board, Move move) { return OthelloPositional<Size>::gain(board, move); }

    // The exact score where the time should suffice, else whether the game is won; at most 6 parts in 10 of the time,
    // so that an attempt that fails leaves enough for the search.
    static bool take_over(const B& board, const Limits& limits, Stopper& stopper, const Cancel* cancel,
                          Report& report)
        requires(Size != 8)  // which has a search of its own (search.hpp)
    {
        const std::uint64_t own = board.own(), other = board.other();
        const int empties = std::popcount(B::playable & ~(own | other));
        if (limits.depth < empties || empties > 30) return false;
        const double left = limits.seconds - stopper.elapsed();
        const double effort = std::min(0.6 * left * usual_speed, 0.6 * static_cast<double>(limits.nodes));
        const double needed = 2e5 * std::pow(2.3, empties - 16);
        if (needed > 5 * effort) return false;
        OthelloTable table;
        table.resize(limits.memory / 2);
        SearchWork work(stopper, cancel, static_cast<std::uint64_t>(std::min(effort * 4, 1e18)));
        OthelloSolver<Size, OthelloPatterns> solver(table, work, 0, 0.6 * left);
        const bool exact = needed <= effort;
        const auto found = exact ? solver.solve(own, other, -B::cells, B::cells, value(own, other) / disc)
                                 : solver.solve(own, other, 0, 0, 0);
        // A lost game is left to the search, which makes it hard to win.
        if (solver.stopped() || (!exact && found.lower < 0)) return false;
        const int score = found.lower;
        const Move move = static_cast<Move>(found.move < 0 ? B::pass_move : B::cell_of(found.move));
        report.depth = empties;
        report.proven = score > 0 ? Proven::win : score < 0 ? Proven::loss : Proven::draw;
        report.lines = {{.move = move,
                         .visits = solver.nodes(),
                         .rate = score > 0   ? 1.0
                                 : score < 0 ? 0.0
                                             : 0.5,
                         .score = static_cast<double>(disc * score),
                         .pv = found.pv.empty() ? std::vector<Move>{move} : found.pv,
                         .kind = exact ? Kind::exact : Kind::none,
                         .depth = empties,
                         .bound = exact ? Bound::exact : Bound::lower,
                         .proven = report.proven}};
        return board.is_legal(move);
    }

private:
    static constexpr double usual_speed = 1e7;  // nodes a second
};

}  // namespace boyi
