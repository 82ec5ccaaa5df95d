// Compiles the searches of GomokuSmall.
#include "gomoku/kernel_board.hpp"

namespace boyi {

std::unique_ptr<AnyBoard> make_gomoku_small(int size, GomokuRule rule, std::string_view cells, int turn) {
    return std::make_unique<GomokuKernelBoard<GomokuSmall>>(GomokuSmall(size, rule, cells, turn));
}

Report search_gomoku_small(const GomokuSmall& board, const Limits& limits, PositionSampler<GomokuSmall>* sampler) {
    GomokuSearch<GomokuSmall> search(board, 1, nullptr, nullptr);
    if (sampler) search.sample(*sampler);
    search.stopper.start(limits.seconds);
    search.prepare(limits);
    search.work(0);
    return search.report();
}

}  // namespace boyi
