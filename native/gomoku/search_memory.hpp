// What gomoku's search keeps from move to move of a game: the transposition table and what it learned of moves.
#pragma once

#include <cstdlib>
#include <vector>

#include "gomoku/board.hpp"
#include "search/search.hpp"
#include "search/table.hpp"

namespace boyi {

// One thread's statistics of the moves that caused cut-offs.
class GomokuHistory {
public:
    static constexpr int top = 1 << 13;

    explicit GomokuHistory(int area)
        : area_(static_cast<std::size_t>(area)),
          cuts_(2 * area_),
          replies_(2 * area_ * area_),
          follow_ups_(2 * area_ * area_) {}

    // What is known of a move of `side`; `before` is the enemy's last move, `follows` the side's own. Either may be a
    // cell off the board.
    int value(int side, Move move, Move before, Move follows) const {
        return cuts_[cut(side, move)] + (before < area_ ? replies_[pair(side, move, before)] : 0) +
               (follows < area_ ? follow_ups_[pair(side, move, follows)] : 0);
    }
    void update(int side, Move move, Move before, Move follows, int amount) {
        change(cuts_[cut(side, move)], amount);
        if (before < area_) change(replies_[pair(side, move, before)], amount);
        if (follows < area_) change(follow_ups_[pair(side, move, follows)], amount);
    }
    // What was learned earlier counts less than what comes.
    void age() {
        for (std::int16_t& entry : cuts_) entry /= 2;
    }

private:
    std::size_t cut(int side, Move move) const { return static_cast<std::size_t>(side) * area_ + move; }
    std::size_t pair(int side, Move move, Move before) const {
        return (static_cast<std::size_t>(side) * area_ + before) * area_ + move;
    }
    // The nearer to the top, the slower it grows, so that it never passes it.
    static void change(std::int16_t& entry, int amount) {
        entry = static_cast<std::int16_t>(entry + amount - entry * std::abs(amount) / top);
    }

    std::size_t area_;
    std::vector<std::int16_t> cuts_;  // [side][cell]
    // [side][cell of the move before][cell]: after the enemy's last move, after the side's own
    std::vector<std::int16_t> replies_, follow_ups_;
};

class GomokuMemory final : public SearchMemory {
public:
    // Ready for a search of this kind of board; what belongs to another kind is forgotten.
    void prepare(int size, GomokuRule rule, const Limits& limits, std::uint64_t entries) {
        // What the game has taught is worth more than a table of the best size.
        const bool same = size == size_ && rule == rule_ && limits.memory == bytes_ && entries <= 4 * entries_;
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
