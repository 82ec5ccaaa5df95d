// The strong alpha-beta search over any board and evaluation. The textbook's minimax family is in minimax.hpp.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "search/alphabeta_worker.hpp"
#include "search/best_result.hpp"
#include "search/cancel.hpp"

namespace boyi {

// Iterative deepening in every thread (Lazy SMP): they share the table and the best finished result.
//
// A value beyond +-decided is always a proof, whatever was reduced on the way: leaves stay inside, and a loss needs
// every reply to lose. Draws need more, so each node says whether its bound rests on ended games only (`solved`).
template <Board B, Evaluation<B> E>
class AlphaBeta final : public Search {
public:
    // `multi`: how many of the best root moves get a line; `history`: keys of earlier positions of the game.
    AlphaBeta(const B& root, int multi, std::vector<Key> history, const Cancel* cancel, const E& evaluation = {})
        : root_(root),
          evaluation_(evaluation),
          multi_(multi),
          history_(std::move(history)),
          cancel_(cancel),
          result_(multi) {
        std::sort(history_.begin(), history_.end());
    }

    void prepare(const Limits& limits) override {
        limits_ = limits;
        // No more entries than the search can fill: a short search need not pay for a large table.
        const double entries = std::min({limits.seconds * 2e6 * limits.threads, static_cast<double>(limits.nodes),
                                         100 * std::pow(4.0, limits.depth), 1e15});
        table_.resize(limits.memory, static_cast<std::uint64_t>(entries) + 1);
        workers_.clear();
        for (int thread = 0; thread < limits.threads; ++thread)
            workers_.push_back(std::make_unique<Worker>(*this, thread));
        const Move first = workers_[0]->roots[0].move;
        const int value = leaf_value(evaluation_, root_);
        Line guess{first, 0, win_rate(evaluation_, value), static_cast<double>(value), {first}};
        guess.bound = Bound::none;  // the position's value, not the move's
        result_.reset(std::move(guess));
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

private:
    using Worker = AlphaBetaWorker<B, E>;
    friend Worker;

    bool expired() { return stopper.check_clock() || (cancel_ && cancel_->cancelled()); }

    std::uint64_t total_nodes() const {
        std::uint64_t sum = 0;
        for (const auto& worker : workers_) sum += worker->nodes.load(std::memory_order_relaxed);
        return sum;
    }

    // Offers a worker's first `lines` root moves as the answer.
    void publish(const Worker& worker, int lines, int depth, bool finished, bool last, Bound bound = Bound::exact) {
        std::vector<Line> found;
        for (int line = 0; line < lines; ++line) {
            const RootMove& root = worker.roots[line];
            found.push_back(root.to_line(win_rate(evaluation_, root.value), whole_line(root.pv, depth), depth, bound));
        }
        result_.offer(std::move(found), worker.roots[0].proof(), depth, finished, last);
    }

    // Extends a principal variation that ended in a table entry by the table's moves; beyond `depth` only if exact.
    std::vector<Move> whole_line(std::vector<Move> line, int depth) const {
        B board = root_;
        for (const Move move : line) board.play(move);
        std::vector<Key> seen;
        while (line.size() < Worker::max_depth) {
            const Key key = search_key(board);
            const Table::Entry known = table_.find(key);
            const bool wanted = static_cast<int>(line.size()) < depth && known.bound != Bound::none;
            if (!(wanted || known.bound == Bound::exact) || !board.is_legal(known.move)) break;
            if (std::find(seen.begin(), seen.end(), key) != seen.end()) break;
            seen.push_back(key);
            line.push_back(known.move);
            board.play(known.move);
        }
        return line;
    }

    bool prove_root() {
        std::vector<Move> line;
        int plies = 0;
        if constexpr (HasRootProof<E, B>) {
            line = evaluation_.prove_root(root_, limits_, stopper);
            plies = static_cast<int>(line.size());
        } else if constexpr (HasProof<E, B>) {
            const Proof proof = evaluation_.prove(root_);
            plies = proof.plies;
            line = {proof.move};
        }
        if (plies == 0 || !root_.is_legal(line[0])) return false;
        Report report;
        report.lines.push_back({line[0], 1, 1.0, static_cast<double>(win_value - plies), line, Kind::exact, plies,
                                Bound::exact, Proven::win, plies});
        report.depth = plies;
        report.proven = Proven::win;
        result_.conclude(std::move(report));
        stopper.stop();
        return true;
    }

    bool take_over() {
        if constexpr (HasTakeover<E, B>) {
            Report report;
            if (!evaluation_.take_over(root_, limits_, stopper, cancel_, report) || report.lines.empty()) return false;
            result_.conclude(std::move(report));
            return true;
        }
        return false;
    }

    B root_;
    [[no_unique_address]] const E evaluation_;
    int multi_;
    std::vector<Key> history_;
    const Cancel* cancel_;
    Limits limits_;
    Table table_;
    std::vector<std::unique_ptr<Worker>> workers_;
    BestResult result_;
};

}  // namespace boyi
