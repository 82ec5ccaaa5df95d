// What one thread of a Monte Carlo search keeps for itself. No Python in here.
#pragma once

#include <vector>

#include "search/mcts_rollout.hpp"
#include "search/mcts_selection.hpp"

namespace boyi {

// The statistic with one more result; a lost move stays lost.
inline Stat with_result(Stat old, float result) {
    const std::uint32_t visits = old.visits + 1;
    return {visits, is_lost(old.mean) ? old.mean : old.mean + (result - old.mean) / static_cast<float>(visits)};
}

// A move on the way from the root to the leaf.
struct Step {
    Tree::Node* node;
    int slot;
    int side;  // who chose
};

template <Board B>
struct alignas(64) MctsWorker {
    MctsWorker(const MctsConfig& config, std::uint64_t seed)
        : rng(seed), rollout(config), selection(config, HasPrior<B>) {
        if (config.rave)
            for (auto& side : played) side.resize(move_table);
    }

    // Gives the result to every move of the nodes passed that their side to move played at any time from there on.
    // `turn` is the side to move at the leaf; `known` if no random game followed; result(side) as each side sees it.
    template <class Result>
    void back_up_as_first(Tree& tree, int turn, bool known, bool shared, Result result_for) {
        const std::uint64_t game = ++games << 24;
        std::uint64_t ply = 0;
        for (const Step& step : path) played[step.side][tree.moves(*step.node)[step.slot] % move_table] = game + ply++;
        if (!known) {
            for (const Move move : rollout.moves()) {
                played[turn][move % move_table] = game + ply++;
                turn = 1 - turn;
            }
        }
        ply = 0;
        for (const Step& step : path) {
            const float result = result_for(step.side);
            const std::uint64_t* last = played[step.side].data();
            const Move* moves = tree.moves(*step.node);
            SharedStat* first = tree.amaf(*step.node);
            for (int slot = 0; slot < step.node->count; ++slot)
                if (last[moves[slot] % move_table] >= game + ply)
                    update(first[slot], shared, [result](Stat old) { return with_result(old, result); });
            ++ply;
        }
    }

    Rng rng;
    Rollout<B> rollout;
    Selection selection;
    std::vector<Step> path;
    std::size_t drawn = 0;                 // the steps of the path before this one count as a draw
    std::vector<Key> keys;                 // of the positions on the path
    std::vector<std::uint64_t> played[2];  // by side and move: the game's number and the last ply it was played at
    std::uint64_t games = 0;
    std::uint64_t claimed = 0;           // games taken on and not yet begun
    std::atomic<std::uint64_t> done{0};  // games; the only part that others read
};

}  // namespace boyi
