// What Othello's boards offer beyond AnyBoard, and how they are made. No Python in here.
#pragma once

#include <mutex>

#include "othello/table.hpp"
#include "search/any_board.hpp"
#include "search/search_work.hpp"

namespace boyi {

// The endgame solver as a search: bounds on the score for the side to move, and the best line once they meet. Threads
// share the table and order moves a little differently; the first that is done ends the others.
class OthelloSolve : public Search {
public:
    int lower, upper;
    std::vector<Move> line;

    void prepare(const Limits& limits) final {
        table_.resize(limits.memory);
        work_ = std::make_unique<SearchWork>(stopper, cancel_, limits.nodes);
    }
    // Only the nodes.
    Report report() final {
        Report report;
        report.nodes = nodes();
        return report;
    }
    // So far; from any thread once it is prepared.
    std::uint64_t nodes() const { return work_->nodes.load(std::memory_order_relaxed); }

protected:
    OthelloSolve(int most, int low, int high, const Cancel* cancel)
        : lower(-most), upper(most), low_(low), high_(high), cancel_(cancel) {}

    const int low_, high_;
    const Cancel* const cancel_;
    OthelloTable table_;
    std::unique_ptr<SearchWork> work_;
    std::mutex mutex_;  // of the bounds and the line
};

class OthelloBoard : public AnyBoard {
public:
    // The score inside [low, high]: outside, only on which side it lies.
    virtual std::unique_ptr<OthelloSolve> solve(int low, int high, const Cancel* cancel) const = 0;
};

// `cells` has been checked. Each size is compiled in a source of its own.
std::unique_ptr<AnyBoard> make_othello4(std::string_view cells, int turn);
std::unique_ptr<AnyBoard> make_othello6(std::string_view cells, int turn);
std::unique_ptr<AnyBoard> make_othello8(std::string_view cells, int turn);

}  // namespace boyi
