#include "core/clock.hpp"

#include <chrono>

namespace boyi {

double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace boyi
