// What the four shapes of an empty cell are together: a number for each unordered combination, and what follows from
// it.
#pragma once

#include <array>
#include <vector>

#include "gomoku/patterns.hpp"

namespace boyi {

// Unordered combinations of four shapes out of ten: 13 choose 4.
inline constexpr int combination_count = 715;

class Combinations {
public:
    static const Combinations& get() {
        static const auto& table = *new Combinations;  // never destroyed: threads may search until the process ends
        return table;
    }
    // By the shapes of the four directions, four bits each.
    int number(unsigned shapes) const { return numbers_[shapes]; }
    Threat threat(int combination) const { return threats_[combination]; }
    // The shapes of a combination in rising order, four bits each.
    unsigned shapes(int combination) const { return shapes_[combination]; }

private:
    Combinations() : numbers_(1 << 16) {
        int next = 0;
        for (int a = 0; a < shape_count; ++a)
            for (int b = a; b < shape_count; ++b)
                for (int c = b; c < shape_count; ++c)
                    for (int d = c; d < shape_count; ++d) add(next++, {a, b, c, d});
    }
    void add(int combination, std::array<int, 4> sorted) {
        int counts[shape_count] = {};
        for (const int shape : sorted) ++counts[shape];
        threats_[combination] = CellTable::combine(counts);
        shapes_[combination] = static_cast<std::uint16_t>(pack(sorted));
        do numbers_[pack(sorted)] = static_cast<std::uint16_t>(combination);
        while (std::next_permutation(sorted.begin(), sorted.end()));
    }
    static unsigned pack(const std::array<int, 4>& shapes) {
        return static_cast<unsigned>(shapes[0] | shapes[1] << 4 | shapes[2] << 8 | shapes[3] << 12);
    }

    std::vector<std::uint16_t> numbers_;
    Threat threats_[combination_count];
    std::uint16_t shapes_[combination_count];
};

}  // namespace boyi
