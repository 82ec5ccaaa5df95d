#include "search/mcts_selection.hpp"

#include <algorithm>
#include <cstring>

namespace boyi {

Selection::Selection(const MctsConfig& config, bool priors)
    : config_(config),
      policy_(config.policy > 0),
      priors_(priors && config.bias > 0 && !policy_),
      in_order_(std::isinf(config.fpu) && !config.rave && !priors_ && !policy_),
      fpu_is_mean_(!std::isfinite(config.fpu)) {
    if (config.rave)
        for (auto& side : reference_) side.resize(move_table);
}

int Selection::choose_open(Tree& tree, Tree::Node& node, std::uint32_t visits, int side, bool shared, Rng& rng) {
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

void Selection::evaluate(Tree& tree, Tree::Node& node, std::uint32_t visits, int side) {
    const int count = node.count;
    load(tree, node);
    if (config_.rave) blend(tree, node, visits, side);
    if (policy_) {
        const float* const share = tree.priors(node);
        const float weight = static_cast<float>(config_.policy) * std::sqrt(static_cast<float>(visits + 1));
        for (int slot = 0; slot < count; ++slot)
            values_[slot] = means_[slot] + weight * share[slot] / static_cast<float>(visits_[slot] + 1);
        return;
    }
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

int Selection::best(int count, Rng& rng) {
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

void Selection::load(Tree& tree, Tree::Node& node) {
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
        urgency = visits > 0 ? sum / visits : policy_ ? worth_ : 0;
    }
    if (policy_) urgency -= static_cast<float>(config_.reduction);
    for (int slot = 0; slot < count; ++slot)
        if (!visits_[slot] && !is_lost(means_[slot])) means_[slot] = urgency;
}

void Selection::blend(Tree& tree, Tree::Node& node, std::uint32_t visits, int side) {
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

}  // namespace boyi
