// Games between two settings of gomoku's search, by which the settings are tuned. No Python in here.
#pragma once

#include <utility>

#include "gomoku/board.hpp"
#include "gomoku/search_settings.hpp"

namespace boyi {

struct GomokuDuel {
    GomokuRule rule;
    int size;
    std::uint64_t nodes;  // of a move, give or take an eighth
    double seconds;       // of a move, in place of the nodes; 0: none
    std::uint64_t seed;
    GomokuSettings first, second;
};

// Two games with colours swapped from a random opening that is about even: twice the points of the first in each.
std::pair<int, int> play_gomoku_duel(const GomokuDuel& duel, Pulse& pulse);

}  // namespace boyi
