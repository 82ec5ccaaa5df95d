// What gomoku's search keeps from move to move of a game: the transposition table and what it learned of moves.
#pragma once

#include <mutex>
#include <vector>

#include "gomoku/board.hpp"
#include "search/search.hpp"
#include "search/table.hpp"

namespace boyi {

// One thread's statistics of moves.
struct GomokuHistory {
    static constexpr int top = 1 << 14;

    explicit GomokuHistory(int area)
        : cuts(2 * static_cast<std::size_t>(area)), counters(2 * static_cast<std::size_t>(area), Move{0xFFFF}) {}

    // The nearer to the top, the slower it grows, so that it never passes it.
    static void update(std::int32_t& entry, int amount) { entry += amount - entry * std::abs(amount) / top; }
    // What was learned earlier counts less than what comes.
    void age() {
        for (std::int32_t& entry : cuts) entry /= 2;
    }

    std::vector<std::int32_t> cuts;  // [side][cell]
    std::vector<Move> counters;      // [side that answers][cell of the move before]
};

class GomokuMemory final : public SearchMemory {
public:
    // Ready for a search of this kind of board; what belongs to another kind is forgotten.
    void prepare(int size, GomokuRule rule, const Limits& limits, std::uint64_t entries) {
        const bool same = size == size_ && rule == rule_ && limits.memory == bytes_ && entries <= entries_;
        if (!same) {
            table.resize(limits.memory, entries);
            histories.clear();
            size_ = size;
            rule_ = rule;
            bytes_ = limits.memory;
            entries_ = entries;
        }
        table.next_generation();
        for (GomokuHistory& history : histories) history.age();
        while (static_cast<int>(histories.size()) < limits.threads) histories.emplace_back(size * size);
    }

    Table table;
    std::vector<GomokuHistory> histories;  // one for each thread

private:
    int size_ = 0;
    GomokuRule rule_ = GomokuRule::freestyle;
    std::uint64_t bytes_ = 0, entries_ = 0;
};

}  // namespace boyi
