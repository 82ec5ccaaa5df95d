// Counting Othello's move tree, with the last two plies taken four positions at a time.
#pragma once

#include "othello.hpp"

namespace boyi {

// The leaves two plies below a position with the placements `places`, of which there is at least one. A side that
// must pass and a game that is over both count as one leaf, so nobody needs to ask which it was.
template <int Size>
std::uint64_t count_last_two_plies(Lanes own, Lanes other, const Runs& runs, std::uint64_t places) {
    Lanes leaves = Lanes::all(0);
    do {
        std::uint64_t discs[4];
        int bits[4];
        for (int lane = 0; lane < 4; ++lane) {  // where fewer than four are left, a lane has no disc
            discs[lane] = places & (0 - places);
            bits[lane] = std::countr_zero(places) & 63;
            places &= places - 1;
        }
        const Lanes disc = Lanes::load(discs), idle = disc.zero_lanes();
        const Lanes turned = Lanes::united_each(runs.turned(bits[0]), runs.turned(bits[1]), runs.turned(bits[2]),
                                                runs.turned(bits[3]));
        const Lanes mover = other.without(turned | idle), waiting = own | turned | disc;
        const Lanes answers = FourPositions(mover, waiting).ends().without(mover | waiting);
        const Lanes counts = (answers & Lanes::all(Othello<Size>::playable)).popcounts();
        // A lane of all ones is minus one: it raises a count of zero to one, and takes an idle lane's one away.
        leaves = leaves + counts - counts.zero_lanes() + idle;
    } while (places);
    return leaves.sum();
}

template <int Size, class Pulse>
std::uint64_t count_leaves(std::uint64_t own, std::uint64_t other, int depth, Pulse& pulse) {
    const Lanes mine = Lanes::all(own), theirs = Lanes::all(other);
    const Runs runs(mine, theirs);
    std::uint64_t places = runs.ends().united() & Othello<Size>::playable & ~(own | other);
    if (depth == 1) return places ? static_cast<std::uint64_t>(std::popcount(places)) : 1;
    if (!places) {
        if (!Othello<Size>::placements(other, own)) return 1;
        return count_leaves<Size>(other, own, depth - 1, pulse);
    }
    if (depth == 2) return count_last_two_plies<Size>(mine, theirs, runs, places);
    pulse();
    std::uint64_t leaves = 0;
    for (; places; places &= places - 1) {
        const int bit = std::countr_zero(places);
        const std::uint64_t turned = runs.turned(bit).united();
        const std::uint64_t disc = std::uint64_t{1} << bit;
        leaves += count_leaves<Size>(other & ~turned, own | turned | disc, depth - 1, pulse);
    }
    return leaves;
}

// Takes the place of the general perft of board.hpp.
template <int Size, class Pulse>
std::uint64_t perft(const Othello<Size>& board, int depth, Pulse& pulse) {
    return depth <= 0 ? 1 : count_leaves<Size>(board.own(), board.other(), depth, pulse);
}

}  // namespace boyi
