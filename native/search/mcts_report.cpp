#include "search/mcts_report.hpp"

#include <algorithm>

namespace boyi {

Verdict verdict(Tree& tree, Tree::Node& node) {
    Verdict best{Proven::loss, 0};
    bool open = false;
    for (int slot = 0; slot < node.count; ++slot) {
        // Sequentially consistent, as are the stores: of two threads that settle the last two moves of a node, at
        // least one sees both.
        const Verdict proof = Verdict::unpack(tree.proofs(node)[slot].load());
        switch (proof.result) {
            case Proven::no: open = true; break;
            case Proven::win:
                if (best.result != Proven::win || proof.plies < best.plies) best = proof;
                break;
            case Proven::draw:
                if (best.result == Proven::loss) best = proof;
                break;
            case Proven::loss:
                if (best.result == Proven::loss && proof.plies > best.plies) best = proof;
                break;
        }
    }
    return open && best.result != Proven::win ? Verdict{} : best;
}

namespace {

// The moves both sides are expected to play, beginning with the root's `slot`. Where a result is proven, the winner
// takes the shortest way and the loser the longest, so that the line is as long as the proof.
std::vector<Move> main_line(Tree& tree, Tree::Node& root, int slot) {
    std::vector<Move> line;
    for (Tree::Node* node = &root;;) {
        line.push_back(tree.moves(*node)[slot]);
        const Ref next = tree.links(*node)[slot].load(std::memory_order_acquire);
        if (!next || line.size() >= 1024) return line;
        node = &tree.at(next);
        const Verdict decided = verdict(tree, *node);
        std::int64_t best = 0;
        slot = -1;
        for (int other = 0; other < node->count; ++other) {
            const Verdict proof = Verdict::unpack(tree.proofs(*node)[other].load());
            std::int64_t worth = read(tree.stats(*node)[other]).visits;
            if (decided.result == Proven::win) worth = proof.result == Proven::win ? 0x10000 - proof.plies : 0;
            else if (decided.result == Proven::loss) worth = proof.plies;
            else if (decided.result == Proven::draw) worth = proof.result == Proven::draw ? worth + 1 : 0;
            else if (proof.result == Proven::loss) worth = 0;
            if (worth > best) {
                best = worth;
                slot = other;
            }
        }
        if (slot < 0) return line;
    }
}

// A root move's share of points for the side to move.
double share(const Stat& stat, const Verdict& proof) {
    switch (proof.result) {
        case Proven::win: return 1;
        case Proven::loss: return 0;
        case Proven::draw: return 0.5;
        default: return stat.visits ? std::clamp((static_cast<double>(stat.mean) + 1) / 2, 0.0, 1.0) : 0.5;
    }
}

}  // namespace

int final_choice(Tree& tree, Tree::Node& root, std::uint32_t visits, const MctsConfig& config, Rng& rng) {
    std::vector<double> worth(root.count);
    int draw = -1;
    const float explore = exploration(config, visits);
    for (int slot = 0; slot < root.count; ++slot) {
        const Verdict proof = Verdict::unpack(tree.proofs(root)[slot].load());
        const Stat stat = read(tree.stats(root)[slot]);
        const auto tried = static_cast<double>(stat.visits);
        if (proof.result == Proven::win && config.solver) {
            worth[slot] = 1e15 - proof.plies;
        } else if (proof.result == Proven::loss && config.solver) {
            worth[slot] = -1e15 + proof.plies;
        } else if (proof.result == Proven::draw && config.solver) {
            worth[slot] = -1e12;
            draw = slot;
        } else if (!stat.visits) {
            worth[slot] = -1e13;
        } else if (config.final == Final::visits) {
            worth[slot] = tried;
        } else {
            worth[slot] = stat.mean + (config.final == Final::ucb ? std::sqrt(explore / tried) : 0.0);
        }
    }
    const double best = *std::max_element(worth.begin(), worth.end());
    const int chosen = Selection::pick(worth.data(), root.count, best, config.tie, rng);
    // A proven draw is better than a move with a negative mean.
    return draw >= 0 && std::abs(best) < 1e12 && read(tree.stats(root)[chosen]).mean < 0 ? draw : chosen;
}

std::vector<Line> ranked_lines(Tree& tree, Tree::Node& root, int chosen) {
    std::vector<Line> lines;
    for (int slot = 0; slot < root.count; ++slot) {
        const Stat stat = read(tree.stats(root)[slot]);
        const Verdict proof = Verdict::unpack(tree.proofs(root)[slot].load());
        if (slot != chosen && !stat.visits && !proof) continue;
        const double rate = share(stat, proof);
        Line line{tree.moves(root)[slot], stat.visits, rate, rate, main_line(tree, root, slot)};
        if (!stat.visits && !proof) line.bound = Bound::none;
        line.proven = proof.result;
        // A result without a line as long as its proof is the endgame solver's, which does not count moves.
        if (proof && static_cast<int>(line.pv.size()) == proof.plies) line.plies = proof.plies;
        lines.push_back(std::move(line));
    }
    const Move first = tree.moves(root)[chosen];
    std::stable_sort(lines.begin(), lines.end(), [first](const Line& one, const Line& two) {
        if ((one.move == first) != (two.move == first)) return one.move == first;
        return one.visits > two.visits;
    });
    return lines;
}

}  // namespace boyi
