// OthelloBoard over a kernel; included by the source of each size. No Python in here.
#pragma once

#include "othello/boards.hpp"
#include "othello/evaluation.hpp"
#include "othello/perft.hpp"
#include "othello/search.hpp"
#include "othello/solve.hpp"
#include "search/kernel_board.hpp"

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
using OthelloKernelBase =
    KernelBoard<Othello<Size>, OthelloBoard, OthelloPatterns<Size>, OthelloPositional<Size>, OthelloLead<Size>>;

template <int Size>
class OthelloKernelBoard final : public OthelloKernelBase<Size> {
public:
    using OthelloKernelBase<Size>::KernelBoard;

    std::unique_ptr<AnyBoard> after(Move move) const override {
        return this->template after_as<OthelloKernelBoard>(move);
    }
    std::unique_ptr<Search> alphabeta(std::string_view evaluation, int multi, std::vector<Key> history,
                                      const Cancel* cancel, MemorySlot* slot) const override {
        if constexpr (Size == 8)
            if (evaluation == OthelloPatterns<8>::name)
                return std::make_unique<OthelloSearch>(this->kernel_, multi, cancel, slot);
        return OthelloKernelBase<Size>::alphabeta(evaluation, multi, std::move(history), cancel, slot);
    }
    std::unique_ptr<OthelloSolve> solve(int low, int high, const Cancel* cancel) const override {
        if constexpr (Size == 8) return std::make_unique<OthelloSolve8>(this->kernel_, low, high, cancel);
        else return std::make_unique<OthelloSizeSolve<Size>>(this->kernel_, low, high, cancel);
    }
};

template <int Size>
std::unique_ptr<AnyBoard> make_othello(std::string_view cells, int turn) {
    std::uint64_t discs[2] = {0, 0};
    for (int cell = 0; cell < Othello<Size>::cells; ++cell)
        if (cells[cell] != '.') discs[cells[cell] == 'o'] |= std::uint64_t{1} << Othello<Size>::bit_of(cell);
    return std::make_unique<OthelloKernelBoard<Size>>(Othello<Size>(discs[0], discs[1], turn));
}

}  // namespace boyi
