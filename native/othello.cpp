#include "othello.hpp"

#include "bind.hpp"
#include "bind_mcts.hpp"

namespace boyi {

void bind_othello(nb::module_& module) {
    bind_board<Othello>(module, "Othello");
    bind_mcts<Othello>(module, "OthelloMcts");
    module.def(
        "othello",
        [](int size, std::string_view cells, int turn) {
            if (size != 8) throw std::invalid_argument("the native Othello board is 8x8");
            check_cells(cells, Othello::cells, turn);
            std::uint64_t stones[2] = {0, 0};
            for (int cell = 0; cell < Othello::cells; ++cell)
                if (cells[cell] != '.') stones[cells[cell] == 'o'] |= std::uint64_t{1} << cell;
            return Othello(stones[0], stones[1], turn);
        },
        "size"_a, "cells"_a, "turn"_a);
}

}  // namespace boyi
