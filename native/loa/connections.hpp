// Groups of touching pieces, and moves that join them all. No Python in here.
#pragma once

#include "loa/board.hpp"
#include "search/evaluation.hpp"

namespace boyi {

// The groups of one side's pieces.
struct LoaGroups {
    static constexpr int most = 24;
    int count = 0;
    std::uint64_t cells[most];   // the pieces of each group
    std::uint64_t around[most];  // those and all cells that touch them

    // Stops after `limit` groups; `count` is one more then.
    explicit LoaGroups(std::uint64_t own, int limit = most - 1) {
        for (std::uint64_t rest = own; rest; ++count) {
            if (count == limit) {
                ++count;
                return;
            }
            std::uint64_t group = rest & (~rest + 1), wide = spread(group);
            while ((wide & rest) != group) {
                group = wide & rest;
                wide = spread(group);
            }
            cells[count] = group;
            around[count] = wide;
            rest ^= group;
        }
    }

    static std::uint64_t spread(std::uint64_t cells) {
        constexpr std::uint64_t not_a = 0xFEFEFEFEFEFEFEFEull, not_h = 0x7F7F7F7F7F7F7F7Full;
        const std::uint64_t row = cells | (cells << 1 & not_a) | (cells >> 1 & not_h);
        return row | row << 8 | row >> 8;
    }
};

// A move of one of these pieces to one of these cells that wins at once. Copies of it inside its caller make that
// slower.
[[gnu::noinline]] inline Proof loa_winning_move_among(const Loa& board, std::uint64_t pieces, std::uint64_t goals) {
    for (; pieces; pieces &= pieces - 1) {
        const int from = std::countr_zero(pieces);
        for (std::uint64_t found = Loa::targets(board.own(), board.other(), from) & goals; found; found &= found - 1) {
            const auto move = static_cast<Move>(from * Loa::cells + std::countr_zero(found));
            Loa next = board;
            next.play(move);
            if (next.outcome().winner == board.turn()) return {1, move};
        }
    }
    return {};
}

// A move by which the side to move wins at once.
//
// The piece that moves must touch every group but its own where it arrives, and a cell touches at most four groups
// that do not touch each other: with more than five groups there is no such move.
inline Proof loa_winning_move(const Loa& board) {
    const std::uint64_t own = board.own(), other = board.other();
    // To capture may decide, too, where few pieces are left.
    if (std::popcount(other) <= 2) return loa_winning_move_among(board, own, ~std::uint64_t{0});
    const LoaGroups groups(own, 5);
    if (groups.count > 5) return {};
    for (int mover = 0; mover < groups.count; ++mover) {
        std::uint64_t goals = ~own;
        for (int group = 0; group < groups.count; ++group)
            if (group != mover) goals &= groups.around[group];
        if (!goals) continue;
        if (const Proof proof = loa_winning_move_among(board, groups.cells[mover], goals); proof.plies) return proof;
    }
    return {};
}

}  // namespace boyi
