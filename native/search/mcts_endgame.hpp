// The endgame solver of a tree search, for boards that have one. No Python in here.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>

#include "search/mcts_config.hpp"
#include "search/search.hpp"

namespace boyi {

// What the solver found out is kept from move to move. Each thread has its own.
template <Board B>
class TreeEndgame {
public:
    // A new search begins: a solver whose position had too many cells is made again.
    void renew() {
        if constexpr (HasEndgame<B>)
            if (solver_ && !solver_->fits()) solver_.reset();
    }

    // Who wins at the root, for the side to move; no if the board has no solver, if more than `cells` cells are open,
    // or if the solver's share of the limits will probably not suffice: each open cell doubles the work.
    Proven solve([[maybe_unused]] const B& board, [[maybe_unused]] int cells, [[maybe_unused]] std::uint64_t limit,
                 [[maybe_unused]] Stopper& stopper) {
        nodes_ = 0;
        if constexpr (HasEndgame<B>) {
            const auto view = board.view();
            if (view.contested() > cells) return Proven::no;
            const double now = stopper.now(), seconds = stopper.end() - now;
            const double time = std::clamp(seconds * share, 0.0, 1e6);
            const double nodes = std::min(static_cast<double>(limit) * share, time * speed);
            if (std::ldexp(0.5, view.contested()) > nodes) return Proven::no;
            const auto expired = [&] { return stopper.check_clock() || stopper.now() >= now + time; };
            return ask(board, view, static_cast<std::uint64_t>(nodes), expired);
        }
        return Proven::no;
    }
    // The same below this root, with at most so many nodes.
    Proven solve_below([[maybe_unused]] const B& root, [[maybe_unused]] const B& board,
                       [[maybe_unused]] std::uint64_t nodes, [[maybe_unused]] Stopper& stopper) {
        nodes_ = 0;
        if constexpr (HasEndgame<B>) return ask(root, board.view(), nodes, [&] { return stopper.check_clock(); });
        return Proven::no;
    }
    std::uint64_t nodes() const { return nodes_; }  // of the last call

    // Whether a position after a move of the root is lost; the solver remembers it if the root was won.
    bool loses([[maybe_unused]] const B& board) {
        if constexpr (HasEndgame<B>) return solver_->solve(board.view(), look_up_nodes) == Proven::loss;
        return false;
    }

    // The binary logarithm of the nodes that a position will probably need, by games of the engine; 0 if more than
    // `cells` cells are open. `moves` is how many the side to move has.
    static int expected_nodes([[maybe_unused]] const B& board, [[maybe_unused]] int moves, [[maybe_unused]] int cells) {
        if constexpr (HasEndgame<B>) {
            if (moves > 2 * cells) return 0;  // the cells that only it may play are seldom as many as the open ones
            const int open = board.view().contested();
            return open > cells ? 0 : 5 + open * 3 / 4;
        }
        return 0;
    }

private:
    static constexpr double share = 0.4, speed = 150'000;  // of the time or of the nodes; nodes a second
    static constexpr std::uint64_t look_up_nodes = 2000;

    template <class View, class Expired>
    Proven ask(const B& first, const View& view, std::uint64_t nodes, const Expired& expired) {
        // Made for a root, it serves all positions that follow.
        if (!solver_) solver_ = std::make_unique<typename B::Endgame>(first.view());
        if (!solver_->fits()) return Proven::no;
        const Proven result = solver_->solve(view, nodes, expired);
        nodes_ = solver_->nodes();
        return result;
    }

    std::unique_ptr<typename EndgameOf<B>::type> solver_;
    std::uint64_t nodes_ = 0;
};

}  // namespace boyi
