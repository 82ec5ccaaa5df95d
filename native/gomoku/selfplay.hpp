// Games of gomoku against itself: what `boyi train gomoku` learns from. No Python in here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gomoku/board.hpp"

namespace boyi {

// A position of a game: the game's moves so far are those of the record.
struct GomokuGame {
    std::vector<Move> moves;
    std::vector<std::int16_t> scores;  // of the search before each move, for its side; `no_score`: of the opening
    int winner = Outcome::draw;
    static constexpr std::int16_t no_score = 32'767;
};

// The games `first` to `first + games - 1` of this seed on a 15x15 board, so many nodes a move, as records.
std::string gomoku_self_play(GomokuRule rule, std::uint64_t seed, int first, int games, std::uint64_t nodes,
                             Pulse& pulse);

// Reads the record at `place` and moves it on; throws std::invalid_argument if there is no whole one.
GomokuGame read_game(std::string_view records, std::size_t& place);

}  // namespace boyi
