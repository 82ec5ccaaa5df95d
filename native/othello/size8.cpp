// Compiles the searches and the solver of Othello<8>.
#include "othello/kernel_board.hpp"

namespace boyi {

std::unique_ptr<AnyBoard> make_othello8(std::string_view cells, int turn) { return make_othello<8>(cells, turn); }

}  // namespace boyi
