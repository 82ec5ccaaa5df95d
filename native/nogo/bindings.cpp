// NoGo for Python.
#include "bindings/bindings.hpp"
#include "nogo/board.hpp"
#include "nogo/boards.hpp"
#include "nogo/fitting.hpp"
#include "nogo/patterns.hpp"
#include "nogo/solver.hpp"
#include "nogo/training.hpp"
#include "search/cancel.hpp"

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

// The result for the side to move and a line to the end: the winner plays moves that are proven to win, the loser the
// first of its legal ones.
nb::tuple solve_nogo(const AnyBoard& any, double seconds, std::uint64_t nodes, std::uint64_t memory,
                     nb::object progress, const Cancel* cancel) {
    const auto& start = board_as<NoGoBoard>(any);
    check_running(start);
    Proven result = Proven::no;
    std::vector<int> line;
    std::uint64_t spent = 0;
    run_solver(seconds, cancel, progress, [&](auto expired) {
        NoGoSolver solver(start.view(), nodes, memory, expired);
        result = solver.solve(start.view());
        std::unique_ptr<NoGoBoard> last;
        const NoGoBoard* board = &start;
        for (Proven now = result; now != Proven::no && !board->outcome().over();) {
            MoveList list;
            board->moves(list);
            std::unique_ptr<NoGoBoard> chosen;
            for (int i = 0; i < list.count && !chosen; ++i) {
                auto next = board->next(list[i]);
                if (now == Proven::win &&
                    (next->outcome().over() ? Proven::loss : solver.solve(next->view())) != Proven::loss)
                    continue;
                line.push_back(list[i]);
                chosen = std::move(next);
            }
            if (!chosen) break;
            last = std::move(chosen);
            board = last.get();
            now = now == Proven::win ? Proven::loss : Proven::win;
        }
        spent = solver.nodes();
    });
    return nb::make_tuple(static_cast<int>(result), line, spent);
}

void load_nogo_weights(const nb::bytes& weights) {
    if (!NoGoPatterns::load(reinterpret_cast<const signed char*>(weights.c_str()), weights.size()))
        throw std::invalid_argument("these are no weights of NoGo's patterns");
}

nb::tuple learn_nogo(const nb::bytes& state, int size, std::uint64_t seed, int first, int games, double rate,
                     double trace, double temperature, double kept) {
    check_games(first, games);
    if (size < NoGoSmall::min_size || size > NoGoSmall::max_size || !is_step(rate) || !is_share(trace) ||
        !is_step(temperature) || !is_share(kept))
        throw std::invalid_argument("out of range");
    NoGoLessons lessons{size, seed, first, games, rate, trace, temperature, kept};
    NoGoTraining learned;
    {
        const std::string_view before(state.c_str(), state.size());
        const ReleaseGil release;
        Pulse pulse = python_pulse();
        learned = nogo_learn(before, lessons, pulse);
    }
    return nb::make_tuple(nb::bytes(learned.state.data(), learned.state.size()),
                          nb::bytes(learned.weights.data(), learned.weights.size()), learned.error);
}

nb::tuple fit_nogo(const nb::bytes& weights, const nb::bytes& records, int size, std::uint64_t seed, int epochs,
                   double rate, double last_rate, double trace) {
    if (size < NoGoSmall::min_size || size > NoGoSmall::max_size || epochs < 0 || !is_step(rate) ||
        !is_step(last_rate) || !is_share(trace))
        throw std::invalid_argument("out of range");
    NoGoFit fitted;
    {
        const std::string_view start(weights.c_str(), weights.size()), games(records.c_str(), records.size());
        const ReleaseGil release;
        Pulse pulse = python_pulse();
        fitted = nogo_fit(start, games, {size, seed, epochs, rate, last_rate, trace}, pulse);
    }
    return nb::make_tuple(nb::bytes(fitted.weights.data(), fitted.weights.size()),
                          nb::make_tuple(fitted.before.value, fitted.before.moves),
                          nb::make_tuple(fitted.after.value, fitted.after.moves), fitted.positions);
}

std::size_t check_nogo_records(const nb::bytes& records, int size) {
    if (size < NoGoSmall::min_size || size > NoGoSmall::max_size) throw std::invalid_argument("out of range");
    return nogo_check({records.c_str(), records.size()}, size);
}

}  // namespace

void bind_nogo(nb::module_& module) {
    module.def("nogo", &nogo, "size"_a, "cells"_a, "turn"_a);
    module.def("nogo_territory", &territory, "board"_a, nb::sig("def nogo_territory(board: Board) -> tuple[int, int]"),
               "(points only the first player can play, the same for the second)");
    module.def("nogo_weights", &load_nogo_weights, "weights"_a, "Loads the weights of the evaluation `patterns`.");
    module.def("nogo_learn", &learn_nogo, "state"_a, nb::kw_only(), "size"_a, "seed"_a, "first"_a, "games"_a, "rate"_a,
               "trace"_a, "temperature"_a, "kept"_a,
               nb::sig("def nogo_learn(state: bytes, *, size: int, seed: int, first: int, games: int, rate: float, "
                       "trace: float, temperature: float, kept: float) -> tuple[bytes, bytes, float]"),
               "Plays games by what has been learned and learns from them: (state, weights, cross entropy).");
    module.def("nogo_check", &check_nogo_records, "records"_a, "size"_a,
               "How many games; a ValueError if they are no records.");
    module.def("nogo_fit", &fit_nogo, "weights"_a, "records"_a, nb::kw_only(), "size"_a, "seed"_a, "epochs"_a, "rate"_a,
               "last_rate"_a, "trace"_a,
               nb::sig("def nogo_fit(weights: bytes, records: bytes, *, size: int, seed: int, epochs: int, "
                       "rate: float, last_rate: float, trace: float) "
                       "-> tuple[bytes, tuple[float, float], tuple[float, float], int]"),
               "Fits weights to searched games: (weights, errors of value and moves before, after, positions).");
    module.def("nogo_solve", &solve_nogo, "board"_a, nb::kw_only(), "seconds"_a, "nodes"_a, "memory"_a,
               "progress"_a.none(), "cancel"_a.none(),
               nb::sig("def nogo_solve(board: Board, *, seconds: float, nodes: int, memory: int, "
                       "progress: Callable[[int], bool] | None, cancel: Cancel | None) "
                       "-> tuple[int, list[int], int]"),
               "(0 unknown, 1 win or 2 loss for the side to move, a line, nodes)");
}

}  // namespace boyi
