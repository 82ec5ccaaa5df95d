// Exact NoGo endgames: the board as a sum of independent regions. No Python in here.
//
// Cells that somebody may play interact if they are neighbours or liberties of one group (reduced_position.hpp);
// regions that do not interact are a sum of games in which who cannot move loses.
//
// A region in which only one side can move is worth as many moves as that side can make there, whatever is played
// elsewhere: it is counted, not searched. Small regions are replaced by their canonical values. The rest is searched.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "nogo/reduced_position.hpp"
#include "nogo/values.hpp"
#include "search/search.hpp"

namespace boyi {

class NoGoEndgame {
public:
    struct Settings {
        int valued_cells = 3;              // regions up to this size are replaced by their values
        std::size_t most_values = 20'000;  // stored games and regions, after which all is forgotten
        std::size_t most_regions = 200'000;
        int result_bits = 17;  // two to this power results are remembered
    };

    // For this position and those that follow from it.
    explicit NoGoEndgame(const NoGoView& view) : NoGoEndgame(NoGoGeometry(view), Settings{}) {}
    NoGoEndgame(const NoGoGeometry& geometry, const Settings& settings);

    // False if more cells can be played than the solver handles; then nothing is ever solved.
    bool fits() const { return geometry_.fits(); }

    // Who wins with best play: win or loss for the side to move; no if `nodes` did not suffice or `expired()`, which
    // is asked now and then, came true.
    Proven solve(const NoGoView& view, std::uint64_t nodes, const std::function<bool()>& expired = {}) {
        return solve(fits() ? geometry_.read(view) : NoGoReducedPosition{}, 0, view.turn, nodes, expired);
    }
    // The same where black is so many moves ahead elsewhere.
    Proven solve(const NoGoReducedPosition& reduced, int ahead, int turn, std::uint64_t nodes,
                 const std::function<bool()>& expired = {});
    // Of the last call.
    std::uint64_t nodes() const { return spent_; }

private:
    using Mask = NoGoMask;
    using Part = std::uint32_t;  // a region, or with the high bit a value
    static constexpr Part is_value = Part{1} << 31, nothing = ~Part{0};
    static constexpr int unit = GameValues::unit, most_cells = NoGoGeometry::most_cells, no_cell = most_cells;

    struct Region {
        Key key = 0;
        Mask cells = 0, safe[2] = {0, 0}, legal[2] = {0, 0};
        std::uint32_t groups = 0;  // in masks_
        std::uint8_t count[2] = {0, 0};
        bool expanded[2] = {false, false}, valued = false;
        bool star[2] = {false, false};                     // see `bound`
        std::int16_t ahead[2] = {0, 0};                    // see `bound`
        std::uint32_t first[2] = {0, 0}, end[2] = {0, 0};  // in moves_
        GameValues::Id value = GameValues::unknown;        // or the number of moves, where only one side has any
    };

    // What a move leaves of its region.
    struct Remainder {
        int number = 0;
        std::uint32_t first = 0;  // in parts_
        std::uint16_t count = 0;
        std::uint8_t cell = 0;
        std::int32_t estimate = 0;  // for the side that moved
    };

    struct Sum {
        int number = 0;  // in units
        int count = 0;
        Part parts[most_cells];  // sorted, so that equal sums look equal

        void add(Part part);
        void remove(int place);
    };

    void forget();
    void add_regions(NoGoReducedPosition& draft, Sum& sum);
    void add_region(const NoGoReducedPosition& draft, Mask part, Sum& sum);
    void add_value(Sum& sum, GameValues::Id value);
    int longest(const NoGoReducedPosition& region, int side);
    Part store(const NoGoReducedPosition& region);
    void bound(Region& region) const;
    bool equal(const Region& one, const NoGoReducedPosition& two) const;
    NoGoReducedPosition draft_of(Part part) const;
    void expand(Part part, int side);
    GameValues::Id value_of(Part part);
    int estimate(Part part) const;
    int estimate(const Sum& sum) const;
    Proven bounded(const Sum& sum, int side) const;
    Sum after(const Sum& sum, int place, std::uint32_t move, int side);
    bool wins(const Sum& sum, int side);
    bool search(const Sum& sum, int side, Key key);
    bool count_node();

    static Key key_of(const Sum& sum, int side);
    Proven remembered(Key key) const;
    void remember(Key key, bool won);

    const Settings settings_;
    const NoGoGeometry geometry_;
    bool gave_up_ = false;
    GameValues values_;
    GameValues::Id star_;  // a cell that both may play and that touches nothing else
    std::vector<Region> regions_;
    std::vector<Part> places_;  // of the regions, by key
    std::vector<Mask> masks_;
    std::vector<Remainder> moves_;
    std::vector<Part> parts_;
    std::vector<Key> results_;                 // keys whose last two bits say who wins
    std::uint32_t tried_[2][most_cells] = {};  // moves on each cell, and how many of them won
    std::uint32_t won_[2][most_cells] = {};
    std::uint64_t allowed_ = 0, spent_ = 0;
    const std::function<bool()>* expired_ = nullptr;
};

}  // namespace boyi
