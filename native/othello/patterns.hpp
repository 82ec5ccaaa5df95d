// Othello judged by learned weights of patterns; src/boyi/games/othello/patterns.py explains them and has the same
// numbers. Here the cells of a pattern are cut out of turned boards by shifts.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace boyi {

class OthelloPatterns8 {
    static constexpr int powers[11] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683, 59049};

public:
    static constexpr int stages = 11;
    // Cells of each pattern, in the file's order: edge with both X cells, second to fourth row, 3x3 corner,
    // 2x5 corner, diagonals of eight to four.
    static constexpr int shapes = 11, lengths[shapes] = {10, 8, 8, 8, 9, 10, 8, 7, 6, 5, 4};
    // After them 256 weights that counts look up: 32 each for both sides' moves, 64 each for both sides' frontiers and
    // for empty cells.

    // The bytes of all weights, those of mirrored patterns once; false if there are not as many as there should be.
    static bool load(const signed char* bytes, std::size_t size) {
        std::vector<int> twins[shapes];
        std::size_t in_stage = 256;
        for (int shape = 0; shape < shapes; ++shape) {
            twins[shape] = mirrored(shape);
            for (int index = 0; index < powers[lengths[shape]]; ++index) in_stage += twins[shape][index] >= index;
        }
        if (size != stages * in_stage) return false;
        for (int stage = 0; stage < stages; ++stage) {
            std::int8_t* place = weights_[stage];
            for (const std::vector<int>& twin : twins) {
                const int count = static_cast<int>(twin.size());
                for (int index = 0; index < count; ++index)
                    place[index] = twin[index] < index ? place[twin[index]] : static_cast<std::int8_t>(*bytes++);
                place += count;
            }
            std::copy(bytes, bytes + 256, place);
            bytes += 256;
        }
        loaded_ = true;
        return true;
    }
    static bool loaded() { return loaded_; }

    // In sixteenths of a disc, for the owner of `own`; `moves` and `answers` are both sides' placements.
    static int value(std::uint64_t own, std::uint64_t other, std::uint64_t moves, std::uint64_t answers) {
        const std::uint64_t empty = ~(own | other);
        const int left = std::popcount(empty);
        const std::int8_t* weight = weights_[left / 5 < stages ? left / 5 : stages - 1];
        const Views a(own), b(other);
        int sum = 0;
        const auto add = [&](unsigned mine, unsigned theirs) { sum += weight[ternary[mine] + 2 * ternary[theirs]]; };

        for (int view = 0; view < 4; ++view) add(edge(a.view[view]), edge(b.view[view]));
        weight += powers[10];
        for (int row = 8; row <= 24; row += 8) {
            for (int view = 0; view < 4; ++view) add(a.view[view] >> row & 255, b.view[view] >> row & 255);
            weight += powers[8];
        }
        for (const int view : {0, 1, 4, 5}) add(corner(a.view[view]), corner(b.view[view]));
        weight += powers[9];
        for (int view = 0; view < 8; ++view) add(block(a.view[view]), block(b.view[view]));
        weight += powers[10];
        for (const int view : {0, 4}) add(diagonal<0>(a.view[view]), diagonal<0>(b.view[view]));
        weight += powers[8];
        for (const int view : {0, 1, 2, 4}) {
            const std::uint64_t x = a.view[view], y = b.view[view];
            const std::int8_t* table = weight;
            sum += table[ternary[diagonal<1>(x)] + 2 * ternary[diagonal<1>(y)]];
            table += powers[7];
            sum += table[ternary[diagonal<2>(x)] + 2 * ternary[diagonal<2>(y)]];
            table += powers[6];
            sum += table[ternary[diagonal<3>(x)] + 2 * ternary[diagonal<3>(y)]];
            table += powers[5];
            sum += table[ternary[diagonal<4>(x)] + 2 * ternary[diagonal<4>(y)]];
        }
        weight += powers[7] + powers[6] + powers[5] + powers[4];

        sum += weight[std::min(std::popcount(moves), 31)] + weight[32 + std::min(std::popcount(answers), 31)];
        sum += weight[64 + std::popcount(around(own) & empty)] + weight[128 + std::popcount(around(other) & empty)];
        // Weights are kept in eighths.
        return 2 * (sum + weight[192 + std::min(left, 63)]);
    }

private:
    static constexpr int per_stage =
        2 * powers[10] + powers[9] + 4 * powers[8] + powers[7] + powers[6] + powers[5] + powers[4] + 256;

    // ternary[bits]: the same digits read to base three.
    static constexpr auto ternary = [] {
        std::array<std::uint16_t, 1024> table{};
        for (int bits = 1; bits < 1024; ++bits)
            table[bits] = static_cast<std::uint16_t>(3 * table[bits / 2] + bits % 2);
        return table;
    }();

    // A board and its images: upside down, turned about the diagonal, both; then the same with rows reversed.
    struct Views {
        explicit Views(std::uint64_t board) {
            view[0] = board;
            view[1] = upside_down(board);
            view[2] = transposed(board);
            view[3] = upside_down(view[2]);
            for (int half = 0; half < 4; ++half) view[4 + half] = reversed_rows(view[half]);
        }
        std::uint64_t view[8];
    };
    static constexpr std::uint64_t upside_down(std::uint64_t b) {
        b = (b >> 8 & 0x00FF00FF00FF00FFull) | (b & 0x00FF00FF00FF00FFull) << 8;
        b = (b >> 16 & 0x0000FFFF0000FFFFull) | (b & 0x0000FFFF0000FFFFull) << 16;
        return b >> 32 | b << 32;
    }
    static constexpr std::uint64_t reversed_rows(std::uint64_t b) {
        b = (b >> 1 & 0x5555555555555555ull) | (b & 0x5555555555555555ull) << 1;
        b = (b >> 2 & 0x3333333333333333ull) | (b & 0x3333333333333333ull) << 2;
        return (b >> 4 & 0x0F0F0F0F0F0F0F0Full) | (b & 0x0F0F0F0F0F0F0F0Full) << 4;
    }
    static constexpr std::uint64_t transposed(std::uint64_t b) {
        std::uint64_t t = (b ^ b >> 7) & 0x00AA00AA00AA00AAull;
        b ^= t ^ t << 7;
        t = (b ^ b >> 14) & 0x0000CCCC0000CCCCull;
        b ^= t ^ t << 14;
        t = (b ^ b >> 28) & 0x00000000F0F0F0F0ull;
        return b ^ t ^ t << 28;
    }

    static constexpr unsigned edge(std::uint64_t b) {
        return static_cast<unsigned>((b & 0xFF) | (b >> 1 & 0x100) | (b >> 5 & 0x200));
    }
    static constexpr unsigned corner(std::uint64_t b) {
        return static_cast<unsigned>((b & 7) | (b >> 5 & 0x38) | (b >> 10 & 0x1C0));
    }
    static constexpr unsigned block(std::uint64_t b) { return static_cast<unsigned>((b & 31) | (b >> 3 & 0x3E0)); }
    template <int Offset>
    static constexpr unsigned diagonal(std::uint64_t b) {
        constexpr std::uint64_t cells = [] {
            std::uint64_t line = 0;
            for (int row = 0; row + Offset < 8; ++row) line |= std::uint64_t{1} << (9 * row + Offset);
            return line;
        }();
        return static_cast<unsigned>((b & cells) * 0x0101010101010101ull >> (56 + Offset));
    }
    static constexpr std::uint64_t around(std::uint64_t b) {
        const std::uint64_t row = b | (b >> 1 & 0x7F7F7F7F7F7F7F7Full) | (b << 1 & 0xFEFEFEFEFEFEFEFEull);
        return row | row << 8 | row >> 8;
    }

    // For each index of a pattern the one seen in the mirror that leaves its cells in place, or itself.
    static std::vector<int> mirrored(int shape) {
        constexpr int edge_order[10] = {7, 6, 5, 4, 3, 2, 1, 0, 9, 8}, corner_order[9] = {0, 3, 6, 1, 4, 7, 2, 5, 8};
        const int length = lengths[shape];
        std::vector<int> twins(powers[length], 0);
        for (int digit = 0; digit < length; ++digit) {
            const int to = shape == 0   ? edge_order[digit]
                           : shape == 4 ? corner_order[digit]
                           : shape == 5 ? digit
                                        : length - 1 - digit;
            const int unit = powers[digit];
            for (int index = unit; index < 3 * unit; ++index)
                twins[index] = twins[index % unit] + index / unit * powers[to];
        }
        return twins;
    }

    inline static std::int8_t weights_[stages][per_stage] = {};
    inline static bool loaded_ = false;
};

}  // namespace boyi
