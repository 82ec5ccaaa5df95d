// The strong search of 8x8 Othello: iterative deepening, then the end of the game at rising confidence.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <vector>

#include "othello/searcher.hpp"
#include "search/evaluation.hpp"
#include "search/kept_memory.hpp"
#include "search/search.hpp"

namespace boyi {

// What is kept from move to move of a game.
class OthelloMemory final : public SearchMemory {
public:
    OthelloTable table;
};

// Every thread deepens by itself (Lazy SMP): they share the table and the best finished result.
class OthelloSearch final : public Search {
public:
    using Board = Othello<8>;

    // `multi`: how many of the best root moves get a line of their own; `slot`: where the memory of the last search is
    // and where this one's goes; it may be null.
    OthelloSearch(const Board& root, int multi, const Cancel* cancel, MemorySlot* slot)
        : root_(root), node_(root.own(), root.other()), multi_(multi), cancel_(cancel), memory_(slot) {}

    void prepare(const Limits& limits) override {
        limits_ = limits;
        // No more entries than the search can fill: a short search need not pay for a large table.
        const double entries = std::min({limits.seconds * 4e6 * limits.threads, static_cast<double>(limits.nodes),
                                         100 * std::pow(4.0, limits.depth), 1e12});
        table().resize(
            std::min(limits.memory, static_cast<std::uint64_t>(entries * OthelloTable::bytes_of_entry) + 4096),
            limits.memory);
        table().new_search();
        symmetries_.clear();
        for (int symmetry = 1; symmetry < 8; ++symmetry)
            if (Board::image(node_.own, symmetry) == node_.own && Board::image(node_.other, symmetry) == node_.other)
                symmetries_.push_back(symmetry);
        work_ = std::make_unique<OthelloWork>(stopper, cancel_, limits.nodes);
        workers_.clear();
        for (int thread = 0; thread < limits.threads; ++thread)
            workers_.push_back(std::make_unique<Worker>(*this, thread));
        const Move first = workers_[0]->roots[0].move;
        const int value = OthelloSearcher::static_value(node_);
        result_ = {};
        last_ = false;
        best_ = {};
        Line guess{first, 0, rate(value), static_cast<double>(value), {first}};
        guess.bound = Bound::none;  // the position's value, not the move's
        result_.lines = {std::move(guess)};
    }

    void work(int thread) override { workers_[thread]->deepen(); }

    Report report() override {
        std::lock_guard lock(mutex_);
        Report report = result_;
        report.nodes = work_->nodes.load(std::memory_order_relaxed);
        return report;
    }

private:
    struct Root {
        Move move;
        int value = -OthelloSearcher::infinity, previous = 0;
        std::uint64_t nodes = 0;
        std::vector<Move> pv;
        std::vector<int> twins;  // symmetries of the board that make other moves of this one
    };

    // What an iteration looks at: so many plies, or all of them at a level of confidence.
    struct Step {
        int depth = 0, level = 0;
        bool whole = false;
        bool exact() const { return whole && level == probcut::exact; }
        bool operator<(const Step& other) const {
            return depth != other.depth ? depth < other.depth : level < other.level;
        }
    };

    class Worker {
    public:
        Worker(OthelloSearch& owner, int thread)
            : owner_(owner), thread_(thread), searcher_(owner.table(), *owner.work_, thread == 0) {
            MoveList list;
            owner.root_.moves(list);
            for (const Move move : list) roots.push_back({move, -OthelloSearcher::infinity, 0, 0, {move}, {}});
            // The seed decides between moves that look equal, and each thread has its own seed.
            Rng rng(owner.limits_.seed + static_cast<std::uint64_t>(thread) * 0x9E3779B9u);
            if (owner.limits_.seed != 0 || thread > 0)
                for (std::size_t i = roots.size(); i > 1; --i)
                    std::swap(roots[i - 1], roots[rng.below(static_cast<std::uint32_t>(i))]);
            leave_out_twins();
            for (Root& root : roots) root.previous = -OthelloSearcher::static_value(after(root.move));
            std::stable_sort(roots.begin(), roots.end(),
                             [](const Root& a, const Root& b) { return a.previous > b.previous; });
        }

        // Steps until the time is over, the result is proven or the depth is reached.
        void deepen() {
            const int lines = std::min(owner_.multi_, static_cast<int>(roots.size()));
            const int empties = owner_.node_.empties(), limit = std::min(owner_.limits_.depth, empties);
            Step step = owner_.first_step(thread_, empties, limit);
            while (true) {
                searcher_.set_level(step.level, step.depth > least_futile);
                for (int line = 0; line < lines; ++line) {
                    aspire(step, line);
                    if (searcher_.stopped()) return searcher_.finish();
                }
                // Cuts that are only probably right can make a later line better than an earlier one.
                std::stable_sort(roots.begin(), roots.begin() + lines,
                                 [](const Root& a, const Root& b) { return a.value > b.value; });
                for (Root& root : roots) root.previous = root.value;
                const Step next = following(step, empties, limit);
                const bool last = !(step < next);
                searcher_.finish();
                owner_.publish(roots, lines, step, true, last);
                if (last) break;
                step = next;
            }
            owner_.stopper.stop();
        }

        std::vector<Root> roots;

    private:
        // Of moves that a symmetry of the position makes equal one is searched.
        void leave_out_twins() {
            std::vector<Root> different;
            for (Root& root : roots) {
                bool known = root.move == Board::pass_move;
                for (const int symmetry : known ? std::vector<int>() : owner_.symmetries_)
                    for (Root& other : different)
                        if (!known && image_of(other.move, symmetry) == root.move) {
                            other.twins.push_back(symmetry);
                            known = true;
                        }
                if (!known || root.move == Board::pass_move) different.push_back(std::move(root));
            }
            roots = std::move(different);
        }

        // Aspiration window around the last value, widened on the side where the search fails.
        void aspire(const Step& step, int line) {
            const int guess = roots[line].previous;
            int delta = step.whole ? OthelloSearcher::disc : 3 * OthelloSearcher::disc;
            const bool narrow = step.depth >= 4;
            int alpha = narrow ? guess - delta : -OthelloSearcher::infinity;
            int beta = narrow ? guess + delta : OthelloSearcher::infinity;
            while (true) {
                const int value = search_root(step, alpha, beta, line);
                if (searcher_.stopped()) return;
                std::stable_sort(roots.begin() + line, roots.end(), [](const Root& a, const Root& b) {
                    return a.value != b.value ? a.value > b.value : a.previous > b.previous;
                });
                delta *= 2;
                if (value <= alpha) alpha = std::max(value - delta, -OthelloSearcher::infinity);
                else if (value >= beta) beta = std::min(value + delta, +OthelloSearcher::infinity);
                else return;
            }
        }

        // The root: moves keep their values and lines, and every new best one is published.
        int search_root(const Step& step, int alpha, int beta, int line) {
            if (searcher_.count()) return 0;
            int best = -OthelloSearcher::infinity;
            for (std::size_t index = line; index < roots.size(); ++index)
                roots[index].value = -OthelloSearcher::infinity;
            std::vector<std::uint8_t> rest;
            for (std::size_t index = line; index < roots.size(); ++index) {
                Root& root = roots[index];
                const std::uint64_t before = searcher_.nodes();
                const OthelloNode next = after(root.move);
                const int depth = root.move == Board::pass_move ? step.depth : step.depth - 1;
                const bool first = index == static_cast<std::size_t>(line);
                int value = 0;
                if (!first) value = -searcher_.null_window(next, depth, -alpha - 1, root.move == Board::pass_move);
                if (first || (value > alpha && value < beta && !searcher_.stopped()))
                    value = -searcher_.principal(next, depth, -beta, -alpha, rest);
                if (searcher_.stopped()) return 0;
                root.nodes += searcher_.nodes() - before;
                root.value = first || value > alpha ? value : -OthelloSearcher::infinity;
                best = std::max(best, value);
                if (value <= alpha && !first) continue;
                root.pv.assign(1, root.move);
                if (first || value < beta) root.pv.insert(root.pv.end(), rest.begin(), rest.end());
                if (value > alpha) {
                    alpha = value;
                    // A new best move counts even if the time runs out before the iteration is finished.
                    if (thread_ == 0 && line == 0) {
                        std::rotate(roots.begin(), roots.begin() + static_cast<std::ptrdiff_t>(index),
                                    roots.begin() + static_cast<std::ptrdiff_t>(index) + 1);
                        const bool inside = value < beta || beta == OthelloSearcher::infinity;
                        owner_.publish(roots, 1, step, false, false, inside ? Bound::exact : Bound::lower);
                    }
                }
                if (value >= beta) break;
            }
            return best;
        }

        OthelloNode after(Move move) const {
            const OthelloNode& node = owner_.node_;
            return move == Board::pass_move ? node.after_pass() : node.after(move, node.flips(move));
        }

        OthelloSearch& owner_;
        const int thread_;
        OthelloSearcher searcher_;
    };

    // Every other thread runs a ply ahead, so that the table holds what the rest will need next.
    static Step first_step(int thread, int empties, int limit) {
        const int depth = std::min(1 + thread % 2, limit);
        if (depth == empties) return {depth, probcut::exact, true};
        return {depth, 0, false};
    }

    // One ply more; the whole rest of the game when that is not much further, at rising levels. The same step again:
    // that was all.
    static Step following(const Step& step, int empties, int limit) {
        if (step.whole) {
            if (step.level == probcut::exact) return step;
            return {empties, empties < selective ? +probcut::exact : step.level + 1, true};
        }
        if (step.depth >= limit) return step;
        const int depth = step.depth + 1;
        if (limit == empties && (depth >= empties - near || 5 * depth >= 3 * empties))
            return {empties, empties < selective - 4 ? +probcut::exact : 0, true};
        return {depth, 0, false};
    }
    // From so many empty cells on all levels are tried; with fewer the exact search is quick.
    static constexpr int selective = 19, near = 4;
    // Iterations of so few plies cost nothing and are exact.
    static constexpr int least_futile = 4;

    static double rate(int value) {
        constexpr double odds = 300;  // tools/fit_odds.py
        return 1.0 / (1.0 + std::pow(10.0, -std::clamp(value / odds, -10.0, 10.0)));
    }
    static Proven proof(int value) { return value > 0 ? Proven::win : value < 0 ? Proven::loss : Proven::draw; }

    static Move image_of(Move move, int symmetry) {
        return move == Board::pass_move ? move : shapes::image(static_cast<std::uint8_t>(move), symmetry);
    }

    // Takes a worker's first `lines` root moves as the answer unless a deeper or the last one is known.
    void publish(const std::vector<Root>& roots, int lines, const Step& step, bool finished, bool last,
                 Bound bound = Bound::exact) {
        std::vector<Line> found;
        for (int line = 0; line < lines; ++line) {
            const Root& root = roots[line];
            const bool sure = step.exact() && (finished || root.value > 0);
            const double share = sure ? root.value > 0 ? 1.0 : root.value < 0 ? 0.0 : 0.5 : rate(root.value);
            const Kind kind = sure ? Kind::exact : step.whole ? Kind::selective : Kind::heuristic;
            found.push_back({root.move, root.nodes, share, static_cast<double>(root.value), root.pv, kind, step.depth,
                             bound, sure ? proof(root.value) : Proven::no});
            for (const int symmetry : root.twins) {
                found.push_back(found.back());
                found.back().move = image_of(root.move, symmetry);
                found.back().pv = root.pv;
                for (Move& move : found.back().pv) move = image_of(move, symmetry);
            }
        }
        std::lock_guard lock(mutex_);
        if (last_ || (!(best_ < step) && !last)) return;
        // Several lines are to be compared, so they are of one depth: those of the last iteration that was finished.
        if (!finished && multi_ > 1 && best_.depth > 0) return;
        last_ = last;
        result_.proven = step.exact() && (finished || roots[0].value > 0) ? proof(roots[0].value) : Proven::no;
        result_.confidence = step.whole ? probcut::confidences[step.level] : 0;
        if (found.size() > static_cast<std::size_t>(multi_)) found.resize(multi_);
        result_.lines = std::move(found);
        if (finished) {
            best_ = step;
            result_.depth = step.depth;
        }
    }

    OthelloTable& table() { return memory_->table; }

    Board root_;
    OthelloNode node_;
    int multi_;
    const Cancel* cancel_;
    KeptMemory<OthelloMemory> memory_;
    Limits limits_;
    std::unique_ptr<OthelloWork> work_;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::mutex mutex_;
    Report result_;
    Step best_;
    std::vector<int> symmetries_;  // of the root, but for the identity
    bool last_ = false;            // the result is final, though other threads may still be running
};

}  // namespace boyi
