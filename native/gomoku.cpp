#include "bind.hpp"

namespace boyi {

void bind_gomoku(nb::module_&) {}

}  // namespace boyi
