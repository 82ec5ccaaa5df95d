// Compiles the searches of Loa.
#include "loa/boards.hpp"
#include "loa/search.hpp"
#include "search/kernel_board.hpp"

namespace boyi {

namespace {

class LoaBoard final : public KernelBoard<Loa, AnyBoard, LoaNetworkValue, LoaFeatureValue> {
public:
    using KernelBoard::KernelBoard;

    std::unique_ptr<AnyBoard> after(Move move) const override { return after_as<LoaBoard>(move); }
};

}  // namespace

std::unique_ptr<AnyBoard> make_loa(const Loa& kernel) { return std::make_unique<LoaBoard>(kernel); }

}  // namespace boyi
