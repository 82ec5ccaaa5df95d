// Which move a search tries first: most of alpha-beta's speed.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "search/evaluation.hpp"

namespace boyi {

inline constexpr Move no_move = 0xFFFF;

// Scores the moves of a frame: the table's first, killers lifted, the others as `score(move)` says.
template <class Frame, class Score>
void score_moves(Frame& frame, Move known, int killer, Score&& score) {
    for (int index = 0; index < frame.list.count; ++index) {
        const Move move = frame.list[index];
        const bool cut = move == frame.killers[0] || move == frame.killers[1];
        frame.scores[index] = (move == known ? decided : score(move)) + (cut ? killer : 0);
    }
}

// Brings the best of the moves from `index` on to `index`; of equals the earlier one.
template <class Frame>
Move next_move(Frame& frame, int index) {
    const auto begin = frame.scores + index, end = frame.scores + frame.list.count;
    if (begin + 1 < end) {
        // Two simple loops, which compilers turn into vector instructions.
        std::int32_t best = *begin;
        for (auto score = begin; score != end; ++score) best = std::max(best, *score);
        const auto place = std::find(begin, end, best) - frame.scores;
        std::swap(frame.scores[index], frame.scores[place]);
        std::swap(frame.list.moves[index], frame.list.moves[place]);
    }
    return frame.list[index];
}

// The move at `index` cut; those before it should have been tried later. `update(move, amount)` changes the history.
template <class Frame, class Update>
void remember_cut(Frame& frame, int index, int bonus, int malus, Update&& update) {
    const Move move = frame.list[index];
    if (frame.killers[0] != move) {
        frame.killers[1] = frame.killers[0];
        frame.killers[0] = move;
    }
    update(move, bonus);
    for (int earlier = 0; earlier < index; ++earlier) update(frame.list[earlier], -malus);
}

// Changes an entry of a history: the nearer to the top, the slower it grows, so that it never passes it.
template <int top, class Number>
void change_history(Number& entry, int amount) {
    entry = static_cast<Number>(entry + amount - entry * std::abs(amount) / top);
}

// One thread's memory of moves that cut, for the search over any board.
class CutHistory {
public:
    static constexpr int top = 1 << 14;

    int value(int turn, Move move) const { return cuts_[place(turn, move)]; }
    void update(int turn, Move move, int amount) { change_history<top>(cuts_[place(turn, move)], amount); }

private:
    static constexpr std::size_t size = 1 << 13;

    // Moves that share an entry do no harm: it only guides the order.
    static std::size_t place(int turn, Move move) { return static_cast<std::size_t>(turn) * size + move % size; }

    std::vector<std::int32_t> cuts_ = std::vector<std::int32_t>(2 * size);
};

}  // namespace boyi
