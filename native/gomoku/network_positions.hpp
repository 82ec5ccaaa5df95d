// The positions that the network of gomoku's evaluation learns from. No Python in here.
#pragma once

#include <cmath>
#include <vector>

#include "gomoku/network.hpp"

namespace boyi {

// A value of the evaluation, without a search, that stands for ten to one; a value of one as a logit.
inline constexpr double static_unit = 450, logit = 2.302585092994046 / static_unit;

// The cross entropy of a guess.
inline double surprise(double label, double guess) {
    guess = std::clamp(guess, 1e-6, 1 - 1e-6);
    return -label * std::log(guess) - (1 - label) * std::log(1 - guess);
}

// A position as the combinations and the windows of its empty cells.
struct NetworkPosition {
    std::size_t first;         // of its combinations, the mover's before the enemy's
    std::size_t first_cell;    // of its cells with a stone in a window
    std::uint16_t own, enemy;  // how many different combinations
    std::uint16_t cells;
    std::uint8_t turn, threats, stage;
    float sum, label;  // what the weights say without the network, as a logit; what the search said
};
struct NetworkPositions {
    struct Combination {
        std::uint16_t number, times;
    };
    using Cell = std::array<std::uint16_t, 4>;  // the windows of the four directions
    std::vector<NetworkPosition> list;
    std::vector<Combination> combinations;
    std::vector<Cell> cells;
};

}  // namespace boyi
