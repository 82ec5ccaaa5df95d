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

template <int Size>
void bind_size(nb::module_& module, const char* name, const char* search) {
    bind_board<Othello<Size>>(module, name);
    bind_mcts<Othello<Size>>(module, search);
    bind_alphabeta<Othello<Size>, OthelloPositional<Size>, OthelloLead<Size>>(module, "alphabeta");
}

}  // namespace

void bind_othello(nb::module_& module) {
    bind_size<4>(module, "Othello4", "Othello4Mcts");
    bind_size<6>(module, "Othello6", "Othello6Mcts");
    bind_size<8>(module, "Othello8", "Othello8Mcts");
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
