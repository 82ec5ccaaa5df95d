// Othello for Python.
#include "bindings/bindings.hpp"
#include "othello/boards.hpp"
#include "othello/patterns.hpp"
#include "othello/selfplay.hpp"

namespace boyi {

namespace {

std::unique_ptr<AnyBoard> othello(int size, std::string_view cells, int turn) {
    if (size != 4 && size != 6 && size != 8) throw std::invalid_argument("a native Othello board has size 4, 6 or 8");
    check_cells(cells, size * size, turn);
    return (size == 4 ? make_othello4 : size == 6 ? make_othello6 : make_othello8)(cells, turn);
}

nb::tuple solve(const AnyBoard& any, int low, int high, double seconds, std::uint64_t nodes, std::uint64_t memory,
                const Cancel* cancel) {
    const auto& board = board_as<OthelloBoard>(any);
    check_running(board);
    if (low > high || low < -board.area() || high > board.area() || low % 2 || high % 2)
        throw std::invalid_argument("low and high are even scores");
    Limits limits;
    limits.seconds = seconds, limits.nodes = nodes, limits.memory = memory;
    const std::unique_ptr<OthelloSolve> search = board.solve(low, high, cancel);
    run_search(*search, limits, nb::none());
    return nb::make_tuple(search->lower, search->upper, std::vector<int>(search->line.begin(), search->line.end()),
                          search->nodes);
}

void load_weights(const nb::bytes& weights) {
    if (!OthelloPatterns8::load(reinterpret_cast<const signed char*>(weights.c_str()), weights.size()))
        throw std::invalid_argument("these are no weights of Othello's patterns");
}

// `games` games against itself as records for tools/train_othello.py; by `positional` if there are no weights yet.
nb::bytes self_play(int games, std::uint64_t seed, int depth, int endgame, const nb::bytes& weights) {
    if (depth < 1 || depth > 12 || endgame < 1 || endgame > 20) throw std::invalid_argument("out of range");
    const bool learned = weights.size() > 0;
    if (learned) load_weights(weights);
    std::string records;
    {
        const ReleaseGil release;
        Pulse pulse = python_pulse();
        records = othello_self_play(games, seed, depth, endgame, learned, pulse);
    }
    return nb::bytes(records.data(), records.size());
}

}  // namespace

void bind_othello(nb::module_& module) {
    module.def("othello", &othello, "size"_a, "cells"_a, "turn"_a);
    module.def("othello_solve", &solve, "board"_a, nb::kw_only(), "low"_a, "high"_a, "seconds"_a, "nodes"_a, "memory"_a,
               "cancel"_a.none(),
               nb::sig("def othello_solve(board: Board, *, low: int, high: int, seconds: float, nodes: int, "
                       "memory: int, cancel: Cancel | None) -> tuple[int, int, list[int], int]"),
               "(lower bound, upper bound, moves of the best line, nodes)");
    module.def("othello_weights", &load_weights, "weights"_a, "Loads the weights of the evaluation `patterns`.");
    module.def("othello_selfplay", &self_play, "games"_a, "seed"_a, "depth"_a, "endgame"_a, "weights"_a,
               "Records of games for tools/train_othello.py.");
}

}  // namespace boyi
