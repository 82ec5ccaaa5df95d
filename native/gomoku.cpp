#include "gomoku.hpp"

#include "bind_alphabeta.hpp"
#include "bind_mcts.hpp"

namespace boyi {

void bind_gomoku(nb::module_& module) {
    bind_board<GomokuSmall>(module, "GomokuSmall");
    bind_board<GomokuLarge>(module, "GomokuLarge");
    bind_mcts<GomokuSmall>(module, "GomokuSmallMcts");
    bind_mcts<GomokuLarge>(module, "GomokuLargeMcts");
    bind_alphabeta<GomokuSmall>(module, "alphabeta");
    bind_alphabeta<GomokuLarge>(module, "alphabeta");
    module.def(
        "gomoku",
        [](int size, std::string_view rule_name, std::string_view cells, int turn) -> nb::object {
            if (size < 5 || size > GomokuLarge::max_size) throw std::invalid_argument("the size is 5 to 28");
            check_cells(cells, size * size, turn);
            const GomokuRule rule = gomoku_rule(rule_name);
            if (size <= GomokuSmall::max_size) return nb::cast(GomokuSmall(size, rule, cells, turn));
            return nb::cast(GomokuLarge(size, rule, cells, turn));
        },
        "size"_a, "rule"_a, "cells"_a, "turn"_a);
}

}  // namespace boyi
