// The strong alpha-beta search over any board and evaluation. The textbook's minimax family is in minimax.hpp.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "search/alphabeta_searcher.hpp"
#include "search/root_search.hpp"

namespace boyi {

template <Board B, Evaluation<B> E>
class AlphaBeta final : public RootSearch {
public:
    // `multi`: how many of the best root moves get a line; `history`: keys of earlier positions of the game.
    AlphaBeta(const B& root, int multi, std::vector<Key> history, const Cancel* cancel, const E& evaluation = {})
        : RootSearch(
              multi, cancel,
              {.delta = evaluation.scale / 6 + 1, .growth = 4, .widest = 16 * evaluation.scale, .reduces = false}),
          root_(root),
          evaluation_(evaluation),
          past_(std::move(history)) {
        std::sort(past_.begin(), past_.end());
    }

    void prepare(const Limits& limits) override {
        table_.resize(limits.memory, entries(limits, 2e6, 1));
        start(limits);
    }

    void work(int thread) override {
        if (thread == 0 && prove_root()) return;
        deepen(thread);
        if (thread == 0 && !exact_.lines.empty()) conclude_with_exact();
    }

private:
    // When an endgame solver is asked to take over.
    static constexpr int takeover_depth = 4;

    std::unique_ptr<Searcher> make_searcher(int thread) override {
        return std::make_unique<AlphaBetaSearcher<B, E>>(root_, evaluation_, *work_, table_, past_, thread == 0);
    }
    double rate(int value) const override { return win_rate(evaluation_, value); }

    // Extends a principal variation that ended in a table entry by the table's moves; beyond `depth` only if exact.
    std::vector<Move> whole_line(const RootMove& root, int depth) const override {
        std::vector<Move> line = root.pv;
        follow_table(table_, root_, line, [&](const Table::Entry& known, int length) {
            return known.bound == Bound::exact || (known.bound != Bound::none && length < depth);
        });
        return line;
    }

    bool prove_root() {
        if constexpr (HasProof<E, B>) {
            const Proof proof = evaluation_.prove(root_);
            return proof.plies > 0 && root_.is_legal(proof.move) && conclude({proof.move}, proof.plies);
        }
        return false;
    }

    bool ends_after([[maybe_unused]] const RootWorker& worker, [[maybe_unused]] int depth) override {
        if constexpr (HasTakeover<E, B>) {
            if (depth != takeover_depth || !worker.is_first()) return false;
            Report report;
            if (!evaluation_.take_over(root_, limits_, stopper, cancel_, report) || report.lines.empty()) return false;
            if (multi_ == 1 || worker.roots.size() == 1) {
                result_.conclude(std::move(report));
                return true;
            }
            if (report.lines[0].kind == Kind::exact) exact_ = std::move(report);
        }
        return false;
    }
    // The endgame solver knows the exact score of the best move; of the others only what is proven can be compared with
    // it, because the search finds out only who wins.
    void conclude_with_exact() {
        for (Line& line : result_.get().lines)
            if (line.move != exact_.lines[0].move && line.proven != Proven::no &&
                static_cast<int>(exact_.lines.size()) < multi_)
                exact_.lines.push_back(std::move(line));
        result_.conclude(std::move(exact_));
    }

    const B root_;
    [[no_unique_address]] const E evaluation_;
    std::vector<Key> past_;
    Table table_;
    Report exact_;  // of the endgame solver, where several moves get a line
};

}  // namespace boyi
