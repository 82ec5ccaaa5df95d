// One thread of an alpha-beta search at its root: iterative deepening and aspiration windows. No Python in here.
#pragma once

#include <memory>

#include "search/root_move.hpp"
#include "search/searcher.hpp"

namespace boyi {

class RootSearch;

// How the windows around the last value grow, and whether late root moves are reduced.
struct RootSettings {
    int delta, growth, widest;
    bool reduces;
};

class RootWorker {
public:
    RootWorker(RootSearch& owner, int thread, std::unique_ptr<Searcher> searcher);

    // Iterations until the time is over, the result is proven or the one of the depth `last` is done; whether it is
    // proven.
    bool deepen(int last);

    int static_value() { return searcher_->root_value(); }
    // Whether every move that is no root move surely loses.
    bool complete() const { return complete_; }
    bool is_first() const { return thread_ == 0; }

    RootMoves roots;

private:
    void aspire(const Iteration& iteration, int line);
    int search_root(const Iteration& iteration, int alpha, int beta, int line);
    int search_move(const RootMove& root, int number, int depth, int alpha, int beta);
    void list_rest();

    RootSearch& owner_;
    const int thread_;
    std::unique_ptr<Searcher> searcher_;
    MoveList list_;
    bool complete_;
};

}  // namespace boyi
