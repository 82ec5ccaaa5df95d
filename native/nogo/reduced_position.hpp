// What matters of a NoGo position: the cells that somebody may still play. No Python in here.
//
// An empty cell that neither side may play stays empty, so a group beside it never loses its last liberty: that group
// forbids nothing, and a stone that joins it is always allowed. Of the other groups only the liberties matter. What is
// left are the cells that someone may play, the groups of which they are liberties, and for each cell and side whether
// a stone there is safe (beside such an empty cell or such a group).
#pragma once

#include <array>
#include <cstdint>

#include "core/board.hpp"

namespace boyi {

// What the solvers need to know of a board.
struct NoGoView {
    int size = 0, turn = 0;
    std::int8_t stones[max_cells];     // 0, 1, or -1 for an empty cell
    std::uint8_t playable[max_cells];  // 1 if black may play there, plus 2 if white may

    int area() const { return size * size; }
    int contested() const;  // cells that both sides may play
};

using NoGoMask = std::uint64_t;

struct NoGoReducedPosition {
    static constexpr int most_groups = 40;

    NoGoMask cells = 0;
    NoGoMask safe[2] = {0, 0};   // where a stone of that side is safe
    NoGoMask legal[2] = {0, 0};  // where that side may play; known when settled
    int count[2] = {0, 0};
    bool overflow = false;            // there were more groups
    NoGoMask groups[2][most_groups];  // the liberties of each group that is not safe, each set once

    void add(int side, NoGoMask liberties) {
        for (int i = 0; i < count[side]; ++i)
            if (groups[side][i] == liberties) return;
        if (count[side] == most_groups) overflow = true;
        else groups[side][count[side]++] = liberties;
    }
};

// The cells of a position that can be played, with numbers, and how they lie; for that position and all that follow.
class NoGoGeometry {
public:
    static constexpr int most_cells = 64;

    explicit NoGoGeometry(const NoGoView& view);

    bool fits() const { return fits_; }  // there are not too many cells
    int count() const { return count_; }
    Move cell(int number) const { return cells_[number]; }
    int number(int cell) const { return numbers_[cell]; }  // -1 if nobody may play it
    NoGoMask near(int number) const { return near_[number]; }

    static NoGoMask bit(int number) { return NoGoMask{1} << number; }

    // A position that follows, not settled yet.
    NoGoReducedPosition read(const NoGoView& view) const;
    // `next` becomes what follows a stone, not settled yet; `next` is new and another than `before`.
    void play(const NoGoReducedPosition& before, int number, int side, NoGoReducedPosition& next) const;
    // Finds which cells each side may play. Cells that nobody may play are taken out, which makes others safe.
    void settle(NoGoReducedPosition& reduced) const;
    // Where a stone of the side is safe and no enemy group that is not safe has a liberty, now or later: such a cell
    // stays legal until someone plays it. `enemies` are the liberties of the other side's groups that are not safe.
    NoGoMask sure(const NoGoMask (&legal)[2], const NoGoMask (&safe)[2], int side, const NoGoMask* enemies,
                  int count) const;

private:
    template <class Visit>
    void for_neighbours(int cell, Visit visit) const;

    int size_, count_ = 0;
    bool fits_ = true;
    std::array<std::int16_t, max_cells> numbers_;
    Move cells_[most_cells];
    NoGoMask near_[most_cells] = {};
};

}  // namespace boyi
