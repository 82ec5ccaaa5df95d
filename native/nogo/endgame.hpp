// Exact NoGo endgames: the board as a sum of independent regions. No Python in here.
//
// An empty cell that neither side may play stays empty, so a group beside it never loses its last liberty: that group
// forbids nothing, and a stone that joins it is always allowed. Of the other groups only the liberties matter. What is
// left are the cells that someone may play, the groups of which they are liberties, and for each cell and side whether
// a stone there is safe (beside such an empty cell or such a group). Cells interact if they are neighbours or liberties
// of one group; regions that do not interact are a sum of games in which who cannot move loses.
//
// A region in which only one side can move is worth as many moves as that side can make there, whatever is played
// elsewhere: it is counted, not searched. Small regions are replaced by their canonical values. The rest is searched.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/board.hpp"
#include "nogo/values.hpp"
#include "search/search.hpp"

namespace boyi {

// What the solver needs to know of a board.
struct NoGoView {
    int size = 0, turn = 0;
    std::int8_t stones[max_cells];     // 0, 1, or -1 for an empty cell
    std::uint8_t playable[max_cells];  // 1 if black may play there, plus 2 if white may

    int area() const { return size * size; }
    int contested() const;  // cells that both sides may play
};

class NoGoEndgame {
public:
    static constexpr int most_cells = 64;

    struct Settings {
        int valued_cells = 3;              // regions up to this size are replaced by their values
        std::size_t most_values = 20'000;  // stored games and regions, after which all is forgotten
        std::size_t most_regions = 200'000;
        int result_bits = 17;  // two to this power results are remembered
    };

    // For this position and those that follow from it.
    explicit NoGoEndgame(const NoGoView& view) : NoGoEndgame(view, Settings{}) {}
    NoGoEndgame(const NoGoView& view, const Settings& settings);

    // False if more cells can be played than the solver handles; then nothing is ever solved.
    bool fits() const { return !too_many_; }

    // Who wins with best play: win or loss for the side to move; no if `nodes` did not suffice or `expired()`, which
    // is asked now and then, came true.
    Proven solve(const NoGoView& view, std::uint64_t nodes, const std::function<bool()>& expired = {});
    // Of the last call.
    std::uint64_t nodes() const { return spent_; }

private:
    using Mask = std::uint64_t;
    using Part = std::uint32_t;  // a region, or with the high bit a value
    static constexpr Part is_value = Part{1} << 31, nothing = ~Part{0};
    static constexpr int unit = GameValues::unit, most_groups = 40, no_cell = most_cells;

    static Mask bit(int number) { return Mask{1} << number; }

    // A region while it is being made.
    struct Draft {
        Mask cells = 0;
        Mask safe[2] = {0, 0};   // where a stone of that side is safe
        Mask legal[2] = {0, 0};  // where that side may play
        int count[2] = {0, 0};
        bool overflow = false;
        Mask groups[2][most_groups];  // the liberties of each group that is not safe, each set once

        void add(int side, Mask liberties);
    };

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

    template <class Visit>
    void for_neighbours(int cell, Visit visit) const;
    void forget();
    bool read(const NoGoView& view, Sum& sum);
    void settle(Draft& draft) const;
    void add_regions(Draft& draft, Sum& sum);
    void add_region(const Draft& draft, Mask part, Sum& sum);
    void add_value(Sum& sum, GameValues::Id value);
    void play(Draft& draft, int number, int side) const;
    int longest(const Draft& region, int side);
    Part store(const Draft& region);
    void bound(Region& region) const;
    bool equal(const Region& one, const Draft& two) const;
    Draft draft_of(Part part) const;
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
    const int size_;
    int count_ = 0;  // of the cells that somebody may play
    bool too_many_ = false, gave_up_ = false;
    std::array<std::int16_t, max_cells> index_;
    Move cells_[most_cells];
    Mask near_[most_cells] = {};
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
