// Othello for Python.
#include "bindings/bindings.hpp"
#include "othello/boards.hpp"
#include "othello/depths.hpp"
#include "othello/patterns.hpp"
#include "othello/selfplay.hpp"
#include "othello/training.hpp"

namespace boyi {

namespace {

std::unique_ptr<AnyBoard> othello(int size, std::string_view cells, int turn) {
    if (size != 4 && size != 6 && size != 8) throw std::invalid_argument("a native Othello board has size 4, 6 or 8");
    check_cells(cells, size * size, turn);
    return (size == 4 ? make_othello4 : size == 6 ? make_othello6 : make_othello8)(cells, turn);
}

nb::tuple solve(const AnyBoard& any, int low, int high, double seconds, std::uint64_t nodes, std::uint64_t memory,
                int threads, nb::object progress, const Cancel* cancel) {
    const auto& board = board_as<OthelloBoard>(any);
    check_running(board);
    if (low > high || low < -board.area() || high > board.area() || low % 2 || high % 2)
        throw std::invalid_argument("low and high are even scores");
    Limits limits;
    limits.seconds = seconds, limits.nodes = nodes, limits.memory = memory, limits.threads = threads;
    const std::unique_ptr<OthelloSolve> search = board.solve(low, high, cancel);
    run_search(*search, limits, std::move(progress));
    return nb::make_tuple(search->lower, search->upper, std::vector<int>(search->line.begin(), search->line.end()),
                          search->nodes());
}

void load_weights(const nb::bytes& weights) {
    if (!OthelloPatterns8::load(reinterpret_cast<const signed char*>(weights.c_str()), weights.size()))
        throw std::invalid_argument("these are no weights of Othello's patterns");
}

std::string_view bytes_of(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

// The positions of games against itself for `boyi train othello`, by the loaded weights if `learned`.
nb::bytes self_play(std::uint64_t seed, int first, int games, int depth, bool learned) {
    check_games(first, games);
    if (depth < 1 || depth > 12) throw std::invalid_argument("out of range");
    std::string positions;
    {
        const ReleaseGil release;
        Pulse pulse = python_pulse();
        positions = othello_self_play(seed, first, games, depth, learned, pulse);
    }
    return nb::bytes(positions.data(), positions.size());
}

nb::bytes label(const nb::bytes& positions, int stage, int depth, int exact, int whole) {
    if (depth < 2 || depth > 20 || exact < 1 || exact > 20 || whole < exact || whole > 24)
        throw std::invalid_argument("out of range");
    std::string records;
    {
        const std::string_view data = bytes_of(positions);
        const ReleaseGil release;
        Pulse pulse = python_pulse();
        records = othello_label(data, stage, depth, exact, whole, pulse);
    }
    return nb::bytes(records.data(), records.size());
}

nb::bytes fit(const nb::bytes& records, const nb::bytes& start, int stage, double ridge, int steps) {
    if (!is_step(ridge) || steps < 1) throw std::invalid_argument("out of range");
    std::string weights;
    {
        const std::string_view data = bytes_of(records), first = bytes_of(start);
        const ReleaseGil release;
        Pulse pulse = python_pulse();
        weights = othello_fit(data, first, stage, ridge, steps, pulse);
    }
    return nb::bytes(weights.data(), weights.size());
}

std::vector<std::vector<int>> depths(const nb::bytes& positions, int depth, int solved) {
    if (depth < 1 || depth > 20 || solved > 24) throw std::invalid_argument("out of range");
    const std::string_view data = bytes_of(positions);
    const ReleaseGil release;
    Pulse pulse = python_pulse();
    return othello_depths(data, depth, solved, pulse);
}

nb::tuple fit_error(const nb::bytes& records, const nb::bytes& weights, int stage) {
    const FitError error = othello_fit_error(bytes_of(records), bytes_of(weights), stage);
    return nb::make_tuple(error.positions, error.squares, error.close_positions, error.close_squares);
}

std::size_t check_records(const nb::bytes& records, bool labelled) {
    check_othello_records(bytes_of(records), labelled);
    return records.size() / (OthelloDiscs::bytes + labelled);
}

}  // namespace

void bind_othello(nb::module_& module) {
    module.def("othello", &othello, "size"_a, "cells"_a, "turn"_a);
    module.def("othello_solve", &solve, "board"_a, nb::kw_only(), "low"_a, "high"_a, "seconds"_a, "nodes"_a, "memory"_a,
               "threads"_a, "progress"_a.none(), "cancel"_a.none(),
               nb::sig("def othello_solve(board: Board, *, low: int, high: int, seconds: float, nodes: int, "
                       "memory: int, threads: int, progress: Callable[[Report], bool] | None, "
                       "cancel: Cancel | None) -> tuple[int, int, list[int], int]"),
               "(lower bound, upper bound, moves of the best line, nodes)");
    module.def("othello_weights", &load_weights, "weights"_a, "Loads the weights of the evaluation `patterns`.");
    module.def("othello_selfplay", &self_play, "seed"_a, "first"_a, "games"_a, "depth"_a, "learned"_a,
               "Positions of games for `boyi train othello`.");
    module.def("othello_check", &check_records, "records"_a, "labelled"_a,
               "How many positions, with their values if `labelled`; a ValueError if they are none.");
    module.def("othello_label", &label, "positions"_a, "stage"_a, "depth"_a, "exact"_a, "whole"_a,
               "The positions of one stage with their values.");
    module.def("othello_depths", &depths, "positions"_a, "depth"_a, "solved"_a,
               "For each position its values at 0 to `depth` plies without selective cuts, and its exact score.");
    module.def("othello_fit", &fit, "records"_a, "start"_a, "stage"_a, "ridge"_a, "steps"_a,
               "The weights of one stage, learned from records.");
    module.def("othello_fit_error", &fit_error, "records"_a, "weights"_a, "stage"_a,
               nb::sig("def othello_fit_error(records: bytes, weights: bytes, stage: int) -> "
                       "tuple[float, float, float, float]"),
               "Positions and squared errors, of all and of those with a score within 16.");
}

}  // namespace boyi
