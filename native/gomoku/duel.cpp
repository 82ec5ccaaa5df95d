#include "gomoku/duel.hpp"

#include <cmath>

#include "gomoku/boards.hpp"
#include "gomoku/random_opening.hpp"

namespace boyi {

namespace {

constexpr std::uint64_t duel_memory = std::uint64_t{16} << 20;  // bytes of a search
constexpr std::uint64_t first_look = 3'000, second_look = 30'000;
constexpr double most_uneven = 150;
constexpr int longest_duel = 160;  // plies; what takes longer is a draw

template <class Kernel>
bool is_even(const Kernel& board) {
    if (board.outcome().over()) return false;
    for (const std::uint64_t nodes : {first_look, second_look}) {
        const Report report = search_gomoku(board, node_limit(nodes, duel_memory, 0), GomokuSettings{}, nullptr);
        if (report.proven != Proven::no || std::abs(report.lines[0].score) > most_uneven) return false;
    }
    return true;
}

template <class Kernel>
Kernel even_opening(const GomokuDuel& duel, Rng& rng, Pulse& pulse) {
    while (true) {
        Kernel board(duel.size, duel.rule, std::string(static_cast<std::size_t>(duel.size * duel.size), '.'), 0);
        open_randomly(board, rng);
        if (is_even(board)) return board;
        pulse();
    }
}

// Twice the points of the first, who has this colour. A proof ends the game.
template <class Kernel>
int play(const GomokuDuel& duel, Kernel board, int colour, Rng& rng, Pulse& pulse) {
    MemorySlot slots[2];
    const std::uint64_t spread = duel.nodes / 4 + 1;
    for (int ply = 0; ply < longest_duel && !board.outcome().over(); ++ply) {
        const bool first = board.turn() == colour;
        const std::uint64_t nodes = duel.nodes - duel.nodes / 8 + rng.below(static_cast<std::uint32_t>(spread));
        Limits limits = node_limit(nodes, duel_memory, rng.next());
        if (duel.seconds > 0) {
            limits.seconds = duel.seconds;
            limits.nodes = Limits{}.nodes;
        }
        const Report report = search_gomoku(board, limits, first ? duel.first : duel.second, &slots[first]);
        if (report.proven == Proven::win) return first ? 2 : 0;
        if (report.proven == Proven::loss) return first ? 0 : 2;
        if (report.proven == Proven::draw) return 1;
        board.play(report.lines[0].move);
        pulse();
    }
    return 1;
}

template <class Kernel>
std::pair<int, int> play_both(const GomokuDuel& duel, Pulse& pulse) {
    Rng rng(mix(duel.seed));
    const Kernel opening = even_opening<Kernel>(duel, rng, pulse);
    const int as_black = play(duel, opening, 0, rng, pulse);
    return {as_black, play(duel, opening, 1, rng, pulse)};
}

}  // namespace

std::pair<int, int> play_gomoku_duel(const GomokuDuel& duel, Pulse& pulse) {
    return duel.size <= GomokuSmall::max_size ? play_both<GomokuSmall>(duel, pulse)
                                              : play_both<GomokuLarge>(duel, pulse);
}

}  // namespace boyi
