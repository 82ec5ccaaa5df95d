// Compiles the searches and the solver of Othello<8>.
#include "othello/kernel_board.hpp"
#include "othello/search.hpp"
#include "othello/solve.hpp"

namespace boyi {

namespace {

class Othello8Board final : public OthelloKernelBase<8> {
public:
    using OthelloKernelBase<8>::KernelBoard;

    std::unique_ptr<AnyBoard> after(Move move) const override { return after_as<Othello8Board>(move); }
    std::unique_ptr<Search> alphabeta(std::string_view evaluation, int multi, std::vector<Key> history,
                                      const Cancel* cancel, MemorySlot* slot) const override {
        if (evaluation == OthelloPatterns<8>::name && OthelloPatterns8::loaded())
            return std::make_unique<OthelloSearch>(kernel_, multi, cancel, slot);
        return KernelBoard::alphabeta(evaluation, multi, std::move(history), cancel, slot);
    }
    std::unique_ptr<OthelloSolve> solve(int low, int high, const Cancel* cancel) const override {
        return std::make_unique<OthelloSolve8>(kernel_, low, high, cancel);
    }
};

}  // namespace

std::unique_ptr<AnyBoard> make_othello8(std::string_view cells, int turn) {
    return std::make_unique<Othello8Board>(make_othello<8>(cells, turn));
}

}  // namespace boyi
