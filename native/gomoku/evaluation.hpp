// Gomoku's evaluation by shapes, and what it tells the search; src/boyi/games/gomoku/evaluation.py has its numbers.
#pragma once

#include "gomoku/candidates.hpp"
#include "gomoku/vcf.hpp"
#include "search/evaluation.hpp"

namespace boyi {

template <class Kernel>
struct GomokuPatterns {
    using Searched = GomokuThreats<Kernel>;
    static constexpr const char* name = "patterns";
    static constexpr bool specialised = true;
    static constexpr int scale = 400;
    static constexpr int winning = 9'000, losing = -8'000, open_four_value = 7'000, tempo = 87;
    // How much a leaf may spend on continuous fours.
    static constexpr std::uint64_t leaf_nodes = 60;
    static constexpr int leaf_fours = 16;

    static int value(const Kernel& board) { return value(Searched(board)); }
    static int value(const Searched& board) {
        const int own = board.turn(), enemy = 1 - own;
        if (board.count(own, Threat::five)) return winning;
        if (board.count(enemy, Threat::five) > 1) return losing;
        if (!board.count(enemy, Threat::five) && board.count(own, Threat::open_four)) return open_four_value;
        return std::clamp(board.worth(own, false) - board.worth(enemy, true) + tempo, losing + 1, open_four_value - 1);
    }
    static int gain(const Kernel& board, Move move) { return gain(Searched(board), move); }
    static int gain(const Searched& board, Move move) { return GomokuCandidates<Kernel>::urge(board, move); }

    static bool candidates(const Searched& board, MoveList& list) { return GomokuCandidates<Kernel>(board).find(list); }
    static bool forced(const Searched& board) { return board.count(1 - board.turn(), Threat::five) > 0; }

    static Proof prove(const Searched& board) {
        if (!hopeful(board)) return {};
        // Fresh in every search thread, so that equal searches give equal results.
        thread_local ContinuousFours<Kernel> fours(std::size_t{1} << 12);
        if (fours.run(board, leaf_nodes, leaf_fours, [] { return false; }) != ContinuousFours<Kernel>::Result::won)
            return {};
        return {static_cast<int>(fours.line().size()), fours.line()[0]};
    }
    static std::vector<Move> prove_root(const Searched& board, const Limits& limits, Stopper& stopper) {
        if (!hopeful(board)) return {};
        // About a tenth of what the whole search may cost.
        const double nodes = std::min({limits.seconds * 1e5, static_cast<double>(limits.nodes) / 10, 4e5});
        ContinuousFours<Kernel> fours(std::size_t{1} << 12);
        fours.run(board, static_cast<std::uint64_t>(nodes) + 50, board.area(), [&] { return stopper.check_clock(); });
        return fours.line();
    }

private:
    static bool hopeful(const Searched& board) {
        const int own = board.turn();
        int found = 0;
        for (Threat threat = Threat::four; threat <= Threat::five;
             threat = static_cast<Threat>(static_cast<int>(threat) + 1))
            found += board.count(own, threat);
        return found > 0;
    }
};

}  // namespace boyi
