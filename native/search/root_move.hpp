// The moves of the root of an alpha-beta search, and their order between iterations. No Python in here.
#pragma once

#include <vector>

#include "search/evaluation.hpp"

namespace boyi {

// One root move and what the iterations found out about it.
struct RootMove {
    explicit RootMove(Move which) : move(which), pv{which} {}

    Move move;
    int value = -infinite;  // in this iteration; -infinite: no better than the best
    int previous = -infinite;
    bool solved = false;
    std::uint64_t nodes = 0;
    std::vector<Move> pv;

    Proven proof() const {
        if (value > decided) return Proven::win;
        if (value < -decided) return Proven::loss;
        return value == 0 && solved ? Proven::draw : Proven::no;
    }
    // What the iteration of this depth says of the move; `share`: its value as a chance to win.
    Line to_line(double share, std::vector<Move> moves, int depth) const;
};

using RootMoves = std::vector<RootMove>;

void shuffle(RootMoves& roots, Rng& rng);
// Best first; equal ones keep their order. By value: the moves before `first` stay where they are.
void sort_by_previous(RootMoves& roots);
void sort_by_value(RootMoves& roots, std::size_t first);
// Sorts the first `lines` moves after all got a value in one iteration: a later line can exceed an earlier one.
void sort_lines(RootMoves& roots, int lines);
// Makes the move at `index` the first one; the others keep their order.
void bring_to_front(RootMoves& roots, std::size_t index);

}  // namespace boyi
