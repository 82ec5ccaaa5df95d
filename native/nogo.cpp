#include "nogo.hpp"

#include "bind_alphabeta.hpp"
#include "bind_mcts.hpp"

namespace boyi {

namespace {

template <Board B>
void bind_all(nb::module_& module, const char* name, const char* search) {
    bind_board<B>(module, name);
    bind_mcts<B>(module, search);
    bind_alphabeta<B>(module, "alphabeta");
}

}  // namespace

void bind_nogo(nb::module_& module) {
    bind_all<NoGoSmall>(module, "NoGoSmall", "NoGoSmallMcts");
    bind_all<NoGoLarge>(module, "NoGoLarge", "NoGoLargeMcts");
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
