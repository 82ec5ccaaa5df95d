// The tree of gomoku's own alpha-beta search, on the board with make and unmake: principal variation search,
// candidates by threats, continuous fours at every node, reductions and pruning of quiet moves.
//
// `search` calls the steps of a node in order. What a step is worth is written beside it, in Elo with 95% bounds:
// `python -m benchmarks.gomoku_settings parts` played the search without it (docs/strength.md has the whole table and
// how it was played). "No answer": the test of 0 against 40 Elo had none after 80 pairs of games.
#pragma once

#include <memory>

#include "gomoku/fours.hpp"
#include "gomoku/move_picker.hpp"
#include "gomoku/search_memory.hpp"
#include "gomoku/search_settings.hpp"
#include "search/position_sampler.hpp"
#include "search/tree_searcher.hpp"

namespace boyi {

struct GomokuFrame : TreeFrame<300> {
    Move move = no_move;  // the move that was played here; no_move: a pass
    Move excluded = no_move;
    int value = 0;          // the static value
    bool harmless = false;  // the enemy has no continuous fours, even if it were to move
};

// One thread's search of the tree below the root.
template <class Kernel>
class GomokuSearcher final : public TreeSearcher<GomokuSearcher<Kernel>, GomokuFrame> {
    using Frame = GomokuFrame;
    using Base = TreeSearcher<GomokuSearcher, Frame>;
    friend Base;
    using Base::at, Base::heuristic, Base::count_, Base::stopped_, Base::table_, Base::work_;

public:
    using Board = ShapeBoard<Kernel>;
    using Picker = MovePicker<Kernel>;
    static constexpr int most_value = 8'000;  // of a position that is not proven

    // `sampler`: is offered the positions that are evaluated; it may be null.
    GomokuSearcher(const Kernel& root, const GomokuSettings& settings, SearchWork& work, GomokuMemory& memory,
                   int thread, PositionSampler<Kernel>* sampler)
        : Base(work, memory.table, thread == 0, std::make_unique<Frame>()),
          settings_(settings),
          board_(root),
          history_(memory.histories[static_cast<std::size_t>(thread)]),
          sampler_(sampler) {
        at(0).key = board_.key();
    }

    int root_value() override { return static_value(); }
    bool list_root(MoveList& list) override { return Picker(board_).root(board_, list); }
    void list_rest(MoveList& list) override { Picker(board_).rest(list); }
    // By the policy network (+74 ± 46).
    int promise(Move move) const override { return settings_.policy ? board_.promise(move) : board_.order(move); }
    void begin(const Iteration&) override { at(0).value = static_value(); }

private:
    // What the steps of a node know of it, and hand on.
    struct Node {
        Node(GomokuSearcher& tree, int at_ply, int plies, int low, int high, bool expect_cut)
            : frame(tree.at(at_ply)),
              ply(at_ply),
              depth(std::max(plies, 0)),
              alpha(low),
              beta(high),
              cut(expect_cut),
              own(tree.board_.turn()),
              enemy(1 - own),
              whole(frame.excluded == no_move),
              before(ply >= 1 ? tree.at(ply - 1).move : no_move),
              follows(ply >= 2 ? tree.at(ply - 2).move : no_move),
              picker(tree.board_) {}

        Frame& frame;
        const int ply;
        int depth;
        const int alpha, beta;
        const bool cut;
        const int own, enemy;
        const bool whole;            // no move is excluded
        const Move before, follows;  // the enemy's last move, the side's own
        const Picker picker;
        bool forced = false;  // the enemy threatens a five
        Key key = 0;
        Table::Entry known;
        Move known_move = no_move;
        int value = 0;         // the static value
        bool few = false;      // of few cells all are tried, so that draws can be proven
        bool answers = false;  // the list holds the answers to a threat
        bool complete = true;  // every move that is not listed surely loses
        int threat_plies = 3;  // to the enemy's five if the threat is not answered
        bool improving = false;
        int extension = 0;

        int result = 0;
        // Ends the node.
        bool ends(int with) {
            result = with;
            return true;
        }
        bool ends_heuristically(int with) { return ends(heuristic(frame, with)); }
    };

    template <bool Pv>
    [[gnu::noinline]] int search(int ply, int depth, int alpha, int beta, bool cut) {
        Frame& frame = at(ply);
        frame.pv_length = 0;
        frame.solved = true;
        frame.harmless = false;
        if (this->count_node()) return 0;
        if (board_.winner() >= 0) return ply - win_value;
        if (board_.empties() == 0) return 0;

        Node node(*this, ply, depth, alpha, beta, cut);
        if (decide_by_threats<Pv>(node)) return node.result;
        if (look_up<Pv>(node)) return node.result;            // not measured alone
        if (find_continuous_fours(node)) return node.result;  // +20 ± 38, no answer
        if (evaluate(node)) return node.result;               // the network: +144 ± 82
        find_answers(node);                                   // the enemy's continuous fours: +13 ± 40, no answer
        if (!Pv && may_prune(node)) {
            if (prune_by_static_value(node)) return node.result;  // below
            if (try_null_move(node)) return node.result;          // -35 ± 41, the test says no 40 Elo
        }
        // Internal iterative reduction: +26 ± 47, no answer
        if (!node.answers && node.known_move == no_move && node.depth >= settings_.internal_depth) --node.depth;
        if (extend_singular<Pv>(node)) return node.result;  // +26 ± 46, no answer
        return search_moves<Pv>(node);
    }

    // What the next moves decide, and mate-distance pruning.
    template <bool Pv>
    bool decide_by_threats(Node& node) {
        const int ply = node.ply;
        if (board_.count(node.own, Threat::five)) {
            node.frame.lead(board_.first(node.own, Threat::five));
            return node.ends(win_value - ply - 1);
        }
        if (win_value - ply - 3 <= node.alpha) return node.ends(win_value - ply - 3);
        node.forced = board_.count(node.enemy, Threat::five) > 0;
        if (node.forced) {
            if (!node.picker.stop_five(board_, node.frame.list)) {
                if (board_.kernel().outcome().over()) return node.ends(0);  // renju: no legal move
                return node.ends(ply + 2 - win_value);
            }
            if (node.frame.list.count == 1 && ply < Frame::max_ply - 1) return node.ends(reply<Pv>(node));
        } else if (const int cell = node.picker.decisive(); cell >= 0) {
            node.frame.lead(cell);
            return node.ends(win_value - ply - 3);
        }
        return false;
    }

    // The only answer to a four costs no depth.
    template <bool Pv>
    int reply(Node& node) {
        const Move move = node.frame.list[0];
        node.frame.value = static_value();
        play(node.ply, move);
        const int value = -search<Pv>(node.ply + 1, node.depth, -node.beta, -node.alpha, !node.cut);
        undo();
        const Frame& next = at(node.ply + 1);
        node.frame.solved = next.solved;
        node.frame.follow(move, next);
        return value;
    }

    // The transposition table. A proven win is good enough, and a proven loss needs no second proof, whatever the
    // window.
    template <bool Pv>
    bool look_up(Node& node) {
        node.key = board_.key() ^ (node.whole ? 0 : mix(node.frame.excluded));
        node.known = table_.find(node.key);
        const Table::Entry& known = node.known;
        if (Base::template cut_by_table<Pv, true>(node.frame, known, node.ply, node.depth, node.alpha, node.beta,
                                                  node.result)) {
            if (known.bound != Bound::upper && known.move < board_.area()) node.frame.lead(known.move);
            return true;
        }
        if (known.bound != Bound::none && is_playable(node.picker, known.move)) node.known_move = known.move;
        return false;
    }

    // The table's flag, or a look before the enemy's move, says that there are none.
    bool find_continuous_fours(Node& node) {
        if (node.forced || !node.whole || node.known.flag || at(node.ply - 1).harmless) return false;
        const int plies = run_fours();
        if (plies == 0) return false;
        const int value = win_value - node.ply - plies;
        const Move move = fours_.line()[0];
        node.frame.lead(move);
        table_.store(node.key, {to_table(value, node.ply), Table::solved_depth, Bound::lower, move, false});
        return node.ends(value);
    }

    // The static evaluation, with which the node ends at the horizon, but not before a four is answered.
    bool evaluate(Node& node) {
        node.value = node.frame.value = static_value();
        node.improving = node.ply < 2 || node.value > at(node.ply - 2).value;
        node.few = board_.empties() <= Picker::small;
        if (sampler_ && !node.forced && node.whole) sampler_->offer(board_.kernel());
        if ((node.depth > 0 || node.forced) && node.ply < Frame::max_ply - 1) return false;
        if (!node.forced && node.known.bound == Bound::none)
            table_.store(node.key, {node.value, 0, Bound::exact, no_move, true});
        return node.ends_heuristically(node.value);
    }

    // Lists the answers, where the enemy threatens a five, an open four or continuous fours.
    void find_answers(Node& node) {
        Frame& frame = node.frame;
        node.answers = node.forced;
        if (node.forced) node.threat_plies = 1;
        frame.harmless = !node.forced && board_.fours(node.enemy) == 0;
        if (node.forced || node.few) return;
        if (board_.count(node.enemy, Threat::open_four))
            node.answers = node.picker.stop_open_fours(frame.list, node.complete);
        if (node.answers || frame.harmless || node.depth < settings_.fours_depth) return;
        board_.pass();
        node.threat_plies = run_fours();
        board_.pass();
        node.answers = node.threat_plies > 0;
        frame.harmless = !node.answers && fours_.sure();
        if (node.answers) node.picker.stop_line(frame.list, fours_.line(), node.complete);
    }

    // Whether nothing threatens, so that a node may end without its moves.
    static bool may_prune(const Node& node) {
        return !node.answers && !node.few && node.whole && node.beta > -decided && node.alpha < decided;
    }

    bool prune_by_static_value(Node& node) {
        const int depth = node.depth, value = node.value;
        // Reverse futility: +50 ± 45, no answer
        const int margin = settings_.reverse_margin * depth - settings_.reverse_improving * node.improving;
        if (depth <= settings_.reverse_depth && value - margin >= node.beta) return node.ends_heuristically(value);
        // Razoring, after continuous fours were tried: +37 ± 42, no answer
        if (depth <= settings_.razor_depth && value + settings_.razor_margin * depth <= node.alpha)
            return node.ends_heuristically(value);
        return false;
    }

    // If even a pass fails high, a move does.
    bool try_null_move(Node& node) {
        const int depth = node.depth, beta = node.beta;
        if (depth < settings_.null_least || node.value < beta || at(node.ply - 1).move == no_move) return false;
        node.frame.move = no_move;
        board_.pass();
        const int above = std::min(100 * (node.value - beta) / settings_.null_value, settings_.null_most);
        const int less = (settings_.null_base + settings_.null_depth * depth + above) / 100;
        const int found = -search<false>(node.ply + 1, depth - less, -beta, 1 - beta, !node.cut);
        board_.pass();
        if (stopped_) return node.ends(0);
        return found >= beta && node.ends_heuristically(found > decided ? beta : found);
    }

    // The table's move is much better than all others: it is searched a ply deeper. Ends the node where several moves
    // fail high (multi-cut).
    template <bool Pv>
    bool extend_singular(Node& node) {
        const Table::Entry& known = node.known;
        if (node.depth < settings_.singular_depth || node.known_move == no_move || !node.whole || node.answers ||
            known.bound == Bound::upper || known.depth < node.depth - 3 || known.depth == Table::solved_depth)
            return false;
        const int margin = settings_.singular_margin * node.depth / 100 + settings_.singular_base;
        const int bound = from_table(known.value, node.ply) - margin;
        if (bound <= -decided || bound >= decided) return false;
        Frame& frame = node.frame;
        frame.excluded = node.known_move;
        const int found = search<false>(node.ply, (node.depth - 1) / 2, bound - 1, bound, node.cut);
        frame.excluded = no_move;
        if (stopped_) return node.ends(0);
        if (found < bound) node.extension = 1;
        else if (!Pv && bound >= node.beta) return node.ends(bound);
        frame.value = node.value;
        frame.pv_length = 0;
        return false;
    }

    // Best first: the first with the full window, the others with a null window.
    template <bool Pv>
    int search_moves(Node& node) {
        Frame& frame = node.frame;
        const int ply = node.ply;
        Best best(node.alpha, node.beta);
        int searched = 0, likely = 0;
        bool listed = node.answers;
        const int width = node.few ? max_cells : most_moves(node);
        if (listed) {
            if (frame.list.count == 0) add_last(node);
            score(node, node.known_move);
        } else {
            // The other moves are listed only if the table's does not cut.
            frame.list.count = 0;
            if (node.known_move != no_move) frame.list.add(node.known_move);
        }
        for (int index = 0;; ++index) {
            if (index == frame.list.count && !listed) {
                listed = true;
                list_near(node, index > 0);
            }
            // If moves were left out, that all others lose is no proof: a refutation may be among them.
            if (index >= frame.list.count && !node.complete && best.value < -decided) {
                node.picker.rest(frame.list);
                node.complete = true;
                score(node, no_move);
            }
            if (index >= frame.list.count) break;
            const Move move = listed ? next_move(frame, index) : frame.list[index];
            if (move == frame.excluded) continue;
            const Threat makes = board_.threat(node.own, move), keeps = board_.threat(node.enemy, move);
            const bool quiet = makes < Threat::three && keeps < Threat::four;
            if (best.value > -decided && !node.few && !node.answers && quiet && searched > 0) {
                // Late moves are left out: +171 ± 84
                if (searched >= width) {
                    best.solved = false;
                    break;
                }
                if (!Pv && searched >= 2 && is_futile(node, best.alpha)) {
                    best.solved = false;
                    continue;
                }
            }
            const int promise = this->promise(move);
            likely = searched == 0 ? promise : std::max(likely, promise);
            play(ply, move);
            ++searched;
            const int rest = node.depth - 1 + (move == node.known_move ? node.extension : 0);
            int found;
            if (searched == 1) {
                found = -search<Pv>(ply + 1, rest, -best.beta, -best.alpha, Pv ? false : !node.cut);
            } else {
                int less = 0;
                if (node.depth >= 2 && searched > 2)
                    less = std::clamp(
                        reduction<Pv>(node, move, searched, likely - promise, makes >= Threat::four, quiet), 0, rest);
                found = this->template search_later<Pv>(ply + 1, rest, less, best, node.cut);
            }
            undo();
            if (stopped_) return 0;
            if (best.take(frame, move, found, at(ply + 1))) {
                learn_cut(node, index);
                break;
            }
        }
        if (best.value == -infinite) {
            if (node.whole && node.complete) return 0;  // renju: no legal move
            return heuristic(frame, node.alpha);        // everything but the excluded move was left out
        }
        // A lost side may last longer by leaving the threat unanswered.
        if (node.answers && best.value < -decided && best.value < best.beta)
            best.value = std::max(best.value, ply + 1 + node.threat_plies - win_value);
        frame.solved = best.solved && node.whole && (node.complete || best.value >= best.beta);
        return node.whole ? this->store(frame, node.key, ply, node.depth, best, !node.forced) : best.value;
    }

    // How many moves are searched where nothing threatens.
    int most_moves(const Node& node) const {
        const int growth = node.improving ? settings_.late_improving : settings_.late_worse;
        return settings_.late_base + node.depth * node.depth * growth / 100;
    }
    // Futility of quiet moves: -2 ± 43, no answer
    bool is_futile(const Node& node, int alpha) const {
        const int margin = settings_.futile_margin * node.depth + settings_.futile_base;
        return node.depth <= settings_.futile_depth && node.value + margin <= alpha;
    }
    // Late move reductions, in plies: +79 ± 53; of that what the policy (`unlikely`) gives: +4 ± 43, no answer
    template <bool Pv>
    int reduction(const Node& node, Move move, int number, int unlikely, bool makes_four, bool quiet) const {
        unlikely = std::min(unlikely, 10 * GomokuPolicy::unit);
        const int hundredths = settings_.reduction(node.depth, number) +
                               (node.improving ? 0 : settings_.reduction_worse) +
                               settings_.reduction_unlikely * unlikely / GomokuPolicy::unit;
        return hundredths / 100 - Pv + node.cut - (!quiet || node.answers) - makes_four -
               learned(node, move) / settings_.reduction_history;
    }

    // The moves near stones; the table's, if it was `tried`, stays the first.
    void list_near(Node& node, bool tried) {
        MoveList& list = node.frame.list;
        node.picker.near(list, node.complete);
        if (list.count == 0) add_last(node);
        if (tried && std::find(list.begin(), list.end(), node.known_move) == list.end()) list.add(node.known_move);
        score(node, node.known_move);
        if (tried) next_move(node.frame, 0);
    }
    // Nothing is near, or nothing answers the threat: everything, or the central cell if all others lose as surely.
    static void add_last(Node& node) {
        if (node.complete) node.picker.central(node.frame.list);
        else node.picker.rest(node.frame.list);
    }

    // Killers: +39 ± 47, no answer; the history, here and in the reductions: +7 ± 45, no answer
    void score(Node& node, Move known) const {
        score_moves(node.frame, known, settings_.order_killer,
                    [&](Move move) { return promise(move) + learned(node, move) / settings_.order_history; });
    }
    int learned(const Node& node, Move move) const { return history_.value(node.own, move, node.before, node.follows); }
    void learn_cut(Node& node, int index) {
        const int bonus = std::min(node.depth * node.depth * settings_.bonus_growth / 100, settings_.bonus_most);
        remember_cut(node.frame, index, bonus, bonus * settings_.malus / 100, [&](Move move, int amount) {
            history_.update(node.own, move, node.before, node.follows, amount);
        });
    }

    int static_value() {
        const int value = board_.value();  // also takes over the windows that the policy needs
        return std::clamp(settings_.network ? value : board_.sum(), -most_value, most_value);
    }

    void play(int ply, Move move) {
        at(ply).move = move;
        board_.play(move);
        table_.prefetch(board_.key());
    }
    void undo() { board_.undo(); }

    bool is_playable(const Picker& picker, Move move) const {
        return move < board_.area() && board_.is_empty(move) && picker.may_play(move);
    }

    // The plies of the side's win by continuous fours, or 0. Positions that are looked at count as nodes, too.
    int run_fours() {
        const std::uint64_t left = work_.limit > count_ ? work_.limit - count_ : 0;
        const int plies = fours_.run_quick(board_, std::min(static_cast<std::uint64_t>(settings_.fours_nodes), left));
        count_ += fours_.nodes();
        return plies;
    }

    const GomokuSettings& settings_;
    Board board_;
    FourSearch<Kernel> fours_{std::size_t{1} << 15};
    GomokuHistory& history_;
    PositionSampler<Kernel>* const sampler_;
};

}  // namespace boyi
