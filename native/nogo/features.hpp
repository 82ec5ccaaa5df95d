// Which learned weights of NoGo's windows belong to a position and to its moves, for those that learn them. No Python
// in here.
#pragma once

#include <vector>

#include "nogo/board.hpp"

namespace boyi {

// A position with all that is looked up in it.
struct NoGoFeatures {
    explicit NoGoFeatures(const NoGoSmall& board) : cells(board.cells()), windows(cells) {}

    static constexpr std::size_t values = std::size_t{NoGoPatterns::stages} * NoGoPatterns::value_size,
                                 moves = std::size_t{NoGoPatterns::move_stages} * NoGoPatterns::move_size;

    // Calls use(weight) for every weight of the value.
    template <class Use>
    void for_value(Use use) const {
        const auto begin = static_cast<std::uint32_t>(NoGoPatterns::stage_of(cells) * NoGoPatterns::value_size);
        const std::uint32_t* const pair = least().pair.data();
        const std::uint32_t* const square = least().square.data();
        windows.for_each([&](std::uint32_t index) { use(begin + pair[index]); },
                         [&](std::uint32_t index) { use(begin + NoGoPatterns::value_squares + square[index]); });
        use(begin + NoGoPatterns::value_counts + static_cast<std::uint32_t>(NoGoPatterns::count_place(cells)));
    }
    // The same for a move.
    template <class Use>
    void for_move(int cell, Use use) const {
        const auto begin = static_cast<std::uint32_t>(NoGoPatterns::move_stage_of(cells) * NoGoPatterns::move_size);
        windows.around(
            cell,
            [&](int place, std::uint32_t index) {
                const std::uint32_t from = place % 3 == 1 ? NoGoPatterns::move_middles : 0;
                use(begin + from + NoGoWindows::least_pair_at(index, place));
            },
            [&](std::uint32_t index) { use(begin + NoGoPatterns::move_squares + least().square[index]); });
    }

    NoGoCells cells;
    NoGoWindows windows;

private:
    // The least symmetric window of every window.
    struct Least {
        Least() : pair(NoGoWindows::pairs), square(NoGoWindows::squares) {
            for (std::uint32_t index = 0; index < NoGoWindows::pairs; ++index)
                pair[index] = NoGoWindows::least_pair(index);
            for (std::uint32_t index = 0; index < NoGoWindows::squares; ++index)
                square[index] = NoGoWindows::least_square(index);
        }
        std::vector<std::uint32_t> pair, square;
    };
    static const Least& least() {
        static const auto& known = *new Least;  // never destroyed
        return known;
    }
};

}  // namespace boyi
