// OthelloBoard for the boards smaller than 8x8. No Python in here.
#pragma once

#include <mutex>

#include "othello/kernel_board.hpp"
#include "othello/solver.hpp"

namespace boyi {

// Threads share the table and order moves a little differently; the first that is done ends the others.
template <int Size>
class OthelloSizeSolve final : public OthelloSolve {
public:
    using B = Othello<Size>;
    using E = OthelloPatterns<Size>;

    OthelloSizeSolve(const B& board, int low, int high, const Cancel* cancel)
        : board_(board), low_(low), high_(high), cancel_(cancel) {
        lower = -B::cells, upper = B::cells;
    }

    void prepare(const Limits& limits) override {
        table_.resize(limits.memory);
        work_ = std::make_unique<SearchWork>(stopper, cancel_, limits.nodes);
    }
    void work(int thread) override {
        OthelloSolver<Size, E> solver(table_, *work_, thread);
        const int guess = std::clamp(E::value(board_) / E::disc, -B::cells, B::cells);
        const auto result = solver.solve(board_.own(), board_.other(), low_, high_, guess);
        if (!solver.stopped()) stopper.stop();
        std::lock_guard lock(mutex_);
        // A thread that was stopped may know less than the others.
        if (lower == upper) return;
        if (result.lower >= lower) {
            if (result.move >= 0) line.assign(1, static_cast<Move>(B::cell_of(result.move)));
            if (!result.pv.empty()) line = result.pv;
        }
        lower = std::max(lower, result.lower);
        upper = std::min(upper, result.upper);
    }
    std::uint64_t nodes() const override { return work_->nodes.load(std::memory_order_relaxed); }

private:
    B board_;
    int low_, high_;
    const Cancel* cancel_;
    OthelloTable table_;
    std::unique_ptr<SearchWork> work_;
    std::mutex mutex_;
};

template <int Size>
class OthelloSmallBoard final : public OthelloKernelBase<Size> {
public:
    using OthelloKernelBase<Size>::KernelBoard;

    std::unique_ptr<AnyBoard> after(Move move) const override {
        return this->template after_as<OthelloSmallBoard>(move);
    }
    std::unique_ptr<OthelloSolve> solve(int low, int high, const Cancel* cancel) const override {
        return std::make_unique<OthelloSizeSolve<Size>>(this->kernel_, low, high, cancel);
    }
};

}  // namespace boyi
