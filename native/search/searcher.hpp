// One thread's alpha-beta search of the tree, as the root sees it (root_worker.hpp). No Python in here.
#pragma once

#include <algorithm>
#include <span>

#include "search/search_work.hpp"

namespace boyi {

class Searcher {
public:
    // `first`: of all threads the one that lets the table grow.
    Searcher(SearchWork& work, bool first) : work_(work), first_(first) {}
    virtual ~Searcher() = default;

    // What the search of a root move found besides its value. `solved`: it rests on ended games only.
    struct Variation {
        std::span<const Move> moves;  // after the root move
        bool solved;
    };

    // Of the root. The calls are virtual so that what happens there is compiled once; inner nodes have none of them.
    virtual Key root_key() const = 0;
    virtual int root_value() = 0;  // the static value
    // The moves to search, at least one; true if every other one surely loses.
    virtual bool list_root(MoveList& list) = 0;
    // Appends the legal moves that list_root left out.
    virtual void list_rest(MoveList&) {}
    virtual int promise(Move move) const = 0;  // how good a move looks before it is searched
    virtual void begin(int iteration) = 0;
    // The value of a root move that is searched by `depth` plies for the side that plays it. `full`: exact inside
    // (alpha, beta), which else is a null window.
    virtual int search_move(Move move, bool full, int depth, int alpha, int beta) = 0;
    virtual Variation variation() = 0;  // of the last search_move

    bool stopped() const { return stopped_; }
    std::uint64_t count() const { return count_; }

    // True when the search is over.
    bool count_node() {
        if (count_ >= next_check_) check();
        if (stopped_ || work_.stopper.expired()) return stopped_ = true;
        ++count_;
        return false;
    }
    // Adds this thread's nodes to the sum.
    void report_nodes() {
        work_.nodes.fetch_add(count_ - reported_, std::memory_order_relaxed);
        reported_ = count_;
    }

protected:
    SearchWork& work_;
    bool stopped_ = false;
    std::uint64_t count_ = 0;  // nodes of this thread

private:
    void check();

    const bool first_;
    bool grown_ = false;
    std::uint64_t reported_ = 0, next_check_ = 0;
};

// The principal variation of a node: `move`, then that of the node after it.
template <class Frame>
void follow(Frame& frame, Move move, const Frame& next) {
    frame.pv[0] = move;
    std::copy(next.pv, next.pv + next.pv_length, frame.pv + 1);
    frame.pv_length = next.pv_length + 1;
}

}  // namespace boyi
