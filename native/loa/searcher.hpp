// The tree of the search of Lines of Action: principal variation search with moves that win at once found before any
// is played, answers to threats and captures (quiescence search) searched beyond the horizon, null move, reductions and
// pruning of late moves.
#pragma once

#include <memory>
#include <vector>

#include "loa/connections.hpp"
#include "loa/network.hpp"
#include "loa/search_memory.hpp"
#include "search/position_sampler.hpp"
#include "search/tree_searcher.hpp"

namespace boyi {

struct LoaFrame : TreeFrame<300> {
    explicit LoaFrame(const Loa& start) : board(start) { key = start.key(); }

    Loa board;
    Move move = Loa::pass_move;  // the move that was played here
    bool null = false;           // it was a null move
    LoaNetwork::Sums sums;
    int value = 0;  // the static value
};

// One thread's search of the tree below the root.
class LoaSearcher final : public TreeSearcher<LoaSearcher, LoaFrame> {
    using Frame = LoaFrame;
    friend TreeSearcher;

public:
    // `past`: keys of earlier positions of the game, sorted; `sampler`: is offered the positions that are evaluated; it
    // may be null.
    LoaSearcher(const Loa& root, SearchWork& work, LoaMemory& memory, int thread, const std::vector<Key>& past,
                PositionSampler<Loa>* sampler)
        : TreeSearcher(work, memory.table, thread == 0, std::make_unique<Frame>(root)),
          root_(root),
          history_(memory.histories[static_cast<std::size_t>(thread)]),
          past_(past),
          sampler_(sampler) {}

    int root_value() override { return static_value(0); }
    bool list_root(MoveList& list) override {
        root_.moves(list);
        return true;
    }
    int promise(Move move) const override { return LoaFeatureValue::gain(root_, move); }
    void begin(const Iteration& iteration) override {
        iteration_ = iteration.depth;
        at(0).value = static_value(0);
    }

private:
    static constexpr int futility_margin = 400;
    static constexpr int quiescence_plies = 1;  // captures in a row beyond the horizon

    // The static value at `ply`; the sums at the ply before are known.
    int static_value(int ply) {
        Frame& frame = at(ply);
        const LoaNetwork& network = LoaNetwork::get();
        if (ply == 0) {
            network.refresh(frame.sums, root_);
        } else {
            const Frame& before = at(ply - 1);
            const bool captures =
                before.move != Loa::pass_move && (before.board.other() >> before.move % Loa::cells & 1);
            network.update(frame.sums, before.sums, before.board.turn(), before.move, captures);
        }
        return network.value(frame.sums, frame.board);
    }

    void play(int ply, Move move, bool null = false) {
        Frame &frame = at(ply), &next = at(ply + 1);
        frame.move = move;
        frame.null = null;
        next.board = frame.board;
        next.board.play(move);
        next.key = next.board.key();
        table_.prefetch(next.key);
    }
    static void undo() {}

    template <bool Pv>
    [[gnu::noinline]] int search(int ply, int depth, int alpha, int beta, bool cut) {
        // Step 1. Count the node and check the limits
        depth = std::max(depth, -quiescence_plies);
        Frame& frame = at(ply);
        frame.pv_length = 0;
        frame.solved = true;
        if (count_node()) return 0;

        // Step 2. End of the game, or a repetition
        const Loa& board = frame.board;
        if (const Outcome outcome = board.outcome(); outcome.over()) return ended_value(outcome, board.turn(), ply);
        if (repeated(ply, past_)) return heuristic(frame, 0);

        // Step 3. Mate-distance pruning
        if (win_value - ply - 1 <= alpha) return win_value - ply - 1;

        // Step 4. Transposition table lookup
        const Table::Entry known = table_.find(frame.key);
        const bool hit = known.bound != Bound::none;
        if (int value; cut_by_table<Pv>(frame, known, ply, depth, alpha, beta, value)) return value;

        // Step 5. A move that wins at once
        if (const Proof proof = loa_winning_move(board); proof.plies) {
            frame.lead(proof.move);
            table_.store(frame.key, {win_value - 1, Table::solved_depth, Bound::exact, proof.move});
            return win_value - ply - 1;
        }
        if (win_value - ply - 3 <= alpha) return win_value - ply - 3;

        // Step 6. Horizon: stand pat or capture (quiescence search), but a threat to win at once is answered first
        const bool threatened = is_threatened(board);
        const int value = frame.value = static_value(ply);
        if (sampler_ && !threatened) sampler_->offer(board);
        const bool last = ply >= Frame::max_ply - 1;
        const bool quiescence = depth <= 0 && !(threatened && ply < 2 * iteration_ + 8);
        Best best(alpha, beta, quiescence ? value : -infinite);
        if (quiescence || last) {
            const bool leaf = last || threatened || depth <= -quiescence_plies;
            if (leaf || value >= beta) {
                // Of less depth than 0 nothing is stored: the table could not tell it from depth 0.
                if (!hit && depth >= 0)
                    table_.store(frame.key, {value, 0, leaf ? Bound::exact : Bound::lower, no_move});
                return heuristic(frame, value);
            }
            best.alpha = std::max(alpha, value);
            best.solved = false;
        }

        // Step 7. Pruning by the static value, where nothing threatens
        const bool improving = ply < 2 || value > at(ply - 2).value;
        if (!Pv && !quiescence && !threatened && beta > -decided && alpha < decided)
            if (int result; prune(frame, ply, depth, beta, cut, improving, result)) return result;

        // Step 9. Moves and their order; internal iterative reduction
        frame.list.count = 0;
        board.moves(frame.list);
        if (quiescence) keep_captures(frame);
        const Move known_move = hit && known.move != no_move ? known.move : no_move;
        if (known_move == no_move && depth >= 4) --depth;
        score(frame, ply, known_move);
        const int rest = !quiescence && (threatened || frame.list.count == 1) ? extended(ply, depth) : depth - 1;

        // Step 10. Search the moves, best first: the first with the full window, the others with a null window
        const int own = board.turn();
        const int width = 6 + 2 * depth * depth / (improving ? 1 : 2);
        const Move before = at(ply - 1).move;
        for (int index = 0; index < frame.list.count; ++index) {
            const Move move = next_move(frame, index);
            const bool quiet = !(board.other() >> move % 64 & 1);
            // Step 11. Late quiet moves are left out near the horizon
            if (!Pv && !quiescence && best.value > -decided && !threatened && depth <= 4 && index >= width && quiet) {
                best.solved = false;
                continue;
            }
            play(ply, move);
            int found;
            if (index == 0) {
                found = -search<Pv>(ply + 1, rest, -beta, -best.alpha, Pv ? false : !cut);
            } else {
                // Step 12. Late move reductions
                const int less = depth >= 2 && index > 1 ? late_move_reduction(depth, index + 1) - Pv + cut - !quiet -
                                                               2 * threatened - history_.value(own, move, before) / 4096
                                                         : 0;
                found = search_later<Pv>(ply + 1, rest, std::clamp(less, 0, std::max(rest - 1, 0)), best, cut);
            }
            if (stopped_) return 0;
            // Step 13. Beta cut-off (fail high)
            if (best.take(frame, move, found, at(ply + 1))) {
                const int plies = std::max(depth, 0), bonus = std::min(4 * plies * plies, 1 << 10);
                if (!quiescence)
                    remember_cut(frame, index, bonus, bonus / 2,
                                 [&](Move one, int amount) { history_.update(own, one, before, amount); });
                break;
            }
        }

        // Step 14. Transposition table store
        frame.solved = best.solved;
        return store(frame, frame.key, ply, depth, best);
    }

    // Whether a null-window node ends by its static value or by a pass that fails high.
    bool prune(Frame& frame, int ply, int depth, int beta, bool cut, bool improving, int& result) {
        const int value = frame.value;
        // Reverse futility
        if (depth <= 5 && value - (futility_margin * depth - futility_margin / 2 * improving) >= beta) {
            result = heuristic(frame, value);
            return true;
        }
        // Step 8. Null move: if even a pass fails high, a move does
        if (depth < 3 || value < beta || at(ply - 1).null) return false;
        play(ply, Loa::pass_move, true);
        const int found = -search<false>(ply + 1, depth - 3 - depth / 4, -beta, 1 - beta, !cut);
        frame.pv_length = 0;
        if (found >= beta) heuristic(frame, found);
        result = stopped_ ? 0 : found > decided ? beta : found;
        return stopped_ || found >= beta;
    }

    static void keep_captures(Frame& frame) {
        int count = 0;
        for (const Move move : frame.list)
            if (move != Loa::pass_move && (frame.board.other() >> move % Loa::cells & 1))
                frame.list.moves[count++] = move;
        frame.list.count = count;
    }

    // Whether the other side would win at once if it were its turn.
    static bool is_threatened(const Loa& board) {
        Loa passed = board;
        passed.play(Loa::pass_move);
        return loa_winning_move(passed).plies > 0;
    }
    int extended(int ply, int depth) const { return ply < 2 * iteration_ + 8 ? depth : depth - 1; }

    void score(Frame& frame, int ply, Move known) {
        const Loa& board = frame.board;
        const LoaFeatureValue::Centre centre(board.own());
        const Move before = at(ply - 1).move;
        score_moves(frame, known, 500, [&](Move move) {
            return LoaFeatureValue::gain(board, move, centre) + history_.value(board.turn(), move, before) / 8;
        });
    }

    const Loa root_;
    LoaHistory& history_;
    const std::vector<Key>& past_;  // keys of earlier positions of the game, in order
    PositionSampler<Loa>* const sampler_;
    int iteration_ = 1;
};

}  // namespace boyi
