#include "bind_alphabeta.hpp"
#include "bind_mcts.hpp"
#include "nogo_knowledge.hpp"

namespace boyi {

void bind_nogo(nb::module_& module) {
    bind_board<NoGoSmall>(module, "NoGoSmall");
    bind_board<NoGoLarge>(module, "NoGoLarge");
    bind_alphabeta<NoGoSmall>(module, "alphabeta");
    bind_alphabeta<NoGoLarge>(module, "alphabeta");
    bind_mcts<NoGoSmall>(module, "NoGoSmallMcts");
    bind_mcts<NoGoLarge>(module, "NoGoLargeMcts");
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
