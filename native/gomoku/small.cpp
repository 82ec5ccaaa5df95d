// Compiles the searches of GomokuSmall.
#include "gomoku/kernel_board.hpp"

namespace boyi {

std::unique_ptr<AnyBoard> make_gomoku_small(int size, GomokuRule rule, std::string_view cells, int turn) {
    return std::make_unique<GomokuKernelBoard<GomokuSmall>>(GomokuSmall(size, rule, cells, turn));
}

Report search_gomoku(const GomokuSmall& board, const Limits& limits, PositionSampler<GomokuSmall>* sampler) {
    return search_alone(board, limits, sampler);
}
Report search_gomoku(const GomokuSmall& board, const Limits& limits, const GomokuSettings& settings, MemorySlot* slot) {
    GomokuSearch<GomokuSmall> search(board, 1, nullptr, slot, settings);
    return run_alone(search, limits);
}

}  // namespace boyi
