// One thread's alpha-beta search of the tree, as the root sees it (root_worker.hpp). No Python in here.
#pragma once

#include <span>

#include "search/search_work.hpp"

namespace boyi {

// What an iteration looks at: so many plies, or the whole rest of the game at a level of confidence.
struct Iteration {
    int depth = 0, level = 0;
    bool whole = false;

    // Whether it says less than the other.
    bool operator<(const Iteration& other) const {
        return depth != other.depth ? depth < other.depth : level < other.level;
    }
};

// The calls are virtual so that what happens at the root is compiled once; inner nodes have none of them.
class Searcher {
public:
    virtual ~Searcher() = default;

    // What the search of a root move found besides its value. `solved`: it rests on ended games only.
    struct Variation {
        std::span<const Move> moves;  // after the root move
        bool solved;
    };

    // Of the root.
    virtual Move known_move() const = 0;  // that of the table, or no_move
    virtual int root_value() = 0;         // the static value
    // The moves to search, at least one; true if every other one surely loses.
    virtual bool list_root(MoveList& list) = 0;
    // Appends the legal moves that list_root left out.
    virtual void list_rest(MoveList&) {}
    virtual int promise(Move move) const = 0;  // how good a move looks before it is searched
    virtual void begin(const Iteration& iteration) = 0;
    // The value of a root move that is searched by `depth` plies for the side that plays it. `full`: exact inside
    // (alpha, beta), which else is a null window.
    virtual int search_move(Move move, bool full, int depth, int alpha, int beta) = 0;
    virtual Variation variation() = 0;  // of the last search_move

    virtual bool count_node() = 0;  // true when the search is over
    virtual bool stopped() const = 0;
    virtual std::uint64_t count() const = 0;  // nodes of this thread
    virtual void report_nodes() = 0;          // adds them to the sum of all threads
};

}  // namespace boyi
