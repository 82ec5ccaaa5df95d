// Learning the weights of the patterns from labelled positions. No Python in here.
#pragma once

#include <string>
#include <string_view>

#include "core/board.hpp"

namespace boyi {

// The weights of one stage as the file has them, fitted to `records` (of othello_label) of this and the neighbouring
// stages. `start`: the weights of a stage to begin with, towards which they are drawn by `ridge`; empty: zeros.
std::string othello_fit(std::string_view records, std::string_view start, int stage, double ridge, int steps,
                        Pulse& pulse);

// How far the weights of a stage are from the scores of its records: the number of positions and the sum of the squared
// errors in discs, of all and of those whose score is within 16.
struct FitError {
    double positions = 0, squares = 0, close_positions = 0, close_squares = 0;
};
FitError othello_fit_error(std::string_view records, std::string_view weights, int stage);

}  // namespace boyi
