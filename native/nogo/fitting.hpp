// Fitting the weights of NoGo's windows to games of the tree search. No Python in here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/board.hpp"

namespace boyi {

struct NoGoFitSettings {
    int size = 9;
    std::uint64_t seed = 1;   // decides the order of the games
    int epochs = 0;           // how often every game is seen
    double rate = 0.01;       // how far a step moves a weight, in the first epoch
    double last_rate = 0.01;  // and in the last; in between it falls geometrically
    double trace = 0.8;       // lambda: the share of what comes later in what a position learns from
};

// The mean cross entropies of the games held out: of the value and of the moves.
struct NoGoFitErrors {
    double value = 0, moves = 0;
};

struct NoGoFit {
    std::string weights;  // as the file has them
    NoGoFitErrors before, after;
    std::uint64_t positions = 0;  // learned from
};

// `weights` as a file has them are the start. A game of `records` begins on the empty board. It has two bytes (low byte
// first) for the number of its plies, and for each ply: the move; 1 if the move is random, plus 2 if the result is
// proven; the win rate of the side to move as the search has it, in two bytes as parts of 65535; the number of moves
// that were visited, and for each of them the cell and its share of the visits in parts of 255. The last ply ends the
// game: the side that would be next has lost. Equal arguments give an equal result; a record that cannot be read is
// a std::invalid_argument.
NoGoFit nogo_fit(std::string_view weights, std::string_view records, const NoGoFitSettings& settings, Pulse& pulse);

// How many games these records are; throws std::invalid_argument if they are none.
std::size_t nogo_check(std::string_view records, int size);

}  // namespace boyi
