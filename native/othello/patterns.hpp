// Othello judged by learned weights of patterns; src/boyi/games/othello/patterns.py explains them and has the same
// numbers.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "othello/runs.hpp"
#include "othello/shapes.hpp"

namespace boyi {

class OthelloPatterns8 {
public:
    static constexpr int stages = 30;  // of two empty cells each
    // After the patterns come 256 weights that counts look up: 32 each for both sides' moves, 64 each for both sides'
    // frontiers and for empty cells.
    static constexpr int counts = 256, per_stage = shapes::begins[shapes::count] + counts;

    static constexpr int stage_of(int empties) { return std::clamp(60 - empties, 0, 2 * stages - 1) / 2; }

    // The bytes of all weights, those of mirrored patterns once; false if there are not as many as there should be.
    static bool load(const signed char* bytes, std::size_t size) {
        std::vector<int> places(shapes::begins[shapes::count]);
        int in_stage = 0;
        for (int shape = 0; shape < shapes::count; ++shape) in_stage += find_places(shape, in_stage, places);
        if (size != static_cast<std::size_t>(stages) * (in_stage + counts)) return false;
        for (int stage = 0; stage < stages; ++stage) {
            std::int8_t* const row = weights_[stage];
            for (std::size_t index = 0; index < places.size(); ++index) row[index] = bytes[places[index]];
            std::copy(bytes + in_stage, bytes + in_stage + counts, row + places.size());
            bytes += in_stage + counts;
        }
        loaded_ = true;
        return true;
    }
    static bool loaded() { return loaded_; }

    // In sixteenths of a disc, for the owner of `own`; `moves` and `answers` are both sides' placements.
    static int value(const PatternIndices& indices, std::uint64_t own, std::uint64_t other, std::uint64_t moves,
                     std::uint64_t answers) {
        const std::uint64_t empty = ~(own | other);
        const int left = std::popcount(empty);
        const std::int8_t* const weight = weights_[stage_of(left)];
        int sum = pattern_sum(indices, weight, std::make_index_sequence<shapes::copies_count>{});
        const std::int8_t* const tail = weight + shapes::begins[shapes::count];
        sum += tail[std::min(std::popcount(moves), 31)] + tail[32 + std::min(std::popcount(answers), 31)];
        sum += tail[64 + std::popcount(around(own) & empty)] + tail[128 + std::popcount(around(other) & empty)];
        // Weights are kept in eighths.
        return 2 * (sum + tail[192 + std::min(left, 63)]);
    }

    // For each index of the pattern, as PatternIndices numbers it, the place of its weight in the file, from `first`
    // on; indices that a mirror makes equal share one. The file's digits: empty 0, own 1, other 2. Returns how many
    // there are.
    static int find_places(int shape, int first, std::vector<int>& places) {
        const int length = shapes::lengths[shape], size = shapes::powers[length];
        const auto mirror = shapes::mirror(shape);
        std::vector<int> in_file(size);
        int fresh = 0;
        for (int index = 0; index < size; ++index) {
            int twin = 0;
            for (int place = 0; place < length; ++place)
                twin += index / shapes::powers[mirror[place]] % 3 * shapes::powers[place];
            in_file[index] = twin < index ? in_file[twin] : first + fresh++;
        }
        constexpr int digits[3] = {1, 0, 2};
        for (int index = 0; index < size; ++index) {
            int coded = 0;
            for (int place = 0; place < length; ++place)
                coded += digits[index / shapes::powers[place] % 3] * shapes::powers[place];
            places[shapes::begins[shape] + index] = in_file[coded];
        }
        return fresh;
    }

    static constexpr std::uint64_t around(std::uint64_t b) {
        const std::uint64_t row = b | (b >> 1 & 0x7F7F7F7F7F7F7F7Full) | (b << 1 & 0xFEFEFEFEFEFEFEFEull);
        return row | row << 8 | row >> 8;
    }

private:
    template <std::size_t... Index>
    static int pattern_sum(const PatternIndices& indices, const std::int8_t* weight, std::index_sequence<Index...>) {
        return (0 + ... + weight[shapes::begins[shapes::copies[Index].shape] + indices.at[Index]]);
    }

    inline static std::int8_t weights_[stages][per_stage] = {};
    inline static bool loaded_ = false;
};

}  // namespace boyi
