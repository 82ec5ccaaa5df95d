// Compiles the searches and the solver of Othello<4> and Othello<6>.
#include "othello/kernel_board.hpp"
#include "othello/solver.hpp"

namespace boyi {

namespace {

template <int Size>
class OthelloSizeSolve final : public OthelloSolve {
public:
    using B = Othello<Size>;
    using E = OthelloPatterns<Size>;

    OthelloSizeSolve(const B& board, int low, int high, const Cancel* cancel)
        : OthelloSolve(B::cells, low, high, cancel), board_(board) {}

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

private:
    const B board_;
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

}  // namespace

std::unique_ptr<AnyBoard> make_othello4(std::string_view cells, int turn) {
    return std::make_unique<OthelloSmallBoard<4>>(make_othello<4>(cells, turn));
}

std::unique_ptr<AnyBoard> make_othello6(std::string_view cells, int turn) {
    return std::make_unique<OthelloSmallBoard<6>>(make_othello<6>(cells, turn));
}

}  // namespace boyi
