// NoGo's evaluations; src/boyi/games/nogo/evaluation.py has the same numbers and explains them.
#pragma once

#include <cmath>

#include "nogo/board.hpp"
#include "search/evaluation.hpp"

namespace boyi {

template <class B>
struct NoGoTerritory {
    static constexpr const char* name = "territory";
    static constexpr int scale = 500'000, unit = 1'000'000;

    static int value(const B& board) {
        const auto points = board.territory();
        const double promise = prospects(points[board.turn()], points[1 - board.turn()], board.stones(), board.size());
        return static_cast<int>(std::floor(promise * unit + 0.5)) - unit / 2;
    }
    // The order of the moves is random or that of the list, as in the source.
    static int gain(const B&, Move) { return 0; }

    static double prospects(int own, int other, int moves, int size) {
        if (other == 0) return own > 0 ? 1.0 : 0.5;
        const double ratio = std::pow(static_cast<double>(own) / other, 0.25);
        return 1.0 - std::pow(2.0, -(ratio * (1.0 + static_cast<double>(moves) / (size * size))));
    }
};

// By the learned weights of windows.
template <class B>
struct NoGoLearned {
    static constexpr const char* name = "patterns";
    static constexpr int scale = 64, odds = 147;

    static bool loaded() { return NoGoPatterns::loaded(); }
    static int value(const B& board) { return NoGoPatterns::value(board.cells()); }
    static int gain(const B& board, Move move) {
        const NoGoCells cells = board.cells();
        return NoGoPatterns::weigh(NoGoWindows(cells), NoGoPatterns::move_stage_of(cells), move);
    }
};

}  // namespace boyi
