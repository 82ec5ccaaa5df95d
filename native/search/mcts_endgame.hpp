// The endgame solver of a tree search, for boards that have one. It is asked about the root only: asking it below the
// root as well lost games. No Python in here.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>

#include "search/mcts_config.hpp"
#include "search/search.hpp"

namespace boyi {

// What the solver found out is kept from move to move.
template <Board B>
class RootEndgame {
public:
    // Who wins, for the side to move; no if the board has no solver, if more than `cells` cells are open, or if the
    // solver's share of the limits will probably not suffice: each open cell doubles the work.
    Proven solve([[maybe_unused]] const B& board, [[maybe_unused]] int cells, [[maybe_unused]] std::uint64_t limit,
                 [[maybe_unused]] Stopper& stopper) {
        nodes_ = 0;
        if constexpr (HasEndgame<B>) {
            const auto view = board.view();
            if (view.contested() > cells) return Proven::no;
            const double now = steady_seconds(), seconds = stopper.end() - now;
            const double time = std::clamp(seconds * share, 0.0, 1e6);
            const double nodes = std::min(static_cast<double>(limit) * share, time * speed);
            if (std::ldexp(0.5, view.contested()) > nodes) return Proven::no;
            if (!solver_ || !solver_->fits()) solver_ = std::make_unique<typename B::Endgame>(view);
            const auto expired = [&] { return stopper.check_clock() || steady_seconds() >= now + time; };
            const Proven result = solver_->solve(view, static_cast<std::uint64_t>(nodes), expired);
            nodes_ = solver_->nodes();
            return result;
        }
        return Proven::no;
    }
    std::uint64_t nodes() const { return nodes_; }  // of the last call

    // Whether a position after a move of the root is lost; the solver remembers it if the root was won.
    bool loses([[maybe_unused]] const B& board) {
        if constexpr (HasEndgame<B>) return solver_->solve(board.view(), look_up_nodes) == Proven::loss;
        return false;
    }

private:
    static constexpr double share = 0.4, speed = 150'000;  // of the time or of the nodes; nodes a second
    static constexpr std::uint64_t look_up_nodes = 2000;

    std::unique_ptr<typename EndgameOf<B>::type> solver_;
    std::uint64_t nodes_ = 0;
};

}  // namespace boyi
