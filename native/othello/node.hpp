// A position of 8x8 Othello in a search: both boards and the pattern indices, for the side to move.
#pragma once

#include "othello/board.hpp"
#include "othello/patterns.hpp"

namespace boyi {

struct OthelloNode {
    std::uint64_t own = 0, other = 0;
    PatternIndices indices;

    OthelloNode() = default;
    OthelloNode(std::uint64_t mine, std::uint64_t theirs)
        : own(mine), other(theirs), indices(PatternIndices::of(mine, theirs)) {}

    std::uint64_t empty() const { return ~(own | other); }
    int empties() const { return std::popcount(empty()); }
    std::uint64_t placements() const { return Othello<8>::placements(own, other); }
    std::uint64_t flips(int cell) const { return Othello<8>::flips(own, other, cell); }

    // The position after a disc on `cell` that turned `turned` over.
    OthelloNode after(int cell, std::uint64_t turned) const {
        OthelloNode next;
        next.own = other & ~turned;
        next.other = own | turned | std::uint64_t{1} << cell;
        next.indices = PatternIndices::after(indices, cell, turned);
        return next;
    }
    OthelloNode after_pass() const {
        OthelloNode next;
        next.own = other;
        next.other = own;
        next.indices = PatternIndices::after_pass(indices);
        return next;
    }
};

}  // namespace boyi
