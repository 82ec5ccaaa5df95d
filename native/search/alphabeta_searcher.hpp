// The tree of the strong alpha-beta search over any board and evaluation.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "search/tree_searcher.hpp"

namespace boyi {

template <Board B>
struct AlphaBetaFrame : TreeFrame<500> {
    explicit AlphaBetaFrame(const B& start) : board(start) { key = search_key(start); }

    B board;
};

// One thread's search of the tree below the root.
template <Board B, Evaluation<B> E>
class AlphaBetaSearcher final : public TreeSearcher<AlphaBetaSearcher<B, E>, AlphaBetaFrame<B>> {
    using Frame = AlphaBetaFrame<B>;
    using Base = TreeSearcher<AlphaBetaSearcher, Frame>;
    friend Base;
    using Base::at, Base::stopped_, Base::table_;

public:
    // `past`: keys of earlier positions of the game, sorted.
    AlphaBetaSearcher(const B& root, const E& evaluation, SearchWork& work, Table& table, const std::vector<Key>& past,
                      bool first)
        : Base(work, table, first, std::make_unique<Frame>(root)), root_(root), evaluation_(evaluation), past_(past) {}

    int root_value() override { return leaf_value(evaluation_, root_); }
    bool list_root(MoveList& list) override { return find_candidates(evaluation_, root_, list); }
    void list_rest(MoveList& list) override { add_rest(root_, list); }
    int promise(Move move) const override { return evaluation_.gain(root_, move); }
    void begin(const Iteration& iteration) override { iteration_ = iteration.depth; }

private:
    // Copies of it inside its callers would only cost the compiler time.
    template <bool Pv>
    [[gnu::noinline]] int search(int ply, int depth, int alpha, int beta, bool /*cut*/) {
        // Step 1. Count the node and check the limits
        Frame& frame = at(ply);
        frame.pv_length = 0;
        frame.solved = true;
        if (this->count_node()) return 0;
        if (depth > 0 || can_repeat<B>()) {
            frame.key = search_key(frame.board);
            table_.prefetch(frame.key);
        }

        // Step 2. End of the game, or a repetition
        if (const Outcome outcome = frame.board.outcome(); outcome.over())
            return ended_value(outcome, frame.board.turn(), ply);
        if constexpr (can_repeat<B>()) {
            if (this->repeated(ply, past_)) return Base::heuristic(frame, 0);
        }

        // Step 3. Mate-distance pruning: no line from here wins sooner than one that is already known
        if (win_value - ply - 1 <= alpha) return win_value - ply - 1;

        // Step 4. Horizon: a quick proof of a win, else the static evaluation
        if (depth <= 0 || ply >= Frame::max_ply - 1) {
            if constexpr (HasProof<E, B>) {
                if (const Proof proof = evaluation_.prove(frame.board); proof.plies > 0) {
                    frame.lead(proof.move);
                    return win_value - ply - proof.plies;
                }
            }
            return Base::heuristic(frame, leaf_value(evaluation_, frame.board));
        }

        // Step 5. Transposition table lookup
        const Table::Entry known = table_.find(frame.key);
        if (int value; Base::template cut_by_table<Pv>(frame, known, ply, depth, alpha, beta, value)) return value;

        // Step 6. Move generation and ordering; forced replies are extended by a ply
        bool complete = find_candidates(evaluation_, frame.board, frame.list);
        bool forced = frame.list.count == 1;
        if constexpr (HasForced<E, B>) forced = forced || evaluation_.forced(frame.board);
        const int rest = forced && ply < 2 * iteration_ + 8 ? depth : depth - 1;
        score(frame, depth, known.bound == Bound::none ? no_move : known.move);

        // Step 7. Search the moves, best first: the first with the full window, the others with a null window
        Best best(alpha, beta);
        for (int index = 0;; ++index) {
            // If moves were left out, that all others lose is no proof: a refutation may be among them.
            if (index == frame.list.count && !complete && best.value < -decided) {
                add_rest(frame.board, frame.list);
                complete = true;
                score(frame, depth, no_move);
            }
            if (index == frame.list.count) break;
            const Move move = next_move(frame, index);
            play(ply, move);
            // Step 8. Late move reductions
            const int value =
                index == 0 ? -search<Pv>(ply + 1, rest, -beta, -best.alpha, false)
                           : this->template search_later<Pv>(ply + 1, rest, reduction<Pv>(depth, index), best, false);
            if (stopped_) return 0;
            // Step 9. Beta cut-off (fail high)
            if (best.take(frame, move, value, at(ply + 1))) {
                const int turn = frame.board.turn(), bonus = std::min(depth * depth, 1 << 10);
                remember_cut(frame, index, bonus, bonus / 2,
                             [&](Move cut, int amount) { history_.update(turn, cut, amount); });
                break;
            }
        }
        // Step 10. Transposition table store
        frame.solved = best.solved && (complete || best.value >= beta);
        return this->store(frame, frame.key, ply, depth, best);
    }

    // By gain, with killers and moves that cut elsewhere lifted by shares of the scale.
    void score(Frame& frame, int depth, Move known) const {
        if (frame.list.count == 1) return;
        const int turn = frame.board.turn();
        score_moves(frame, known, evaluation_.scale / 4, [&](Move move) {
            std::int64_t score = std::int64_t{history_.value(turn, move)} * evaluation_.scale / (2 * CutHistory::top);
            if (depth >= 2)  // children that are leaves are not worth a second look
                score += std::clamp(evaluation_.gain(frame.board, move), -decided / 4, decided / 4);
            return static_cast<int>(score);
        });
    }

    void play(int ply, Move move) {
        Frame& next = at(ply + 1);
        next.board = at(ply).board;
        next.board.play(move);
    }
    static void undo() {}

    template <bool Pv>
    static int reduction(int depth, int index) {
        if (depth < 3 || index < (Pv ? 6 : 3)) return 0;
        return 1 + (depth >= 6 && index >= 8);
    }

    const B root_;
    [[no_unique_address]] const E evaluation_;
    const std::vector<Key>& past_;
    int iteration_ = 1;
    CutHistory history_;
};

}  // namespace boyi
