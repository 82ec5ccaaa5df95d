// The tree of the strong alpha-beta search over any board and evaluation.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "search/evaluation.hpp"
#include "search/move_order.hpp"
#include "search/searcher.hpp"

namespace boyi {

// One thread's search of the tree below the root.
template <Board B, Evaluation<B> E>
class AlphaBetaSearcher final : public Searcher {
public:
    static constexpr int max_ply = 500;

    // `past`: keys of earlier positions of the game, in order.
    AlphaBetaSearcher(const B& root, const E& evaluation, SearchWork& work, const std::vector<Key>& past, bool first)
        : Searcher(work, first), root_(root), evaluation_(evaluation), past_(past) {
        at(0).key = search_key(root);
    }

    Key root_key() const override { return search_key(root_); }
    int root_value() override { return leaf_value(evaluation_, root_); }
    bool list_root(MoveList& list) override { return find_candidates(evaluation_, root_, list); }
    void list_rest(MoveList& list) override { add_rest(root_, list); }
    int promise(Move move) const override { return evaluation_.gain(root_, move); }
    void begin(int iteration) override { iteration_ = iteration; }
    int search_move(Move move, bool full, int depth, int alpha, int beta) override {
        play(at(0), 0, move);
        return full ? -search<true>(1, depth - 1, -beta, -alpha) : -search<false>(1, depth - 1, -beta, -alpha);
    }
    Variation variation() override {
        const Frame& next = at(1);
        return {{next.pv, static_cast<std::size_t>(next.pv_length)}, next.solved};
    }

private:
    using Frame = SearchFrame<B, max_ply>;

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
            work_.table.prefetch(frame.key);
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
                if (const Proof proof = evaluation_.prove(frame.board); proof.plies > 0) {
                    frame.pv[0] = proof.move;
                    frame.pv_length = 1;
                    return win_value - ply - proof.plies;
                }
            }
            frame.solved = false;
            return leaf_value(evaluation_, frame.board);
        }

        // Step 5. Transposition table lookup; a solved entry holds at any depth
        const Table::Entry known = work_.table.find(frame.key);
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
        bool complete = find_candidates(evaluation_, frame.board, frame.list);
        bool forced = frame.list.count == 1;
        if constexpr (HasForced<E, B>) forced = forced || evaluation_.forced(frame.board);
        const int rest = forced && ply < 2 * iteration_ + 8 ? depth : depth - 1;
        order_.score(evaluation_, frame, depth, known.bound == Bound::none ? no_move : known.move);

        // Step 7. Search the moves, best first: the first with the full window, the others with a null window
        const int floor = alpha;
        int best = -infinite;
        Move best_move = frame.list[0];
        bool solved = true;
        for (int index = 0;; ++index) {
            // If moves were left out, that all others lose is no proof: a refutation may be among them.
            if (index == frame.list.count && !complete && best < -decided) {
                add_rest(frame.board, frame.list);
                complete = true;
                order_.score(evaluation_, frame, depth, no_move);
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
                    follow(frame, move, next);
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
        work_.table.store(frame.key, {to_table(best, ply), sure ? Table::solved_depth : depth, bound, best_move});
        return best;
    }

    // Appends the legal moves that the candidates left out.
    static void add_rest(const B& board, MoveList& list) {
        const int listed = list.count;
        MoveList legal;
        board.moves(legal);
        for (const Move move : legal) {
            const auto end = list.begin() + listed;
            if (std::find(list.begin(), end, move) == end) list.add(move);
        }
    }

    Frame& at(int ply) {
        while (static_cast<int>(frames_.size()) <= ply) frames_.push_back(std::make_unique<Frame>(root_));
        return *frames_[ply];
    }

    void play(const Frame& frame, int ply, Move move) {
        Frame& next = at(ply + 1);
        next.board = frame.board;
        next.board.play(move);
    }

    bool repeated(int ply) const {
        const Key key = frames_[ply]->key;
        for (int earlier = ply - 2; earlier >= 0; earlier -= 2)
            if (frames_[earlier]->key == key) return true;
        return std::binary_search(past_.begin(), past_.end(), key);
    }

    template <bool Pv>
    static int reduction(int depth, int index) {
        if (depth < 3 || index < (Pv ? 6 : 3)) return 0;
        return 1 + (depth >= 6 && index >= 8);
    }

    const B root_;
    [[no_unique_address]] const E evaluation_;
    const std::vector<Key>& past_;
    int iteration_ = 1;
    std::vector<std::unique_ptr<Frame>> frames_;
    MoveOrder order_;
};

}  // namespace boyi
