// What the threads of one alpha-beta search share, and by how much late moves are reduced.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "search/cancel.hpp"
#include "search/search.hpp"
#include "search/table.hpp"

namespace boyi {

// What the threads of one search share.
struct SearchWork {
    Stopper& stopper;
    const Cancel* cancel;
    Table& table;
    std::uint64_t limit;  // of nodes
    std::atomic<std::uint64_t> nodes{0};

    bool expired() { return stopper.check_clock() || (cancel && cancel->cancelled()); }
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
