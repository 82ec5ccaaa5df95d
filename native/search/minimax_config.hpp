// What the textbook's minimax family can be told.
#pragma once

namespace boyi {

enum class Method { minimax, negamax, alphabeta, aspiration, pvs };

// src/boyi/settings/alphabeta.py declares what the settings mean, what they accept and what holds where they are not
// given; Python checks them and gives all of them.
struct MinimaxConfig {
    Method method;
    int width;
    bool ordered;
    int window;
    bool iterative;
};

}  // namespace boyi
