// The order of moves in the tree: which move a search of the position is likely to choose.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "gomoku/combinations.hpp"
#include "gomoku/windows.hpp"

namespace boyi {

// A move is worth the sum of six numbers: one for what the side to move makes on the cell, one for what it keeps the
// enemy from making, and one for the window of each direction.
struct GomokuPolicy {
    static constexpr int first_windows = 2 * combination_count, count = first_windows + Windows::rows;
    static constexpr int unit = 120;  // what stands for a logit

    std::int16_t combinations[2][combination_count];  // own, enemy's
    std::int16_t windows[2][Windows::count];          // if black is to move, if white is

    // The place of a window's number in the row below.
    static int place(int window, int turn) {
        const Windows& all = Windows::get();
        return first_windows + all.row(turn ? all.swapped(window) : window);
    }
    // All numbers in one row: own combinations, the enemy's, windows as the side to move sees them.
    std::vector<std::int16_t> numbers() const {
        std::vector<std::int16_t> row(count);
        for (std::size_t side = 0; side < 2; ++side)
            std::copy_n(combinations[side], combination_count, row.begin() + side * combination_count);
        for (int window = 0; window < Windows::count; ++window)
            row[static_cast<std::size_t>(place(window, 0))] = windows[0][window];
        return row;
    }
    void set(std::span<const std::int16_t> row) {
        for (std::size_t side = 0; side < 2; ++side)
            std::copy_n(row.begin() + side * combination_count, combination_count, combinations[side]);
        for (int turn = 0; turn < 2; ++turn)
            for (int window = 0; window < Windows::count; ++window)
                windows[turn][window] = row[static_cast<std::size_t>(place(window, turn))];
    }
    // The hand-made order, from which training starts.
    static std::vector<std::int16_t> start() {
        std::vector<std::int16_t> row;
        for (const bool waits : {false, true})
            for (int number = 0; number < combination_count; ++number)
                row.push_back(
                    static_cast<std::int16_t>(CellTable::get().order(Combinations::get().shapes(number), waits)));
        row.resize(count);
        return row;
    }
};

}  // namespace boyi
