// The network of the search's evaluation: what the combinations of shapes and the windows of all empty cells are worth
// together. It is added to the sum of what each combination is worth by itself (weights.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "gomoku/combinations.hpp"
#include "gomoku/windows.hpp"

#if defined(__AVX2__) && (defined(__x86_64__) || defined(_M_X64))
#define BOYI_GOMOKU_AVX2 1
#include <immintrin.h>
#endif

namespace boyi {

// Each colour has two pools over all empty cells: the sum of the rows of its combinations, and the sum of what its
// units of a cell say, which add up the rows of the four windows through the cell and lie between 0 and 1. One hidden
// layer sees the pools of both colours, which threats there are and how many stones.
struct GomokuNetwork {
    static constexpr int channels = 8, window_channels = 16, hidden = 32;
    static constexpr int inputs = 2 * channels, window_inputs = 2 * window_channels;
    static constexpr int threats_count = 256, stages = 16, stones_of_stage = 5;
    static constexpr int unit_bits = 8, unit = 1 << unit_bits;                // what stands for 1 in rows and units
    static constexpr int pooled_bits = 2, pooled_unit = unit >> pooled_bits;  // the same in the pool of windows
    static constexpr int weight_bits = 10, weight_unit = 1 << weight_bits;    // in the weights of the hidden layer
    static constexpr int window_weight_unit = weight_unit << pooled_bits;
    static constexpr int out_bits = 4, out_unit = 1 << out_bits;  // parts of a value in the last layer's weights
    using Row = std::array<std::int16_t, channels>;
    using WindowRow = std::array<std::int16_t, window_channels>;
    using Units = std::array<std::int16_t, hidden>;
    using Pairs = std::array<std::int16_t, 2 * hidden>;  // of each unit the weights of two inputs side by side

    // Of one colour.
    struct Pools {
        alignas(32) WindowRow windows = {};
        alignas(16) Row combinations = {};
    };

    alignas(64) Row rows[combination_count];  // a stone that works together with no other has zeros
    alignas(64) WindowRow window_rows[Windows::rows];
    alignas(64) WindowRow window_bias;
    alignas(64) Pairs weights[inputs / 2];  // the pool of the side to move first
    alignas(64) Pairs window_weights[window_inputs / 2];
    alignas(64) Units threats[threats_count];  // by ShapeBoard::threats()
    alignas(64) Units stage[stages];
    alignas(64) Units out;

    static constexpr int count = combination_count * channels + (Windows::rows + 1) * window_channels +
                                 (inputs + window_inputs + threats_count + stages + 1) * hidden;

    static int stage_of(int stones) { return std::min(stones / stones_of_stage, stages - 1); }

    // All numbers in the order above: `use(number)`.
    template <class Self, class Use>
    static void each(Self& network, Use&& use) {
        const auto all = [&](auto& rows) {
            for (auto& row : rows)
                for (auto& number : row) use(number);
        };
        all(network.rows);
        all(network.window_rows);
        for (auto& number : network.window_bias) use(number);
        all(network.weights);
        all(network.window_weights);
        all(network.threats);
        all(network.stage);
        for (auto& number : network.out) use(number);
    }
    void set(std::span<const std::int16_t> numbers) {
        std::size_t place = 0;
        each(*this, [&](std::int16_t& number) { number = numbers[place++]; });
    }

    static void replace(Row& pool, const Row& less, const Row& more) {
        Row sum = pool;  // a copy, so that compilers see that nothing overlaps
        for (std::size_t at = 0; at < channels; ++at)
            sum[at] = static_cast<std::int16_t>(sum[at] + more[at] - less[at]);
        pool = sum;
    }
    // What a cell's unit adds to the pool, before what it adds on an empty board is taken away; rounded, not cut off.
    static std::int16_t pooled(std::int16_t sum) {
        constexpr int half = 1 << (pooled_bits - 1);
        return static_cast<std::int16_t>((std::clamp<std::int16_t>(sum, 0, unit) + half) >> pooled_bits);
    }

    // For the side to move.
    int value(const Pools& own, const Pools& enemy, unsigned threat, int stones) const {
        return add_up(own, enemy, threats[threat], stage[stage_of(stones)]) >> (unit_bits + out_bits);
    }

private:
#ifdef BOYI_GOMOKU_AVX2
    static constexpr int lanes = 8, blocks = hidden / lanes;
    static __m256i load(const std::int16_t* from) { return _mm256_load_si256(reinterpret_cast<const __m256i*>(from)); }
    static __m256i widen(const std::int16_t* from) {
        return _mm256_cvtepi16_epi32(_mm_load_si128(reinterpret_cast<const __m128i*>(from)));
    }
    template <std::size_t Length>
    static void multiply(const std::array<std::int16_t, Length>& pool, const Pairs* row, __m256i* sums) {
        for (std::size_t place = 0; place < Length; place += 2, ++row) {
            std::int32_t both;
            std::memcpy(&both, &pool[place], sizeof both);
            const __m256i pair = _mm256_set1_epi32(both);
            for (int block = 0; block < blocks; ++block) {
                const __m256i product = _mm256_madd_epi16(pair, load(&(*row)[2 * lanes * block]));
                sums[block] = _mm256_add_epi32(sums[block], product);
            }
        }
    }
    int add_up(const Pools& own, const Pools& enemy, const Units& first, const Units& second) const {
        __m256i sums[blocks];
        for (int block = 0; block < blocks; ++block) {
            const __m256i bias = _mm256_add_epi32(widen(&first[lanes * block]), widen(&second[lanes * block]));
            sums[block] = _mm256_slli_epi32(bias, weight_bits);
        }
        multiply(own.combinations, weights, sums);
        multiply(enemy.combinations, weights + channels / 2, sums);
        multiply(own.windows, window_weights, sums);
        multiply(enemy.windows, window_weights + window_channels / 2, sums);
        __m256i total = _mm256_setzero_si256();
        for (int block = 0; block < blocks; ++block) {
            __m256i units = _mm256_max_epi32(_mm256_srai_epi32(sums[block], weight_bits), _mm256_setzero_si256());
            units = _mm256_min_epi32(units, _mm256_set1_epi32(unit));
            total = _mm256_add_epi32(total, _mm256_mullo_epi32(units, widen(&out[lanes * block])));
        }
        __m128i half = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
        half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4E));
        half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xB1));
        return _mm_cvtsi128_si32(half);
    }
#else
    template <std::size_t Length>
    static void multiply(const std::array<std::int16_t, Length>& pool, const Pairs* row, std::int32_t* sums) {
        for (std::size_t place = 0; place < Length; place += 2, ++row)
            for (int at = 0; at < hidden; ++at)
                sums[at] += pool[place] * (*row)[2 * at] + pool[place + 1] * (*row)[2 * at + 1];
    }
    int add_up(const Pools& own, const Pools& enemy, const Units& first, const Units& second) const {
        std::int32_t sums[hidden];
        for (int at = 0; at < hidden; ++at) sums[at] = (first[at] + second[at]) * weight_unit;
        multiply(own.combinations, weights, sums);
        multiply(enemy.combinations, weights + channels / 2, sums);
        multiply(own.windows, window_weights, sums);
        multiply(enemy.windows, window_weights + window_channels / 2, sums);
        std::int32_t total = 0;
        for (int at = 0; at < hidden; ++at) total += std::clamp(sums[at] >> weight_bits, 0, unit) * out[at];
        return total;
    }
#endif
};

}  // namespace boyi
