// Compiles the searches of Loa.
#include "loa/boards.hpp"
#include "loa/search.hpp"
#include "search/kernel_board.hpp"

namespace boyi {

namespace {

class LoaKernelBoard final : public KernelBoard<Loa, LoaBoard, LoaNetworkValue, LoaFeatureValue> {
public:
    using KernelBoard::KernelBoard;

    std::unique_ptr<AnyBoard> after(Move move) const override { return after_as<LoaKernelBoard>(move); }
    const Loa& kernel() const override { return kernel_; }
};

}  // namespace

std::unique_ptr<AnyBoard> make_loa(const Loa& kernel) { return std::make_unique<LoaKernelBoard>(kernel); }

Report search_loa(const Loa& board, const std::vector<Key>& past, const Limits& limits, PositionSampler<Loa>* sampler) {
    LoaSearch search(board, 1, past, nullptr, nullptr);
    if (sampler) search.sample(*sampler);
    return run_alone(search, limits);
}

}  // namespace boyi
