// Learning the weights of NoGo's windows from games against itself. No Python in here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/board.hpp"

namespace boyi {

// Games `first` to `first + games - 1` of this seed.
struct NoGoLessons {
    int size = 9;
    std::uint64_t seed = 1;
    int first = 0, games = 0;
    double rate = 0.01;        // how far a step moves a weight
    double trace = 0.8;        // lambda: the share of what comes later in what a position learns from
    double temperature = 0.3;  // of the choice of moves, in logits
    double kept = 0.5;         // afterwards, the share that is kept of what slows down later steps
};

struct NoGoTraining {
    std::string state;    // for the games that follow
    std::string weights;  // as the file has them
    double error = 0;     // of a chance to win that was expected before the game's result was known: cross entropy
};

// Plays by the weights in `state`, looking one move ahead, and learns from every game: the value by temporal
// differences, the policy by the chances with which moves were chosen. `state` is empty for a beginner. Equal
// arguments give an equal result.
NoGoTraining nogo_learn(std::string_view state, const NoGoLessons& lessons, Pulse& pulse);

}  // namespace boyi
