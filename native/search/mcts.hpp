// Monte Carlo tree search over any board: UCB1, solver, RAVE, priors; threads share one tree without locks.
// src/boyi/textbook/mcts.py is the same search in readable Python. No Python in here.
#pragma once

#include <memory>
#include <vector>

#include "search/mcts_endgame.hpp"
#include "search/mcts_recycling.hpp"
#include "search/mcts_report.hpp"
#include "search/mcts_worker.hpp"

namespace boyi {

// A search is kept from move to move: `advance` keeps the subtree below the move played.
template <Board B>
class Mcts final : public TreeSearch {
public:
    static constexpr std::uint64_t min_memory = std::uint64_t{1} << 16;

    // `history` holds the keys of the game's earlier positions, for boards on which play can go in circles.
    Mcts(const B& board, const MctsConfig& config, std::vector<Key> history = {})
        : board_(board), config_(config), history_(std::move(history)) {
        config.check();
        require_ongoing();
        if (config.policy > 0 && !HasPolicy<B>) throw std::invalid_argument("this game offers no learned policy");
        if ((config.policy > 0 || config.learned > 0) && !has_learned<B>())
            throw std::invalid_argument("the learned weights are not loaded");
        Rng rng(0);
        Rollout<B>(config).play(board, rng);  // throws here if the board cannot do what is asked
        std::sort(history_.begin(), history_.end());
    }

    bool is_legal(Move move) const override { return board_.is_legal(move); }
    Key key() const override { return board_.key(); }

    // Visits of the position the search stands at, those from before `advance` included.
    std::uint32_t visits() const override { return root_visits_.load(std::memory_order_relaxed); }
    std::uint64_t tree_bytes() const { return tree_ ? tree_->bytes() : 0; }

    // Advances to the position after `move`, which is legal.
    void advance(Move move) override {
        const std::lock_guard lock(recycling_.mutex);
        if constexpr (can_repeat<B>()) {
            const Key left = board_.key();
            history_.insert(std::upper_bound(history_.begin(), history_.end(), left), left);
        }
        board_.play(move);
        root_visits_ = 0;
        if (!tree_ || tree_->empty()) return;
        Tree::Node& root = tree_->at(Tree::root);
        const auto slot = std::find(tree_->moves(root), tree_->moves(root) + root.count, move) - tree_->moves(root);
        const Ref below = slot < root.count ? tree_->links(root)[slot].load() : 0;
        if (below) root_visits_ = read(tree_->stats(root)[slot]).visits;
        below ? tree_->reroot(below) : tree_->clear();
    }

    void prepare(const Limits& limits) override {
        require_ongoing();
        if (limits.nodes < 1) throw std::invalid_argument("nodes must be at least 1");
        if (limits.memory < min_memory) throw std::invalid_argument("memory must be at least 65536 bytes");
        const std::lock_guard lock(recycling_.mutex);
        limits_ = limits;
        shared_ = limits.threads > 1;
        workers_.clear();
        for (int thread = 0; thread < limits.threads; ++thread)
            workers_.push_back(std::make_unique<Worker>(config_, mix(limits.seed) + static_cast<Key>(thread)));
        if (!tree_ || memory_ != limits.memory) {
            tree_.reset();  // before the next one is made, so that there are never two
            tree_ = std::make_unique<Tree>(limits.memory, config_.rave, HasPrior<B> || config_.policy > 0);
            memory_ = limits.memory;
        }
        // Counted for the root's player, the results are of no use once it is the other's turn.
        if (config_.backup == Backup::computer && board_.turn() != computer_) tree_->clear();
        computer_ = board_.turn();
        if (tree_->empty()) {
            root_visits_ = 0;
            create(*workers_[0], board_);
        }
        look_ahead_at_root();
        root_lost_ = false;
        root_nodes_ = 0;
        Tree::Node& root = tree_->at(Tree::root);
        root_proof_ = config_.solver ? verdict(*tree_, root).pack() : 0;
        if (config_.forced && root.count == 1) limits_.nodes = 1;
        issued_ = 0;
        recycling_.begin(limits.threads);
    }

    void work(int thread) override {
        const Leaving leaving{*this};
        Worker& worker = *workers_[thread];
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

    Report report() override {
        const std::lock_guard lock(recycling_.mutex);
        Report report;
        report.nodes = root_nodes_;
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

private:
    using Worker = MctsWorker<B>;

    static constexpr std::size_t max_depth = 2048;

    // One simulation (or several games from one leaf, each backed up by itself).
    void simulate(Worker& worker, int games) {
        B board = board_;
        worker.path.clear();
        worker.keys.clear();
        worker.drawn = 0;
        worker.selection.begin();
        Tree::Node* node = &tree_->at(Tree::root);
        std::uint32_t visits = root_visits_.load(std::memory_order_relaxed);
        float worth_here = 0;  // of the node, for the side to move
        bool known = false;
        float value = 0;  // for the first player

        // Step 1. Select: follow the best moves down to one without a node, or with a result that is known.
        for (;;) {
            const int side = board.turn();
            if constexpr (can_repeat<B>()) worker.keys.push_back(board.key());
            int slot = worker.selection.choose(*tree_, *node, visits, worth_here, side, shared_, worker.rng);
            if (config_.solver && is_draw(*node, slot)) {
                // The node is worth a draw, and a look at another move whether it is better.
                const int open = worker.selection.choose_open(*tree_, *node, visits, side, shared_, worker.rng);
                if (open >= 0) {
                    worker.drawn = worker.path.size();
                    slot = open;
                }
            }
            worker.path.push_back({node, slot, side});
            board.play(tree_->moves(*node)[slot]);
            worth_here = -read(tree_->stats(*node)[slot]).mean;
            visits = enter(tree_->stats(*node)[slot]);
            if (const Verdict proof = Verdict::unpack(tree_->proofs(*node)[slot].load(std::memory_order_relaxed))) {
                known = true;
                value = worth(proof.result, side, board);
                break;
            }
            if constexpr (can_repeat<B>()) {
                // A draw, but not a proven one: another way to this position may not repeat anything.
                if (repeated(worker, board.key())) {
                    known = true;
                    break;
                }
            }
            Ref next = tree_->links(*node)[slot].load(std::memory_order_acquire);

            // Step 2. Expand: a leaf that has been visited often enough gets a node, and selection continues there.
            if (!next) {
                const bool near = worker.path.size() == 1 && looks_ahead();
                if (!near && (visits < threshold(node->count) || worker.path.size() >= max_depth)) break;
                next = expand(worker, board, tree_->links(*node)[slot]);
                if (!next) break;
                if (near && look_ahead(tree_->at(next), board)) {
                    const Verdict proof = verdict(*tree_, tree_->at(next)).before();
                    settle(*node, slot, proof);
                    known = true;
                    value = prove(worker, worth(proof.result, side, board));
                    break;
                }
            }
            node = &tree_->at(next);
        }

        int game = 0;
        for (; game < games && !(game && stopper.expired()); ++game) {
            // Step 3. Simulate: a random game from here, unless the result is known.
            if (!known) {
                value = worker.rollout.play(board, worker.rng);
                if (worker.rollout.was_over()) {
                    const Step& last = worker.path.back();
                    settle(*last.node, last.slot, {seen_by(board.outcome().winner, last.side), 1});
                    known = true;
                    value = prove(worker, value);
                }
            }
            // Step 4. Back up: every move on the way gets the result, from the view of whoever made it.
            back_up(worker, value, game == 0);
            const auto result = [&](int side) { return seen(value, side); };
            if (config_.rave) worker.back_up_as_first(*tree_, board.turn(), known, shared_, result);
        }
        const std::uint64_t done = worker.done.load(std::memory_order_relaxed);
        worker.done.store(done + static_cast<std::uint64_t>(game), std::memory_order_relaxed);
    }

    // How many games the next simulation may have; none when the limit is reached. Threads take several simulations
    // at once, so that they seldom meet at the counter.
    int claim(Worker& worker) {
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

    // A move is taken: returns its visits so far. Until its result is there, it looks lost to other threads, so
    // that they look elsewhere.
    std::uint32_t enter(SharedStat& stat) {
        if (!shared_) return read(stat).visits;
        const auto loss = static_cast<float>(-config_.virtual_loss);
        return update(stat, true, [loss](Stat old) { return with_result(old, loss); }).visits - 1;
    }
    void back_up(Worker& worker, float value, bool entered) {
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
    float worth(Proven result, int side, const B& board) const {
        if (config_.lead)
            if (const Outcome outcome = board.outcome(); outcome.over()) return reward(config_, outcome);
        if (result == Proven::draw) return 0;
        return (result == Proven::win) == (side == 0) ? 1.0f : -1.0f;
    }
    bool is_draw(Tree::Node& node, int slot) const {
        const std::uint16_t proof = tree_->proofs(node)[slot].load(std::memory_order_relaxed);
        return Verdict::unpack(proof).result == Proven::draw;
    }
    void settle(Tree::Node& node, int slot, Verdict proof) {
        tree_->proofs(node)[slot].store(proof.pack());
        if (config_.solver && proof.result == Proven::loss)
            update(tree_->stats(node)[slot], shared_, [](Stat old) { return Stat{old.visits, lost_mean}; });
    }
    // The last move of the path has been settled: settles what follows from it further up. Returns the value to
    // back up: that of the uppermost node with a verdict, else `value`.
    float prove(Worker& worker, float value) {
        if (!config_.solver) return value;
        const std::vector<Step>& path = worker.path;
        for (std::size_t i = path.size(); i-- > 0;) {
            const Verdict proof = verdict(*tree_, *path[i].node);
            if (!proof) break;
            if (!config_.lead) value = worth(proof.result, path[i].side, board_);
            worker.drawn = std::min(worker.drawn, i);
            if (i == 0) root_proof_.store(proof.pack());
            else settle(*path[i - 1].node, path[i - 1].slot, proof.before());
        }
        return value;
    }

    bool looks_ahead() const { return config_.solver && config_.lookahead; }
    // Settles the moves that end the game at once; true if that decides the node.
    bool look_ahead(Tree::Node& node, const B& board) {
        for (int slot = 0; slot < node.count; ++slot) {
            if (tree_->proofs(node)[slot].load(std::memory_order_relaxed)) continue;
            B next = board;
            next.play(tree_->moves(node)[slot]);
            if (const Outcome outcome = next.outcome(); outcome.over())
                settle(node, slot, {seen_by(outcome.winner, board.turn()), 1});
        }
        return static_cast<bool>(verdict(*tree_, node));
    }
    // For the root and its moves with nodes from a search before; the others are checked when they get one.
    void look_ahead_at_root() {
        if (!looks_ahead()) return;
        Tree::Node& root = tree_->at(Tree::root);
        look_ahead(root, board_);
        for (int slot = 0; slot < root.count; ++slot) {
            const Ref below = tree_->links(root)[slot].load();
            if (!below || tree_->proofs(root)[slot].load()) continue;
            B next = board_;
            next.play(tree_->moves(root)[slot]);
            if (look_ahead(tree_->at(below), next)) settle(root, slot, verdict(*tree_, tree_->at(below)).before());
        }
    }

    // Who wins at the root. If its player does, one of the moves that win is settled; if not, the search continues to
    // find the move that is most difficult to answer.
    void solve_root() {
        if (!config_.solver || config_.lead || root_proof_.load()) return;
        const Proven result = endgame_.solve(board_, config_.endgame, limits_.nodes, stopper);
        root_nodes_ = endgame_.nodes();
        issued_ += root_nodes_;
        root_lost_ = result == Proven::loss;
        if (result != Proven::win) return;
        Tree::Node& root = tree_->at(Tree::root);
        for (int slot = 0; slot < root.count; ++slot) {
            B next = board_;
            next.play(tree_->moves(root)[slot]);
            if (!endgame_.loses(next)) continue;
            settle(root, slot, {Proven::win, board_.area()});
            root_proof_.store(verdict(*tree_, root).pack());
            return;
        }
    }

    bool repeated(const Worker& worker, Key key) const {
        return std::find(worker.keys.begin(), worker.keys.end(), key) != worker.keys.end() ||
               std::binary_search(history_.begin(), history_.end(), key);
    }

    // Growing

    // With many moves a node is large and each of them is rarely visited: wait longer before making one.
    std::uint32_t threshold(int siblings) const {
        return static_cast<std::uint32_t>(config_.expand ? config_.expand : 1 + siblings / 16);
    }

    // A node for the moves of `board`; 0 if the game is over or memory is full.
    Ref create(Worker& worker, const B& board) {
        MoveList list;
        board.moves(list);
        if (list.count == 0) return 0;
        Move* moves = list.moves;
        if (config_.shuffle)
            for (int i = list.count - 1; i > 0; --i)
                std::swap(moves[i], moves[worker.rng.below(static_cast<std::uint32_t>(i) + 1)]);
        const Ref made = tree_->create(moves, list.count);
        if (!made) recycling_.request();
        if constexpr (HasPolicy<B>)
            if (made && config_.policy > 0) board.policy(moves, list.count, tree_->priors(tree_->at(made)));
        if constexpr (HasPrior<B>) {
            if (made && config_.policy == 0)
                for (int slot = 0; slot < list.count; ++slot)
                    tree_->priors(tree_->at(made))[slot] = static_cast<float>(board.prior(moves[slot]));
        }
        return made;
    }
    Ref expand(Worker& worker, const B& board, std::atomic<Ref>& link) {
        if (!recycling_.has_room()) return 0;
        const Ref made = create(worker, board);
        Ref found = 0;
        if (!made || link.compare_exchange_strong(found, made, std::memory_order_acq_rel)) return made;
        return found;  // another thread was faster; ours is never linked to and goes with the next compaction
    }

    struct Leaving {
        Mcts& search;
        ~Leaving() { search.recycling_.leave(*search.tree_, search.stopper); }
    };

    void require_ongoing() const {
        if (const Outcome outcome = board_.outcome(); outcome.over())
            throw std::invalid_argument(std::string("nothing to search: the game is over (") + outcome.reason + ")");
    }

    B board_;
    const MctsConfig config_;
    std::vector<Key> history_;  // sorted
    Limits limits_;
    bool shared_ = false;  // several threads
    int computer_ = 0;     // the root's player
    std::uint64_t memory_ = 0;
    std::unique_ptr<Tree> tree_;
    std::vector<std::unique_ptr<Worker>> workers_;
    RootEndgame<B> endgame_;
    std::atomic<bool> root_lost_{false};        // by the endgame solver
    std::atomic<std::uint64_t> root_nodes_{0};  // of the endgame solver at the root
    std::atomic<std::uint16_t> root_proof_{0};
    // What every simulation of every thread writes has cache lines of its own, apart from what all of them read.
    alignas(64) std::atomic<std::uint32_t> root_visits_{0};
    alignas(64) std::atomic<std::uint64_t> issued_{0};  // games that threads have taken on

    alignas(64) TreeRecycling recycling_;
};

}  // namespace boyi
