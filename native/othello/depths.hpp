// Values of positions at rising depths, by which the margins of Multi-ProbCut are fitted. No Python in here.
#pragma once

#include <string_view>
#include <vector>

#include "core/board.hpp"

namespace boyi {

// For each position (of othello_self_play) its static value, its values at one to `depth` plies without selective cuts,
// in sixteenths of a disc, and its exact score if it has at most `solved` empty cells (else `unknown`).
inline constexpr int unknown_score = 1 << 20;
std::vector<std::vector<int>> othello_depths(std::string_view positions, int depth, int solved, Pulse& pulse);

}  // namespace boyi
