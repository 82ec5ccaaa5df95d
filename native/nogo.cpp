#include "nogo.hpp"

#include "bind.hpp"

namespace boyi {

namespace {

template <Board B>
void bind_nogo_board(nb::module_& module, const char* name) {
    bind_board<B>(module, name)
        // Moves drawn from this position by random_move, so that tests can judge the draw by itself.
        .def(
            "random_moves",
            [](const B& board, int count, std::uint64_t seed) {
                if (count > 1'000'000) throw std::invalid_argument("at most a million moves");
                std::vector<int> moves;
                Rng rng(seed);
                for (int drawn = 0; drawn < count && !board.outcome().over(); ++drawn)
                    moves.push_back(board.random_move(rng));
                return moves;
            },
            "count"_a, "seed"_a);
}

}  // namespace

void bind_nogo(nb::module_& module) {
    bind_nogo_board<NoGoSmall>(module, "NoGoSmall");
    bind_nogo_board<NoGoLarge>(module, "NoGoLarge");
    module.def(
        "nogo",
        [](int size, std::string_view cells, int turn) -> nb::object {
            if (size < NoGoSmall::min_size || size > NoGoLarge::max_size)
                throw std::invalid_argument("the native NoGo board is 2x2 to 28x28");
            check_cells(cells, size * size, turn);
            if (size <= NoGoSmall::max_size) return nb::cast(NoGoSmall(size, cells, turn));
            return nb::cast(NoGoLarge(size, cells, turn));
        },
        "size"_a, "cells"_a, "turn"_a);
}

}  // namespace boyi
