// One thread of the strong alpha-beta search: iterative deepening, aspiration windows, the search itself.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "search/evaluation.hpp"
#include "search/move_order.hpp"
#include "search/root_move.hpp"
#include "search/search.hpp"
#include "search/table.hpp"

namespace boyi {

template <Board B, Evaluation<B> E>
class AlphaBeta;  // what the threads share

template <Board B, Evaluation<B> E>
class AlphaBetaWorker {
public:
    static constexpr int max_depth = 200, max_ply = 500;

    AlphaBetaWorker(AlphaBeta<B, E>& owner, int thread) : owner_(owner), thread_(thread) {
        Frame& frame = at(0);
        complete_ = find_candidates(owner.evaluation_, frame.board, frame.list);
        for (const Move move : frame.list) roots.emplace_back(move);
        // The seed decides between moves that look equal, and each thread has its own seed.
        Rng rng(owner.limits_.seed + static_cast<std::uint64_t>(thread) * 0x9E3779B9u);
        if (owner.limits_.seed != 0 || thread > 0) shuffle(roots, rng);
        for (RootMove& root : roots) root.previous = owner.evaluation_.gain(frame.board, root.move);
        sort_by_previous(roots);
        frame.key = search_key(frame.board);
    }

    // Iterations of growing depth until the time is over, the result is proven or the depth is reached.
    void deepen() {
        const int last = std::min(owner_.limits_.depth, max_depth);
        const int lines = std::min(owner_.multi_, static_cast<int>(roots.size()));
        [[maybe_unused]] bool asked = false;  // the endgame solver, once
        // Every other thread runs a ply ahead, so that the table holds what the rest will need next.
        for (int depth = std::min(1 + thread_ % 2, last); depth <= last; ++depth) {
            iteration_ = depth;
            bool proven = true;
            for (int line = 0; line < lines; ++line) {
                aspire(depth, line);
                if (stopped_) return finish();
                proven = proven && roots[line].proof() != Proven::no;
            }
            sort_lines(roots, lines);
            for (RootMove& root : roots) root.previous = root.value;
            owner_.publish(*this, lines, depth, true, proven || depth == last);
            if (proven) break;
            if constexpr (HasTakeover<E, B>) {
                if (thread_ == 0 && !asked && depth >= 4 && lines == 1) {
                    asked = true;
                    if (owner_.take_over()) break;
                }
            }
        }
        owner_.stopper.stop();
        finish();
    }

    RootMoves roots;
    std::atomic<std::uint64_t> nodes{0};

private:
    using Frame = SearchFrame<B, max_ply>;

    // Aspiration window around the last value, widened on the side where the search fails.
    void aspire(int depth, int line) {
        const int guess = roots[line].previous;
        int delta = owner_.evaluation_.scale / 6 + 1;
        const bool narrow = depth >= 4 && guess > -decided && guess < decided;
        int alpha = narrow ? guess - delta : -infinite, beta = narrow ? guess + delta : infinite;
        while (true) {
            const int value = search_root(depth, alpha, beta, line);
            if (stopped_) return;
            sort_by_value(roots, static_cast<std::size_t>(line));
            delta *= 4;
            const bool wide = delta > 16 * owner_.evaluation_.scale || value > decided || value < -decided;
            if (value <= alpha && alpha > -infinite) alpha = wide ? -infinite : value - delta;
            else if (value >= beta && beta < infinite) beta = wide ? infinite : value + delta;
            else return;
        }
    }

    // The root: as `search`, but moves keep their values and lines, and every new best one is published.
    int search_root(int depth, int alpha, int beta, int line) {
        Frame& frame = at(0);
        if (count_node()) return 0;
        int best = -infinite;
        bool solved = true;
        for (std::size_t index = line; index < roots.size(); ++index) roots[index].value = -infinite;
        for (std::size_t index = line;; ++index) {
            if (index == roots.size() && !complete_ && best < -decided) list_rest();
            if (index == roots.size()) break;
            RootMove& root = roots[index];
            const std::uint64_t before = count_;
            play(frame, 0, root.move);
            int value = 0;
            const bool first = index == static_cast<std::size_t>(line);
            if (!first) value = -search<false>(1, depth - 1, -alpha - 1, -alpha);
            if (first || (value > alpha && value < beta && !stopped_))
                value = -search<true>(1, depth - 1, -beta, -alpha);
            if (stopped_) return 0;
            const Frame& next = at(1);
            solved = solved && next.solved;
            root.nodes += count_ - before;
            root.value = first || value > alpha ? value : -infinite;
            best = std::max(best, value);
            if (value <= alpha && !first) continue;
            root.pv.assign(1, root.move);
            root.pv.insert(root.pv.end(), next.pv, next.pv + next.pv_length);
            root.solved = next.solved;
            if (value > alpha) {
                alpha = value;
                // A new best move counts even if the time runs out before the iteration is finished.
                if (thread_ == 0 && line == 0) {
                    bring_to_front(roots, index);
                    const bool inside = value < beta || beta == infinite;
                    owner_.publish(*this, 1, depth, false, false, inside ? Bound::exact : Bound::lower);
                }
            }
            if (value >= beta) break;
        }
        solved = solved && complete_;
        // Only a whole iteration can show that nothing is better than a draw.
        for (std::size_t index = line; index < roots.size(); ++index) roots[index].solved &= solved;
        return best;
    }

    // The value for the side to move: exact inside (alpha, beta), else a bound on that side. Copies of it inside
    // its callers would only cost the compiler time.
    template <bool Pv>
    [[gnu::noinline]] int search(int ply, int depth, int alpha, int beta) {
        // Step 1. Count the node and check the limits
        Frame& frame = at(ply);
        frame.pv_length = 0;
        frame.solved = true;
        if (count_node()) return 0;
        if (depth > 0 || can_repeat<B>()) {
            frame.key = search_key(frame.board);
            owner_.table_.prefetch(frame.key);
        }

        // Step 2. End of the game, or a repetition
        if (const Outcome outcome = frame.board.outcome(); outcome.over())
            return ended_value(outcome, frame.board.turn(), ply);
        if constexpr (can_repeat<B>()) {
            if (repeated(ply)) {
                frame.solved = false;
                return 0;
            }
        }

        // Step 3. Mate-distance pruning: no line from here wins sooner than one that is already known
        if (win_value - ply - 1 <= alpha) return win_value - ply - 1;

        // Step 4. Horizon: a quick proof of a win, else the static evaluation
        if (depth <= 0 || ply >= max_ply - 1) {
            if constexpr (HasProof<E, B>) {
                if (const Proof proof = owner_.evaluation_.prove(frame.board); proof.plies > 0) {
                    frame.pv[0] = proof.move;
                    frame.pv_length = 1;
                    return win_value - ply - proof.plies;
                }
            }
            frame.solved = false;
            return leaf_value(owner_.evaluation_, frame.board);
        }

        // Step 5. Transposition table lookup; a solved entry holds at any depth
        const Table::Entry known = owner_.table_.find(frame.key);
        if (known.bound != Bound::none && known.depth >= depth &&
            (!Pv || (known.depth == Table::solved_depth && known.bound == Bound::exact))) {
            const int value = from_table(known.value, ply);
            const bool low = known.bound != Bound::upper, high = known.bound != Bound::lower;
            if ((low && value >= beta) || (high && value <= alpha) || (low && high)) {
                frame.solved = known.depth == Table::solved_depth;
                return value;
            }
        }

        // Step 6. Move generation and ordering; forced replies are extended by a ply
        bool complete = find_candidates(owner_.evaluation_, frame.board, frame.list);
        bool forced = frame.list.count == 1;
        if constexpr (HasForced<E, B>) forced = forced || owner_.evaluation_.forced(frame.board);
        const int rest = forced && ply < 2 * iteration_ + 8 ? depth : depth - 1;
        order_.score(owner_.evaluation_, frame, depth, known.bound == Bound::none ? no_move : known.move);

        // Step 7. Search the moves, best first: the first with the full window, the others with a null window
        const int floor = alpha;
        int best = -infinite;
        Move best_move = frame.list[0];
        bool solved = true;
        for (int index = 0;; ++index) {
            // If moves were left out, that all others lose is no proof: a refutation may be among them.
            if (index == frame.list.count && !complete && best < -decided) {
                add_rest(frame);
                complete = true;
                order_.score(owner_.evaluation_, frame, depth, no_move);
            }
            if (index == frame.list.count) break;
            const Move move = order_.next(frame, index);
            play(frame, ply, move);
            int value;
            if (index == 0) {
                value = -search<Pv>(ply + 1, rest, -beta, -alpha);
            } else {
                // Step 8. Late move reductions, with a new search at full depth where the reduced one fails high
                const int less = reduction<Pv>(depth, index);
                value = -search<false>(ply + 1, rest - less, -alpha - 1, -alpha);
                if (less > 0 && value > alpha && !stopped_) value = -search<false>(ply + 1, rest, -alpha - 1, -alpha);
                if (Pv && value > alpha && value < beta && !stopped_)
                    value = -search<true>(ply + 1, rest, -beta, -alpha);
            }
            if (stopped_) return 0;
            const Frame& next = at(ply + 1);
            if (value > best) {
                best = value;
                best_move = move;
                if (value > alpha) {
                    alpha = value;
                    frame.pv[0] = move;
                    std::copy(next.pv, next.pv + next.pv_length, frame.pv + 1);
                    frame.pv_length = next.pv_length + 1;
                }
            }

            // Step 9. Beta cut-off (fail high)
            if (best >= beta) {
                solved = next.solved;
                order_.remember_cut(frame, index, depth);
                break;
            }
            solved = solved && next.solved;
        }
        // Step 10. Transposition table store
        if (best < beta) solved = solved && complete;
        frame.solved = solved;
        const Bound bound = best >= beta ? Bound::lower : best <= floor ? Bound::upper : Bound::exact;
        const bool sure =
            solved || (bound != Bound::upper && best > decided) || (bound != Bound::lower && best < -decided);
        owner_.table_.store(frame.key, {to_table(best, ply), sure ? Table::solved_depth : depth, bound, best_move});
        return best;
    }

    // What the search is made of

    // Appends the legal moves that the candidates left out.
    static void add_rest(Frame& frame) {
        const int listed = frame.list.count;
        MoveList legal;
        frame.board.moves(legal);
        for (const Move move : legal) {
            const auto end = frame.list.begin() + listed;
            if (std::find(frame.list.begin(), end, move) == end) frame.list.add(move);
        }
    }
    void list_rest() {
        Frame& frame = at(0);
        const int listed = frame.list.count;
        add_rest(frame);
        for (int index = listed; index < frame.list.count; ++index) roots.emplace_back(frame.list[index]);
        complete_ = true;
    }

    Frame& at(int ply) {
        while (static_cast<int>(frames_.size()) <= ply) frames_.push_back(std::make_unique<Frame>(owner_.root_));
        return *frames_[ply];
    }

    void play(const Frame& frame, int ply, Move move) {
        Frame& next = at(ply + 1);
        next.board = frame.board;
        next.board.play(move);
    }

    // True when the search is over.
    bool count_node() {
        if (count_ >= next_check_) check();
        if (stopped_ || owner_.stopper.expired()) return stopped_ = true;
        ++count_;
        return false;
    }

    void check() {
        nodes.store(count_, std::memory_order_relaxed);
        const std::uint64_t limit = owner_.limits_.nodes;
        const std::uint64_t spent = owner_.workers_.size() == 1 ? count_ : owner_.total_nodes();
        if (spent >= limit || owner_.expired()) owner_.stopper.stop();
        if (thread_ == 0 && count_ >= Table::first_entries && !grown_) {
            grown_ = true;
            owner_.table_.grow([this] { return owner_.expired(); });
        }
        // With one thread the limit is met exactly, so that equal limits give equal searches.
        next_check_ = count_ + std::min<std::uint64_t>(128, limit > spent ? limit - spent : 1);
    }

    void finish() { nodes.store(count_, std::memory_order_relaxed); }

    bool repeated(int ply) const {
        const Key key = frames_[ply]->key;
        for (int earlier = ply - 2; earlier >= 0; earlier -= 2)
            if (frames_[earlier]->key == key) return true;
        return std::binary_search(owner_.history_.begin(), owner_.history_.end(), key);
    }

    template <bool Pv>
    static int reduction(int depth, int index) {
        if (depth < 3 || index < (Pv ? 6 : 3)) return 0;
        return 1 + (depth >= 6 && index >= 8);
    }

    AlphaBeta<B, E>& owner_;
    const int thread_;
    bool complete_ = true, stopped_ = false, grown_ = false;
    int iteration_ = 1;
    std::uint64_t count_ = 0, next_check_ = 0;
    std::vector<std::unique_ptr<Frame>> frames_;
    MoveOrder order_;
};

}  // namespace boyi
