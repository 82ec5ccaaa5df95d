// Gomoku's own alpha-beta search, on the board with make and unmake: principal variation search with iterative
// deepening, candidates by threats, continuous fours at every node, reductions and pruning of quiet moves.
//
// A value beyond +-decided is always a proof: what is pruned or left out is never taken for lost, and a pruned node
// returns a heuristic value. Draws need more, so each node says whether its bound rests on ended games only (`solved`).
#pragma once

#include <memory>
#include <vector>

#include "gomoku/fours.hpp"
#include "gomoku/move_picker.hpp"
#include "gomoku/search_memory.hpp"
#include "gomoku/vct.hpp"
#include "search/best_result.hpp"
#include "search/cancel.hpp"
#include "search/evaluation.hpp"
#include "search/move_order.hpp"
#include "search/root_move.hpp"

namespace boyi {

template <class Kernel>
class GomokuSearch final : public Search {
public:
    using Board = ShapeBoard<Kernel>;
    static constexpr int max_depth = 200, max_ply = 300;
    static constexpr int most_value = 8'000;  // of a position that is not proven
    static constexpr int odds = 400;          // a value that stands for ten to one

    // `slot`: where the memory of the last search is and where this one's goes; it may be null.
    GomokuSearch(const Kernel& root, int multi, const Cancel* cancel, MemorySlot* slot)
        : root_(root), multi_(multi), cancel_(cancel), slot_(slot), result_(multi) {
        if (slot) memory_ = slot->take();
        if (!dynamic_cast<GomokuMemory*>(memory_.get())) memory_ = std::make_unique<GomokuMemory>();
    }
    ~GomokuSearch() override {
        workers_.clear();
        if (slot_) slot_->give(std::move(memory_));
    }

    void prepare(const Limits& limits) override {
        limits_ = limits;
        // No more entries than the search can fill: a short search need not pay for a large table.
        const double entries = std::min({limits.seconds * 4e6 * limits.threads, static_cast<double>(limits.nodes) * 2,
                                         100 * std::pow(4.0, limits.depth), 1e15});
        memory().prepare(root_.size(), root_.rule(), limits, static_cast<std::uint64_t>(entries) + 1);
        workers_.clear();
        for (int thread = 0; thread < limits.threads; ++thread)
            workers_.push_back(std::make_unique<Worker>(*this, thread));
        const Move first = workers_[0]->roots[0].move;
        const int value = workers_[0]->static_value();
        result_.reset({first, 0, rate(value), static_cast<double>(value), {first}});
    }

    void work(int thread) override {
        if (thread == 0 && prove_root()) return;
        workers_[thread]->deepen();
    }

    Report report() override {
        Report report = result_.get();
        report.nodes = total_nodes();
        return report;
    }

    static double rate(int value) {
        if (value > decided || value < -decided) return value > 0 ? 1.0 : 0.0;
        return 1.0 / (1.0 + std::pow(10.0, -std::clamp(static_cast<double>(value) / odds, -10.0, 10.0)));
    }

private:
    struct Frame {
        MoveList list;
        std::int32_t scores[max_cells + 1];
        Move killers[2] = {no_move, no_move};  // the last moves that cut at this ply
        Move move = no_move;                   // the move that was played here; no_move: a pass
        Move excluded = no_move;
        int value = 0;        // the static value
        bool solved = false;  // the bound that was returned rests on ended games only
        int pv_length = 0;
        Move pv[max_ply + 2];
    };

    class Worker {
    public:
        Worker(GomokuSearch& owner, int thread)
            : owner_(owner),
              thread_(thread),
              board_(owner.root_),
              fours_(std::size_t{1} << 13),
              table_(owner.memory().table),
              history_(owner.memory().histories[static_cast<std::size_t>(thread)]) {
            Frame& frame = at(0);
            complete_ = MovePicker<Kernel>(board_).root(board_, frame.list);
            for (int index = 0; index < frame.list.count; ++index) roots.emplace_back(frame.list[index]);
            // The seed decides between moves that look equal, and each thread has its own seed.
            Rng rng(owner.limits_.seed + static_cast<std::uint64_t>(thread) * 0x9E3779B9u);
            if (owner.limits_.seed != 0 || thread > 0) shuffle(roots, rng);
            for (RootMove& root : roots) root.previous = board_.order(root.move);
            sort_by_previous(roots);
            const Table::Entry known = table_.find(board_.key());
            if (known.bound != Bound::none) {
                for (std::size_t index = 0; index < roots.size(); ++index)
                    if (roots[index].move == known.move) bring_to_front(roots, index);
            }
        }

        int static_value() const { return std::clamp(board_.value(), -most_value, most_value); }

        // Iterations of growing depth until the time is over, the result is proven or the depth is reached.
        void deepen() {
            const int last = std::min(owner_.limits_.depth, max_depth);
            const int lines = std::min(owner_.multi_, static_cast<int>(roots.size()));
            // Every other thread runs a ply ahead, so that the table holds what the rest will need next.
            for (int depth = std::min(1 + thread_ % 2, last); depth <= last; ++depth) {
                iteration_ = depth;
                bool proven = true;
                for (int line = 0; line < lines; ++line) {
                    aspire(depth, line);
                    if (stopped_) return finish();
                    proven = proven && proof(roots[static_cast<std::size_t>(line)]) != Proven::no;
                }
                for (RootMove& root : roots) root.previous = root.value;
                owner_.publish(*this, lines, depth, true, proven || depth == last);
                if (proven) break;
            }
            owner_.stopper.stop();
            finish();
        }

        Proven proof(const RootMove& root) const {
            if (root.value > decided) return Proven::win;
            if (root.value < -decided) return Proven::loss;
            return root.value == 0 && root.solved ? Proven::draw : Proven::no;
        }

        RootMoves roots;
        std::atomic<std::uint64_t> nodes{0};

    private:
        // The root

        // The other legal moves become root moves, too.
        void list_rest() {
            Frame& frame = at(0);
            const int listed = frame.list.count;
            MovePicker<Kernel>(board_).rest(frame.list);
            for (int index = listed; index < frame.list.count; ++index) roots.emplace_back(frame.list[index]);
            complete_ = true;
        }

        // Aspiration window around the last value, widened on the side where the search fails.
        void aspire(int depth, int line) {
            const int guess = roots[static_cast<std::size_t>(line)].previous;
            int delta = 30;
            const bool narrow = depth >= 4 && guess > -decided && guess < decided;
            int alpha = narrow ? guess - delta : -infinite, beta = narrow ? guess + delta : infinite;
            while (true) {
                const int value = search_root(depth, alpha, beta, line);
                if (stopped_) return;
                sort_by_value(roots, static_cast<std::size_t>(line));
                delta *= 3;
                const bool wide = delta > 2'000 || value > decided || value < -decided;
                if (value <= alpha && alpha > -infinite) alpha = wide ? -infinite : value - delta;
                else if (value >= beta && beta < infinite) beta = wide ? infinite : value + delta;
                else return;
            }
        }

        // As `search`, but moves keep their values and lines, and every new best one is published.
        int search_root(int depth, int alpha, int beta, int line) {
            Frame& frame = at(0);
            if (count_node()) return 0;
            frame.value = static_value();
            int best = -infinite;
            bool solved = true;
            for (std::size_t index = line; index < roots.size(); ++index) roots[index].value = -infinite;
            for (std::size_t index = line;; ++index) {
                if (index == roots.size() && !complete_ && best < -decided) list_rest();
                if (index == roots.size()) break;
                RootMove& root = roots[index];
                const std::uint64_t before = count_;
                const bool first = index == static_cast<std::size_t>(line);
                play(frame, root.move);
                int value = 0;
                if (!first) {
                    const int number = static_cast<int>(index) - line;
                    const int less = depth >= 3 && number >= 3 ? reduction(depth, number) - 1 : 0;
                    value = -search<false>(1, depth - 1 - std::max(less, 0), -alpha - 1, -alpha, true);
                    if (less > 0 && value > alpha && !stopped_)
                        value = -search<false>(1, depth - 1, -alpha - 1, -alpha, true);
                }
                if (first || (value > alpha && value < beta && !stopped_))
                    value = -search<true>(1, depth - 1, -beta, -alpha, false);
                board_.undo();
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
                        owner_.publish(*this, 1, depth, false, false);
                    }
                }
                if (value >= beta) break;
            }
            solved = solved && complete_;
            // Only a whole iteration can show that nothing is better than a draw.
            for (std::size_t index = line; index < roots.size(); ++index) roots[index].solved &= solved;
            return best;
        }

        // The tree

        // The value for the side to move: exact inside (alpha, beta), else a bound on that side.
        template <bool Pv>
        [[gnu::noinline]] int search(int ply, int depth, int alpha, int beta, bool cut) {
            // Step 1. Count the node and check the limits
            depth = std::max(depth, 0);
            Frame& frame = at(ply);
            frame.pv_length = 0;
            frame.solved = true;
            if (count_node()) return 0;

            // Step 2. End of the game
            if (board_.winner() >= 0) return ply - win_value;
            if (board_.empties() == 0) return 0;

            // Step 3. What the next moves decide
            const int own = board_.turn(), enemy = 1 - own;
            if (board_.count(own, Threat::five)) {
                lead(frame, board_.first(own, Threat::five));
                return win_value - ply - 1;
            }
            if (win_value - ply - 3 <= alpha) return win_value - ply - 3;
            const bool forced = board_.count(enemy, Threat::five) > 0;
            const MovePicker<Kernel> picker(board_);
            bool complete = true;
            if (forced) {
                if (!stop_five(picker, frame)) {
                    if (board_.kernel().outcome().over()) return 0;  // renju: no legal move
                    return ply + 2 - win_value;
                }
            } else if (const int cell = picker.decisive(); cell >= 0) {
                lead(frame, cell);
                return win_value - ply - 3;
            }

            // Step 4. Transposition table lookup; a solved entry holds at any depth
            const Key key = board_.key() ^ (frame.excluded == no_move ? 0 : mix(frame.excluded));
            const Table::Entry known = table_.find(key);
            const bool hit = known.bound != Bound::none;
            if (hit && known.depth >= depth &&
                (!Pv || (known.depth == Table::solved_depth && known.bound == Bound::exact))) {
                const int value = from_table(known.value, ply);
                const bool low = known.bound != Bound::upper, high = known.bound != Bound::lower;
                if ((low && value >= beta) || (high && value <= alpha) || (low && high)) {
                    frame.solved = known.depth == Table::solved_depth;
                    if (low && known.move < board_.area()) lead(frame, known.move);
                    return value;
                }
            }
            const Move known_move = hit ? known.move : no_move;

            // Step 5. Continuous fours
            if (!forced && frame.excluded == no_move && !known.flag) {
                if (const int plies = run_fours(depth > 0 ? node_fours : leaf_fours); plies > 0) {
                    const int value = win_value - ply - plies;
                    lead(frame, fours_.line()[0]);
                    table_.store(key,
                                 {to_table(value, ply), Table::solved_depth, Bound::lower, fours_.line()[0], false});
                    return value;
                }
            }
            if (forced && frame.list.count == 1 && ply < 2 * iteration_ + 8 && ply < max_ply - 1) {
                return reply<Pv>(frame, ply, std::max(depth, 0), alpha, beta, cut);
            }

            // Step 6. Horizon: the static evaluation
            const int value = frame.value = static_value();
            if (depth <= 0 || ply >= max_ply - 1) {
                frame.solved = false;
                if (!forced && !hit) table_.store(key, {value, 0, Bound::exact, no_move, true});
                return value;
            }

            // Step 7. Pruning by the static value, where nothing threatens
            const bool few = board_.empties() <= MovePicker<Kernel>::small;
            bool threatened = forced || board_.count(enemy, Threat::open_four) > 0, fours = false;
            if (!threatened && !few && frame.excluded == no_move && board_.fours(enemy) > 0) {
                board_.pass();
                threatened = fours = run_fours(enemy_fours) > 0;
                board_.pass();
            }
            const bool improving = ply < 2 || value > at(ply - 2).value;
            if (!Pv && !threatened && !few && frame.excluded == no_move && beta > -decided && alpha < decided) {
                if (depth <= 6 && value - (60 * depth - 40 * improving) >= beta) {
                    frame.solved = false;
                    return value;
                }
                if (depth <= 3 && value + 150 * depth + 100 <= alpha) {
                    frame.solved = false;
                    return value;
                }
                // Step 8. Null move: if even a pass fails high, a move does
                if (depth >= 3 && value >= beta && at(ply - 1).move != no_move) {
                    frame.move = no_move;
                    board_.pass();
                    const int found = -search<false>(ply + 1, depth - 3 - depth / 4, -beta, 1 - beta, !cut);
                    board_.pass();
                    if (stopped_) return 0;
                    if (found >= beta) {
                        frame.solved = false;
                        return found > decided ? beta : found;
                    }
                }
            }

            // Step 9. Moves: answers to a threat, else the cells near stones
            bool answers = forced;
            if (fours) {
                // The null move did not touch the line: it is searched only where nothing threatens.
                picker.stop_line(frame.list, fours_.line(), complete);
                answers = true;
            } else if (!forced) {
                // Of few cells all are tried, so that draws can be proven.
                if (threatened && !few) answers = picker.stop_open_fours(frame.list, complete);
                if (!answers) picker.near(frame.list, complete);
            }
            if (!answers && known_move == no_move && depth >= 4) --depth;
            if (frame.list.count == 0) {
                if (!complete) picker.rest(frame.list);
                if (frame.list.count == 0 && complete && answers) picker.central(frame.list);
                if (frame.list.count == 0) return 0;  // renju: no legal move
            }
            score(frame, ply, known_move);

            // Step 10. Singular extension: the table's move is much better than all others
            int extension = 0;
            if (depth >= 7 && hit && frame.excluded == no_move && !answers && known.bound != Bound::upper &&
                known.depth >= depth - 3 && known.depth != Table::solved_depth && ply < 2 * iteration_) {
                const int margin = from_table(known.value, ply) - 2 * depth - 10;
                if (margin > -decided && margin < decided) {
                    Frame& same = at(ply + 1);
                    (void)same;
                    extension = is_singular(ply, depth, margin, known_move, cut);
                    if (stopped_) return 0;
                    // The list was overwritten.
                    picker.near(frame.list, complete);
                    score(frame, ply, known_move);
                    frame.value = value;
                    frame.pv_length = 0;
                }
            }

            // Step 11. Search the moves, best first: the first with the full window, the others with a null window
            const int floor = alpha;
            int best = -infinite, searched = 0;
            Move best_move = no_move;
            bool solved = true;
            const int width = answers || few ? max_cells : (Pv ? 14 : 7) + depth * depth / (improving ? 1 : 2);
            for (int index = 0;; ++index) {
                // If moves were left out, that all others lose is no proof: a refutation may be among them.
                if (index == frame.list.count && !complete && best < -decided) {
                    picker.rest(frame.list);
                    complete = true;
                    score(frame, ply, no_move);
                }
                if (index == frame.list.count) break;
                const Move move = MoveOrder::next(frame, index);
                if (move == frame.excluded) continue;
                const Threat makes = board_.threat(own, move), keeps = board_.threat(enemy, move);
                const bool quiet = makes < Threat::three && keeps < Threat::four;
                if (best > -decided && !few && !answers) {
                    // Step 12. Late moves are left out
                    if (searched >= width && quiet) {
                        solved = false;
                        break;
                    }
                    if (!Pv && depth <= 4 && quiet && searched >= 2 && value + 80 * depth + 40 <= alpha) {
                        solved = false;
                        continue;
                    }
                }
                play(frame, move);
                ++searched;
                const int rest = depth - 1 + (move == known_move ? extension : 0);
                int found;
                if (searched == 1) {
                    found = -search<Pv>(ply + 1, rest, -beta, -alpha, Pv ? false : !cut);
                } else {
                    // Step 13. Late move reductions, with a new search at full depth where the reduced one fails high
                    int less = 0;
                    if (depth >= 2 && searched > 2) {
                        less = reduction(depth, searched);
                        if (Pv) --less;
                        if (cut) ++less;
                        if (!quiet || answers) --less;
                        if (makes >= Threat::four) --less;
                        less -= history_.cuts[place(own, move)] / 8192;
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
                        frame.pv[0] = move;
                        std::copy(next.pv, next.pv + next.pv_length, frame.pv + 1);
                        frame.pv_length = next.pv_length + 1;
                    }
                }
                // Step 14. Beta cut-off (fail high)
                if (best >= beta) {
                    solved = next.solved;
                    remember_cut(frame, ply, index, depth);
                    break;
                }
                solved = solved && next.solved;
            }
            if (best == -infinite) {
                // Everything but the excluded move was left out.
                frame.solved = false;
                return frame.excluded == no_move ? value : alpha;
            }
            // Step 15. Transposition table store
            if (best < beta) solved = solved && complete;
            frame.solved = solved && frame.excluded == no_move;
            if (frame.excluded != no_move) return best;
            const Bound bound = best >= beta ? Bound::lower : best <= floor ? Bound::upper : Bound::exact;
            const bool sure =
                solved || (bound != Bound::upper && best > decided) || (bound != Bound::lower && best < -decided);
            table_.store(key, {to_table(best, ply), sure ? Table::solved_depth : depth, bound, best_move, !forced});
            return best;
        }

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
            frame.pv[0] = move;
            std::copy(next.pv, next.pv + next.pv_length, frame.pv + 1);
            frame.pv_length = next.pv_length + 1;
            return value;
        }

        // Whether all moves but the table's fail low against a bound below its value.
        int is_singular(int ply, int depth, int bound, Move known, bool cut) {
            Frame& frame = at(ply);
            frame.excluded = known;
            const int found = search<false>(ply, (depth - 1) / 2, bound - 1, bound, cut);
            at(ply).excluded = no_move;
            return found < bound ? 1 : 0;
        }

        // What stops the enemy's five; false if nothing does.
        bool stop_five(const MovePicker<Kernel>& picker, Frame& frame) {
            const int enemy = 1 - board_.turn();
            frame.list.count = 0;
            if (board_.rule() == GomokuRule::caro) {
                picker.stop_fives(board_, frame.list);
                return frame.list.count > 0;
            }
            if (board_.count(enemy, Threat::five) > 1) return false;
            const int cell = board_.first(enemy, Threat::five);
            if (!picker.may_play(cell)) return false;
            frame.list.add(cell);
            return true;
        }

        // Positions that are looked at for continuous fours count as nodes, too.
        int run_fours(std::uint64_t limit) {
            const std::uint64_t most = owner_.limits_.nodes;
            limit = std::min(limit, most > count_ ? most - count_ : 0);
            const int plies = fours_.run(board_, limit);
            count_ += fours_.nodes();
            return plies;
        }

        static void lead(Frame& frame, int move) {
            frame.pv[0] = static_cast<Move>(move);
            frame.pv_length = 1;
        }

        std::size_t place(int side, Move move) const {
            return static_cast<std::size_t>(side) * static_cast<std::size_t>(board_.area()) + move;
        }
        void score(Frame& frame, int ply, Move known) {
            const int own = board_.turn();
            const Move before = at(ply - 1).move;
            const Move counter = before == no_move ? no_move : history_.counters[place(own, before)];
            for (int index = 0; index < frame.list.count; ++index) {
                const Move move = frame.list[index];
                int score = board_.order(move) + history_.cuts[place(own, move)] / 64;
                if (move == known) score = decided;
                if (move == frame.killers[0] || move == frame.killers[1]) score += 100;
                if (move == counter) score += 60;
                frame.scores[index] = score;
            }
        }
        // The move at `index` cut; those before it should have been tried later.
        void remember_cut(Frame& frame, int ply, int index, int depth) {
            const Move move = frame.list[index];
            if (frame.killers[0] != move) {
                frame.killers[1] = frame.killers[0];
                frame.killers[0] = move;
            }
            const int own = board_.turn(), bonus = std::min(depth * depth, 1 << 10);
            GomokuHistory::update(history_.cuts[place(own, move)], bonus);
            for (int earlier = 0; earlier < index; ++earlier)
                GomokuHistory::update(history_.cuts[place(own, frame.list[earlier])], -bonus / 2);
            if (const Move before = at(ply - 1).move; before != no_move) history_.counters[place(own, before)] = move;
        }

        static int reduction(int depth, int index) {
            static const auto table = [] {
                std::vector<std::int8_t> values(64 * 64);
                for (int d = 1; d < 64; ++d)
                    for (int i = 1; i < 64; ++i)
                        values[static_cast<std::size_t>(64 * d + i)] =
                            static_cast<std::int8_t>(0.7 + std::log(d) * std::log(i) / 1.4);
                return values;
            }();
            return table[static_cast<std::size_t>(64 * std::min(depth, 63) + std::min(index, 63))];
        }

        Frame& at(int ply) {
            while (static_cast<int>(frames_.size()) <= ply) frames_.push_back(std::make_unique<Frame>());
            return *frames_[static_cast<std::size_t>(ply)];
        }
        void play(Frame& frame, Move move) {
            frame.move = move;
            board_.play(move);
            table_.prefetch(board_.key());
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
            const std::uint64_t spent = owner_.workers_.size() == 1
                                            ? count_ + owner_.root_nodes_.load(std::memory_order_relaxed)
                                            : owner_.total_nodes();
            if (spent >= limit || owner_.expired()) owner_.stopper.stop();
            if (thread_ == 0 && count_ >= Table::first_entries && !grown_) {
                grown_ = true;
                table_.grow([this] { return owner_.expired(); });
            }
            // With one thread the limit is met exactly, so that equal limits give equal searches.
            next_check_ = count_ + std::min<std::uint64_t>(128, limit > spent ? limit - spent : 1);
        }
        void finish() { nodes.store(count_, std::memory_order_relaxed); }

        static constexpr std::uint64_t node_fours = 100, leaf_fours = 60, enemy_fours = 60;

        GomokuSearch& owner_;
        const int thread_;
        Board board_;
        FourSearch<Kernel> fours_;
        Table& table_;
        GomokuHistory& history_;
        bool complete_ = true, stopped_ = false, grown_ = false;
        int iteration_ = 1;
        std::uint64_t count_ = 0, next_check_ = 0;
        std::vector<std::unique_ptr<Frame>> frames_;
    };

    GomokuMemory& memory() const { return static_cast<GomokuMemory&>(*memory_); }
    bool expired() { return stopper.check_clock() || (cancel_ && cancel_->cancelled()); }

    std::uint64_t total_nodes() const {
        std::uint64_t sum = root_nodes_.load(std::memory_order_relaxed);
        for (const auto& worker : workers_) sum += worker->nodes.load(std::memory_order_relaxed);
        return sum;
    }

    // Takes a worker's first `lines` root moves as the answer unless a deeper or the last one is known.
    void publish(const Worker& worker, int lines, int depth, bool finished, bool last) {
        std::vector<Line> found;
        for (int line = 0; line < lines; ++line) {
            const RootMove& root = worker.roots[static_cast<std::size_t>(line)];
            found.push_back(
                {root.move, root.nodes, rate(root.value), static_cast<double>(root.value), whole_line(root, depth)});
        }
        result_.offer(std::move(found), worker.proof(worker.roots[0]), depth, finished, last);
    }

    // Extends a principal variation that ended early by the table's moves, and a win by its continuous fours.
    std::vector<Move> whole_line(const RootMove& root, int depth) const {
        std::vector<Move> line = root.pv;
        const bool decisive = root.value > decided || root.value < -decided;
        Board board(root_);
        for (const Move move : line) board.play(move);
        FourSearch<Kernel> fours(std::size_t{1} << 10);
        while (line.size() < max_depth && board.winner() < 0 && board.empties() > 0) {
            if (decisive && fours.run(board, 2'000) > 0) {
                line.insert(line.end(), fours.line().begin(), fours.line().end());
                break;
            }
            const Table::Entry known = memory().table.find(board.key());
            const bool wanted = (decisive || static_cast<int>(line.size()) < depth) && known.bound != Bound::none;
            Move next = wanted && board.is_legal(known.move) ? known.move : no_move;
            if (next == no_move && decisive) {
                const int enemy = 1 - board.turn(), cell = board.first(enemy, Threat::five);
                if (cell >= 0 && board.is_legal(static_cast<Move>(cell))) next = static_cast<Move>(cell);
            }
            if (next == no_move) break;
            line.push_back(next);
            board.play(next);
        }
        return line;
    }

    // A longer look for continuous fours and then for continuous threats, each about a tenth of the whole search.
    bool prove_root() {
        Board board(root_);
        FourSearch<Kernel> fours(std::size_t{1} << 14);
        const double nodes = std::min({limits_.seconds * 1e5, static_cast<double>(limits_.nodes) / 10, 4e5});
        if (fours.run(board, static_cast<std::uint64_t>(nodes) + 50) > 0) return conclude(fours.line());
        // A shallow search is meant to miss what is far ahead.
        if (limits_.depth < least_threats_depth || nodes < least_threats_nodes) return false;
        ContinuousThreats<Kernel> threats;
        threats.run(board, static_cast<std::uint64_t>(nodes), [this] { return expired(); });
        root_nodes_.store(threats.nodes(), std::memory_order_relaxed);
        return !threats.line().empty() && conclude(threats.line());
    }
    bool conclude(const std::vector<Move>& line) {
        const int plies = static_cast<int>(line.size());
        Report report;
        report.lines.push_back({line[0], 1, 1.0, static_cast<double>(win_value - plies), line});
        report.depth = plies;
        report.proven = Proven::win;
        result_.conclude(std::move(report));
        stopper.stop();
        return true;
    }

    static constexpr int least_threats_depth = 6;
    static constexpr double least_threats_nodes = 1'000;

    const Kernel root_;
    int multi_;
    const Cancel* cancel_;
    MemorySlot* slot_;
    std::unique_ptr<SearchMemory> memory_;  // a GomokuMemory
    Limits limits_;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::atomic<std::uint64_t> root_nodes_{0};  // of the search for continuous threats
    BestResult result_;
};

}  // namespace boyi
