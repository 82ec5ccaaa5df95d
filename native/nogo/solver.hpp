// Who wins a NoGo position, from the empty board on: a search over the cells that can be played, and the endgame solver
// where a larger board falls into regions. No Python in here.
#pragma once

#include <functional>
#include <vector>

#include "nogo/endgame.hpp"

namespace boyi {

class NoGoSolver {
public:
    // For the position and all that follow from it; `memory` in bytes, about; `expired(nodes)` is asked now and
    // then and ends all when it comes true.
    NoGoSolver(const NoGoView& view, std::uint64_t nodes, std::uint64_t memory,
               std::function<bool(std::uint64_t)> expired);

    // No if the nodes or the time did not suffice, or if more cells can be played than there are numbers for.
    Proven solve(const NoGoView& view);
    // Of all calls together.
    std::uint64_t nodes() const { return nodes_ - left_; }

private:
    using Mask = NoGoMask;
    static constexpr int most_cells = NoGoGeometry::most_cells, most_wins = 60'000;

    // Up to so many cells the search alone is quicker than the endgame solver, unless most of the board is played.
    static constexpr int small_cells = 25;
    // The endgame solver is asked from so many open cells on, and gives up after so many nodes; the first question may
    // cost all there are.
    static constexpr int open_cells = 12, first_open_cells = 18;
    static constexpr std::uint64_t endgame_nodes = 20'000;

    struct State {
        NoGoReducedPosition reduced;
        int number = 0;  // how many moves black is ahead in cells that were taken out and counted
    };
    struct Reply {
        int gain, cell, place;
        Key key;
    };

    // A place for two results: the one of the larger position, and the latest. The last two bits of a result say who
    // wins, the six before how many cells could be played.
    struct Place {
        Key larger = 0, latest = 0;
    };

    void settle(State& state) const;
    Proven bounded(const State& state, int side) const;
    Proven ask_endgame(const State& state, int side, std::uint64_t nodes);
    bool wins(const State& state, int side, int depth, Key key);
    int promise(const State& after, int side, int cell) const;
    Key key_of(const State& state, int side) const;
    template <class Turn>
    static Key hash(const State& state, int side, Turn turn);
    Place& place_of(Key key) { return results_[key >> (64 - result_bits_)]; }
    Proven remembered(Key key);
    void remember(Key key, const State& state, bool won);

    const std::function<bool(std::uint64_t)> expired_;
    const NoGoGeometry geometry_;
    const bool small_;
    NoGoEndgame::Settings settings_;
    std::unique_ptr<NoGoEndgame> endgame_;            // made when it is first asked
    std::vector<std::array<int, most_cells>> turns_;  // where each cell goes, for the symmetries but the first
    std::vector<State> states_;                       // the replies at each depth
    std::vector<Place> results_;
    int result_bits_;
    int wins_[2][most_cells] = {};  // of moves on each cell; all are halved when one is too large
    std::uint64_t nodes_, left_, visited_ = 0;
    bool gave_up_ = false;
};

}  // namespace boyi
