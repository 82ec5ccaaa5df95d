// Multi-ProbCut: how far a shallow search is from a deeper one, fitted to 1,800 positions of our own games, searched to
// all depths up to 9.
#pragma once

#include <array>
#include <cmath>

namespace boyi {

namespace probcut {

// Levels of selectivity: a cut needs the shallow value to be so many standard deviations beyond the bound. The last
// level cuts nothing.
inline constexpr int levels = 5, exact = 4;
inline constexpr double widths[levels] = {1.04, 1.44, 1.96, 2.58, 0};
inline constexpr int confidences[levels] = {70, 85, 95, 99, 100};  // percent

// The depth of the shallow search before one of `depth` plies.
constexpr int shallow(int depth) { return depth / 4 * 2 + depth % 2; }

// The standard deviation, in sixteenths of a disc, of a search of `depth` plies minus one of `less` plies; `whole`: of
// the final score.
inline double sigma(int depth, int less, bool whole) {
    const double discs = 3.32 * std::pow((depth - less) / 2.0, 0.32) * std::pow((less + 1) / 4.0, -0.62);
    return 16 * discs * (whole ? 1.25 : 1.0);
}

// margins[level][whole][depth]: how far beyond the bound the shallow search has to be.
inline const auto margins = [] {
    std::array<std::array<std::array<int, 64>, 2>, levels> table{};
    for (int level = 0; level < exact; ++level)
        for (int whole = 0; whole < 2; ++whole)
            for (int depth = 3; depth < 64; ++depth)
                table[level][whole][depth] = static_cast<int>(widths[level] * sigma(depth, shallow(depth), whole));
    return table;
}();

}  // namespace probcut

}  // namespace boyi
