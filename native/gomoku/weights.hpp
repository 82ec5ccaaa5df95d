// The numbers of the search's evaluation and move ordering, by the combination of shapes of a cell.
#pragma once

#include "gomoku/combinations.hpp"

namespace boyi {

// Two numbers in one, so that one addition changes both: for the side to move, and for the side that waits.
class WorthPair {
public:
    WorthPair() = default;
    WorthPair(int moves, int waits) : both_(static_cast<std::int64_t>(moves) * (std::int64_t{1} << 32) + waits) {}
    int waits() const { return static_cast<std::int32_t>(both_); }
    int moves() const { return static_cast<std::int32_t>((both_ - waits()) >> 32); }
    void change(WorthPair before, WorthPair after) { both_ += after.both_ - before.both_; }

private:
    std::int64_t both_ = 0;
};

// Of each pair the first is for the side to move, the second for the side that waits.
struct GomokuWeights {
    WorthPair worth[combination_count];        // what an empty cell adds to its side's value
    std::int16_t order[2][combination_count];  // how much it is put forward in the order of moves
    int tempo = 87;                            // to be the one to move

    static const GomokuWeights& of(GomokuRule) {
        static const auto& weights = *new GomokuWeights;
        return weights;
    }

private:
    GomokuWeights() {
        const CellTable& cells = CellTable::get();
        const Combinations& combinations = Combinations::get();
        for (int number = 0; number < combination_count; ++number) {
            const unsigned shapes = combinations.shapes(number);
            worth[number] = {cells[shapes].worth[0], cells[shapes].worth[1]};
            for (int waits = 0; waits < 2; ++waits)
                order[waits][number] = static_cast<std::int16_t>(cells.order(shapes, waits != 0));
        }
    }
};

}  // namespace boyi
