// What the search of Lines of Action keeps from move to move of a game: the transposition table and what it learned of
// moves.
#pragma once

#include <cstdlib>
#include <vector>

#include "loa/board.hpp"
#include "search/move_order.hpp"
#include "search/search.hpp"
#include "search/table.hpp"

namespace boyi {

// One thread's statistics of the moves that caused cut-offs.
class LoaHistory {
public:
    static constexpr int top = 1 << 13;

    // What is known of a move of `side`; `before` is the enemy's last move.
    int value(int side, Move move, Move before) const {
        return moves_[cut(side, move)] + replies_[reply(side, move, before)];
    }
    void update(int side, Move move, Move before, int amount) {
        change(moves_[cut(side, move)], amount);
        change(replies_[reply(side, move, before)], amount);
    }
    // What was learned earlier counts less than what comes.
    void age() {
        for (std::int16_t& entry : moves_) entry /= 2;
    }

private:
    static constexpr std::size_t all = Loa::pass_move + 1;

    static std::size_t cut(int side, Move move) { return static_cast<std::size_t>(side) * all + move; }
    // By the cells where the two moves end.
    static std::size_t reply(int side, Move move, Move before) {
        return (static_cast<std::size_t>(side) * 64 + before % 64) * 64 + move % 64;
    }
    // The nearer to the top, the slower it grows, so that it never passes it.
    static void change(std::int16_t& entry, int amount) {
        entry = static_cast<std::int16_t>(entry + amount - entry * std::abs(amount) / top);
    }

    std::vector<std::int16_t> moves_ = std::vector<std::int16_t>(2 * all);  // [side][move]
    std::vector<std::int16_t> replies_ = std::vector<std::int16_t>(2 * 64 * 64);
};

class LoaMemory final : public SearchMemory {
public:
    // Ready for a search under these rules; what belongs to others is forgotten.
    void prepare(Loa::Rules rules, const Limits& limits, std::uint64_t entries) {
        // What the game has taught is worth more than a table of the best size.
        const bool same = rules == rules_ && limits.memory == bytes_ && entries <= 4 * entries_;
        if (!same) {
            table.resize(limits.memory, entries);
            histories.clear();
            rules_ = rules;
            bytes_ = limits.memory;
            entries_ = entries;
        }
        table.next_generation();
        for (LoaHistory& history : histories) history.age();
        histories.resize(static_cast<std::size_t>(limits.threads));
    }

    Table table;
    std::vector<LoaHistory> histories;  // one for each thread

private:
    Loa::Rules rules_;
    std::uint64_t bytes_ = 0, entries_ = 0;
};

}  // namespace boyi
