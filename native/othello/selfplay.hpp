// Games of Othello against itself with known ends: what tools/train_othello.py learns from. No Python in here.
#pragma once

#include <string>

#include "core/board.hpp"

namespace boyi {

// Records of `games` games, played by the loaded weights if `learned`, else by the evaluation `positional`.
std::string othello_self_play(int games, std::uint64_t seed, int depth, int endgame, bool learned, Pulse& pulse);

}  // namespace boyi
