// Monte Carlo tree search but for what needs the board (mcts.hpp): the tree, its statistics, what is proven. Compiled
// once. No Python in here.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "search/mcts_recycling.hpp"
#include "search/mcts_report.hpp"
#include "search/mcts_worker.hpp"

namespace boyi {

class MctsSearch : public TreeSearch {
public:
    static constexpr std::uint64_t min_memory = std::uint64_t{1} << 16;

    // Visits of the position the search stands at, those from before `advance` included.
    std::uint32_t visits() const override { return root_visits_.load(std::memory_order_relaxed); }
    std::uint64_t tree_bytes() const { return tree_ ? tree_->bytes() : 0; }

    void work(int thread) override;
    Report report() override;

protected:
    // `history`: as in Mcts.
    MctsSearch(const MctsConfig& config, std::vector<Key> history);

    virtual void simulate(MctsWorker& worker, int games) = 0;
    virtual void solve_root() = 0;

    // The search advances: the subtree below the move becomes the tree.
    void reroot(Move move);
    // Takes the limits, and makes the tree where there is none that fits them.
    void begin(const Limits& limits, bool has_prior);

    // Until its result is there, a move that is taken looks lost to other threads, so that they look elsewhere.
    // Returns its visits so far.
    std::uint32_t enter(SharedStat& stat) {
        if (!shared_) return read(stat).visits;
        const auto loss = static_cast<float>(-config_.virtual_loss);
        return update(stat, true, [loss](Stat old) { return with_result(old, loss); }).visits - 1;
    }
    void back_up(MctsWorker& worker, float value, bool entered);

    // A result for the first player as the Q of a move of `side` counts it.
    float seen(float value, int side) const {
        if (config_.backup == Backup::negamax) return side ? -value : value;
        // The thesis counts a draw against the computer at its own nodes and for it at the opponent's.
        if (value == 0) return side == computer_ ? 1.0f : -1.0f;
        return computer_ ? -value : value;
    }

    // Proven results

    static Proven seen_by(int winner, int side) {
        return winner == Outcome::draw ? Proven::draw : winner == side ? Proven::win : Proven::loss;
    }
    // What a result for `side` is worth for the first player.
    static float worth(Proven result, int side) {
        if (result == Proven::draw) return 0;
        return (result == Proven::win) == (side == 0) ? 1.0f : -1.0f;
    }
    bool is_draw(Tree::Node& node, int slot) const {
        const std::uint16_t proof = tree_->proofs(node)[slot].load(std::memory_order_relaxed);
        return Verdict::unpack(proof).result == Proven::draw;
    }
    void settle(Tree::Node& node, int slot, Verdict proof);
    // The last move of the path has been settled: settles what follows from it further up. Returns the value to
    // back up: that of the uppermost node with a verdict, else `value`.
    float prove(MctsWorker& worker, float value);
    bool looks_ahead() const { return config_.solver && config_.lookahead; }

    // With many moves a node is large and each of them is rarely visited: wait longer before making one.
    std::uint32_t threshold(int siblings) const {
        return static_cast<std::uint32_t>(config_.expand ? config_.expand : 1 + siblings / 16);
    }

    bool repeated(const MctsWorker& worker, Key key) const;

    const MctsConfig config_;
    std::vector<Key> history_;  // sorted
    Limits limits_;
    bool shared_ = false;  // several threads
    int computer_ = 0;     // the root's player
    std::unique_ptr<Tree> tree_;
    std::vector<std::unique_ptr<MctsWorker>> workers_;
    std::atomic<bool> root_lost_{false};          // by the endgame solver
    std::atomic<std::uint64_t> solver_nodes_{0};  // of the endgame solver
    std::atomic<std::uint16_t> root_proof_{0};
    // What every simulation of every thread writes has cache lines of its own, apart from what all of them read.
    alignas(64) std::atomic<std::uint32_t> root_visits_{0};
    alignas(64) std::atomic<std::uint64_t> issued_{0};  // games that threads have taken on

    alignas(64) TreeRecycling recycling_;

private:
    int claim(MctsWorker& worker);

    std::uint64_t memory_ = 0;
};

}  // namespace boyi
