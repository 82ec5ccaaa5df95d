// The alpha-beta search of Lines of Action: iterative deepening in every thread (Lazy SMP).
#pragma once

#include <memory>
#include <vector>

#include "loa/searcher.hpp"
#include "search/best_result.hpp"
#include "search/root_move.hpp"

namespace boyi {

class LoaSearch final : public Search {
public:
    static constexpr int max_depth = 200;

    // `multi`: how many of the best root moves get a line; `history`: keys of earlier positions of the game; `slot`:
    // where the memory of the last search is and where this one's goes; it may be null.
    LoaSearch(const Loa& root, int multi, std::vector<Key> history, const Cancel* cancel, MemorySlot* slot)
        : root_(root), multi_(multi), past_(std::move(history)), cancel_(cancel), slot_(slot), result_(multi) {
        std::sort(past_.begin(), past_.end());
        if (slot) memory_ = slot->take();
        if (!dynamic_cast<LoaMemory*>(memory_.get())) memory_ = std::make_unique<LoaMemory>();
    }
    ~LoaSearch() override {
        workers_.clear();
        if (slot_) slot_->give(std::move(memory_));
    }

    void prepare(const Limits& limits) override {
        limits_ = limits;
        // No more entries than the search can fill: a short search need not pay for a large table.
        const double entries = std::min({limits.seconds * 4e6 * limits.threads, static_cast<double>(limits.nodes) * 2,
                                         100 * std::pow(4.0, limits.depth), 1e15});
        memory().prepare(root_.rules(), limits, static_cast<std::uint64_t>(entries) + 1);
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
        workers_[static_cast<std::size_t>(thread)]->deepen(std::min(limits_.depth, max_depth));
    }

    Report report() override {
        Report report = result_.get();
        report.nodes = work_->nodes.load(std::memory_order_relaxed);
        return report;
    }

    static double rate(int value) { return win_rate(LoaNetworkValue{}, value); }

private:
    // One thread at the root.
    class Worker {
    public:
        Worker(LoaSearch& owner, int thread)
            : owner_(owner),
              thread_(thread),
              searcher_(owner.root_, *owner.work_, owner.memory().histories[static_cast<std::size_t>(thread)],
                        owner.past_, thread == 0) {
            MoveList& list = searcher_.at(0).list;
            owner.root_.moves(list);
            for (const Move move : list) roots.emplace_back(move);
            // The seed decides between moves that look equal, and each thread has its own seed.
            Rng rng(owner.limits_.seed + static_cast<std::uint64_t>(thread) * 0x9E3779B9u);
            if (owner.limits_.seed != 0 || thread > 0) shuffle(roots, rng);
            for (RootMove& root : roots) root.previous = LoaFeatureValue::gain(owner.root_, root.move);
            sort_by_previous(roots);
            const Table::Entry known = owner.memory().table.find(owner.root_.key());
            if (known.bound == Bound::none) return;
            for (std::size_t index = 0; index < roots.size(); ++index)
                if (roots[index].move == known.move) bring_to_front(roots, index);
        }

        // Iterations of growing depth until the time is over, the result is proven or the depth is reached.
        void deepen(int last) {
            const int lines = std::min(owner_.multi_, static_cast<int>(roots.size()));
            // Every other thread runs a ply ahead, so that the table holds what the rest will need next.
            for (int depth = std::min(1 + thread_ % 2, last); depth <= last; ++depth) {
                searcher_.begin(depth);
                bool proven = true;
                for (int line = 0; line < lines; ++line) {
                    aspire(depth, line);
                    if (searcher_.stopped()) return searcher_.report_nodes();
                    proven = proven && roots[static_cast<std::size_t>(line)].proof() != Proven::no;
                }
                sort_lines(roots, lines);
                for (RootMove& root : roots) root.previous = root.value;
                owner_.publish(*this, lines, depth, true, proven || depth == last);
                if (proven) break;
            }
            owner_.stopper.stop();
            searcher_.report_nodes();
        }

        int static_value() { return searcher_.static_value(0); }

        RootMoves roots;

    private:
        // Aspiration window around the last value, widened on the side where the search fails.
        void aspire(int depth, int line) {
            const int guess = roots[static_cast<std::size_t>(line)].previous;
            int delta = 150;
            const bool narrow = depth >= 4 && guess > -decided && guess < decided;
            int alpha = narrow ? guess - delta : -infinite, beta = narrow ? guess + delta : infinite;
            while (true) {
                const int value = search_root(depth, alpha, beta, line);
                if (searcher_.stopped()) return;
                sort_by_value(roots, static_cast<std::size_t>(line));
                delta *= 3;
                const bool wide = delta > 10'000 || value > decided || value < -decided;
                if (value <= alpha && alpha > -infinite) alpha = wide ? -infinite : value - delta;
                else if (value >= beta && beta < infinite) beta = wide ? infinite : value + delta;
                else return;
            }
        }

        // As the searcher's, but moves keep their values and lines, and every new best one is published.
        int search_root(int depth, int alpha, int beta, int line) {
            if (searcher_.count_node()) return 0;
            searcher_.at(0).value = searcher_.static_value(0);
            int best = -infinite;
            bool solved = true;
            for (std::size_t index = line; index < roots.size(); ++index) roots[index].value = -infinite;
            for (std::size_t index = line; index < roots.size(); ++index) {
                RootMove& root = roots[index];
                const std::uint64_t before = searcher_.count();
                const int number = static_cast<int>(index) - line;
                searcher_.play(0, root.move);
                int value = 0;
                if (number > 0) {
                    const int less = depth >= 3 && number >= 3 ? late_move_reduction(depth, number) - 1 : 0;
                    value = -searcher_.search<false>(1, depth - 1 - std::max(less, 0), -alpha - 1, -alpha, true);
                    if (less > 0 && value > alpha && !searcher_.stopped())
                        value = -searcher_.search<false>(1, depth - 1, -alpha - 1, -alpha, true);
                }
                if (number == 0 || (value > alpha && value < beta && !searcher_.stopped()))
                    value = -searcher_.search<true>(1, depth - 1, -beta, -alpha, false);
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
            // Only a whole iteration can show that nothing is better than a draw.
            for (std::size_t index = line; index < roots.size(); ++index) roots[index].solved &= solved;
            return best;
        }

        LoaSearch& owner_;
        const int thread_;
        LoaSearcher searcher_;
    };

    LoaMemory& memory() const { return static_cast<LoaMemory&>(*memory_); }

    // Takes a worker's first `lines` root moves as the answer unless a deeper or the last one is known.
    void publish(const Worker& worker, int lines, int depth, bool finished, bool last, Bound bound = Bound::exact) {
        std::vector<Line> found;
        for (int line = 0; line < lines; ++line) {
            const RootMove& root = worker.roots[static_cast<std::size_t>(line)];
            found.push_back(root.to_line(rate(root.value), whole_line(root, depth), depth, bound));
        }
        result_.offer(std::move(found), worker.roots[0].proof(), depth, finished, last);
    }

    // Extends a principal variation that ended early by the table's moves, and a win by the move that wins at once.
    std::vector<Move> whole_line(const RootMove& root, int depth) const {
        std::vector<Move> line = root.pv;
        const bool decisive = root.value > decided || root.value < -decided;
        Loa board = root_;
        for (const Move move : line) board.play(move);
        std::vector<Key> seen;
        while (line.size() < max_depth && !board.outcome().over()) {
            const Key key = board.key();
            const Table::Entry known = memory().table.find(key);
            const bool wanted = decisive || static_cast<int>(line.size()) < depth;
            if (!wanted || known.bound == Bound::none || !board.is_legal(known.move)) break;
            if (std::find(seen.begin(), seen.end(), key) != seen.end()) break;
            seen.push_back(key);
            line.push_back(known.move);
            board.play(known.move);
        }
        return line;
    }

    const Loa root_;
    const int multi_;
    std::vector<Key> past_;
    const Cancel* cancel_;
    MemorySlot* slot_;
    std::unique_ptr<SearchMemory> memory_;
    Limits limits_;
    std::unique_ptr<SearchWork> work_;
    std::vector<std::unique_ptr<Worker>> workers_;
    BestResult result_;
};

}  // namespace boyi
