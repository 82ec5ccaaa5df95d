// A random choice of the positions that a search asks the evaluation about. No Python in here.
#pragma once

#include <cstdint>
#include <vector>

#include "core/board.hpp"

namespace boyi {

// Reservoir sampling: of all positions that were offered each is as likely as any other.
template <class Kernel>
class PositionSampler {
public:
    PositionSampler(std::size_t most, std::uint64_t seed) : most_(most), rng_(seed) {}

    void offer(const Kernel& position) {
        ++offered_;
        if (chosen_.size() < most_) chosen_.push_back(position);
        else if (const std::uint64_t place = rng_.next() % offered_; place < most_) chosen_[place] = position;
    }
    std::uint64_t offered() const { return offered_; }
    const std::vector<Kernel>& chosen() const { return chosen_; }

private:
    std::size_t most_;
    std::uint64_t offered_ = 0;
    Rng rng_;
    std::vector<Kernel> chosen_;
};

}  // namespace boyi
