// Compiles the searches of NoGoLarge.
#include "nogo/kernel_board.hpp"

namespace boyi {

std::unique_ptr<AnyBoard> make_nogo_large(int size, std::string_view cells, int turn) {
    return std::make_unique<NoGoKernelBoard<NoGoLarge>>(NoGoLarge(size, cells, turn));
}

}  // namespace boyi
