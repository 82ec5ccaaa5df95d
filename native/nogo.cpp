#include "bind.hpp"

namespace boyi {

void bind_nogo(nb::module_&) {}

}  // namespace boyi
