#include "nogo/patterns.hpp"

#include <cmath>
#include <limits>

namespace boyi {

bool NoGoPatterns::load(const signed char* bytes, std::size_t size) {
    if (size != file_size) return false;
    for (std::int8_t* const value : values_) {
        for (std::uint32_t index = 0; index < NoGoWindows::pairs; ++index)
            value[index] = bytes[NoGoWindows::least_pair(index)];
        for (std::uint32_t index = 0; index < NoGoWindows::squares; ++index)
            value[value_squares + index] = bytes[value_squares + NoGoWindows::least_square(index)];
        std::copy(bytes + value_counts, bytes + value_size, value + value_counts);
        bytes += value_size;
    }
    for (int stage = 0; stage < move_stages; ++stage, bytes += move_size) {
        for (int place = 0; place < places; ++place)
            for (std::uint32_t index = 0; index < NoGoWindows::pairs; ++index)
                pairs_[stage][place][index] =
                    bytes[(place % 3 == 1 ? move_middles : 0) + NoGoWindows::least_pair_at(index, place)];
        for (std::uint32_t index = 0; index < NoGoWindows::squares; ++index)
            squares_[stage][index] = bytes[move_squares + NoGoWindows::least_square(index)];
    }
    loaded_ = true;
    return true;
}

int NoGoPatterns::value(const NoGoCells& cells) {
    const std::int8_t* const weight = values_[stage_of(cells)];
    int sum = weight[value_counts + count_place(cells)];
    NoGoWindows(cells).for_each([&](std::uint32_t index) { sum += weight[index]; },
                                [&](std::uint32_t index) { sum += weight[value_squares + index]; });
    return sum;
}

int NoGoPatterns::weigh(const NoGoWindows& windows, int stage, int cell) {
    int sum = 0;
    windows.around(
        cell, [&](int place, std::uint32_t index) { sum += pairs_[stage][place][index]; },
        [&](std::uint32_t index) { sum += squares_[stage][index]; });
    return sum;
}

void NoGoPatterns::policy(const NoGoCells& cells, const Move* moves, int count, float* shares) {
    const NoGoWindows windows(cells);
    const int stage = move_stage_of(cells);
    float most = std::numeric_limits<float>::lowest(), sum = 0;
    for (int i = 0; i < count; ++i) {
        shares[i] = static_cast<float>(weigh(windows, stage, moves[i])) / move_unit;
        most = std::max(most, shares[i]);
    }
    for (int i = 0; i < count; ++i) sum += shares[i] = std::exp(shares[i] - most);
    for (int i = 0; i < count; ++i) shares[i] /= sum;
}

}  // namespace boyi
