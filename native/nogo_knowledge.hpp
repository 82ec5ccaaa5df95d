// What a player of NoGo knows about moves and positions before searching.
//
// The game is decided by private points: cells that only one side can play. They are moves in hand, while the cells
// that both can play are shared out one by one.
#pragma once

#include <cmath>

#include "nogo.hpp"

namespace boyi {

// Private points of the side to move minus those of the other.
template <class Id, int MaxSize>
int nogo_private_lead(const NoGo<Id, MaxSize>& board) {
    const int side = board.turn();
    int lead = 0;
    for (int cell = 0; cell < board.area(); ++cell)
        lead += board.open_to(cell, side) - board.open_to(cell, 1 - side);
    return lead;
}

template <class Id, int MaxSize>
float NoGo<Id, MaxSize>::expectation() const {
    return std::tanh(0.25f * (static_cast<float>(nogo_private_lead(*this))));
}

// How the move changes, on the cells up to two steps away, who can play where. A private point is for later.
template <class Id, int MaxSize>
float NoGo<Id, MaxSize>::prior(Move move) const {
    const int side = turn_;
    NoGo next = *this;
    next.place(move, side);
    const auto change = [&](int cell) {
        return next.open_to(cell, side) - next.open_to(cell, 1 - side) - open_to(cell, side) + open_to(cell, 1 - side);
    };
    int gained = open_to(move, 1 - side) ? 0 : -2;
    for (const Id near : around_[move].cells) {
        if (near == edge) continue;
        gained += change(near);
        for (const Id far : around_[near].cells)
            if (far != edge && far != move) gained += change(far);
    }
    return static_cast<float>(gained) * 0.2f;
}

}  // namespace boyi
