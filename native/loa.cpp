#include "bind.hpp"

namespace boyi {

void bind_loa(nb::module_&) {}

}  // namespace boyi
