// Gomoku's evaluation by shapes for the textbook's searches; the strong search has its own (weights.hpp).
// src/boyi/games/gomoku/evaluation.py has its numbers.
#pragma once

#include "gomoku/search.hpp"
#include "gomoku/threats.hpp"
#include "search/evaluation.hpp"

namespace boyi {

template <class Kernel>
struct GomokuPatterns {
    using Searched = GomokuThreats<Kernel>;
    using OwnSearch = GomokuSearch<Kernel>;
    static constexpr const char* name = "patterns";
    static constexpr int scale = 400;
    static constexpr int winning = 9'000, losing = -8'000, open_four_value = 7'000, tempo = 87;

    static int value(const Kernel& board) { return value(Searched(board)); }
    static int value(const Searched& board) {
        const int own = board.turn(), enemy = 1 - own;
        if (board.count(own, Threat::five)) return winning;
        if (board.count(enemy, Threat::five) > 1) return losing;
        if (!board.count(enemy, Threat::five) && board.count(own, Threat::open_four)) return open_four_value;
        return std::clamp(board.worth(own, false) - board.worth(enemy, true) + tempo, losing + 1, open_four_value - 1);
    }
    static int gain(const Kernel& board, Move move) { return gain(Searched(board), move); }
    static int gain(const Searched& board, Move move) { return board.urge(0, move) + board.urge(1, move); }
};

}  // namespace boyi
