// The tree of the search of Lines of Action: principal variation search with moves that win at once found before any
// is played, answers to threats and captures (quiescence search) searched beyond the horizon, null move, reductions and
// pruning of late moves.
//
// A value beyond +-decided is always a proof: what is pruned is never taken for lost, and a pruned node returns a
// heuristic value. Draws need more, so each node says whether its bound rests on ended games only (`solved`).
#pragma once

#include <memory>
#include <vector>

#include "loa/connections.hpp"
#include "loa/network.hpp"
#include "loa/search_memory.hpp"
#include "search/position_sampler.hpp"
#include "search/searcher.hpp"

namespace boyi {

// One thread's search of the tree below the root.
class LoaSearcher final : public Searcher {
public:
    static constexpr int max_ply = 300;
    static constexpr int most_moves = 8 * Loa::cells;

    struct Frame {
        Loa board;
        MoveList list;
        std::int32_t scores[most_moves];
        Move killers[2] = {no_move, no_move};  // the last moves that cut at this ply
        Move move = Loa::pass_move;            // the move that was played here
        bool null = false;                     // it was a null move
        LoaNetwork::Sums sums;
        int value = 0;        // the static value
        bool solved = false;  // the bound that was returned rests on ended games only
        int pv_length = 0;
        Move pv[max_ply + 2];
    };

    // `sampler`: is offered the positions that are evaluated; it may be null.
    LoaSearcher(const Loa& root, SearchWork& work, LoaHistory& history, const std::vector<Key>& past, bool first,
                PositionSampler<Loa>* sampler)
        : Searcher(work, first), root_(root), history_(history), past_(past), sampler_(sampler) {}

    Frame& at(int ply) {
        while (static_cast<int>(frames_.size()) <= ply) frames_.push_back(std::make_unique<Frame>(root_));
        return *frames_[static_cast<std::size_t>(ply)];
    }

    Key root_key() const override { return root_.key(); }
    int root_value() override { return static_value(0); }
    bool list_root(MoveList& list) override {
        root_.moves(list);
        return true;
    }
    int promise(Move move) const override { return LoaFeatureValue::gain(root_, move); }
    void begin(int iteration) override {
        iteration_ = iteration;
        at(0).value = static_value(0);
    }
    int search_move(Move move, bool full, int depth, int alpha, int beta) override {
        play(0, move);
        return full ? -search<true>(1, depth - 1, -beta, -alpha, false)
                    : -search<false>(1, depth - 1, -beta, -alpha, true);
    }
    Variation variation() override {
        const Frame& next = at(1);
        return {{next.pv, static_cast<std::size_t>(next.pv_length)}, next.solved};
    }

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
        work_.table.prefetch(next.board.key());
    }

    // The value for the side to move: exact inside (alpha, beta), else a bound on that side. `cut`: a null-window node
    // that is expected to fail high.
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
        if (repeated(ply)) {
            frame.solved = false;
            return 0;
        }

        // Step 3. Mate-distance pruning
        if (win_value - ply - 1 <= alpha) return win_value - ply - 1;

        // Step 4. Transposition table lookup; a solved entry holds at any depth
        const Key key = board.key();
        const Table::Entry known = work_.table.find(key);
        const bool hit = known.bound != Bound::none;
        if (hit && known.depth >= depth && (!Pv || known.depth == Table::solved_depth)) {
            const int value = from_table(known.value, ply);
            const bool low = known.bound != Bound::upper, high = known.bound != Bound::lower;
            if (Pv ? low && high : (low && value >= beta) || (high && value <= alpha) || (low && high)) {
                frame.solved = known.depth == Table::solved_depth;
                return value;
            }
        }

        // Step 5. A move that wins at once
        if (const Proof proof = loa_winning_move(board); proof.plies) {
            frame.pv[0] = proof.move;
            frame.pv_length = 1;
            work_.table.store(key, {win_value - 1, Table::solved_depth, Bound::exact, proof.move});
            return win_value - ply - 1;
        }
        if (win_value - ply - 3 <= alpha) return win_value - ply - 3;

        // Step 6. Horizon: stand pat or capture (quiescence search), but a threat to win at once is answered first
        const bool threatened = is_threatened(board);
        const int value = frame.value = static_value(ply);
        if (sampler_ && !threatened) sampler_->offer(board);
        const int floor = alpha;
        const bool last = ply >= max_ply - 1;
        const bool quiescence = depth <= 0 && !(threatened && ply < 2 * iteration_ + 8);
        if (quiescence || last) {
            const bool leaf = last || threatened || depth <= -quiescence_plies;
            frame.solved = false;
            if (leaf || value >= beta) {
                // Of less depth than 0 nothing is stored: the table could not tell it from depth 0.
                if (!hit && depth >= 0) work_.table.store(key, {value, 0, leaf ? Bound::exact : Bound::lower, no_move});
                return value;
            }
            alpha = std::max(alpha, value);
        }

        // Step 7. Pruning by the static value, where nothing threatens
        const bool improving = ply < 2 || value > at(ply - 2).value;
        if (!Pv && !quiescence && !threatened && beta > -decided && alpha < decided) {
            // Reverse futility
            if (depth <= 5 && value - (futility_margin * depth - futility_margin / 2 * improving) >= beta) {
                frame.solved = false;
                return value;
            }
            // Step 8. Null move: if even a pass fails high, a move does
            if (depth >= 3 && value >= beta && !at(ply - 1).null) {
                play(ply, Loa::pass_move, true);
                const int found = -search<false>(ply + 1, depth - 3 - depth / 4, -beta, 1 - beta, !cut);
                if (stopped_) return 0;
                frame.pv_length = 0;
                if (found >= beta) {
                    frame.solved = false;
                    return found > decided ? beta : found;
                }
            }
        }

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
        int best = quiescence ? value : -infinite;
        Move best_move = no_move;
        bool solved = !quiescence;
        const int width = 6 + 2 * depth * depth / (improving ? 1 : 2);
        const Move before = at(ply - 1).move;
        for (int index = 0; index < frame.list.count; ++index) {
            const Move move = MoveOrder::next(frame, index);
            const bool quiet = !(board.other() >> move % 64 & 1);
            // Step 11. Late quiet moves are left out near the horizon
            if (!Pv && !quiescence && best > -decided && !threatened && depth <= 4 && index >= width && quiet) {
                solved = false;
                continue;
            }
            play(ply, move);
            int found;
            if (index == 0) {
                found = -search<Pv>(ply + 1, rest, -beta, -alpha, Pv ? false : !cut);
            } else {
                // Step 12. Late move reductions, with a new search at full depth where the reduced one fails high
                int less = 0;
                if (depth >= 2 && index > 1) {
                    less = late_move_reduction(depth, index + 1) - Pv + cut - !quiet - 2 * threatened -
                           history_.value(own, move, before) / 4096;
                    less = std::clamp(less, 0, std::max(rest - 1, 0));
                }
                found = -search<false>(ply + 1, rest - less, -alpha - 1, -alpha, true);
                if (less > 0 && found > alpha && !stopped_)
                    found = -search<false>(ply + 1, rest, -alpha - 1, -alpha, !cut);
                if (Pv && found > alpha && found < beta && !stopped_)
                    found = -search<true>(ply + 1, rest, -beta, -alpha, false);
            }
            if (stopped_) return 0;
            const Frame& next = at(ply + 1);
            if (found > best) {
                best = found;
                best_move = move;
                if (found > alpha) {
                    alpha = found;
                    follow(frame, move, next);
                }
            }
            // Step 13. Beta cut-off (fail high)
            if (best >= beta) {
                solved = next.solved;
                if (!quiescence) remember_cut(frame, before, index, std::max(depth, 0));
                break;
            }
            solved = solved && next.solved;
        }

        // Step 14. Transposition table store
        frame.solved = solved;
        const Bound bound = best >= beta ? Bound::lower : best <= floor ? Bound::upper : Bound::exact;
        const bool sure =
            solved || (bound != Bound::upper && best > decided) || (bound != Bound::lower && best < -decided);
        if (sure || depth >= 0)
            work_.table.store(key, {to_table(best, ply), sure ? Table::solved_depth : depth, bound, best_move});
        return best;
    }

private:
    static constexpr int futility_margin = 400;
    static constexpr int quiescence_plies = 1;  // captures in a row beyond the horizon

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

    bool repeated(int ply) const {
        const Key key = frames_[static_cast<std::size_t>(ply)]->board.key();
        for (int earlier = ply - 2; earlier >= 0; earlier -= 2)
            if (frames_[static_cast<std::size_t>(earlier)]->board.key() == key) return true;
        return std::binary_search(past_.begin(), past_.end(), key);
    }

    void score(Frame& frame, int ply, Move known) const {
        const Loa& board = frame.board;
        const LoaFeatureValue::Centre centre(board.own());
        const Move before = frames_[static_cast<std::size_t>(ply - 1)]->move;
        for (int index = 0; index < frame.list.count; ++index) {
            const Move move = frame.list[index];
            int score = LoaFeatureValue::gain(board, move, centre) + history_.value(board.turn(), move, before) / 8;
            if (move == known) score = decided;
            if (move == frame.killers[0] || move == frame.killers[1]) score += 500;
            frame.scores[index] = score;
        }
    }
    // The move at `index` cut; those before it should have been tried later.
    void remember_cut(Frame& frame, Move before, int index, int depth) {
        const Move move = frame.list[index];
        if (frame.killers[0] != move) {
            frame.killers[1] = frame.killers[0];
            frame.killers[0] = move;
        }
        const int own = frame.board.turn(), bonus = std::min(4 * depth * depth, 1 << 10);
        history_.update(own, move, before, bonus);
        for (int earlier = 0; earlier < index; ++earlier) history_.update(own, frame.list[earlier], before, -bonus / 2);
    }

    const Loa root_;
    LoaHistory& history_;
    const std::vector<Key>& past_;  // keys of earlier positions of the game, in order
    PositionSampler<Loa>* const sampler_;
    int iteration_ = 1;
    std::vector<std::unique_ptr<Frame>> frames_;
};

}  // namespace boyi
