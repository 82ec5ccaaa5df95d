#include "othello_perft.hpp"

#include "bind_alphabeta.hpp"
#include "bind_mcts.hpp"
#include "othello_evaluation.hpp"

namespace boyi {

namespace {

template <int Size>
nb::object make(std::string_view cells, int turn) {
    check_cells(cells, Othello<Size>::cells, turn);
    std::uint64_t stones[2] = {0, 0};
    for (int cell = 0; cell < Othello<Size>::cells; ++cell)
        if (cells[cell] != '.') stones[cells[cell] == 'o'] |= std::uint64_t{1} << Othello<Size>::bit_of(cell);
    return nb::cast(Othello<Size>(stones[0], stones[1], turn));
}

}  // namespace

void bind_othello(nb::module_& module) {
    bind_board<Othello<4>>(module, "Othello4");
    bind_board<Othello<6>>(module, "Othello6");
    bind_board<Othello<8>>(module, "Othello8");
    bind_alphabeta<Othello<4>, OthelloPositional<4>, OthelloLead<4>>(module, "alphabeta");
    bind_alphabeta<Othello<6>, OthelloPositional<6>, OthelloLead<6>>(module, "alphabeta");
    bind_alphabeta<Othello<8>, OthelloPositional<8>, OthelloLead<8>>(module, "alphabeta");
    bind_mcts<Othello<4>>(module, "Othello4Mcts");
    bind_mcts<Othello<6>>(module, "Othello6Mcts");
    bind_mcts<Othello<8>>(module, "Othello8Mcts");
    module.def(
        "othello",
        [](int size, std::string_view cells, int turn) {
            switch (size) {
                case 4: return make<4>(cells, turn);
                case 6: return make<6>(cells, turn);
                case 8: return make<8>(cells, turn);
                default: throw std::invalid_argument("a native Othello board has size 4, 6 or 8");
            }
        },
        "size"_a, "cells"_a, "turn"_a);
}

}  // namespace boyi
