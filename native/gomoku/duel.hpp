// Games between two settings of gomoku's search, by which the settings are tuned. No Python in here.
#pragma once

#include "gomoku/board.hpp"
#include "gomoku/search_settings.hpp"

namespace boyi {

struct GomokuDuel {
    GomokuRule rule;
    int size;
    std::uint64_t nodes, seed;  // nodes of a move, give or take an eighth
    GomokuSettings first, second;
};

// Two games with colours swapped from a random opening that is about even: twice the points of the first.
int play_gomoku_duel(const GomokuDuel& duel, Pulse& pulse);

}  // namespace boyi
