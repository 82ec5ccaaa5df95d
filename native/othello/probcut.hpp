// Multi-ProbCut and futility cuts: how far a shallow search or the static value is from a deeper search, fitted by
// tools/fit_margins.py to positions of our own games.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "othello/futility_fit.hpp"
#include "othello/probcut_fit.hpp"

namespace boyi {

namespace probcut {

// Levels of selectivity: a cut needs the shallow value to be so many standard deviations beyond the bound. The last
// level cuts nothing.
inline constexpr int levels = 5, exact = 4;
inline constexpr double widths[levels] = {1.04, 1.44, 1.96, 2.58, 0};
// In the middle game, where a wrong cut is not looked at again, the first level is more careful (80%).
inline constexpr double middle_width = 1.3;
inline constexpr int confidences[levels] = {70, 85, 95, 99, 100};  // percent

// The depth of the shallow search before one of `depth` plies.
constexpr int shallow(int depth) { return depth / 4 * 2 + depth % 2; }

// The standard deviation, in sixteenths of a disc, of a search of `depth` plies minus one of `less` plies; `whole`: of
// the final score.
inline double sigma(int depth, int less, int empties, bool whole) {
    const double left = empties / 10.0, far = std::log(less + 1.0);
    if (whole) return 16 * std::exp(fit_end[0] + fit_end[1] * far);
    return 16 * std::exp(fit_depth[0] + fit_depth[1] * std::log(depth - less) + fit_depth[2] * far +
                         fit_depth[3] * left + fit_depth[4] * left * left);
}

// margins[level][empties][depth]: how far beyond the bound the shallow search has to be. A depth of all empty cells is
// the whole rest of the game.
inline const auto margins = [] {
    std::array<std::array<std::array<std::int16_t, 64>, 64>, levels> table{};
    for (int level = 0; level < exact; ++level)
        for (int empties = 0; empties < 64; ++empties)
            for (int depth = 3; depth <= empties; ++depth) {
                const bool whole = depth == empties;
                const double width = whole ? widths[level] : std::max(widths[level], middle_width);
                table[level][empties][depth] =
                    static_cast<std::int16_t>(width * sigma(depth, shallow(depth), empties, whole));
            }
    return table;
}();

// futility[level][plies - 1][empties]: one or two plies before the end of a search the static value ends a node if it
// is so far above or below the bound.
struct Futility {
    std::int16_t above, below;
};
inline constexpr double futility_width = 1.8;
inline const auto futility = [] {
    std::array<std::array<std::array<Futility, 64>, 2>, levels> table{};
    for (int level = 0; level < exact; ++level)
        for (int plies = 0; plies < 2; ++plies)
            for (int empties = 0; empties < 64; ++empties) {
                const double left = empties / 10.0;
                const auto fitted = [left](const double* c) { return c[0] + c[1] * left + c[2] * left * left; };
                const double mean = 16 * fitted(futility_mean[plies]);
                const double far =
                    16 * std::max(widths[level], futility_width) * std::exp(fitted(futility_deviation[plies]));
                table[level][plies][empties] = {static_cast<std::int16_t>(far - mean),
                                                static_cast<std::int16_t>(far + mean)};
            }
    return table;
}();

}  // namespace probcut

}  // namespace boyi
