// Compiles the searches of NoGoSmall.
#include "nogo/kernel_board.hpp"

namespace boyi {

std::unique_ptr<AnyBoard> make_nogo_small(int size, std::string_view cells, int turn) {
    return std::make_unique<NoGoKernelBoard<NoGoSmall>>(NoGoSmall(size, cells, turn));
}

}  // namespace boyi
