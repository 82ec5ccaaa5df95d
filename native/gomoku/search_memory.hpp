// What gomoku's search keeps from move to move of a game: the transposition table and what it learned of moves.
#pragma once

#include <utility>
#include <vector>

#include "gomoku/board.hpp"
#include "search/kept_memory.hpp"
#include "search/move_order.hpp"

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
        change_history<top>(cuts_[cut(side, move)], amount);
        if (before < area_) change_history<top>(replies_[pair(side, move, before)], amount);
        if (follows < area_) change_history<top>(follow_ups_[pair(side, move, follows)], amount);
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

    std::size_t area_;
    std::vector<std::int16_t> cuts_;  // [side][cell]
    // [side][cell of the move before][cell]: after the enemy's last move, after the side's own
    std::vector<std::int16_t> replies_, follow_ups_;
};

// The kind of board is its size and rule.
using GomokuMemory = TreeMemory<GomokuHistory, std::pair<int, GomokuRule>>;

}  // namespace boyi
