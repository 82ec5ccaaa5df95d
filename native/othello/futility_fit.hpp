// Written by tools/fit_margins.py: coefficients of 1, tens of empty cells and their square.
#pragma once

namespace boyi::probcut {

// One and two plies' search minus the static value, in discs: the mean, the logarithm of the deviation.
inline constexpr double futility_mean[2][3] = {{-3.339, 0.815, -0.0454}, {-1.6604, 0.6162, -0.0544}};
inline constexpr double futility_deviation[2][3] = {{2.1385, -0.4099, 0.0159}, {2.1202, -0.4082, 0.019}};

}  // namespace boyi::probcut
