// What one thread of a Monte Carlo search keeps for itself. No Python in here.
#pragma once

#include <atomic>
#include <span>
#include <vector>

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

struct alignas(64) MctsWorker {
    MctsWorker(const MctsConfig& config, std::uint64_t seed, bool has_prior);
    virtual ~MctsWorker() = default;

    // Gives the result to every move of the nodes passed that their side to move played at any time from there on.
    // `turn` is the side to move at the leaf; `moves` are those of the random game, none if none followed;
    // results[side] as each side sees it.
    void back_up_as_first(Tree& tree, int turn, std::span<const Move> moves, bool shared, const float (&results)[2]);

    Rng rng;
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
