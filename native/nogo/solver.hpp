// Who wins a NoGo position, from the empty board on: alpha-beta over whole boards, and the endgame solver where few
// cells are open to both sides. No Python in here.
#pragma once

#include <functional>
#include <vector>

#include "nogo/boards.hpp"

namespace boyi {

class NoGoSolver {
public:
    // `memory` in bytes, about; `expired()` is asked now and then and ends all when it comes true.
    NoGoSolver(const NoGoBoard& board, std::uint64_t nodes, std::uint64_t memory, std::function<bool()> expired);

    // For `board` or a position that follows from it; no if the nodes or the time did not suffice.
    Proven solve(const NoGoBoard& board);
    // Of all calls together.
    std::uint64_t nodes() const { return nodes_ - left_; }

private:
    // The endgame solver is asked from so many open cells on, and gives up after so many nodes; the first question may
    // cost all there are.
    static constexpr int open_cells = 12, first_open_cells = 18;
    static constexpr std::uint64_t endgame_nodes = 20'000;

    bool ask_endgame(const NoGoView& view, std::uint64_t nodes, Proven& result);
    bool wins(const NoGoBoard& board, const NoGoView& view);
    Key key_of(const NoGoView& view) const;

    const std::function<bool()> expired_;
    std::unique_ptr<NoGoEndgame> endgame_;  // made when few enough cells are left
    NoGoEndgame::Settings settings_;
    std::vector<std::vector<int>> symmetries_;  // where each cell goes
    std::vector<Key> results_;                  // keys whose last two bits say who wins
    int result_bits_;
    std::uint64_t nodes_, left_;
    bool gave_up_ = false;
};

}  // namespace boyi
