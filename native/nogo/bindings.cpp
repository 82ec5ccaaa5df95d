// NoGo for Python.
#include "bindings/bindings.hpp"
#include "nogo/board.hpp"
#include "nogo/boards.hpp"

namespace boyi {

namespace {

std::unique_ptr<AnyBoard> nogo(int size, std::string_view cells, int turn) {
    if (size < NoGoSmall::min_size || size > NoGoLarge::max_size)
        throw std::invalid_argument("the native NoGo board is 2x2 to 28x28");
    check_cells(cells, size * size, turn);
    return (size <= NoGoSmall::max_size ? make_nogo_small : make_nogo_large)(size, cells, turn);
}

nb::tuple territory(const AnyBoard& board) {
    const auto points = board_as<NoGoBoard>(board).territory();
    return nb::make_tuple(points[0], points[1]);
}

}  // namespace

void bind_nogo(nb::module_& module) {
    module.def("nogo", &nogo, "size"_a, "cells"_a, "turn"_a);
    module.def("nogo_territory", &territory, "board"_a, nb::sig("def nogo_territory(board: Board) -> tuple[int, int]"),
               "(points only the first player can play, the same for the second)");
}

}  // namespace boyi
