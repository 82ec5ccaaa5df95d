// The numbers that decide how selective gomoku's search is. They were found by games (benchmarks/gomoku_settings.py).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace boyi {

// Values are those of the evaluation, depths are plies; a share is in hundredths, and so is a reduction in plies.
struct GomokuSettings {
    int reverse_depth = 6, reverse_margin = 66, reverse_improving = 48;  // reverse futility
    int razor_depth = 4, razor_margin = 76;
    int null_least = 3;                                                       // the null move, from this depth on
    int null_base = 332, null_depth = 21, null_value = 237, null_most = 150;  // its reduction
    int internal_depth = 3;                                                   // internal iterative reduction
    int singular_depth = 8, singular_margin = 245, singular_base = 4;
    int late_base = 6, late_improving = 49, late_worse = 20;     // how many moves are searched
    int futile_depth = 4, futile_margin = 80, futile_base = 99;  // quiet moves of nodes far below alpha
    int reduction_base = 102, reduction_growth = 125;            // late move reductions
    int reduction_worse = 28, reduction_unlikely = 23;           // where the value falls; for each logit
    int reduction_history = 4'668;                               // the history that stands for a ply
    int order_history = 25, order_killer = 164;                  // parts of the order of moves
    int bonus_growth = 170, bonus_most = 820, malus = 65;        // what a cut-off changes in the history
    int fours_nodes = 6, fours_depth = 3;                        // continuous fours of both sides
    int window = 29;                                             // aspiration
    int proof_share = 10, look_share = 3;                        // of the time, for continuous threats
    int network = 1, policy = 1;                                 // 0: values or the order of moves without it

    // How a number is tuned: a step that matters (0: it is not tuned), and its range.
    struct Entry {
        const char* name;
        int GomokuSettings::* number;
        int step, least, most;
    };
    static const std::array<Entry, 37> entries;

    // Late move reduction in hundredths of a ply, for the n-th move of a node.
    int reduction(int depth, int number) const {
        static const auto logarithms = [] {
            std::array<int, 64 * 64> table{};  // no destructor: threads may search until the process ends
            for (int d = 1; d < 64; ++d)
                for (int n = 1; n < 64; ++n)
                    table[static_cast<std::size_t>(64 * d + n)] = static_cast<int>(100 * std::log(d) * std::log(n));
            return table;
        }();
        const int place = 64 * std::min(depth, 63) + std::min(number, 63);
        return reduction_base + logarithms[static_cast<std::size_t>(place)] * reduction_growth / 100;
    }
};

inline constexpr std::array<GomokuSettings::Entry, 37> GomokuSettings::entries = {{
    {"reverse_depth", &GomokuSettings::reverse_depth, 1, 0, 20},
    {"reverse_margin", &GomokuSettings::reverse_margin, 12, 5, 1'000},
    {"reverse_improving", &GomokuSettings::reverse_improving, 15, -200, 500},
    {"razor_depth", &GomokuSettings::razor_depth, 1, 0, 20},
    {"razor_margin", &GomokuSettings::razor_margin, 25, 5, 2'000},
    {"null_least", &GomokuSettings::null_least, 0, 1, 100},
    {"null_base", &GomokuSettings::null_base, 50, 100, 1'000},
    {"null_depth", &GomokuSettings::null_depth, 6, 0, 100},
    {"null_value", &GomokuSettings::null_value, 40, 20, 2'000},
    {"null_most", &GomokuSettings::null_most, 70, 0, 1'000},
    {"internal_depth", &GomokuSettings::internal_depth, 1, 2, 100},
    {"singular_depth", &GomokuSettings::singular_depth, 1, 4, 100},
    {"singular_margin", &GomokuSettings::singular_margin, 80, 0, 2'000},
    {"singular_base", &GomokuSettings::singular_base, 8, 0, 500},
    {"late_base", &GomokuSettings::late_base, 1, 1, 100},
    {"late_improving", &GomokuSettings::late_improving, 20, 5, 1'000},
    {"late_worse", &GomokuSettings::late_worse, 12, 5, 1'000},
    {"futile_depth", &GomokuSettings::futile_depth, 1, 0, 20},
    {"futile_margin", &GomokuSettings::futile_margin, 20, 5, 1'000},
    {"futile_base", &GomokuSettings::futile_base, 30, 0, 1'000},
    {"reduction_base", &GomokuSettings::reduction_base, 20, -200, 500},
    {"reduction_growth", &GomokuSettings::reduction_growth, 12, 10, 400},
    {"reduction_worse", &GomokuSettings::reduction_worse, 20, -200, 300},
    {"reduction_unlikely", &GomokuSettings::reduction_unlikely, 8, 0, 200},
    {"reduction_history", &GomokuSettings::reduction_history, 900, 500, 100'000},
    {"order_history", &GomokuSettings::order_history, 7, 4, 100'000},
    {"order_killer", &GomokuSettings::order_killer, 35, 0, 2'000},
    {"bonus_growth", &GomokuSettings::bonus_growth, 25, 5, 1'000},
    {"bonus_most", &GomokuSettings::bonus_most, 200, 50, 8'000},
    {"malus", &GomokuSettings::malus, 15, 0, 300},
    {"fours_nodes", &GomokuSettings::fours_nodes, 2, 0, 200},
    {"fours_depth", &GomokuSettings::fours_depth, 1, 1, 100},
    {"window", &GomokuSettings::window, 6, 5, 20'000},
    {"proof_share", &GomokuSettings::proof_share, 0, 0, 50},
    {"look_share", &GomokuSettings::look_share, 0, 0, 50},
    {"network", &GomokuSettings::network, 0, 0, 1},
    {"policy", &GomokuSettings::policy, 0, 0, 1},
}};

}  // namespace boyi
