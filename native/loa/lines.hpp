// The rows, files and diagonals of the board as numbers to base 3. No Python in here.
#pragma once

#include <array>
#include <cstdint>

namespace boyi {

// Lines of at least three cells. A line is read from the cell with the least number on: empty 0, own 1, other 2. Lines
// of one kind share their weights: rows and files by their distance to the edge, diagonals by their length.
struct LoaLineShapes {
    static constexpr int lines = 16 + 2 * 11, kinds = 4 + 6;

    struct Place {
        std::uint8_t line = 0;
        std::uint16_t power = 0;  // what a piece of the first kind adds to the line's number
    };
    int length[lines]{};
    int kind[lines]{};
    int first[kinds + 1]{};  // where the weights of each kind begin
    int kind_length[kinds]{};
    Place places[64][4]{};  // the lines through each cell
    int count[64]{};

    constexpr LoaLineShapes() {
        int line = 0;
        for (int row = 0; row < 8; ++row) add(line++, row, 0, 0, 1, row < 4 ? row : 7 - row);
        for (int column = 0; column < 8; ++column) add(line++, 0, column, 1, 0, column < 4 ? column : 7 - column);
        for (int slope = -5; slope <= 5; ++slope) {
            const int size = 8 - (slope < 0 ? -slope : slope);
            add(line++, slope < 0 ? -slope : 0, slope < 0 ? 0 : slope, 1, 1, size + 1);
            add(line++, slope < 0 ? -slope : 0, slope < 0 ? 7 : 7 - slope, 1, -1, size + 1);
        }
        for (int which = 0; which < kinds; ++which) {
            int numbers = 1;
            for (int cell = 0; cell < kind_length[which]; ++cell) numbers *= 3;
            first[which + 1] = first[which] + numbers;
        }
    }

    // The number of the same line read from the other end.
    constexpr int reversed(int number, int cells) const {
        int result = 0;
        for (int cell = 0; cell < cells; ++cell, number /= 3) result = result * 3 + number % 3;
        return result;
    }
    // The number of the same line seen by the other side.
    constexpr int swapped(int number) const {
        int result = 0;
        for (int power = 1; number; power *= 3, number /= 3) result += power * ((3 - number % 3) % 3);
        return result;
    }

private:
    constexpr void add(int line, int row, int column, int down, int right, int which) {
        int power = 1, size = 0;
        for (; row >= 0 && row < 8 && column >= 0 && column < 8; row += down, column += right, ++size) {
            const int cell = 8 * row + column;
            places[cell][count[cell]++] = {static_cast<std::uint8_t>(line), static_cast<std::uint16_t>(power)};
            power *= 3;
        }
        length[line] = size;
        kind[line] = which;
        kind_length[which] = size;
    }
};

inline constexpr LoaLineShapes loa_shapes{};

}  // namespace boyi
