// The strong search of 8x8 Othello: iterative deepening, then the end of the game at rising confidence.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "othello/searcher.hpp"
#include "search/kept_memory.hpp"
#include "search/root_search.hpp"

namespace boyi {

// What is kept from move to move of a game.
class OthelloMemory final : public SearchMemory {
public:
    OthelloTable table;
};

// One thread's search, as the root sees it.
class OthelloRootSearcher final : public Searcher {
public:
    using Board = Othello<8>;

    OthelloRootSearcher(const Board& root, OthelloTable& table, SearchWork& work, bool first)
        : root_(root), node_(root.own(), root.other()), searcher_(table, work, first) {}

    Move known_move() const override { return no_move; }
    int root_value() override { return OthelloSearcher::static_value(node_); }
    bool list_root(MoveList& list) override {
        root_.moves(list);
        return true;
    }
    int promise(Move move) const override { return -OthelloSearcher::static_value(after(move)); }
    void begin(const Iteration& iteration) override {
        searcher_.set_level(iteration.level, iteration.depth > least_futile);
    }
    int search_move(Move move, bool full, int depth, int alpha, int beta) override {
        const bool passed = move == Board::pass_move;
        if (!passed) --depth;
        line_.clear();
        if (!full) return -searcher_.null_window(after(move), depth, -alpha - 1, passed);
        std::vector<std::uint8_t> cells;
        const int value = -searcher_.principal(after(move), depth, -beta, -alpha, cells);
        line_.assign(cells.begin(), cells.end());
        return value;
    }
    Variation variation() override { return {line_, true}; }

    bool count_node() override { return searcher_.count(); }
    bool stopped() const override { return searcher_.stopped(); }
    std::uint64_t count() const override { return searcher_.nodes(); }
    void report_nodes() override { searcher_.finish(); }

private:
    // Iterations of so few plies cost nothing and are exact.
    static constexpr int least_futile = 4;

    OthelloNode after(Move move) const {
        return move == Board::pass_move ? node_.after_pass() : node_.after(move, node_.flips(move));
    }

    const Board root_;
    const OthelloNode node_;
    OthelloSearcher searcher_;
    std::vector<Move> line_;
};

class OthelloSearch final : public RootSearch {
public:
    using Board = Othello<8>;

    // `multi`: how many of the best root moves get a line of their own; `slot`: where the memory of the last search is
    // and where this one's goes; it may be null.
    OthelloSearch(const Board& root, int multi, const Cancel* cancel, MemorySlot* slot)
        : RootSearch(
              multi, cancel,
              {.delta = 3 * OthelloSearcher::disc, .growth = 2, .widest = OthelloSearcher::infinity, .reduces = false}),
          root_(root),
          empties_(std::popcount(~(root.own() | root.other()))),
          memory_(slot) {
        for (int symmetry = 1; symmetry < 8; ++symmetry)
            if (Board::image(root.own(), symmetry) == root.own() &&
                Board::image(root.other(), symmetry) == root.other())
                symmetries_.push_back(symmetry);
    }

    void prepare(const Limits& limits) override {
        const std::uint64_t bytes = entries(limits, 4e6, 1) * OthelloTable::bytes_of_entry + 4096;
        memory_->table.resize(std::min(limits.memory, bytes), limits.memory);
        memory_->table.new_search();
        start(limits);
    }

private:
    std::unique_ptr<Searcher> make_searcher(int thread) override {
        return std::make_unique<OthelloRootSearcher>(root_, memory_->table, *work_, thread == 0);
    }

    // Of moves that a symmetry of the position makes equal one is searched.
    void leave_out(RootMoves& roots) const override {
        RootMoves different;
        for (RootMove& root : roots) {
            const auto is_image = [&](const RootMove& other) {
                return std::any_of(symmetries_.begin(), symmetries_.end(),
                                   [&](int symmetry) { return image_of(other.move, symmetry) == root.move; });
            };
            if (root.move == Board::pass_move || std::none_of(different.begin(), different.end(), is_image))
                different.push_back(std::move(root));
        }
        roots = std::move(different);
    }
    void add_equal(std::vector<Line>& lines) const override {
        const std::size_t first = lines.size();
        const Line line = lines.back();
        for (const int symmetry : symmetries_) {
            const Move move = image_of(line.move, symmetry);
            if (std::any_of(lines.begin(), lines.end(), [&](const Line& other) { return other.move == move; }))
                continue;
            lines.push_back(line);
            lines.back().move = move;
            for (Move& one : lines.back().pv) one = image_of(one, symmetry);
        }
        std::sort(lines.begin() + static_cast<std::ptrdiff_t>(first), lines.end(),
                  [](const Line& a, const Line& b) { return a.move < b.move; });
    }
    static Move image_of(Move move, int symmetry) {
        return move == Board::pass_move ? move : shapes::image(static_cast<std::uint8_t>(move), symmetry);
    }

    int depth_limit() const { return std::min(limits_.depth, empties_); }
    Iteration first_iteration(int thread) const override {
        const int depth = std::min(1 + thread % 2, depth_limit());
        return depth == empties_ ? Iteration{depth, probcut::exact, true} : Iteration{depth};
    }
    // One ply more; the whole rest of the game when that is not much further, at rising levels.
    Iteration next_iteration(const Iteration& done) const override {
        if (done.whole) {
            if (done.level == probcut::exact) return done;
            return {empties_, empties_ < selective ? +probcut::exact : done.level + 1, true};
        }
        if (done.depth >= depth_limit()) return done;
        const int depth = done.depth + 1;
        if (depth_limit() == empties_ && (depth >= empties_ - near || 5 * depth >= 3 * empties_))
            return {empties_, empties_ < selective - 4 ? +probcut::exact : 0, true};
        return {depth};
    }
    // From so many empty cells on all levels are tried; with fewer the exact search is quick.
    static constexpr int selective = 19, near = 4;

    int window(const Iteration& iteration) const override {
        return iteration.whole ? OthelloSearcher::disc : RootSearch::window(iteration);
    }

    static bool is_exact(const Iteration& iteration) { return iteration.whole && iteration.level == probcut::exact; }
    Proven proof(const RootMove& root, const Iteration& iteration) const override {
        if (!is_exact(iteration)) return Proven::no;
        return root.value > 0 ? Proven::win : root.value < 0 ? Proven::loss : Proven::draw;
    }
    int confidence(const Iteration& iteration) const override {
        return iteration.whole ? probcut::confidences[iteration.level] : 0;
    }
    double rate(int value) const override { return win_rate(odds, value); }
    Line line_of(const RootMove& root, const Iteration& iteration, bool finished) const override {
        const bool sure = is_exact(iteration) && (finished || root.value > 0);
        return {.move = root.move,
                .visits = root.nodes,
                .rate = !sure            ? rate(root.value)
                        : root.value > 0 ? 1.0
                        : root.value < 0 ? 0.0
                                         : 0.5,
                .score = static_cast<double>(root.value),
                .pv = root.pv,
                .kind = sure              ? Kind::exact
                        : iteration.whole ? Kind::selective
                                          : Kind::heuristic,
                .depth = iteration.depth,
                .proven = sure ? proof(root, iteration) : Proven::no};
    }
    static constexpr int odds = 300;  // tools/fit_evaluation.py

    const Board root_;
    const int empties_;
    std::vector<int> symmetries_;  // of the root, but for the identity
    KeptMemory<OthelloMemory> memory_;
};

}  // namespace boyi
