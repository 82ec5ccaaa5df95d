// The order in which a fit sees its positions. No Python in here.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/board.hpp"

namespace boyi {

// Every epoch goes through the numbers below `count` in a random order of its own: `use(numbers, epoch)` for each
// batch.
template <class Use>
void each_batch(std::size_t count, std::size_t batch, int epochs, Use&& use) {
    std::vector<std::uint32_t> order(count);
    for (std::size_t index = 0; index < count; ++index) order[index] = static_cast<std::uint32_t>(index);
    Rng rng(1);
    for (int epoch = 0; epoch < epochs; ++epoch) {
        for (std::size_t index = count; index > 1; --index)
            std::swap(order[index - 1], order[rng.below(static_cast<std::uint32_t>(index))]);
        for (std::size_t from = 0; from < count; from += batch)
            use(std::span<const std::uint32_t>(order).subspan(from, std::min(batch, count - from)), epoch);
    }
}

}  // namespace boyi
