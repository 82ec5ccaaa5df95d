#include "search/mcts_search.hpp"

#include <algorithm>

namespace boyi {

MctsSearch::MctsSearch(const MctsConfig& config, std::vector<Key> history)
    : config_(config), history_(std::move(history)) {
    std::sort(history_.begin(), history_.end());
}

void MctsSearch::reroot(Move move) {
    root_visits_ = 0;
    if (!tree_ || tree_->empty()) return;
    Tree::Node& root = tree_->at(Tree::root);
    const auto slot = std::find(tree_->moves(root), tree_->moves(root) + root.count, move) - tree_->moves(root);
    const Ref below = slot < root.count ? tree_->links(root)[slot].load() : 0;
    if (below) root_visits_ = read(tree_->stats(root)[slot]).visits;
    below ? tree_->reroot(below) : tree_->clear();
}

void MctsSearch::begin(const Limits& limits, bool has_prior) {
    limits_ = limits;
    shared_ = limits.threads > 1;
    if (tree_ && memory_ == limits.memory) return;
    tree_.reset();  // before the next one is made, so that there are never two
    tree_ = std::make_unique<Tree>(limits.memory, config_.rave, has_prior || config_.policy > 0);
    memory_ = limits.memory;
}

void MctsSearch::work(int thread) {
    // However the thread ends, the others need not wait for it.
    struct Leaving {
        MctsSearch& search;
        ~Leaving() { search.recycling_.leave(*search.tree_, search.stopper); }
    };
    const Leaving leaving{*this};
    MctsWorker& worker = *workers_[static_cast<std::size_t>(thread)];
    if (thread == 0) solve_root();
    for (unsigned turn = 1; !root_proof_.load(std::memory_order_relaxed); ++turn) {
        const int simulations = claim(worker);
        if (simulations == 0) break;
        simulate(worker, simulations);
        // The first simulation is always made, so that there is something to answer.
        if (stopper.expired() || (turn % 32 == 0 && stopper.check_clock())) break;
        if (recycling_.is_wanted()) recycling_.rest(*tree_, stopper);
    }
}

Report MctsSearch::report() {
    const std::lock_guard lock(recycling_.mutex);
    Report report;
    report.nodes = solver_nodes_;
    Tree::Node& root = tree_->at(Tree::root);
    Rng rng(limits_.seed);
    const int chosen = final_choice(*tree_, root, visits(), config_, rng);
    report.lines = ranked_lines(*tree_, root, chosen);
    for (const auto& worker : workers_) report.nodes += worker->done.load(std::memory_order_relaxed);
    report.depth = static_cast<int>(report.lines.front().pv.size());
    report.proven = Verdict::unpack(root_proof_).result;
    if (report.proven == Proven::no && root_lost_) {
        report.proven = Proven::loss;
        for (Line& line : report.lines) {
            line.rate = line.score = 0;
            line.proven = Proven::loss;
        }
    }
    return report;
}

// How many games the next simulation may have; none when the limit is reached. Threads take several simulations at
// once, so that they seldom meet at the counter.
int MctsSearch::claim(MctsWorker& worker) {
    const auto wanted = static_cast<std::uint64_t>(config_.rollouts);
    if (visits() > 2'000'000'000u) return 0;  // visits are counted in 32 bits
    if (worker.claimed == 0) {
        const std::uint64_t several = shared_ ? wanted * 16 : wanted;
        const std::uint64_t before = issued_.load(std::memory_order_relaxed) < limits_.nodes
                                         ? issued_.fetch_add(several, std::memory_order_relaxed)
                                         : limits_.nodes;
        if (before >= limits_.nodes) return 0;
        worker.claimed = std::min(several, limits_.nodes - before);
    }
    const std::uint64_t games = std::min(wanted, worker.claimed);
    worker.claimed -= games;
    return static_cast<int>(games);
}

void MctsSearch::back_up(MctsWorker& worker, float value, bool entered) {
    if (shared_) root_visits_.fetch_add(1, std::memory_order_relaxed);
    else root_visits_.store(visits() + 1, std::memory_order_relaxed);
    for (std::size_t i = 0; i < worker.path.size(); ++i) {
        const Step& step = worker.path[i];
        const float result = seen(i < worker.drawn ? 0 : value, step.side);
        SharedStat& stat = tree_->stats(*step.node)[step.slot];
        if (!shared_ || !entered) {
            update(stat, shared_, [result](Stat old) { return with_result(old, result); });
        } else {
            // The visit is counted; its supposed loss becomes the real result.
            const float change = result + static_cast<float>(config_.virtual_loss);
            update(stat, true, [change](Stat old) {
                if (is_lost(old.mean)) return old;
                return Stat{old.visits, old.mean + change / static_cast<float>(old.visits)};
            });
        }
    }
}

void MctsSearch::settle(Tree::Node& node, int slot, Verdict proof) {
    tree_->proofs(node)[slot].store(proof.pack());
    if (config_.solver && proof.result == Proven::loss)
        update(tree_->stats(node)[slot], shared_, [](Stat old) { return Stat{old.visits, lost_mean}; });
}

float MctsSearch::prove(MctsWorker& worker, float value) {
    if (!config_.solver) return value;
    const std::vector<Step>& path = worker.path;
    for (std::size_t i = path.size(); i-- > 0;) {
        const Verdict proof = verdict(*tree_, *path[i].node);
        if (!proof) break;
        if (!config_.lead) value = worth(proof.result, path[i].side);
        worker.drawn = std::min(worker.drawn, i);
        if (i == 0) root_proof_.store(proof.pack());
        else settle(*path[i - 1].node, path[i - 1].slot, proof.before());
    }
    return value;
}

bool MctsSearch::repeated(const MctsWorker& worker, Key key) const {
    return std::find(worker.keys.begin(), worker.keys.end(), key) != worker.keys.end() ||
           std::binary_search(history_.begin(), history_.end(), key);
}

}  // namespace boyi
