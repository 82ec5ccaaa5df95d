// Games of Othello against itself, labelled by the exact solver: what `boyi train othello` learns from. No Python here.
#pragma once

#include <cstdint>
#include <string>

#include "core/board.hpp"

namespace boyi {

// The games `first` to `first + games - 1` of this seed, played by the loaded weights if `learned`, else by corners and
// moves: both boards and the score of each position, 17 bytes. The last `endgame` empty cells are solved.
std::string othello_self_play(std::uint64_t seed, int first, int games, int depth, int endgame, bool learned,
                              Pulse& pulse);

}  // namespace boyi
