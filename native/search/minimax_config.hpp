// What the textbook's minimax family can be told.
#pragma once

namespace boyi {

enum class Method { minimax, negamax, alphabeta, aspiration, pvs };

struct MinimaxConfig {
    Method method = Method::alphabeta;
    int width = 0;           // only the best so many moves of each node by gain; 0: all
    bool ordered = true;     // by gain; else in the game's own order
    int window = 50;         // half the width of the first aspiration window
    bool iterative = false;  // depth 1, 2, … up to the limit, each begun with the best line of the one before
};

}  // namespace boyi
