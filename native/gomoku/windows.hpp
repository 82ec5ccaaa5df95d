// The windows of nine cells around an empty cell: what stands on the four cells of either side, as far as it matters to
// lines through the cell.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gomoku/patterns.hpp"

namespace boyi {

// A side ends with the edge, or with the first stone after which both colours were seen: whatever is behind it belongs
// to no line through the cell, and edge and stone are the same then.
class Windows {
public:
    static constexpr int reach = 4, sides = 57, count = sides * sides;
    static constexpr int rows = sides * (sides + 1) / 2;  // a window and its mirror image share a row

    static const Windows& get() {
        static const auto& windows = *new Windows;  // never destroyed: threads may search until the process ends
        return windows;
    }

    // The window around a place of a line.
    int number(LineWord line, int place) const {
        const int shift = line_shift(place - reach);
        const LineWord before = shift >= 0 ? line >> shift : line << -shift, after = line >> line_shift(place + 1);
        return before_[before & mask] + after_[after & mask];
    }
    // The same with the colours exchanged.
    int swapped(int window) const { return swapped_[window / sides] * sides + swapped_[window % sides]; }
    // Windows without a stone have row 0.
    int row(int window) const { return rows_[window]; }

private:
    static constexpr unsigned mask = (1 << 2 * reach) - 1;

    Windows() {
        std::vector<unsigned> seen;
        // Sides without stones first.
        for (const bool stones : {false, true}) {
            for (unsigned field = 0; field <= mask; ++field) {
                const unsigned side = cut(field);
                if (has_stone(side) == stones && std::find(seen.begin(), seen.end(), side) == seen.end())
                    seen.push_back(side);
            }
        }
        const auto place = [&seen](unsigned side) {
            return static_cast<std::uint16_t>(std::find(seen.begin(), seen.end(), side) - seen.begin());
        };
        for (unsigned field = 0; field <= mask; ++field) {
            after_[field] = place(cut(field));
            before_[field] = static_cast<std::uint16_t>(sides * place(cut(mirror(field))));
        }
        for (std::size_t side = 0; side < sides; ++side) {
            unsigned other = 0;
            for (int i = 0; i < reach; ++i) {
                const unsigned content = seen[side] >> 2 * i & 3;
                other |= (content == 1 || content == 2 ? 3 - content : content) << 2 * i;
            }
            swapped_[side] = place(other);
        }
        std::uint16_t next = 1;
        for (std::size_t before = 0; before < sides; ++before) {
            for (std::size_t after = 0; after <= before; ++after) {
                const bool stones = has_stone(seen[before]) || has_stone(seen[after]);
                rows_[before * sides + after] = rows_[after * sides + before] = stones ? next++ : std::uint16_t{0};
            }
        }
    }

    // The nearest cell in the lowest bits.
    static unsigned cut(unsigned field) {
        unsigned side = 0, colours = 0;
        for (int i = 0; i < reach; ++i) {
            const unsigned content = field >> 2 * i & 3;
            colours |= content;
            if (colours == off_board) return side | off_board << 2 * i;
            side |= content << 2 * i;
        }
        return side;
    }
    static unsigned mirror(unsigned field) {
        unsigned other = 0;
        for (int i = 0; i < reach; ++i) other |= (field >> 2 * i & 3) << 2 * (reach - 1 - i);
        return other;
    }
    static bool has_stone(unsigned side) {
        for (int i = 0; i < reach; ++i)
            if (const unsigned content = side >> 2 * i & 3; content == 1 || content == 2) return true;
        return false;
    }

    std::array<std::uint16_t, mask + 1> before_, after_;
    std::array<std::uint16_t, sides> swapped_;
    std::array<std::uint16_t, count> rows_;
};

}  // namespace boyi
