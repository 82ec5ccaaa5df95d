// Which move of a node a simulation follows: UCB1, with RAVE and priors where they are on. No Python in here.
#pragma once

#include <cmath>
#include <cstring>
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
    Selection(const MctsConfig& config, bool priors)
        : config_(config),
          priors_(priors && config.bias > 0),
          in_order_(std::isinf(config.fpu) && !config.rave && !priors_),
          fpu_is_mean_(!std::isfinite(config.fpu)) {
        if (config.rave)
            for (auto& side : reference_) side.resize(move_table);
    }

    // A new simulation begins at the root.
    void begin() { source_[0] = source_[1] = 0; }

    // The slot to follow in a node where `side` is to move and which has had `visits`.
    int choose(Tree& tree, Tree::Node& node, std::uint32_t visits, int side, bool shared, Rng& rng) {
        if (in_order_)
            if (const int slot = next_untried(tree, node, shared); slot >= 0) return slot;
        evaluate(tree, node, visits, side);
        return best(node.count, rng);
    }

    // As `choose`, but only among moves of which nothing is proven; -1 if there are none.
    int choose_open(Tree& tree, Tree::Node& node, std::uint32_t visits, int side, bool shared, Rng& rng) {
        const std::atomic<std::uint16_t>* proofs = tree.proofs(node);
        if (in_order_)
            for (int slot; (slot = next_untried(tree, node, shared)) >= 0;)
                if (!proofs[slot].load(std::memory_order_relaxed)) return slot;
        evaluate(tree, node, visits, side);
        for (int slot = 0; slot < node.count; ++slot)
            if (proofs[slot].load(std::memory_order_relaxed)) values_[slot] = lost_mean;
        const int slot = best(node.count, rng);
        return is_lost(values_[slot]) ? -1 : slot;
    }

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
    void evaluate(Tree& tree, Tree::Node& node, std::uint32_t visits, int side) {
        const int count = node.count;
        load(tree, node);
        if (config_.rave) blend(tree, node, visits, side);
        const float explore = exploration(config_, visits);
        for (int slot = 0; slot < count; ++slot) {
            const float tried = static_cast<float>(std::max(visits_[slot], 1));
            values_[slot] = means_[slot] + std::sqrt(explore / tried);
        }
        if (priors_) {
            const float* prior = tree.priors(node);
            const auto weight = static_cast<float>(config_.bias);
            for (int slot = 0; slot < count; ++slot)
                values_[slot] += weight * prior[slot] / static_cast<float>(visits_[slot] + 1);
        }
    }
    // The slot with the largest value, by blocks, which compilers vectorise.
    int best(int count, Rng& rng) {
        const int end = (count + lanes - 1) / lanes * lanes;
        for (int slot = count; slot < end; ++slot) values_[slot] = 2 * lost_mean;
        float most[lanes];
        std::fill_n(most, lanes, 2 * lost_mean);
        for (int slot = 0; slot < end; slot += lanes)
            for (int lane = 0; lane < lanes; ++lane)
                most[lane] = most[lane] < values_[slot + lane] ? values_[slot + lane] : most[lane];
        const float top = *std::max_element(most, most + lanes);
        int begin = 0;
        if (config_.tie == Tie::first) {
            for (;; begin += lanes) {
                int equal = 0;
                for (int lane = 0; lane < lanes; ++lane) equal |= values_[begin + lane] == top;
                if (equal) break;
            }
        }
        return begin + pick(values_ + begin, count - begin, top, config_.tie, rng);
    }

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
    void load(Tree& tree, Tree::Node& node) {
        const SharedStat* stats = tree.stats(node);
        const int count = node.count;
        // In two steps, because compilers do not vectorise what touches atomics.
        for (int slot = 0; slot < count; ++slot) {
            const std::uint64_t word = stats[slot].load(std::memory_order_relaxed);
            std::memcpy(static_cast<void*>(&copies_[slot]), &word, sizeof word);
        }
        for (int slot = 0; slot < count; ++slot) {
            visits_[slot] = static_cast<int>(copies_[slot].visits);
            means_[slot] = copies_[slot].mean;
        }
        if (in_order_) return;
        float urgency = static_cast<float>(config_.fpu);
        if (fpu_is_mean_) {
            float sum = 0, visits = 0;
            for (int slot = 0; slot < count; ++slot) {
                if (is_lost(means_[slot])) continue;
                sum += means_[slot] * static_cast<float>(visits_[slot]);
                visits += static_cast<float>(visits_[slot]);
            }
            urgency = visits > 0 ? sum / visits : 0;
        }
        for (int slot = 0; slot < count; ++slot)
            if (!visits_[slot] && !is_lost(means_[slot])) means_[slot] = urgency;
    }

    // Mixes in the all-moves-as-first means: of this node if it has been visited often, else of the nearest such
    // node above it with the same side to move (GRAVE).
    void blend(Tree& tree, Tree::Node& node, std::uint32_t visits, int side) {
        const SharedStat* own = tree.amaf(node);
        const Move* moves = tree.moves(node);
        std::vector<Reference>& reference = reference_[side];
        const bool settled = visits >= static_cast<std::uint32_t>(config_.grave_ref);
        const bool from_above = !settled && source_[side];
        if (settled) source_[side] = ++sources_;
        const auto bias = static_cast<float>(config_.rave_bias);
        for (int slot = 0; slot < node.count; ++slot) {
            Stat first = read(own[slot]);
            Reference& known = reference[moves[slot] % move_table];
            if (settled) known = {first, source_[side]};
            else if (from_above && known.source == source_[side]) first = known.stat;
            if (!first.visits || is_lost(means_[slot])) continue;
            const auto n = static_cast<float>(visits_[slot]), m = static_cast<float>(first.visits);
            const float share = m / (m + n + bias * m * n);
            means_[slot] += share * (first.mean - means_[slot]);
        }
    }

    struct Reference {
        Stat stat;
        std::uint64_t source = 0;  // the node it comes from, numbered as they are passed
    };

    const MctsConfig config_;
    const bool priors_, in_order_, fpu_is_mean_;
    std::uint64_t sources_ = 0, source_[2] = {0, 0};
    std::vector<Reference> reference_[2];  // by side and move
    Stat copies_[room];
    int visits_[room];
    float means_[room], values_[room];
};

}  // namespace boyi
