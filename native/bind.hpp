// Python bindings that are the same for every board. Only scalars, strings and lists of moves cross over.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "board.hpp"

namespace boyi {

namespace nb = nanobind;
using namespace nanobind::literals;

using Seconds = std::chrono::duration<double>;

// Lets Ctrl-C (and anything else Python wants to raise) stop a long loop that runs without the GIL.
class Pulse {
public:
    void operator()() {
        if (++calls_ & 0xFF) return;
        const auto now = std::chrono::steady_clock::now();
        if (now - last_ < std::chrono::milliseconds(50)) return;
        last_ = now;
        nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
    }

private:
    unsigned calls_ = 0;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// The cells as the Python side writes them, checked: 'x', 'o', '.' for each of `area` cells.
inline void check_cells(std::string_view cells, int area, int turn) {
    if (static_cast<int>(cells.size()) != area) throw std::invalid_argument("wrong number of cells");
    if (cells.find_first_not_of("xo.") != std::string_view::npos) throw std::invalid_argument("a cell is x, o or .");
    if (turn != 0 && turn != 1) throw std::invalid_argument("turn is 0 or 1");
}

template <Board B>
nb::class_<B> bind_board(nb::module_& module, const char* name) {
    return nb::class_<B>(module, name)
        .def_prop_ro("turn", &B::turn)
        .def_prop_ro("key", &B::key)
        .def_prop_ro("cells",
                     [](const B& board) {
                         std::string cells(board.area(), '.');
                         for (int cell = 0; cell < board.area(); ++cell)
                             if (const int stone = board.stone(cell); stone >= 0) cells[cell] = "xo"[stone];
                         return cells;
                     })
        .def_prop_ro("outcome",
                     [](const B& board) -> nb::object {
                         const Outcome outcome = board.outcome();
                         if (!outcome.over()) return nb::none();
                         nb::object score = outcome.has_score ? nb::cast(outcome.score) : nb::none();
                         nb::object winner = outcome.winner == Outcome::draw ? nb::none() : nb::cast(outcome.winner);
                         return nb::make_tuple(winner, outcome.reason, score);
                     })
        .def("moves",
             [](const B& board) {
                 MoveList list;
                 board.moves(list);
                 return std::vector<int>(list.begin(), list.end());
             })
        .def("is_legal", [](const B& board, std::int64_t move) {
            return move >= 0 && move <= 0xFFFF && board.is_legal(static_cast<Move>(move));
        })
        .def("play",
             [](const B& board, std::int64_t move) {
                 if (move < 0 || move > 0xFFFF || !board.is_legal(static_cast<Move>(move)))
                     throw std::invalid_argument("illegal move");
                 B next = board;
                 next.play(static_cast<Move>(move));
                 return next;
             })
        .def("perft",
             [](const B& board, int depth) {
                 nb::gil_scoped_release release;
                 Pulse pulse;
                 return perft(board, depth, pulse);
             })
        // Moves drawn by random_move, so that the draw can be judged by itself; none once the game is over.
        .def(
            "random_moves",
            [](const B& board, std::uint32_t count, std::uint64_t seed) {
                if (count > 1'000'000) throw std::invalid_argument("at most a million moves");
                std::vector<int> moves;
                Rng rng(seed);
                if (!board.outcome().over())
                    while (moves.size() < count) moves.push_back(board.random_move(rng));
                return moves;
            },
            "count"_a, "seed"_a)
        // Random games until `count` are played or `seconds` are over: (games, plies, first wins, second wins).
        .def(
            "playouts",
            [](const B& board, std::uint64_t count, double seconds, std::uint64_t seed, int cap) {
                if (cap < 0) throw std::invalid_argument("cap must not be negative");
                std::uint64_t games = 0, plies = 0, wins[3] = {0, 0, 0};
                {
                    nb::gil_scoped_release release;
                    Pulse pulse;
                    Rng rng(seed);
                    const auto start = std::chrono::steady_clock::now();
                    while (games < count) {
                        const Playout result = random_playout(board, rng, cap);
                        ++games;
                        plies += result.plies;
                        ++wins[result.winner];
                        if (games % 16 == 0) {
                            pulse();
                            if (Seconds(std::chrono::steady_clock::now() - start).count() >= seconds) break;
                        }
                    }
                }
                return nb::make_tuple(games, plies, wins[0], wins[1]);
            },
            "count"_a, "seconds"_a, "seed"_a, "cap"_a);
}

void bind_gomoku(nb::module_& module);
void bind_othello(nb::module_& module);
void bind_loa(nb::module_& module);
void bind_nogo(nb::module_& module);

}  // namespace boyi
