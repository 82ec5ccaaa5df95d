// What the threads of one alpha-beta search share, and by how much late moves are reduced.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "search/cancel.hpp"
#include "search/search.hpp"

namespace boyi {

// When the threads end, and how much they have done.
struct SearchWork {
    SearchWork(Stopper& owner, const Cancel* token, std::uint64_t most) : stopper(owner), cancel(token), limit(most) {}

    void add(std::uint64_t more) { nodes.fetch_add(more, std::memory_order_relaxed); }
    std::uint64_t left() const {
        const std::uint64_t spent = nodes.load(std::memory_order_relaxed);
        return limit > spent ? limit - spent : 0;
    }
    // Looks at the clock.
    bool expired() { return stopper.check_clock() || (cancel && cancel->cancelled()); }
    // Looks at the nodes, too, which end all threads.
    bool over() {
        if (left() == 0) stopper.stop();
        return expired();
    }

    Stopper& stopper;
    const Cancel* cancel;
    const std::uint64_t limit;  // of nodes
    std::atomic<std::uint64_t> nodes{0};
};

// By how many plies the search of a move is reduced, by its place in the order of moves.
inline int late_move_reduction(int depth, int index) {
    static const auto table = [] {
        std::array<std::int8_t, 64 * 64> values{};  // no destructor: threads may search until the process ends
        for (int d = 1; d < 64; ++d)
            for (int i = 1; i < 64; ++i)
                values[static_cast<std::size_t>(64 * d + i)] =
                    static_cast<std::int8_t>(0.7 + std::log(d) * std::log(i));
        return values;
    }();
    return table[static_cast<std::size_t>(64 * std::min(depth, 63) + std::min(index, 63))];
}

}  // namespace boyi
