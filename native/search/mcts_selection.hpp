// Which move of a node a simulation follows: UCB1, with RAVE and priors where they are on. No Python in here.
#pragma once

#include <cmath>
#include <vector>

#include "search/mcts_config.hpp"
#include "search/mcts_tree.hpp"

namespace boyi {

// A move that is proven lost gets this mean: no exploration makes up for it, and so choosing needs no other check.
inline constexpr float lost_mean = -1e30f;
inline bool is_lost(float mean) { return mean < -1e20f; }

// c * sqrt(factor * ln N_parent / N) is the square root of this divided by N. All here is on the scale from -1 to
// 1: UCB1 on win rates prefers the same moves as UCB1 on means with twice the c.
inline float exploration(const MctsConfig& config, std::uint32_t parent_visits) {
    const auto weight = static_cast<float>(config.unit ? 2 * config.c : config.c);
    const float visits = static_cast<float>(std::max(parent_visits, 1u));
    return weight * weight * static_cast<float>(config.factor) * std::log(visits);
}

// Tables by move have this many entries and are used modulo it: enough for every game here, and safe for any.
inline constexpr std::size_t move_table = std::size_t{1} << 13;

// One thread's means to choose: buffers, and the all-moves-as-first statistics of the nodes above.
class Selection {
public:
    Selection(const MctsConfig& config, bool priors);

    // A new simulation begins at the root.
    void begin() { source_[0] = source_[1] = 0; }

    // The slot to follow in a node where `side` is to move, which has had `visits` and is worth `worth` to it.
    int choose(Tree& tree, Tree::Node& node, std::uint32_t visits, float worth, int side, bool shared, Rng& rng) {
        if (in_order_)
            if (const int slot = next_untried(tree, node, shared); slot >= 0) return slot;
        worth_ = worth;
        evaluate(tree, node, visits, side);
        return best(node.count, rng);
    }

    // As `choose`, but only among moves of which nothing is proven; -1 if there are none.
    int choose_open(Tree& tree, Tree::Node& node, std::uint32_t visits, int side, bool shared, Rng& rng);

    // The first, the last or any of the values that equal the best.
    template <class Value>
    static int pick(const Value* values, int count, Value best, Tie tie, Rng& rng) {
        int chosen = 0, equal = 0;
        for (int slot = 0; slot < count; ++slot) {
            if (values[slot] != best) continue;
            chosen = tie == Tie::random && equal && rng.below(static_cast<std::uint32_t>(equal) + 1) ? chosen : slot;
            ++equal;
            if (tie == Tie::first) break;
        }
        return chosen;
    }

private:
    static constexpr int lanes = 8, room = (max_cells + lanes) / lanes * lanes;

    // The UCB1 values of all moves. Without branches and atomics, so that compilers vectorise it.
    void evaluate(Tree& tree, Tree::Node& node, std::uint32_t visits, int side);
    // The slot with the largest value, by blocks, which compilers vectorise.
    int best(int count, Rng& rng);

    // The next move in the node's order that nobody has taken; -1 if there is none.
    static int next_untried(Tree& tree, Tree::Node& node, bool shared) {
        while (node.tried.load(std::memory_order_relaxed) < node.count) {
            const int slot = node.tried.load(std::memory_order_relaxed);
            const int taken = shared ? node.tried.fetch_add(1, std::memory_order_relaxed) : slot;
            if (!shared) node.tried.store(static_cast<std::uint16_t>(slot + 1), std::memory_order_relaxed);
            if (taken < node.count && !is_lost(read(tree.stats(node)[taken]).mean)) return taken;
        }
        return -1;
    }

    // Copies the node's statistics and gives the untried moves their first-play urgency.
    void load(Tree& tree, Tree::Node& node);

    // Mixes in the all-moves-as-first means: of this node if it has been visited often, else of the nearest such
    // node above it with the same side to move (GRAVE).
    void blend(Tree& tree, Tree::Node& node, std::uint32_t visits, int side);

    struct Reference {
        Stat stat;
        std::uint64_t source = 0;  // the node it comes from, numbered as they are passed
    };

    const MctsConfig config_;
    const bool policy_, priors_, in_order_, fpu_is_mean_;
    float worth_ = 0;  // of the node, for an untried move where no other has been tried
    std::uint64_t sources_ = 0, source_[2] = {0, 0};
    std::vector<Reference> reference_[2];  // by side and move
    Stat copies_[room];
    int visits_[room];
    float means_[room], values_[room];
};

}  // namespace boyi
