// The positions that gomoku's evaluation learns from, with what their searches said. No Python in here.
#pragma once

#include <string_view>

#include "gomoku/move_picker.hpp"
#include "gomoku/network_positions.hpp"
#include "gomoku/selfplay.hpp"

namespace boyi {

// A value of a search that stands for ten to one. Searches of more nodes are more certain; with the unit of the
// evaluation the values would grow from round to round.
inline constexpr double searched_unit = 600;
inline constexpr double surest = 1'200;  // a proof counts as this value

inline double chance(double value, double unit = static_unit) { return 1 / (1 + std::pow(10.0, -value / unit)); }

// Where something is decided by the next move, the search does not ask the evaluation.
template <class Kernel>
bool is_quiet(const ShapeBoard<Kernel>& board) {
    const int own = board.turn();
    return !board.count(own, Threat::five) && !board.count(1 - own, Threat::five) &&
           MovePicker<Kernel>(board).decisive() < 0;
}

// The quiet ones of the records: `use(board, sample, label, held_out)`. Every tenth block is held out as a whole,
// because the positions of one search are alike.
template <class Use>
void each_judged(GomokuRule rule, std::string_view records, Pulse& pulse, Use&& use) {
    constexpr std::size_t block = 2'000;
    std::size_t number = 0;
    for (std::size_t place = 0; place < records.size(); ++number) {
        const GomokuSample sample = read_sample(records, place);
        const auto judge = [&](auto board) {
            const double value = std::clamp<double>(sample.value, -surest, surest);
            if (is_quiet(board)) use(board, sample, chance(value, searched_unit), number / block % 10 == 9);
        };
        if (sample.size <= GomokuSmall::max_size)
            judge(ShapeBoard<GomokuSmall>(GomokuSmall(sample.size, rule, sample.cells, sample.turn)));
        else judge(ShapeBoard<GomokuLarge>(GomokuLarge(sample.size, rule, sample.cells, sample.turn)));
        pulse();
    }
}

}  // namespace boyi
