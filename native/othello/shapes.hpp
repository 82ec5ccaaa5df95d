// The patterns of the 8x8 board as lists of cells, and what lies on each of them as a number that every move updates.
// src/boyi/games/othello/patterns.py has the same lists and explains them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "othello/lanes.hpp"

namespace boyi {

namespace shapes {

inline constexpr int longest = 10;
inline constexpr std::array<int, longest + 1> powers = {1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683, 59049};

// One copy of each pattern, in the order of the weights: edge with both X cells, second to fourth row, 3x3 corner,
// 2x5 corner, diagonals of eight to four, corner triangle, edge block with both corners.
inline constexpr int count = 13;
inline constexpr std::array<int, count> lengths = {10, 8, 8, 8, 9, 10, 8, 7, 6, 5, 4, 10, 10};
inline constexpr std::uint8_t bases[count][longest] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 9, 14},  //
    {8, 9, 10, 11, 12, 13, 14, 15},   //
    {16, 17, 18, 19, 20, 21, 22, 23},
    {24, 25, 26, 27, 28, 29, 30, 31},
    {0, 1, 2, 8, 9, 10, 16, 17, 18},
    {0, 1, 2, 3, 4, 8, 9, 10, 11, 12},
    {0, 9, 18, 27, 36, 45, 54, 63},
    {1, 10, 19, 28, 37, 46, 55},
    {2, 11, 20, 29, 38, 47},
    {3, 12, 21, 30, 39},
    {4, 13, 22, 31},
    {0, 1, 2, 3, 8, 9, 10, 16, 17, 24},
    {0, 2, 3, 4, 5, 7, 10, 11, 12, 13},
};

// The cell after one of the eight turns and reflections.
constexpr std::uint8_t image(std::uint8_t cell, int symmetry) {
    int row = cell / 8, column = cell % 8;
    if (symmetry & 1) row = 7 - row;
    if (symmetry & 2) column = 7 - column;
    return static_cast<std::uint8_t>(symmetry & 4 ? 8 * column + row : 8 * row + column);
}

struct Copy {
    int shape = 0;
    std::uint8_t cells[longest] = {};
    std::uint64_t covered = 0;
};

inline constexpr int copies_count = 54;

// All images of the bases; those that cover the same cells are one.
inline constexpr std::array<Copy, copies_count> copies = [] {
    std::array<Copy, copies_count> found{};
    int size = 0;
    for (int shape = 0; shape < count; ++shape) {
        const int first = size;
        for (int symmetry = 0; symmetry < 8; ++symmetry) {
            Copy copy;
            copy.shape = shape;
            for (int place = 0; place < lengths[shape]; ++place) {
                copy.cells[place] = image(bases[shape][place], symmetry);
                copy.covered |= std::uint64_t{1} << copy.cells[place];
            }
            bool known = false;
            for (int other = first; other < size; ++other) known = known || found[other].covered == copy.covered;
            if (!known) found[size++] = copy;
        }
    }
    return found;
}();
static_assert(copies.back().shape == count - 1);

// Where each pattern's weights begin among those of one stage.
inline constexpr std::array<int, count + 1> begins = [] {
    std::array<int, count + 1> found{};
    for (int shape = 0; shape < count; ++shape) found[shape + 1] = found[shape] + powers[lengths[shape]];
    return found;
}();

// The order in which a reflection that leaves a pattern's cells in place visits them.
constexpr std::array<int, longest> mirror(int shape) {
    std::array<int, longest> order{};
    for (int place = 0; place < longest; ++place) order[place] = place;
    const auto find = [&](std::uint8_t cell) {
        for (int place = 0; place < lengths[shape]; ++place)
            if (bases[shape][place] == cell) return place;
        return -1;
    };
    for (int symmetry = 1; symmetry < 8; ++symmetry) {
        bool same = true, moved = false;
        for (int place = 0; place < lengths[shape]; ++place) {
            const int found = find(image(bases[shape][place], symmetry));
            same = same && found >= 0;
            moved = moved || found != place;
        }
        if (!same || !moved) continue;
        for (int place = 0; place < lengths[shape]; ++place) order[place] = find(image(bases[shape][place], symmetry));
    }
    return order;
}

inline constexpr int width = 64;  // copies, padded to whole registers

// units[cell][copy]: the value of the cell's digit in the copy's number; 0 if it does not cover the cell.
alignas(64) inline constexpr auto units = [] {
    std::array<std::array<std::uint16_t, width>, 64> table{};
    for (int index = 0; index < copies_count; ++index)
        for (int place = 0; place < lengths[copies[index].shape]; ++place)
            table[copies[index].cells[place]][index] = static_cast<std::uint16_t>(powers[place]);
    return table;
}();

// The largest number of each copy.
alignas(64) inline constexpr auto largest = [] {
    std::array<std::uint16_t, width> table{};
    for (int index = 0; index < copies_count; ++index)
        table[index] = static_cast<std::uint16_t>(powers[lengths[copies[index].shape]] - 1);
    return table;
}();

}  // namespace shapes

// What lies on all copies, each read to base three: a disc of the side to move 0, empty 1, of the other side 2. So the
// change of sides is a subtraction from the largest number.
struct alignas(64) PatternIndices {
    std::uint16_t at[shapes::width];

    static PatternIndices of(std::uint64_t own, std::uint64_t other) {
        PatternIndices found{};
        for (int cell = 0; cell < 64; ++cell) {
            const int digit = own >> cell & 1 ? 0 : other >> cell & 1 ? 2 : 1;
            for (int index = 0; index < shapes::width; ++index)
                found.at[index] = static_cast<std::uint16_t>(found.at[index] + digit * shapes::units[cell][index]);
        }
        return found;
    }

    // After the side to move has placed a disc on `cell`, which turned `turned` over; for the next side to move.
    static PatternIndices after(const PatternIndices& before, int cell, std::uint64_t turned) {
        PatternIndices next;
#ifdef BOYI_AVX2
        __m256i sums[4] = {};
        for (; turned; turned &= turned - 1) {
            const std::uint16_t* const unit = shapes::units[std::countr_zero(turned)].data();
            for (int part = 0; part < 4; ++part) sums[part] = _mm256_add_epi16(sums[part], load(unit + 16 * part));
        }
        const std::uint16_t* const unit = shapes::units[cell].data();
        for (int part = 0; part < 4; ++part) {
            const __m256i swapped =
                _mm256_sub_epi16(load(shapes::largest.data() + 16 * part), load(before.at + 16 * part));
            const __m256i changed = _mm256_add_epi16(_mm256_slli_epi16(sums[part], 1), load(unit + 16 * part));
            _mm256_store_si256(reinterpret_cast<__m256i*>(next.at + 16 * part), _mm256_add_epi16(swapped, changed));
        }
#else
        std::uint16_t sums[shapes::width] = {};
        for (; turned; turned &= turned - 1)
            for (int index = 0; index < shapes::width; ++index)
                sums[index] = static_cast<std::uint16_t>(sums[index] + shapes::units[std::countr_zero(turned)][index]);
        for (int index = 0; index < shapes::width; ++index)
            next.at[index] = static_cast<std::uint16_t>(shapes::largest[index] - before.at[index] +
                                                        shapes::units[cell][index] + 2 * sums[index]);
#endif
        return next;
    }

    static PatternIndices after_pass(const PatternIndices& before) {
        PatternIndices next;
        for (int index = 0; index < shapes::width; ++index)
            next.at[index] = static_cast<std::uint16_t>(shapes::largest[index] - before.at[index]);
        return next;
    }

private:
#ifdef BOYI_AVX2
    static __m256i load(const std::uint16_t* words) {
        return _mm256_load_si256(reinterpret_cast<const __m256i*>(words));
    }
#endif
};

}  // namespace boyi
