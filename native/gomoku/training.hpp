// Learning the weights of gomoku's evaluation from searches. No Python in here.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "gomoku/network_positions.hpp"

namespace boyi {

struct GomokuFit {
    std::vector<std::int16_t> weights;  // as GomokuWeights::numbers, or network_numbers, gives them
    double before = 0, after = 0;       // the mean cross entropy of the held-out positions, by the old and new weights
    std::uint64_t positions = 0;        // that were learned from
};

// Logistic regression on records of gomoku_self_play; the label of a position is what its search said. A tenth of the
// positions is held out. `decay` draws the weights towards those that the search uses now; `epochs`: how often all
// positions are seen.
GomokuFit gomoku_fit(GomokuRule rule, std::string_view records, int epochs, double rate, double decay, Pulse& pulse);

// The network of the evaluation, on top of the weights that the search uses now: from nothing, or from the numbers of
// `start` if there are any. `before` is what the weights say without it, or with this start.
GomokuFit gomoku_fit_network(GomokuRule rule, std::string_view records, std::span<const std::int16_t> start, int epochs,
                             double rate, Pulse& pulse);

// The order of moves, from the one that the search uses now; softmax regression on the moves that the searches chose.
// The cross entropies are those of the moves.
GomokuFit gomoku_fit_policy(GomokuRule rule, std::string_view records, int epochs, double rate, Pulse& pulse);

// What it does once the records are read.
GomokuFit fit_network(const NetworkPositions& learned, const NetworkPositions& held_out,
                      std::span<const std::int16_t> start, int epochs, double rate, Pulse& pulse);

}  // namespace boyi
