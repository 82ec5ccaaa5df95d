// Monte Carlo tree search over any board: UCB1, solver, RAVE, priors; threads share one tree without locks.
// src/boyi/textbook/mcts.py is the same search in readable Python. No Python in here.
#pragma once

#include <memory>
#include <vector>

#include "search/mcts_endgame.hpp"
#include "search/mcts_rollout.hpp"
#include "search/mcts_search.hpp"

namespace boyi {

// A search is kept from move to move: `advance` keeps the subtree below the move played.
template <Board B>
class Mcts final : public MctsSearch {
public:
    // `history` holds the keys of the game's earlier positions, for boards on which play can go in circles.
    Mcts(const B& board, const MctsConfig& config, std::vector<Key> history = {})
        : MctsSearch(config, std::move(history)), board_(board) {
        require_ongoing();
        if (config.policy > 0 && !HasPolicy<B>) throw std::invalid_argument("no learned policy");
        if ((config.policy > 0 || config.learned > 0) && !has_learned<B>())
            throw std::invalid_argument("the learned weights are not loaded");
        Rng rng(0);
        Rollout<B>(config).play(board, rng);  // throws here if the board cannot do what is asked
    }

    bool is_legal(Move move) const override { return board_.is_legal(move); }
    Key key() const override { return board_.key(); }

    // Advances to the position after `move`, which is legal.
    void advance(Move move) override {
        const std::lock_guard lock(recycling_.mutex);
        if constexpr (can_repeat<B>()) {
            const Key left = board_.key();
            history_.insert(std::upper_bound(history_.begin(), history_.end(), left), left);
        }
        board_.play(move);
        reroot(move);
    }

    void prepare(const Limits& limits) override {
        require_ongoing();
        if (limits.nodes < 1) throw std::invalid_argument("nodes must be at least 1");
        if (limits.memory < min_memory) throw std::invalid_argument("memory must be at least 65536 bytes");
        const std::lock_guard lock(recycling_.mutex);
        workers_.clear();
        endgames_.resize(std::max(endgames_.size(), static_cast<std::size_t>(limits.threads)));
        for (int thread = 0; thread < limits.threads; ++thread) {
            endgames_[thread].renew();
            workers_.push_back(
                std::make_unique<Worker>(config_, mix(limits.seed) + static_cast<Key>(thread), endgames_[thread]));
        }
        begin(limits, HasPrior<B>);
        // Counted for the root's player, the results are of no use once it is the other's turn.
        if (config_.backup == Backup::computer && board_.turn() != computer_) tree_->clear();
        computer_ = board_.turn();
        if (tree_->empty()) {
            root_visits_ = 0;
            create(*workers_[0], board_);
        }
        look_ahead_at_root();
        root_lost_ = false;
        solver_nodes_ = 0;
        Tree::Node& root = tree_->at(Tree::root);
        root_proof_ = config_.solver ? verdict(*tree_, root).pack() : 0;
        if (config_.forced && root.count == 1) limits_.nodes = 1;
        issued_ = 0;
        recycling_.begin(limits.threads);
    }

private:
    struct Worker final : MctsWorker {
        Worker(const MctsConfig& config, std::uint64_t seed, TreeEndgame<B>& endgame)
            : MctsWorker(config, seed, HasPrior<B>), rollout(config), endgame(endgame) {}

        Rollout<B> rollout;
        TreeEndgame<B>& endgame;
    };

    static constexpr std::size_t max_depth = 2048;

    // One simulation (or several games from one leaf, each backed up by itself).
    void simulate(MctsWorker& any, int games) override {
        Worker& worker = static_cast<Worker&>(any);
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
            if (const Proven result = solve_below(worker, tree_->at(next), board, visits); result != Proven::no) {
                const Verdict proof = Verdict{result, board.area()}.before();
                settle(*node, slot, proof);
                known = true;
                value = prove(worker, worth(proof.result, side, board));
                break;
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
            if (!config_.rave) continue;
            const std::span<const Move> moves = known ? std::span<const Move>() : worker.rollout.moves();
            worker.back_up_as_first(*tree_, board.turn(), moves, shared_, {seen(value, 0), seen(value, 1)});
        }
        const std::uint64_t done = worker.done.load(std::memory_order_relaxed);
        worker.done.store(done + static_cast<std::uint64_t>(game), std::memory_order_relaxed);
    }

    float worth(Proven result, int side, const B& board) const {
        if (config_.lead)
            if (const Outcome outcome = board.outcome(); outcome.over()) return reward(config_, outcome);
        return MctsSearch::worth(result, side);
    }

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
    void solve_root() override {
        if (!config_.solver || config_.lead || root_proof_.load()) return;
        TreeEndgame<B>& endgame = endgames_[0];
        const Proven result = endgame.solve(board_, config_.endgame, limits_.nodes, stopper);
        solver_nodes_ += endgame.nodes();
        issued_ += endgame.nodes();
        root_lost_ = result == Proven::loss;
        if (result != Proven::win) return;
        Tree::Node& root = tree_->at(Tree::root);
        for (int slot = 0; slot < root.count; ++slot) {
            B next = board_;
            next.play(tree_->moves(root)[slot]);
            if (!endgame.loses(next)) continue;
            settle(root, slot, {Proven::win, board_.area()});
            root_proof_.store(verdict(*tree_, root).pack());
            return;
        }
    }

    // Who wins at a node that has been visited often enough for what the solver will probably cost. Each node is asked
    // about once.
    Proven solve_below([[maybe_unused]] Worker& worker, [[maybe_unused]] Tree::Node& node,
                       [[maybe_unused]] const B& board, [[maybe_unused]] std::uint32_t visits) {
        if constexpr (HasEndgame<B>) {
            const int expected = node.ask.load(std::memory_order_relaxed);
            if (!expected || visits < std::ldexp(config_.solve_after, expected)) return Proven::no;
            if (!node.ask.exchange(0, std::memory_order_relaxed)) return Proven::no;
            const Proven result = worker.endgame.solve_below(board_, board, std::uint64_t{2} << expected, stopper);
            solver_nodes_ += worker.endgame.nodes();
            issued_ += worker.endgame.nodes();
            return result;
        }
        return Proven::no;
    }

    // A node for the moves of `board`; 0 if the game is over or memory is full.
    Ref create(MctsWorker& worker, const B& board) {
        MoveList list;
        board.moves(list);
        if (list.count == 0) return 0;
        Move* moves = list.moves;
        if (config_.shuffle)
            for (int i = list.count - 1; i > 0; --i)
                std::swap(moves[i], moves[worker.rng.below(static_cast<std::uint32_t>(i) + 1)]);
        const Ref made = tree_->create(moves, list.count);
        if (!made) recycling_.request();
        if (made && config_.solver && config_.solve_after > 0)
            tree_->at(made).ask =
                static_cast<std::uint8_t>(TreeEndgame<B>::expected_nodes(board, list.count, config_.endgame));
        if constexpr (HasPolicy<B>)
            if (made && config_.policy > 0) board.policy(moves, list.count, tree_->priors(tree_->at(made)));
        if constexpr (HasPrior<B>) {
            if (made && config_.policy == 0)
                for (int slot = 0; slot < list.count; ++slot)
                    tree_->priors(tree_->at(made))[slot] = static_cast<float>(board.prior(moves[slot]));
        }
        return made;
    }
    Ref expand(MctsWorker& worker, const B& board, std::atomic<Ref>& link) {
        if (!recycling_.has_room()) return 0;
        const Ref made = create(worker, board);
        Ref found = 0;
        if (!made || link.compare_exchange_strong(found, made, std::memory_order_acq_rel)) return made;
        return found;  // another thread was faster; ours is never linked to and goes with the next compaction
    }

    void require_ongoing() const {
        if (const Outcome outcome = board_.outcome(); outcome.over())
            throw std::invalid_argument(std::string("nothing to search: the game is over (") + outcome.reason + ")");
    }

    B board_;
    std::vector<TreeEndgame<B>> endgames_;  // of the threads
};

}  // namespace boyi
