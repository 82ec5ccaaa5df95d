// What Othello's boards offer beyond AnyBoard, and how they are made. No Python in here.
#pragma once

#include "search/any_board.hpp"

namespace boyi {

// The endgame solver as a search: bounds on the score for the side to move, and the best line once they meet.
class OthelloSolve : public Search {
public:
    int lower = 0, upper = 0;
    std::vector<Move> line;

    // Only the nodes.
    Report report() final {
        Report report;
        report.nodes = nodes();
        return report;
    }
    // So far; from any thread once it is prepared.
    virtual std::uint64_t nodes() const = 0;
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
