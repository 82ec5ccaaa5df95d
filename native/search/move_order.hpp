// Which move a search tries first: most of alpha-beta's speed.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "search/evaluation.hpp"

namespace boyi {

inline constexpr Move no_move = 0xFFFF;

// What a search keeps for one ply. On the heap, because a thread's stack may be as small as half a megabyte.
template <Board B, int MaxPly>
struct SearchFrame {
    explicit SearchFrame(const B& start) : board(start) {}

    B board;
    MoveList list;
    std::int32_t scores[max_cells + 1];
    Move killers[2] = {no_move, no_move};  // the last moves that cut at this ply
    Key key = 0;
    bool solved = false;  // the bound that was returned rests on ended games only
    int pv_length = 0;
    Move pv[MaxPly + 1];
};

// One thread's memory of moves that cut, and the order that follows from it.
class MoveOrder {
public:
    // The table's move, then by gain, with killers and moves that cut elsewhere lifted by shares of the scale.
    template <class E, class Frame>
    void score(const E& evaluation, Frame& frame, int depth, Move known) {
        const int turn = frame.board.turn();
        if (frame.list.count == 1) return;
        for (int index = 0; index < frame.list.count; ++index) {
            const Move move = frame.list[index];
            std::int64_t score = std::int64_t{cuts(turn, move)} * evaluation.scale / (2 * top);
            if (move == known) score = decided;
            else if (depth >= 2)  // children that are leaves are not worth a second look
                score += std::clamp(evaluation.gain(frame.board, move), -decided / 4, decided / 4);
            if (move == frame.killers[0] || move == frame.killers[1]) score += evaluation.scale / 4;
            frame.scores[index] = static_cast<std::int32_t>(score);
        }
    }

    // Brings the best of the moves from `index` on to `index`; of equals the earlier one.
    template <class Frame>
    static Move next(Frame& frame, int index) {
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

    // The move at `index` cut; those before it should have been tried later.
    template <class Frame>
    void remember_cut(Frame& frame, int index, int depth) {
        const Move move = frame.list[index];
        if (frame.killers[0] != move) {
            frame.killers[1] = frame.killers[0];
            frame.killers[0] = move;
        }
        const int turn = frame.board.turn(), bonus = std::min(depth * depth, 1 << 10);
        update(cuts(turn, move), bonus);
        for (int earlier = 0; earlier < index; ++earlier) update(cuts(turn, frame.list[earlier]), -bonus / 2);
    }

private:
    static constexpr int size = 1 << 13, top = 1 << 14;

    // Moves that share an entry do no harm: it only guides the order.
    std::int32_t& cuts(int turn, Move move) { return cuts_[turn * size + move % size]; }

    // The nearer to the top, the slower it grows, so that it never passes it.
    static void update(std::int32_t& entry, int amount) { entry += amount - entry * std::abs(amount) / top; }

    std::vector<std::int32_t> cuts_ = std::vector<std::int32_t>(2 * size);
};

}  // namespace boyi
