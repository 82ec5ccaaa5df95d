// Gomoku for Python.
#include "bindings/bindings.hpp"
#include "gomoku/boards.hpp"

namespace boyi {

namespace {

std::unique_ptr<AnyBoard> gomoku(int size, std::string_view rule_name, std::string_view cells, int turn) {
    if (size < 5 || size > GomokuLarge::max_size) throw std::invalid_argument("the size is 5 to 28");
    check_cells(cells, size * size, turn);
    const GomokuRule rule = gomoku_rule(rule_name);
    const auto make = size <= GomokuSmall::max_size ? make_gomoku_small : make_gomoku_large;
    return make(size, rule, cells, turn);
}

using Solver = GomokuBoard::ForcedWin (GomokuBoard::*)(std::uint64_t, double, Pulse&) const;

template <Solver solver>
nb::tuple forced_win(const AnyBoard& any, std::uint64_t nodes, double seconds) {
    const auto& board = board_as<GomokuBoard>(any);
    check_running(board);
    if (!(seconds >= 0)) throw std::invalid_argument("seconds must not be negative");
    const GomokuBoard::ForcedWin found = [&] {
        const ReleaseGil release;
        Pulse pulse = python_pulse();
        return (board.*solver)(nodes, seconds, pulse);
    }();
    return nb::make_tuple(std::vector<int>(found.line.begin(), found.line.end()), found.proven, found.nodes);
}

nb::tuple candidates(const AnyBoard& any) {
    const auto& board = board_as<GomokuBoard>(any);
    check_running(board);
    MoveList list;
    const bool complete = board.candidates(list);
    return nb::make_tuple(to_list(list), complete);
}

}  // namespace

void bind_gomoku(nb::module_& module) {
    module.def("gomoku", &gomoku, "size"_a, "rule"_a, "cells"_a, "turn"_a);
    module.def("gomoku_vcf", &forced_win<&GomokuBoard::vcf>, "board"_a, "nodes"_a, "seconds"_a,
               nb::sig("def gomoku_vcf(board: Board, nodes: int, seconds: float) -> tuple[list[int], bool, int]"),
               "(the winning line, whether that or its absence is proven, positions looked at)");
    module.def("gomoku_vct", &forced_win<&GomokuBoard::vct>, "board"_a, "nodes"_a, "seconds"_a,
               nb::sig("def gomoku_vct(board: Board, nodes: int, seconds: float) -> tuple[list[int], bool, int]"),
               "The same by continuous threats: fours and open threes.");
    module.def("gomoku_candidates", &candidates, "board"_a,
               nb::sig("def gomoku_candidates(board: Board) -> tuple[list[int], bool]"),
               "(the moves worth searching, whether every other one surely loses)");
}

}  // namespace boyi
