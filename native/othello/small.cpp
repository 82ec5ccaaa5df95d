// Compiles the searches and the solver of Othello<4> and Othello<6>.
#include "othello/small_board.hpp"

namespace boyi {

std::unique_ptr<AnyBoard> make_othello4(std::string_view cells, int turn) {
    return std::make_unique<OthelloSmallBoard<4>>(make_othello<4>(cells, turn));
}

std::unique_ptr<AnyBoard> make_othello6(std::string_view cells, int turn) {
    return std::make_unique<OthelloSmallBoard<6>>(make_othello<6>(cells, turn));
}

}  // namespace boyi
