// Where games of gomoku's engine against itself begin.
#pragma once

#include "gomoku/board.hpp"

namespace boyi {

// A few random stones near the middle.
template <class Kernel>
void open_randomly(Kernel& board, Rng& rng) {
    const int size = board.size();
    const int stones = 2 + static_cast<int>(rng.below(6));
    for (int placed = 0; placed < stones;) {
        const int reach = 3 + static_cast<int>(rng.below(7)), low = (size - reach) / 2;
        const auto cell =
            static_cast<Move>((low + static_cast<int>(rng.below(static_cast<std::uint32_t>(reach)))) * size + low +
                              static_cast<int>(rng.below(static_cast<std::uint32_t>(reach))));
        if (!board.is_legal(cell)) continue;
        board.play(cell);
        ++placed;
    }
}

}  // namespace boyi
