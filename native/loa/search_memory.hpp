// What the search of Lines of Action keeps from move to move of a game: the transposition table and what it learned of
// moves.
#pragma once

#include <vector>

#include "loa/board.hpp"
#include "search/kept_memory.hpp"
#include "search/move_order.hpp"

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
        change_history<top>(moves_[cut(side, move)], amount);
        change_history<top>(replies_[reply(side, move, before)], amount);
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

    std::vector<std::int16_t> moves_ = std::vector<std::int16_t>(2 * all);  // [side][move]
    std::vector<std::int16_t> replies_ = std::vector<std::int16_t>(2 * 64 * 64);
};

using LoaMemory = TreeMemory<LoaHistory, Loa::Rules>;

}  // namespace boyi
