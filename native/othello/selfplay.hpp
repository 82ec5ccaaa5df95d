// Games of Othello against itself and the values of their positions: what `boyi train othello` learns from. No Python
// in here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/board.hpp"

namespace boyi {

// The positions of the games `first` to `first + games - 1` of this seed, played by the loaded weights if `learned`,
// else by corners and moves: both boards of each position, 16 bytes.
std::string othello_self_play(std::uint64_t seed, int first, int games, int depth, bool learned, Pulse& pulse);

// Reads one of them at `place`; throws std::invalid_argument if a cell has discs of both sides.
struct OthelloDiscs {
    static constexpr std::size_t bytes = 16;

    std::uint64_t own, other;

    static OthelloDiscs read(std::string_view positions, std::size_t place);
};

// Whether bytes are such positions, with their values if `labelled`; throws std::invalid_argument if not.
void check_othello_records(std::string_view records, bool labelled);

// The positions of one stage with their values in discs, 17 bytes each: exact scores up to `exact` empty cells, up to
// `whole` a selective search to the end, before that a selective search of `depth` plies by the loaded weights.
std::string othello_label(std::string_view positions, int stage, int depth, int exact, int whole, Pulse& pulse);

}  // namespace boyi
