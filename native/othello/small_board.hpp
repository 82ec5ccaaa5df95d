// OthelloBoard for the boards smaller than 8x8. No Python in here.
#pragma once

#include "othello/kernel_board.hpp"
#include "othello/solver.hpp"

namespace boyi {

template <int Size>
class OthelloSizeSolve final : public OthelloSolve {
public:
    using B = Othello<Size>;
    using E = OthelloPatterns<Size>;

    OthelloSizeSolve(const B& board, int low, int high, const Cancel* cancel)
        : board_(board), low_(low), high_(high), cancel_(cancel) {}

    void prepare(const Limits& limits) override { limits_ = limits; }
    void work(int thread) override {
        if (thread > 0) return;  // the small boards are solved in a moment
        OthelloSolver<Size, E> solver(stopper, cancel_, limits_.seconds, limits_.nodes, limits_.memory);
        const int guess = std::clamp(E::value(board_) / E::disc, -B::cells, B::cells);
        const auto result = solver.solve(board_.own(), board_.other(), low_, high_, guess);
        lower = result.lower;
        upper = result.upper;
        line = result.pv;
        if (line.empty() && result.move >= 0) line.push_back(static_cast<Move>(B::cell_of(result.move)));
        nodes = solver.nodes();
    }
    Report report() override { return {}; }

private:
    B board_;
    int low_, high_;
    const Cancel* cancel_;
    Limits limits_;
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
