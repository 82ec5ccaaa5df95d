// Gomoku's own alpha-beta search: a proof by continuous threats, else iterative deepening in every thread (Lazy SMP).
#pragma once

#include <memory>
#include <vector>

#include "gomoku/searcher.hpp"
#include "gomoku/vct.hpp"
#include "search/best_result.hpp"
#include "search/root_move.hpp"

namespace boyi {

template <class Kernel>
class GomokuSearch final : public Search {
public:
    using Board = ShapeBoard<Kernel>;
    using Searcher = GomokuSearcher<Kernel>;
    static constexpr int max_depth = 200;
    // A searched value that stands for ten to one, fitted to games of the engine against itself.
    static constexpr int odds = 600;

    // `multi`: how many of the best root moves get a line; `slot`: where the memory of the last search is and where
    // this one's goes; it may be null.
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
        work_ = std::make_unique<SearchWork>(stopper, cancel_, memory().table, limits.nodes);
        workers_.clear();
        for (int thread = 0; thread < limits.threads; ++thread)
            workers_.push_back(std::make_unique<Worker>(*this, thread));
        const Move first = workers_[0]->roots[0].move;
        const int value = workers_[0]->static_value();
        Line guess{first, 0, rate(value), static_cast<double>(value), {first}};
        guess.bound = Bound::none;  // the position's value, not the move's
        result_.reset(std::move(guess));
    }

    void work(int thread) override {
        if (thread == 0 && (prove_by_fours() || prove_by_threats())) return;
        workers_[static_cast<std::size_t>(thread)]->deepen(std::min(limits_.depth, max_depth));
    }

    Report report() override {
        Report report = result_.get();
        report.nodes = work_->nodes.load(std::memory_order_relaxed);
        return report;
    }

    static double rate(int value) {
        if (value > decided || value < -decided) return value > 0 ? 1.0 : 0.0;
        return 1.0 / (1.0 + std::pow(10.0, -std::clamp(static_cast<double>(value) / odds, -10.0, 10.0)));
    }

private:
    // One thread at the root.
    class Worker {
    public:
        Worker(GomokuSearch& owner, int thread)
            : owner_(owner),
              thread_(thread),
              searcher_(owner.root_, *owner.work_, owner.memory().histories[static_cast<std::size_t>(thread)],
                        thread == 0) {
            MoveList& list = searcher_.at(0).list;
            Board& board = searcher_.board();
            complete_ = MovePicker<Kernel>(board).root(board, list);
            for (const Move move : list) roots.emplace_back(move);
            // The seed decides between moves that look equal, and each thread has its own seed.
            Rng rng(owner.limits_.seed + static_cast<std::uint64_t>(thread) * 0x9E3779B9u);
            if (owner.limits_.seed != 0 || thread > 0) shuffle(roots, rng);
            for (RootMove& root : roots) root.previous = board.order(root.move);
            sort_by_previous(roots);
            const Table::Entry known = owner.memory().table.find(board.key());
            if (known.bound == Bound::none) return;
            for (std::size_t index = 0; index < roots.size(); ++index)
                if (roots[index].move == known.move) bring_to_front(roots, index);
        }

        int static_value() const { return searcher_.static_value(); }
        // Whether every move that is no root move surely loses.
        bool complete() const { return complete_; }

        // Iterations of growing depth until the time is over, the result is proven or the depth is reached; whether it
        // is proven.
        bool deepen(int last) {
            const int lines = std::min(owner_.multi_, static_cast<int>(roots.size()));
            // Every other thread runs a ply ahead, so that the table holds what the rest will need next.
            for (int depth = std::min(1 + thread_ % 2, last); depth <= last; ++depth) {
                bool proven = true;
                for (int line = 0; line < lines; ++line) {
                    aspire(depth, line);
                    if (searcher_.stopped()) {
                        searcher_.report_nodes();
                        return false;
                    }
                    proven = proven && roots[static_cast<std::size_t>(line)].proof() != Proven::no;
                }
                sort_lines(roots, lines);
                for (RootMove& root : roots) root.previous = root.value;
                const bool end = depth == std::min(owner_.limits_.depth, max_depth);
                owner_.publish(*this, lines, depth, true, proven || end);
                if (proven || end || owner_.is_forced(*this, depth)) {
                    owner_.stopper.stop();
                    searcher_.report_nodes();
                    return proven;
                }
            }
            searcher_.report_nodes();
            return false;
        }

        RootMoves roots;

    private:
        // The other legal moves become root moves, too.
        void list_rest() {
            MoveList& list = searcher_.at(0).list;
            const int listed = list.count;
            MovePicker<Kernel>(searcher_.board()).rest(list);
            for (int index = listed; index < list.count; ++index) roots.emplace_back(list[index]);
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
                if (searcher_.stopped()) return;
                sort_by_value(roots, static_cast<std::size_t>(line));
                delta *= 3;
                const bool wide = delta > 2'000 || value > decided || value < -decided;
                if (value <= alpha && alpha > -infinite) alpha = wide ? -infinite : value - delta;
                else if (value >= beta && beta < infinite) beta = wide ? infinite : value + delta;
                else return;
            }
        }

        // As the searcher's, but moves keep their values and lines, and every new best one is published.
        int search_root(int depth, int alpha, int beta, int line) {
            auto& frame = searcher_.at(0);
            if (searcher_.count_node()) return 0;
            frame.value = searcher_.static_value();
            int best = -infinite;
            bool solved = true;
            for (std::size_t index = line; index < roots.size(); ++index) roots[index].value = -infinite;
            for (std::size_t index = line;; ++index) {
                if (index == roots.size() && !complete_ && best < -decided) list_rest();
                if (index == roots.size()) break;
                RootMove& root = roots[index];
                const std::uint64_t before = searcher_.count();
                const int number = static_cast<int>(index) - line;
                searcher_.play(frame, root.move);
                int value = 0;
                if (number > 0) {
                    const int less = depth >= 3 && number >= 3 ? late_move_reduction(depth, number) - 1 : 0;
                    value =
                        -searcher_.template search<false>(1, depth - 1 - std::max(less, 0), -alpha - 1, -alpha, true);
                    if (less > 0 && value > alpha && !searcher_.stopped())
                        value = -searcher_.template search<false>(1, depth - 1, -alpha - 1, -alpha, true);
                }
                if (number == 0 || (value > alpha && value < beta && !searcher_.stopped()))
                    value = -searcher_.template search<true>(1, depth - 1, -beta, -alpha, false);
                searcher_.board().undo();
                if (searcher_.stopped()) return 0;
                const auto& next = searcher_.at(1);
                solved = solved && next.solved;
                root.nodes += searcher_.count() - before;
                root.value = number == 0 || value > alpha ? value : -infinite;
                best = std::max(best, value);
                if (value <= alpha && number > 0) continue;
                root.pv.assign(1, root.move);
                root.pv.insert(root.pv.end(), next.pv, next.pv + next.pv_length);
                root.solved = next.solved;
                if (value > alpha) {
                    alpha = value;
                    // A new best move counts even if the time runs out before the iteration is finished. Several lines
                    // are of one finished iteration, so that their values can be compared.
                    if (thread_ == 0 && owner_.multi_ == 1) {
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

        GomokuSearch& owner_;
        const int thread_;
        Searcher searcher_;
        bool complete_ = true;
    };

    GomokuMemory& memory() const { return static_cast<GomokuMemory&>(*memory_); }

    // The only move needs no more than a first judgement when the time is limited, unless the end is near.
    bool is_forced(const Worker& worker, int depth) const {
        return worker.roots.size() == 1 && worker.complete() && depth >= forced_depth && limits_.seconds < 1e8 &&
               root_.empties() > MovePicker<Kernel>::small;
    }

    // Takes a worker's first `lines` root moves as the answer unless a deeper or the last one is known.
    void publish(const Worker& worker, int lines, int depth, bool finished, bool last, Bound bound = Bound::exact) {
        std::vector<Line> found;
        for (int line = 0; line < lines; ++line) {
            const RootMove& root = worker.roots[static_cast<std::size_t>(line)];
            found.push_back(root.to_line(rate(root.value), whole_line(root, depth), depth, bound));
        }
        result_.offer(std::move(found), worker.roots[0].proof(), depth, finished, last);
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

    // Nodes for a look for proofs.
    std::uint64_t proof_nodes() const {
        return static_cast<std::uint64_t>(std::min(static_cast<double>(limits_.nodes) * proof_share, 1e9)) + 50;
    }

    // Continuous fours, or a win that is as short and that an earlier search of the game has proven.
    bool prove_by_fours() {
        Board board(root_);
        FourSearch<Kernel> fours(std::size_t{1} << 14);
        const int plies = fours.run_shortest(board, std::min<std::uint64_t>(proof_nodes(), 20'000));
        work_->nodes.fetch_add(fours.nodes(), std::memory_order_relaxed);
        const int known = known_win();
        // The first iterations find it in the table.
        if (known > 0 && (plies == 0 || known <= plies) && multi_ == 1 &&
            workers_[0]->deepen(std::min(limits_.depth, 2)))
            return true;
        if (plies == 0) return false;
        store_fours(fours.line());
        return conclude(fours.line());
    }
    // Continuous threats, with a share of the time or of the nodes.
    bool prove_by_threats() {
        // A shallow search is meant to miss what is far ahead.
        if (limits_.depth < least_threats_depth || proof_nodes() < least_threats_nodes) return false;
        Board board(root_);
        ContinuousThreats<Kernel> threats;
        threats.run(board, proof_nodes(),
                    [this] { return work_->expired() || stopper.elapsed() > limits_.seconds * proof_share; });
        work_->nodes.fetch_add(threats.nodes(), std::memory_order_relaxed);
        if (threats.line().empty()) return false;
        threats.each_proven([this](Key key, bool attacks, int length, Move move) {
            const int value = attacks ? win_value - length : length - win_value;
            memory().table.store(key, {value, Table::solved_depth, attacks ? Bound::lower : Bound::upper, move, false});
        });
        return conclude(threats.line());
    }
    // The plies of the win of the side to move that the table holds, or 0.
    int known_win() const {
        const Table::Entry known = memory().table.find(root_.key());
        const bool won = known.bound != Bound::upper && known.bound != Bound::none && known.value > decided;
        return won ? win_value - known.value : 0;
    }
    // A proof is kept for the next moves of the game, whose searches may have less time.
    void store_fours(const std::vector<Move>& line) {
        Kernel board = root_;
        const int plies = static_cast<int>(line.size());
        for (int ply = 0; ply + 1 < plies; ++ply) {
            if (ply % 2 == 0)
                memory().table.store(board.key(), {win_value - plies + ply, Table::solved_depth, Bound::lower,
                                                   line[static_cast<std::size_t>(ply)], false});
            board.play(line[static_cast<std::size_t>(ply)]);
        }
    }
    bool conclude(const std::vector<Move>& line) {
        const int plies = static_cast<int>(line.size());
        Report report;
        report.lines.push_back({line[0], 1, 1.0, static_cast<double>(win_value - plies), line, Kind::exact, plies,
                                Bound::exact, Proven::win, plies});
        report.depth = plies;
        report.proven = Proven::win;
        result_.conclude(std::move(report));
        stopper.stop();
        return true;
    }

    static constexpr double proof_share = 0.1;
    static constexpr int least_threats_depth = 6, forced_depth = 4;
    static constexpr std::uint64_t least_threats_nodes = 1'000;

    const Kernel root_;
    int multi_;
    const Cancel* cancel_;
    MemorySlot* slot_;
    std::unique_ptr<SearchMemory> memory_;  // a GomokuMemory
    Limits limits_;
    std::unique_ptr<SearchWork> work_;
    std::vector<std::unique_ptr<Worker>> workers_;
    BestResult result_;
};

}  // namespace boyi
