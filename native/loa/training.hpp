// Fits the weights of the learned evaluation of Lines of Action to games. No Python in here.
#pragma once

#include <string_view>
#include <vector>

#include "loa/network.hpp"

namespace boyi {

struct LoaFit {
    std::vector<std::int16_t> row;  // the weights
    double before = 0, after = 0;   // mean cross entropy of positions that were not learned from, at start and end
    int positions = 0;              // learned from
};

// `start`: the weights of the network that the fit starts from; empty: random ones.
// `rate`: the size of the steps in the first epoch, a hundredth in the last; `mix`: the share of the searched value in
// what a position learns; the rest is the result of the game. One position in 16 is held out.
LoaFit loa_fit(std::string_view records, const std::vector<std::int16_t>& start, int epochs, double rate, double mix,
               std::uint64_t seed, Pulse& pulse);

}  // namespace boyi
