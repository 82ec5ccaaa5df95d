// How boards of Lines of Action are made. No Python in here.
#pragma once

#include "loa/board.hpp"
#include "search/any_board.hpp"

namespace boyi {

std::unique_ptr<AnyBoard> make_loa(const Loa& kernel);

}  // namespace boyi
