// What all bindings share. Only scalars, strings and lists of moves cross over to Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/gil.hpp"
#include "search/any_board.hpp"

namespace boyi {

namespace nb = nanobind;
using namespace nanobind::literals;

// Lets Ctrl-C (and anything else Python wants to raise) end a long loop that runs without the GIL.
Pulse python_pulse();

// The cells as the Python side writes them, checked: 'x', 'o', '.' for each of `area` cells.
void check_cells(std::string_view cells, int area, int turn);

// Numbers of the games `first` to `first + games - 1`, checked.
void check_games(int first, int games);

// What a fit takes: the size of a step, a share of 1.
inline bool is_step(double number) { return number > 0 && number < 1e9; }
inline bool is_share(double number) { return number >= 0 && number <= 1; }

void check_running(const AnyBoard& board);

// A move that came from Python, or std::invalid_argument.
Move checked_move(const AnyBoard& board, std::int64_t move);

// What a game offers beyond AnyBoard; a TypeError if the board is of another game.
template <class Interface>
const Interface& board_as(const AnyBoard& board) {
    if (const auto* wanted = dynamic_cast<const Interface*>(&board)) return *wanted;
    throw nb::type_error("this is a board of another game");
}

// Makes sure that this thread can throw an exception later, however little memory is left then: glibc makes a thread's
// part of what the C++ library keeps for exceptions when it is first needed, and ends the process if it cannot. False
// if there is too little memory even now.
bool can_throw();

inline std::vector<int> to_list(const MoveList& list) { return {list.begin(), list.end()}; }

// The system grants not even one thread; Python sees it as boyi._native.NoThread.
struct NoThread : std::runtime_error {
    NoThread() : std::runtime_error("no thread could be started") {}
};

// Blocks until the search is done; (lines, nodes, depth, proven, confidence, processor) with lines as (move, visits,
// rate, score, pv, kind) and `processor` as the seconds that the threads have used, known once they have ended.
// `progress(report)` is called about ten times a second with the GIL held; a true answer, an exception in it or Ctrl-C
// stops the search.
nb::tuple run_search(Search& search, const Limits& limits, nb::object progress);

// Lets Python watch a solver that runs in the calling thread without the GIL, and end it.
class SolverWatch {
public:
    SolverWatch(double seconds, const Cancel* cancel, nb::handle progress);
    // What a solver asks now and then, with its nodes so far: a true answer ends it. About ten times a second Python is
    // asked, which may throw: Ctrl-C, then `progress(nodes)` unless it is None.
    bool expired(std::uint64_t nodes) {
        if (enough_ || (cancel_ && cancel_->cancelled())) return true;
        const double now = steady_seconds();
        if (now >= next_) ask_python(now, nodes);
        return enough_ || now >= end_;
    }

private:
    void ask_python(double now, std::uint64_t nodes);

    const double end_;
    const Cancel* const cancel_;
    const nb::handle progress_;
    double next_;
    bool enough_ = false;
};

// Calls `solve(expired)` without the GIL; `expired(nodes)` as in SolverWatch.
template <class Solve>
void run_solver(double seconds, const Cancel* cancel, nb::handle progress, Solve&& solve) {
    can_throw();
    const ReleaseGil release;
    SolverWatch watch(seconds, cancel, progress);
    solve([&watch](std::uint64_t nodes) { return watch.expired(nodes); });
}

}  // namespace boyi
