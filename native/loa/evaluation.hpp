// The evaluation of Lines of Action; src/boyi/games/loa/evaluation.py has the same numbers and explains them.
#pragma once

#include "loa/connections.hpp"
#include "search/evaluation.hpp"

namespace boyi {

// Touching pieces of one side. Pieces minus pairs plus triangles minus tetrahedra is the Euler number: the number of
// groups minus the number of holes in them.
struct LoaLinks {
    int pairs, euler;

    explicit LoaLinks(std::uint64_t own) {
        constexpr std::uint64_t not_a = 0xFEFEFEFEFEFEFEFEull, not_h = 0x7F7F7F7F7F7F7F7Full;
        // For each cell as the lower right one of four: what stands on the other three.
        const std::uint64_t left = own << 1 & not_a, above = own << 8, beyond = above << 1 & not_a;
        pairs = std::popcount(own & left) + std::popcount(own & above) + std::popcount(own & beyond) +
                std::popcount(own & (own << 7 & not_h));
        const std::uint64_t falling = own & beyond, rising = above & left;
        const int fours = std::popcount(falling & rising);
        const int threes = std::popcount((falling & (above ^ left) & not_a) | (rising & (own ^ beyond)));
        euler = std::popcount(own) - pairs + threes + 3 * fours;
    }
};

// One number for each thing that matters about one side's pieces; averages are in 64ths.
struct LoaFeatures {
    enum Name {
        pieces,
        spread,
        offset,
        corners,
        edges,
        middle,
        links,
        euler,
        strays,
        area,
        quiet,
        captures,
        outward,
        walls,
        count
    };
    int values[count] = {};

    LoaFeatures(std::uint64_t own, std::uint64_t enemy) {
        const int number = std::popcount(own);
        values[pieces] = number;
        if (number == 0) return;
        shape(own, number);
        places(own, number);
        moves(own, enemy);
    }

private:
    static constexpr std::uint64_t not_a = 0xFEFEFEFEFEFEFEFEull, not_h = 0x7F7F7F7F7F7F7F7Full;
    static constexpr std::uint64_t border = 0xFF818181818181FFull, corner = 0x8100000000000081ull;
    static constexpr std::uint64_t inner = 0x00003C3C3C3C0000ull;

    // How many pieces are linked, in how many groups they lie, and how many are outside the largest one.
    void shape(std::uint64_t own, int number) {
        const LoaLinks found(own);
        values[links] = 64 * found.pairs / number;
        values[euler] = found.euler;
        int largest = 0;
        for (std::uint64_t rest = own; rest && std::popcount(rest) > largest;) {
            std::uint64_t group = rest & (~rest + 1);
            for (std::uint64_t before = 0; before != group;) {
                before = group;
                const std::uint64_t row = group | (group << 1 & not_a) | (group >> 1 & not_h);
                group = (row | row << 8 | row >> 8) & own;
            }
            largest = std::max(largest, std::popcount(group));
            rest &= ~group;
        }
        values[strays] = number - largest;
    }

    void places(std::uint64_t own, int number) {
        int rows = 0, columns = 0, low_row = 7, high_row = 0, low_column = 7, high_column = 0;
        for (std::uint64_t rest = own; rest; rest &= rest - 1) {
            const int cell = std::countr_zero(rest), row = cell / 8, column = cell % 8;
            rows += row;
            columns += column;
            low_row = std::min(low_row, row);
            high_row = std::max(high_row, row);
            low_column = std::min(low_column, column);
            high_column = std::max(high_column, column);
        }
        int distance = 0;
        for (std::uint64_t rest = own; rest; rest &= rest - 1) {
            const int cell = std::countr_zero(rest), row = cell / 8, column = cell % 8;
            distance += std::max(std::abs(number * row - rows), std::abs(number * column - columns));
        }
        values[spread] = 64 * distance / (number * number);
        values[offset] =
            64 * std::max(std::abs(2 * rows - 7 * number), std::abs(2 * columns - 7 * number)) / (2 * number);
        values[corners] = 64 * std::popcount(own & corner) / number;
        values[edges] = 64 * std::popcount(own & border) / number;
        values[middle] = 64 * std::popcount(own & inner) / number;
        values[area] = (high_row - low_row + 1) * (high_column - low_column + 1);
    }

    void moves(std::uint64_t own, std::uint64_t enemy) {
        int taking = 0, to_border = 0, inside = 0, blocked = 0;
        for (std::uint64_t rest = own; rest; rest &= rest - 1) {
            const int cell = std::countr_zero(rest);
            std::uint64_t found = 0;
            for (int direction = 0; direction < 8; ++direction) found |= Loa::target(own, enemy, cell, direction);
            taking += std::popcount(found & enemy);
            to_border += std::popcount(found & border & ~enemy);
            inside += std::popcount(found & ~(border | enemy));
            if (border >> cell & 1) {
                // Three ways lead off an edge, one out of a corner; moves along the edge are none of them.
                const bool upright = cell % 8 == 0 || cell % 8 == 7, across = cell < 8 || cell >= 56;
                if (across) found &= ~loa_lines.line[cell][0];
                if (upright) found &= ~loa_lines.line[cell][1];
                blocked += (upright && across ? 1 : 3) - std::popcount(found);
            }
        }
        values[captures] = taking;
        values[outward] = to_border;
        values[quiet] = inside;
        values[walls] = blocked;
    }
};

struct LoaFeatureValue {
    static constexpr const char* name = "features";
    static constexpr int scale = 2000;
    static constexpr int weights[LoaFeatures::count] = {308, -23, 0, -12, 11, 2, 1, -25, -57, -14, 14, 68, 5, -82};
    static constexpr int tempo = 233;
    static constexpr int nearer = 5, inwards = 30, capture = 60;

    static int value(const Loa& board) {
        const LoaFeatures own(board.own(), board.other()), other(board.other(), board.own());
        int sum = tempo;
        for (int i = 0; i < LoaFeatures::count; ++i) sum += weights[i] * (own.values[i] - other.values[i]);
        return sum;
    }

    // The sum of the places of one side's pieces.
    struct Centre {
        int number, rows = 0, columns = 0;
        explicit Centre(std::uint64_t stones) : number(std::popcount(stones)) {
            constexpr std::uint64_t row_bits[3] = {0xFF00FF00FF00FF00ull, 0xFFFF0000FFFF0000ull, 0xFFFFFFFF00000000ull};
            constexpr std::uint64_t column_bits[3] = {0xAAAAAAAAAAAAAAAAull, 0xCCCCCCCCCCCCCCCCull,
                                                      0xF0F0F0F0F0F0F0F0ull};
            for (int bit = 0; bit < 3; ++bit) {
                rows += std::popcount(stones & row_bits[bit]) << bit;
                columns += std::popcount(stones & column_bits[bit]) << bit;
            }
        }
        // The number of pieces times the distance of a cell to their centre.
        int distance(int cell) const {
            return std::max(std::abs(number * (cell / 8) - rows), std::abs(number * (cell % 8) - columns));
        }
    };

    // Nearer to the centre of the own pieces, away from the edge, and captures.
    static int gain(const Loa& board, Move move) { return gain(board, move, Centre(board.own())); }
    static int gain(const Loa& board, Move move, const Centre& own) {
        if (move == Loa::pass_move) return 0;
        const int from = move / Loa::cells, to = move % Loa::cells;
        const int taken = board.other() >> to & 1 ? capture : 0;
        return nearer * (own.distance(from) - own.distance(to)) + inwards * (ring(to) - ring(from)) + taken;
    }

    // A move that wins at once.
    static Proof prove(const Loa& board) { return loa_winning_move(board); }

private:
    static int ring(int cell) {
        const int row = cell / 8, column = cell % 8;
        return std::min(std::min(row, 7 - row), std::min(column, 7 - column));
    }
};

// A cut random game is worth what the evaluation says.
inline float Loa::expectation() const {
    return static_cast<float>(2 * win_rate(LoaFeatureValue{}, LoaFeatureValue::value(*this)) - 1);
}

}  // namespace boyi
