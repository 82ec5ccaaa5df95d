#include "loa/network.hpp"

#include <cstdlib>
#include <limits>

namespace boyi {

LoaNetwork LoaNetwork::network_;

bool LoaNetwork::load(const std::vector<std::int16_t>& row) {
    if (row.size() != static_cast<std::size_t>(size)) return false;
    std::int64_t most = 0;  // that `value` can add up behind the hidden layer
    for (auto out = row.begin() + (inputs + 1) * hidden, end = out + 2 * hidden; out != end; ++out)
        most += std::abs(*out) * (unit - 1) * (unit - 1);
    if (most > std::numeric_limits<std::int32_t>::max()) return false;
    const std::int16_t* next = row.data();
    const auto take = [&next](std::int16_t* target, int count) {
        std::copy(next, next + count, target);
        next += count;
    };
    LoaNetwork& network = network_;
    take(network.inputs_[0], inputs * hidden);
    take(network.bias_, hidden);
    take(network.out_, 2 * hidden);
    network.out_bias_ = *next++;
    for (int at_stage = 0; at_stage < stages; ++at_stage, next += line_weights) {
        for (auto& tables : network.lines_) tables[at_stage].assign(line_weights, 0);
        for (int kind = 0; kind < LoaLineShapes::kinds; ++kind) {
            const int begin = loa_shapes.first[kind], numbers = loa_shapes.first[kind + 1] - begin;
            for (int number = 0; number < numbers; ++number) {
                const int turned = loa_shapes.reversed(number, loa_shapes.kind_length[kind]);
                const std::int16_t weight = next[begin + std::min(number, turned)];
                network.lines_[0][at_stage][static_cast<std::size_t>(begin + number)] = weight;
                network.lines_[1][at_stage][static_cast<std::size_t>(begin + loa_shapes.swapped(number))] = weight;
            }
        }
    }
    loaded_ = true;
    return true;
}

}  // namespace boyi
