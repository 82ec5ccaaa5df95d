// Games of gomoku against itself: what `boyi train gomoku` learns from. No Python in here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gomoku/board.hpp"

namespace boyi {

// A position that a search asked the evaluation about, and what a search of this position says.
struct GomokuSample {
    int size;  // of the board
    std::string cells;
    int turn;
    std::int16_t value;  // for the side to move
    Move move;           // that the search chose
    static constexpr int proven = 20'000;
};

// How the games are played and their positions judged.
struct GomokuSelfPlay {
    GomokuRule rule;
    std::uint64_t seed, nodes, judge_nodes;  // of a move of the game, of a position's value
    int samples;                             // of each move's search
};

// Positions of the games `first` to `first + games - 1` of this seed, as records. Every fourth game has a 20x20 board,
// the others 15x15.
std::string gomoku_self_play(const GomokuSelfPlay& settings, int first, int games, Pulse& pulse);

// Reads the record at `place` and moves it on; throws std::invalid_argument if there is no whole one.
GomokuSample read_sample(std::string_view records, std::size_t& place);

}  // namespace boyi
