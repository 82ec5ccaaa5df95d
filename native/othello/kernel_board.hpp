// What the boards of all sizes of Othello share; included by the source of each size. No Python in here.
#pragma once

#include "othello/boards.hpp"
#include "othello/evaluation.hpp"
#include "othello/perft.hpp"
#include "search/kernel_board.hpp"

namespace boyi {

template <int Size>
using OthelloKernelBase =
    KernelBoard<Othello<Size>, OthelloBoard, OthelloPatterns<Size>, OthelloPositional<Size>, OthelloLead<Size>>;

template <int Size>
Othello<Size> make_othello(std::string_view cells, int turn) {
    std::uint64_t discs[2] = {0, 0};
    for (int cell = 0; cell < Othello<Size>::cells; ++cell)
        if (cells[cell] != '.') discs[cells[cell] == 'o'] |= std::uint64_t{1} << Othello<Size>::bit_of(cell);
    return Othello<Size>(discs[0], discs[1], turn);
}

}  // namespace boyi
