// Written by tools/fit_margins.py: the logarithm of a standard deviation in discs.
#pragma once

namespace boyi::probcut {

// 1, log(depth - shallow), log(shallow + 1), tens of empty cells and their square.
inline constexpr double fit_depth[] = {2.0199, 0.3211, -0.3361, -0.3882, 0.0117};
// 1, log(shallow + 1).
inline constexpr double fit_end[] = {2.4554, -0.4236};

}  // namespace boyi::probcut
