// Lines of Action for Python.
#include "bindings/bindings.hpp"
#include "loa/boards.hpp"

namespace boyi {

namespace {

// Whether `word` is the second of two choices; anything else than the two is an error.
bool is_second(std::string_view word, std::string_view first, std::string_view second, const char* error) {
    if (word != first && word != second) throw std::invalid_argument(error);
    return word == second;
}

std::unique_ptr<AnyBoard> loa(std::string_view rule, std::string_view both, std::string_view cells, int turn) {
    Loa::Rules rules;
    rules.capture_wins = is_second(rule, "standard", "capture", "rule is standard or capture");
    rules.both_draw = is_second(both, "mover", "draw", "both is mover or draw");
    check_cells(cells, Loa::cells, turn);
    std::uint64_t stones[2] = {0, 0};
    for (int cell = 0; cell < Loa::cells; ++cell)
        if (cells[cell] != '.') stones[cells[cell] == 'o'] |= std::uint64_t{1} << cell;
    return make_loa(Loa(stones[0], stones[1], turn, rules));
}

}  // namespace

void bind_loa(nb::module_& module) { module.def("loa", &loa, "rule"_a, "both"_a, "cells"_a, "turn"_a); }

}  // namespace boyi
