// What all threads of a search of Othello share: when to end, and how much was done.
#pragma once

#include <atomic>
#include <cstdint>

#include "search/cancel.hpp"
#include "search/search.hpp"

namespace boyi {

struct OthelloWork {
    OthelloWork(Stopper& owner, const Cancel* token, std::uint64_t most) : stopper(owner), cancel(token), limit(most) {}

    void add(std::uint64_t more) { nodes.fetch_add(more, std::memory_order_relaxed); }
    std::uint64_t left() const {
        const std::uint64_t spent = nodes.load(std::memory_order_relaxed);
        return limit > spent ? limit - spent : 0;
    }
    // Looks at the clock too.
    bool over() {
        if (left() == 0) stopper.stop();
        return stopper.check_clock() || (cancel && cancel->cancelled());
    }

    Stopper& stopper;
    const Cancel* cancel;
    const std::uint64_t limit;  // of nodes
    std::atomic<std::uint64_t> nodes{0};
};

}  // namespace boyi
