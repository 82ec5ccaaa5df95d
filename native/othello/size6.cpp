// Compiles the searches and the solver of Othello<6>.
#include "othello/kernel_board.hpp"

namespace boyi {

std::unique_ptr<AnyBoard> make_othello6(std::string_view cells, int turn) { return make_othello<6>(cells, turn); }

}  // namespace boyi
