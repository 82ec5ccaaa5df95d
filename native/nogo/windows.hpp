// What NoGo's learned weights see of a position: small windows of cells; src/boyi/games/nogo/patterns.py explains them
// and has the same numbers.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/board.hpp"

namespace boyi {

// The board inside a frame of edge cells, as the side to move sees it.
struct NoGoCells {
    static constexpr int longest = 28 + 2;
    // An empty cell is `empty`, plus 1 if the side to move may play it, plus 2 if the other side may.
    static constexpr std::uint8_t edge = 0, own = 1, other = 2, empty = 3;

    int size = 0;
    int contested = 0;  // cells that both sides may play
    int ahead = 0;      // how many moves more in cells of its own the side to move will have, as far as one can see
    std::uint8_t codes[longest * longest];

    int width() const { return size + 2; }
    int place(int cell) const { return (cell / size + 1) * width() + cell % size + 1; }
};

// The windows of a position. One of 2x3 cells is read as a number to base 7; one of 3x3 cells as its middle's code less
// one, then the eight others, empty cells alike, as a number to base 4.
class NoGoWindows {
public:
    static constexpr int pairs = 7 * 7 * 7 * 7 * 7 * 7, rings = 1 << 16, squares = 6 * rings;

    explicit NoGoWindows(const NoGoCells& cells);

    // Calls use(index) for every window of 2x3 cells across or down; use_square(index) for every one of 3x3.
    template <class Use, class UseSquare>
    void for_each(Use use, UseSquare use_square) const {
        for (int row = 0; row <= size_; ++row)
            for (int column = 0; column < size_; ++column) use(across_[row * width_ + column]);
        for (int row = 0; row < size_; ++row)
            for (int column = 0; column <= size_; ++column) use(down_[row * width_ + column]);
        for (int row = 0; row < size_; ++row)
            for (int column = 0; column < size_; ++column) use_square(square_[row * width_ + column]);
    }

    // The windows that hold a cell: use(place in the window from 0 to 5, index), and the square around it.
    template <class Use, class UseSquare>
    void around(int cell, Use use, UseSquare use_square) const {
        const int row = cell / size_ + 1, column = cell % size_ + 1;
        for (int line = 0; line < 2; ++line)
            for (int step = 0; step < 3; ++step) {
                const int first = row - line, second = column - step;
                if (second >= 0 && second < size_) use(3 * line + step, across_[first * width_ + second]);
                const int upper = row - step, left = column - line;
                if (upper >= 0 && upper < size_) use(3 * line + step, down_[upper * width_ + left]);
            }
        use_square(square_[(row - 1) * width_ + column - 1]);
    }

    // Symmetric windows share the weight of the one with the least index.
    static std::uint32_t least_pair(std::uint32_t index);
    static std::uint32_t least_square(std::uint32_t index);
    // A window of 2x3 cells with a move at one of its places: mirrored so that the move is at place 0 (a corner) or 1,
    // and in the second case the lesser of the two that are symmetric.
    static std::uint32_t least_pair_at(std::uint32_t index, int place);

private:
    int size_, width_;
    std::uint32_t across_[NoGoCells::longest * NoGoCells::longest], down_[NoGoCells::longest * NoGoCells::longest],
        square_[NoGoCells::longest * NoGoCells::longest];
};

}  // namespace boyi
