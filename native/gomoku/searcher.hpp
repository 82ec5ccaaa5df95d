// The tree of gomoku's own alpha-beta search, on the board with make and unmake: principal variation search,
// candidates by threats, continuous fours at every node, reductions and pruning of quiet moves.
//
// A value beyond +-decided is always a proof: what is pruned or left out is never taken for lost, and a pruned node
// returns a heuristic value. Draws need more, so each node says whether its bound rests on ended games only (`solved`).
#pragma once

#include <memory>
#include <vector>

#include "gomoku/fours.hpp"
#include "gomoku/move_picker.hpp"
#include "gomoku/search_memory.hpp"
#include "gomoku/search_settings.hpp"
#include "search/evaluation.hpp"
#include "search/move_order.hpp"
#include "search/position_sampler.hpp"
#include "search/searcher.hpp"

namespace boyi {

// One thread's search of the tree below the root.
template <class Kernel>
class GomokuSearcher final : public Searcher {
public:
    using Board = ShapeBoard<Kernel>;
    using Picker = MovePicker<Kernel>;
    static constexpr int max_ply = 300;
    static constexpr int most_value = 8'000;  // of a position that is not proven

    struct Frame {
        MoveList list;
        std::int32_t scores[max_cells + 1];
        Move killers[2] = {no_move, no_move};  // the last moves that cut at this ply
        Move move = no_move;                   // the move that was played here; no_move: a pass
        Move excluded = no_move;
        int value = 0;          // the static value
        bool harmless = false;  // the enemy has no continuous fours, even if it were to move
        bool solved = false;    // the bound that was returned rests on ended games only
        int pv_length = 0;
        Move pv[max_ply + 2];
    };

    // `sampler`: is offered the positions that are evaluated; it may be null.
    GomokuSearcher(const Kernel& root, const GomokuSettings& settings, SearchWork& work, GomokuHistory& history,
                   bool first, PositionSampler<Kernel>* sampler)
        : Searcher(work, first), settings_(settings), board_(root), history_(history), sampler_(sampler) {}

    Board& board() { return board_; }
    Frame& at(int ply) {
        while (static_cast<int>(frames_.size()) <= ply) frames_.push_back(std::make_unique<Frame>());
        return *frames_[static_cast<std::size_t>(ply)];
    }

    Key root_key() const override { return board_.key(); }
    int root_value() override { return static_value(); }
    bool list_root(MoveList& list) override { return Picker(board_).root(board_, list); }
    void list_rest(MoveList& list) override { Picker(board_).rest(list); }
    int promise(Move move) const override { return settings_.policy ? board_.promise(move) : board_.order(move); }
    void begin(int) override { at(0).value = static_value(); }
    int search_move(Move move, bool full, int depth, int alpha, int beta) override {
        play(at(0), move);
        const int value = full ? -search<true>(1, depth - 1, -beta, -alpha, false)
                               : -search<false>(1, depth - 1, -beta, -alpha, true);
        board_.undo();
        return value;
    }
    Variation variation() override {
        const Frame& next = at(1);
        return {{next.pv, static_cast<std::size_t>(next.pv_length)}, next.solved};
    }

    int static_value() {
        const int value = board_.value();  // also takes over the windows that the policy needs
        return std::clamp(settings_.network ? value : board_.sum(), -most_value, most_value);
    }

    void play(Frame& frame, Move move) {
        frame.move = move;
        board_.play(move);
        work_.table.prefetch(board_.key());
    }

    // The value for the side to move: exact inside (alpha, beta), else a bound on that side. `cut`: a null-window node
    // that is expected to fail high.
    template <bool Pv>
    [[gnu::noinline]] int search(int ply, int depth, int alpha, int beta, bool cut) {
        // Step 1. Count the node and check the limits
        depth = std::max(depth, 0);
        Frame& frame = at(ply);
        frame.pv_length = 0;
        frame.solved = true;
        frame.harmless = false;
        if (count_node()) return 0;

        // Step 2. End of the game
        if (board_.winner() >= 0) return ply - win_value;
        if (board_.empties() == 0) return 0;

        // Step 3. What the next moves decide; mate-distance pruning
        const int own = board_.turn(), enemy = 1 - own;
        if (board_.count(own, Threat::five)) {
            lead(frame, board_.first(own, Threat::five));
            return win_value - ply - 1;
        }
        if (win_value - ply - 3 <= alpha) return win_value - ply - 3;
        const Picker picker(board_);
        const bool forced = board_.count(enemy, Threat::five) > 0;
        if (forced) {
            if (!picker.stop_five(board_, frame.list)) {
                if (board_.kernel().outcome().over()) return 0;  // renju: no legal move
                return ply + 2 - win_value;
            }
            if (frame.list.count == 1 && ply < max_ply - 1) return reply<Pv>(frame, ply, depth, alpha, beta, cut);
        } else if (const int cell = picker.decisive(); cell >= 0) {
            lead(frame, cell);
            return win_value - ply - 3;
        }

        // Step 4. Transposition table lookup; a solved entry holds at any depth
        const bool whole = frame.excluded == no_move;
        const Key key = board_.key() ^ (whole ? 0 : mix(frame.excluded));
        const Table::Entry known = work_.table.find(key);
        const bool hit = known.bound != Bound::none;
        if (hit && known.depth >= depth && (!Pv || known.depth == Table::solved_depth)) {
            const int value = from_table(known.value, ply);
            const bool low = known.bound != Bound::upper, high = known.bound != Bound::lower;
            // A proven win is good enough, and a proven loss needs no second proof, whatever the window.
            const bool proof = (low && value > decided) || (high && value < -decided);
            if (Pv ? proof || (low && high) : (low && value >= beta) || (high && value <= alpha) || (low && high)) {
                frame.solved = known.depth == Table::solved_depth;
                if (low && known.move < board_.area()) lead(frame, known.move);
                return value;
            }
        }
        const Move known_move = hit && is_playable(picker, known.move) ? known.move : no_move;

        // Step 5. Continuous fours; the table's flag, or a look before the enemy's move, says that there are none
        if (!forced && whole && !known.flag && !at(ply - 1).harmless) {
            if (const int plies = run_fours(static_cast<std::uint64_t>(settings_.fours_nodes)); plies > 0) {
                const int value = win_value - ply - plies;
                lead(frame, fours_.line()[0]);
                work_.table.store(key,
                                  {to_table(value, ply), Table::solved_depth, Bound::lower, fours_.line()[0], false});
                return value;
            }
        }

        // Step 6. Horizon: the static evaluation, but not before a four is answered
        const int value = frame.value = static_value();
        if (sampler_ && !forced && whole) sampler_->offer(board_.kernel());
        if ((depth <= 0 && !forced) || ply >= max_ply - 1) {
            frame.solved = false;
            if (!forced && !hit) work_.table.store(key, {value, 0, Bound::exact, no_move, true});
            return value;
        }

        // Step 7. Answers, where the enemy threatens a five, an open four or continuous fours
        const bool few = board_.empties() <= Picker::small;  // of few cells all are tried, so that draws can be proven
        bool answers = forced, complete = true;
        int threat_plies = forced ? 1 : 3;  // to the enemy's five if the threat is not answered
        frame.harmless = !forced && board_.fours(enemy) == 0;
        if (!forced && !few) {
            if (board_.count(enemy, Threat::open_four)) answers = picker.stop_open_fours(frame.list, complete);
            if (!answers && !frame.harmless && depth >= settings_.fours_depth) {
                board_.pass();
                threat_plies = run_fours(static_cast<std::uint64_t>(settings_.fours_nodes));
                board_.pass();
                answers = threat_plies > 0;
                frame.harmless = !answers && fours_.sure();
                if (answers) picker.stop_line(frame.list, fours_.line(), complete);
            }
        }

        // Step 8. Pruning by the static value, where nothing threatens
        const bool improving = ply < 2 || value > at(ply - 2).value;
        if (!Pv && !answers && !few && whole && beta > -decided && alpha < decided) {
            // Reverse futility
            const int margin = settings_.reverse_margin * depth - settings_.reverse_improving * improving;
            if (depth <= settings_.reverse_depth && value - margin >= beta) {
                frame.solved = false;
                return value;
            }
            // Razoring: continuous fours were tried already
            if (depth <= settings_.razor_depth && value + settings_.razor_margin * depth <= alpha) {
                frame.solved = false;
                return value;
            }
            // Step 9. Null move: if even a pass fails high, a move does
            if (depth >= settings_.null_least && value >= beta && at(ply - 1).move != no_move) {
                frame.move = no_move;
                board_.pass();
                const int above = std::min(100 * (value - beta) / settings_.null_value, settings_.null_most);
                const int less = (settings_.null_base + settings_.null_depth * depth + above) / 100;
                const int found = -search<false>(ply + 1, depth - less, -beta, 1 - beta, !cut);
                board_.pass();
                if (stopped_) return 0;
                if (found >= beta) {
                    frame.solved = false;
                    return found > decided ? beta : found;
                }
            }
        }
        // Step 10. Internal iterative reduction
        if (!answers && known_move == no_move && depth >= settings_.internal_depth) --depth;

        // Step 11. Singular extension: the table's move is much better than all others
        int extension = 0;
        if (depth >= settings_.singular_depth && known_move != no_move && whole && !answers &&
            known.bound != Bound::upper && known.depth >= depth - 3 && known.depth != Table::solved_depth) {
            const int margin = settings_.singular_margin * depth / 100 + settings_.singular_base;
            const int bound = from_table(known.value, ply) - margin;
            if (bound > -decided && bound < decided) {
                frame.excluded = known_move;
                const int found = search<false>(ply, (depth - 1) / 2, bound - 1, bound, cut);
                frame.excluded = no_move;
                if (stopped_) return 0;
                if (found < bound) extension = 1;
                else if (!Pv && bound >= beta) return bound;  // multi-cut: several moves fail high
                frame.value = value;
                frame.pv_length = 0;
            }
        }

        // Step 12. Search the moves, best first: the first with the full window, the others with a null window
        const int floor = alpha;
        int best = -infinite, searched = 0, likely = 0;
        Move best_move = no_move;
        bool solved = true, listed = answers;
        const int growth = improving ? settings_.late_improving : settings_.late_worse;
        const int width = few ? max_cells : settings_.late_base + depth * depth * growth / 100;
        if (listed) {
            if (frame.list.count == 0) add_last(picker, frame, complete);
            score(frame, ply, known_move);
        } else {
            // The other moves are listed only if the table's does not cut.
            frame.list.count = 0;
            if (known_move != no_move) frame.list.add(known_move);
        }
        for (int index = 0;; ++index) {
            if (index == frame.list.count && !listed) {
                listed = true;
                picker.near(frame.list, complete);
                if (frame.list.count == 0) add_last(picker, frame, complete);
                if (index > 0 && std::find(frame.list.begin(), frame.list.end(), known_move) == frame.list.end())
                    frame.list.add(known_move);
                score(frame, ply, known_move);
                if (index > 0) MoveOrder::next(frame, 0);
            }
            // If moves were left out, that all others lose is no proof: a refutation may be among them.
            if (index >= frame.list.count && !complete && best < -decided) {
                picker.rest(frame.list);
                complete = true;
                score(frame, ply, no_move);
            }
            if (index >= frame.list.count) break;
            const Move move = listed ? MoveOrder::next(frame, index) : frame.list[index];
            if (move == frame.excluded) continue;
            const Threat makes = board_.threat(own, move), keeps = board_.threat(enemy, move);
            const bool quiet = makes < Threat::three && keeps < Threat::four;
            if (best > -decided && !few && !answers && quiet && searched > 0) {
                // Step 13. Late moves are left out
                if (searched >= width) {
                    solved = false;
                    break;
                }
                const int margin = settings_.futile_margin * depth + settings_.futile_base;
                if (!Pv && depth <= settings_.futile_depth && searched >= 2 && value + margin <= alpha) {
                    solved = false;
                    continue;
                }
            }
            const int promise = this->promise(move);
            likely = searched == 0 ? promise : std::max(likely, promise);
            play(frame, move);
            ++searched;
            const int rest = depth - 1 + (move == known_move ? extension : 0);
            int found;
            if (searched == 1) {
                found = -search<Pv>(ply + 1, rest, -beta, -alpha, Pv ? false : !cut);
            } else {
                // Step 14. Late move reductions, with a new search at full depth where the reduced one fails high
                int less = 0;
                if (depth >= 2 && searched > 2) {
                    const int unlikely = std::min(likely - promise, 10 * GomokuPolicy::unit);
                    less = settings_.reduction(depth, searched) + (improving ? 0 : settings_.reduction_worse) +
                           settings_.reduction_unlikely * unlikely / GomokuPolicy::unit;
                    less = less / 100 - Pv + cut - (!quiet || answers) - (makes >= Threat::four) -
                           learned(own, move, ply) / settings_.reduction_history;
                    less = std::clamp(less, 0, rest);
                }
                found = -search<false>(ply + 1, rest - less, -alpha - 1, -alpha, true);
                if (less > 0 && found > alpha && !stopped_)
                    found = -search<false>(ply + 1, rest, -alpha - 1, -alpha, !cut);
                if (Pv && found > alpha && found < beta && !stopped_)
                    found = -search<true>(ply + 1, rest, -beta, -alpha, false);
            }
            board_.undo();
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
            // Step 15. Beta cut-off (fail high)
            if (best >= beta) {
                solved = next.solved;
                remember_cut(frame, ply, index, depth);
                break;
            }
            solved = solved && next.solved;
        }
        if (best == -infinite) {
            if (whole && complete) return 0;  // renju: no legal move
            frame.solved = false;             // everything but the excluded move was left out
            return alpha;
        }
        // A lost side may last longer by leaving the threat unanswered.
        if (answers && best < -decided && best < beta) best = std::max(best, ply + 1 + threat_plies - win_value);

        // Step 16. Transposition table store
        if (best < beta) solved = solved && complete;
        frame.solved = solved && whole;
        if (!whole) return best;
        const Bound bound = best >= beta ? Bound::lower : best <= floor ? Bound::upper : Bound::exact;
        const bool sure =
            solved || (bound != Bound::upper && best > decided) || (bound != Bound::lower && best < -decided);
        work_.table.store(key, {to_table(best, ply), sure ? Table::solved_depth : depth, bound, best_move, !forced});
        return best;
    }

private:
    // The only answer to a four costs no depth.
    template <bool Pv>
    int reply(Frame& frame, int ply, int depth, int alpha, int beta, bool cut) {
        const Move move = frame.list[0];
        frame.value = static_value();
        play(frame, move);
        const int value = -search<Pv>(ply + 1, depth, -beta, -alpha, !cut);
        board_.undo();
        const Frame& next = at(ply + 1);
        frame.solved = next.solved;
        follow(frame, move, next);
        return value;
    }

    // Nothing is near, or nothing answers the threat: everything, or the central cell if all others lose as surely.
    static void add_last(const Picker& picker, Frame& frame, bool complete) {
        if (complete) picker.central(frame.list);
        else picker.rest(frame.list);
    }

    bool is_playable(const Picker& picker, Move move) const {
        return move < board_.area() && board_.is_empty(move) && picker.may_play(move);
    }

    // Positions that are looked at for continuous fours count as nodes, too.
    int run_fours(std::uint64_t most) {
        most = std::min(most, work_.limit > count_ ? work_.limit - count_ : 0);
        const int plies = fours_.run_quick(board_, most);
        count_ += fours_.nodes();
        return plies;
    }

    static void lead(Frame& frame, int move) {
        frame.pv[0] = static_cast<Move>(move);
        frame.pv_length = 1;
    }

    void score(Frame& frame, int ply, Move known) const {
        const int own = board_.turn();
        for (int index = 0; index < frame.list.count; ++index) {
            const Move move = frame.list[index];
            int score = promise(move) + learned(own, move, ply) / settings_.order_history;
            if (move == known) score = decided;
            if (move == frame.killers[0] || move == frame.killers[1]) score += settings_.order_killer;
            frame.scores[index] = score;
        }
    }
    // The move that led to a ply, or one earlier.
    Move move_before(int ply, int plies) const {
        return ply >= plies ? frames_[static_cast<std::size_t>(ply - plies)]->move : no_move;
    }
    int learned(int side, Move move, int ply) const {
        return history_.value(side, move, move_before(ply, 1), move_before(ply, 2));
    }
    // The move at `index` cut; those before it should have been tried later.
    void remember_cut(Frame& frame, int ply, int index, int depth) {
        const Move move = frame.list[index];
        if (frame.killers[0] != move) {
            frame.killers[1] = frame.killers[0];
            frame.killers[0] = move;
        }
        const int bonus = std::min(depth * depth * settings_.bonus_growth / 100, settings_.bonus_most);
        const int own = board_.turn();
        const Move before = move_before(ply, 1), follows = move_before(ply, 2);
        history_.update(own, move, before, follows, bonus);
        for (int earlier = 0; earlier < index; ++earlier)
            history_.update(own, frame.list[earlier], before, follows, -bonus * settings_.malus / 100);
    }

    const GomokuSettings& settings_;
    Board board_;
    FourSearch<Kernel> fours_{std::size_t{1} << 15};
    GomokuHistory& history_;
    PositionSampler<Kernel>* const sampler_;
    std::vector<std::unique_ptr<Frame>> frames_;
};

}  // namespace boyi
