// The network of the search's evaluation: what the combinations of shapes of all empty cells are worth together. It is
// added to the sum of what each of them is worth by itself (weights.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "gomoku/combinations.hpp"

#if defined(__AVX2__) && (defined(__x86_64__) || defined(_M_X64))
#define BOYI_GOMOKU_AVX2 1
#include <immintrin.h>
#endif

namespace boyi {

// Each colour's pool is the sum of the rows of its combinations on all empty cells. One hidden layer sees both pools,
// which threats there are and how many stones; its units lie between 0 and 1.
struct GomokuNetwork {
    static constexpr int channels = 8, inputs = 2 * channels, hidden = 32;
    static constexpr int threats_count = 256, stages = 16, stones_of_stage = 5;
    static constexpr int unit_bits = 8, unit = 1 << unit_bits;    // what stands for 1 in rows, weights and units
    static constexpr int out_bits = 4, out_unit = 1 << out_bits;  // parts of a value in the last layer's weights
    using Row = std::array<std::int16_t, channels>;
    using Units = std::array<std::int16_t, hidden>;
    using Pairs = std::array<std::int16_t, 2 * hidden>;  // of each unit the weights of two inputs side by side

    alignas(64) Row rows[combination_count];   // a stone that works together with no other has zeros
    alignas(64) Pairs weights[inputs / 2];     // the pool of the side to move first
    alignas(64) Units threats[threats_count];  // by ShapeBoard::threats()
    alignas(64) Units stage[stages];
    alignas(64) Units out;

    static constexpr int count = combination_count * channels + inputs * hidden + (threats_count + stages + 1) * hidden;

    static int stage_of(int stones) { return std::min(stones / stones_of_stage, stages - 1); }

    // All numbers in the order above: `use(number)`.
    template <class Self, class Use>
    static void each(Self& network, Use&& use) {
        const auto all = [&](auto& rows) {
            for (auto& row : rows)
                for (auto& number : row) use(number);
        };
        all(network.rows);
        all(network.weights);
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

    // For the side to move.
    int value(const Row& own, const Row& enemy, unsigned threat, int stones) const {
        return add_up(own, enemy, threats[threat], stage[stage_of(stones)]) >> (unit_bits + out_bits);
    }

private:
#ifdef BOYI_GOMOKU_AVX2
    static __m256i load(const std::int16_t* from) { return _mm256_load_si256(reinterpret_cast<const __m256i*>(from)); }
    static __m256i widen(const std::int16_t* from) {
        return _mm256_cvtepi16_epi32(_mm_load_si128(reinterpret_cast<const __m128i*>(from)));
    }
    int add_up(const Row& own, const Row& enemy, const Units& first, const Units& second) const {
        constexpr int lanes = 8, blocks = hidden / lanes;
        __m256i sums[blocks];
        for (int block = 0; block < blocks; ++block) {
            const __m256i bias = _mm256_add_epi32(widen(&first[lanes * block]), widen(&second[lanes * block]));
            sums[block] = _mm256_slli_epi32(bias, unit_bits);
        }
        const Pairs* row = weights;
        for (const Row* pool : {&own, &enemy}) {
            for (int place = 0; place < channels; place += 2, ++row) {
                std::int32_t both;
                std::memcpy(&both, &(*pool)[place], sizeof both);
                const __m256i pair = _mm256_set1_epi32(both);
                for (int block = 0; block < blocks; ++block) {
                    const __m256i product = _mm256_madd_epi16(pair, load(&(*row)[2 * lanes * block]));
                    sums[block] = _mm256_add_epi32(sums[block], product);
                }
            }
        }
        __m256i total = _mm256_setzero_si256();
        for (int block = 0; block < blocks; ++block) {
            __m256i units = _mm256_max_epi32(_mm256_srai_epi32(sums[block], unit_bits), _mm256_setzero_si256());
            units = _mm256_min_epi32(units, _mm256_set1_epi32(unit));
            total = _mm256_add_epi32(total, _mm256_mullo_epi32(units, widen(&out[lanes * block])));
        }
        __m128i half = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
        half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4E));
        half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xB1));
        return _mm_cvtsi128_si32(half);
    }
#else
    int add_up(const Row& own, const Row& enemy, const Units& first, const Units& second) const {
        std::int32_t sums[hidden];
        for (int at = 0; at < hidden; ++at) sums[at] = (first[at] + second[at]) * unit;
        const Pairs* row = weights;
        for (const Row* pool : {&own, &enemy})
            for (int place = 0; place < channels; place += 2, ++row)
                for (int at = 0; at < hidden; ++at)
                    sums[at] += (*pool)[place] * (*row)[2 * at] + (*pool)[place + 1] * (*row)[2 * at + 1];
        std::int32_t total = 0;
        for (int at = 0; at < hidden; ++at) total += std::clamp(sums[at] >> unit_bits, 0, unit) * out[at];
        return total;
    }
#endif
};

}  // namespace boyi
