// NoGo judged by learned weights of windows: what a position is worth and which moves are likely. No Python in here.
#pragma once

#include <cstddef>

#include "nogo/windows.hpp"

namespace boyi {

class NoGoPatterns {
public:
    static constexpr int stages = 4;                   // of the value, by the share of cells that both sides may play
    static constexpr int move_stages = 2;              // of the moves
    static constexpr float unit = 64, move_unit = 32;  // weights are kept in these parts of a logit

    // The weights of one stage of the value: windows of 2x3 cells, of 3x3 cells, and the two counts.
    static constexpr int most_contested = 32, most_ahead = 32;
    static constexpr int value_squares = NoGoWindows::pairs, value_counts = value_squares + NoGoWindows::squares,
                         value_size = value_counts + most_contested * 2 * most_ahead;
    // Of the moves: windows of 2x3 cells with the move in a corner, in the middle, and squares around the move.
    static constexpr int move_middles = NoGoWindows::pairs, move_squares = move_middles + NoGoWindows::pairs,
                         move_size = move_squares + NoGoWindows::squares;
    static constexpr std::size_t file_size = std::size_t{stages} * value_size + std::size_t{move_stages} * move_size;

    static int stage_of(const NoGoCells& cells) {
        return stages - 1 - std::min(stages - 1, cells.contested * stages / (cells.size * cells.size));
    }
    static int move_stage_of(const NoGoCells& cells) { return stage_of(cells) * move_stages / stages; }
    static int count_place(const NoGoCells& cells) {
        return std::min(cells.contested, most_contested - 1) * 2 * most_ahead +
               std::clamp(cells.ahead + most_ahead, 0, 2 * most_ahead - 1);
    }

    // The bytes of all weights; false if there are not as many as there should be. Only the least of symmetric windows
    // count.
    static bool load(const signed char* bytes, std::size_t size);
    static bool loaded() { return loaded_; }

    // The logit of the side to move's chance to win, in parts of `unit`.
    static int value(const NoGoCells& cells);
    // The logit of a move, in parts of `move_unit`.
    static int weigh(const NoGoWindows& windows, int stage, int cell);
    // How likely each of these moves is, as shares of 1.
    static void policy(const NoGoCells& cells, const Move* moves, int count, float* shares);

private:
    static constexpr int places = 6;

    inline static bool loaded_ = false;
    inline static std::int8_t values_[stages][value_size];
    inline static std::int8_t pairs_[move_stages][places][NoGoWindows::pairs],
        squares_[move_stages][NoGoWindows::squares];
};

}  // namespace boyi
