// Compiles the searches of GomokuLarge.
#include "gomoku/kernel_board.hpp"

namespace boyi {

std::unique_ptr<AnyBoard> make_gomoku_large(int size, GomokuRule rule, std::string_view cells, int turn) {
    return std::make_unique<GomokuKernelBoard<GomokuLarge>>(GomokuLarge(size, rule, cells, turn));
}

Report search_gomoku(const GomokuLarge& board, const Limits& limits, PositionSampler<GomokuLarge>* sampler) {
    return search_alone(board, limits, sampler);
}
Report search_gomoku(const GomokuLarge& board, const Limits& limits, const GomokuSettings& settings, MemorySlot* slot) {
    GomokuSearch<GomokuLarge> search(board, 1, nullptr, slot, settings);
    return run_alone(search, limits);
}

}  // namespace boyi
