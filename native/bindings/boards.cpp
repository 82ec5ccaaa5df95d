// The Python class Board: one for all games.
#include <limits>

#include "bindings/bindings.hpp"

namespace boyi {

Pulse python_pulse() {
    return Pulse([] {
        const HoldGil gil;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
    });
}

void check_cells(std::string_view cells, int area, int turn) {
    if (static_cast<int>(cells.size()) != area) throw std::invalid_argument("wrong number of cells");
    if (cells.find_first_not_of("xo.") != std::string_view::npos) throw std::invalid_argument("a cell is x, o or .");
    if (turn != 0 && turn != 1) throw std::invalid_argument("turn is 0 or 1");
}

void check_games(int first, int games) {
    if (first < 0 || games < 0 || games > std::numeric_limits<int>::max() - first)
        throw std::invalid_argument("out of range");
}

void check_running(const AnyBoard& board) {
    if (board.outcome().over()) throw std::invalid_argument("the game is over");
}

Move checked_move(const AnyBoard& board, std::int64_t move) {
    if (move < 0 || move > 0xFFFF || !board.is_legal(static_cast<Move>(move)))
        throw std::invalid_argument("illegal move");
    return static_cast<Move>(move);
}

namespace {

std::string cells(const AnyBoard& board) {
    std::string cells(board.area(), '.');
    for (int cell = 0; cell < board.area(); ++cell)
        if (const int stone = board.stone(cell); stone >= 0) cells[cell] = "xo"[stone];
    return cells;
}

nb::object outcome(const AnyBoard& board) {
    const Outcome outcome = board.outcome();
    if (!outcome.over()) return nb::none();
    nb::object score = outcome.has_score ? nb::cast(outcome.score) : nb::none();
    nb::object winner = outcome.winner == Outcome::draw ? nb::none() : nb::cast(outcome.winner);
    return nb::make_tuple(winner, outcome.reason, score);
}

std::vector<int> random_moves(const AnyBoard& board, std::uint32_t count, std::uint64_t seed) {
    if (count > 1'000'000) throw std::invalid_argument("at most a million moves");
    std::vector<int> moves;
    Rng rng(seed);
    if (!board.outcome().over())
        while (moves.size() < count) moves.push_back(board.random_move(rng));
    return moves;
}

nb::tuple playouts(const AnyBoard& board, std::uint64_t count, double seconds, std::uint64_t seed, int cap) {
    if (cap < 0) throw std::invalid_argument("cap must not be negative");
    std::uint64_t games = 0, plies = 0, wins[3] = {0, 0, 0};
    {
        const ReleaseGil release;
        Pulse pulse = python_pulse();
        Rng rng(seed);
        const double end = steady_seconds() + seconds;
        while (games < count) {
            const Playout result = board.playout(rng, cap);
            ++games;
            plies += result.plies;
            ++wins[result.winner];
            if (games % 16 == 0) {
                pulse();
                if (steady_seconds() >= end) break;
            }
        }
    }
    return nb::make_tuple(games, plies, wins[0], wins[1]);
}

}  // namespace

void bind_boards(nb::module_& module) {
    nb::class_<AnyBoard>(module, "Board", "A position of one of the games, with its rules.")
        .def_prop_ro("turn", &AnyBoard::turn, "The side to move: 0 or 1.")
        .def_prop_ro("key", &AnyBoard::key, "The same as the Python position's key.")
        .def_prop_ro("cells", &cells, "'x', 'o' or '.' for each cell, row by row.")
        .def_prop_ro("outcome", &outcome,
                     nb::for_getter(nb::sig("def outcome(self) -> tuple[int | None, str, int | None] | None")),
                     "(winner, reason, score) once the game is over.")
        .def(
            "moves",
            [](const AnyBoard& board) {
                MoveList list;
                board.moves(list);
                return to_list(list);
            },
            "The legal moves, ascending.")
        .def("is_legal",
             [](const AnyBoard& board, std::int64_t move) {
                 return move >= 0 && move <= 0xFFFF && board.is_legal(static_cast<Move>(move));
             })
        .def(
            "play", [](const AnyBoard& board, std::int64_t move) { return board.after(checked_move(board, move)); },
            "The board after a legal move.")
        .def(
            "perft",
            [](const AnyBoard& board, int depth) {
                const ReleaseGil release;
                Pulse pulse = python_pulse();
                return board.perft(depth, pulse);
            },
            "Leaf count of the move tree.")
        .def("random_moves", &random_moves, "count"_a, "seed"_a,
             "Moves as random games draw them; none once the game is over.")
        .def(
            "playouts", &playouts, "count"_a, "seconds"_a, "seed"_a, "cap"_a,
            nb::sig("def playouts(self, count: int, seconds: float, seed: int, cap: int) -> tuple[int, int, int, int]"),
            "Random games up to the limits: (games, plies, wins of the first player, wins of the second).");
}

}  // namespace boyi
