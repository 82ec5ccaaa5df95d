// What all alpha-beta searches over `decided` values share: the threads at the root and the best result so far. No
// Python in here.
#pragma once

#include <memory>
#include <vector>

#include "search/best_result.hpp"
#include "search/root_worker.hpp"
#include "search/table.hpp"

namespace boyi {

// Iterative deepening in every thread (Lazy SMP): they share the table and the best finished result.
class RootSearch : public Search {
public:
    static constexpr int max_depth = 200;

    void work(int thread) override { deepen(thread); }
    Report report() override;

protected:
    // `multi`: how many of the best root moves get a line.
    RootSearch(int multi, const Cancel* cancel, const RootSettings& settings)
        : cancel_(cancel), multi_(multi), settings_(settings), result_(multi) {}

    virtual std::unique_ptr<Searcher> make_searcher(int thread) = 0;
    virtual double rate(int value) const = 0;
    // A root move's principal variation, and what the table knows beyond its end.
    virtual std::vector<Move> whole_line(const RootMove& root, int /*depth*/) const { return root.pv; }

    // Asked once the seed has decided the order of the root moves: takes out what need not be searched.
    virtual void leave_out(RootMoves&) const {}
    // A thread's first iteration: every other one runs a ply ahead, so that the table holds what the rest will need.
    virtual Iteration first_iteration(int thread) const { return {std::min(1 + thread % 2, last_depth())}; }
    // What comes after an iteration; the same again: that was all.
    virtual Iteration next_iteration(const Iteration& done) const {
        return {std::min(done.depth + 1, last_depth()), 0, false};
    }
    // How wide the window around the last value is at first.
    virtual int window(const Iteration&) const { return settings_.delta; }
    // Asked after an iteration that proved nothing: whether the search ends all the same.
    virtual bool ends_after(const RootWorker&, int /*depth*/) { return false; }

    // What a finished iteration proves about a root move.
    virtual Proven proof(const RootMove& root, const Iteration&) const { return root.proof(); }
    // What an iteration, which may not be finished, says of a root move.
    virtual Line line_of(const RootMove& root, const Iteration& iteration, bool /*finished*/) const {
        return root.to_line(rate(root.value), whole_line(root, iteration.depth), iteration.depth);
    }
    // Adds the root moves that are equal to the one of the last line.
    virtual void add_equal(std::vector<Line>&) const {}
    // In percent, of the values of an iteration; 0: it is not known.
    virtual int confidence(const Iteration&) const { return 0; }

    // No more entries than the search can fill: a short search need not pay for a large table.
    static std::uint64_t entries(const Limits& limits, double per_second, double per_node);
    // Makes the threads' searchers; the table is ready.
    void start(const Limits& limits);
    bool deepen(int thread, int last = max_depth) { return workers_[static_cast<std::size_t>(thread)]->deepen(last); }
    int last_depth() const { return limits_.depth < max_depth ? limits_.depth : max_depth; }
    // Ends the search: the side to move wins in so many plies, as `line` shows.
    bool conclude(const std::vector<Move>& line, int plies);
    bool conclude(const std::vector<Move>& line) { return conclude(line, static_cast<int>(line.size())); }

    const Cancel* const cancel_;
    const int multi_;
    Limits limits_;
    std::unique_ptr<SearchWork> work_;

private:
    friend RootWorker;

    // Offers a worker's first `lines` root moves as the answer.
    void publish(const RootWorker& worker, int lines, const Iteration& iteration, bool finished, bool last,
                 Bound bound = Bound::exact);

    const RootSettings settings_;
    std::vector<std::unique_ptr<RootWorker>> workers_;

protected:
    BestResult result_;
};

// Appends the table's moves to a line that ends at `board`, as long as `wanted(known, length)` says so.
template <class B, class Wanted>
void follow_table(const Table& table, B board, std::vector<Move>& line, Wanted&& wanted) {
    for (const Move move : line) board.play(move);
    std::vector<Key> seen;
    while (line.size() < RootSearch::max_depth) {
        const Key key = search_key(board);
        const Table::Entry known = table.find(key);
        if (!wanted(known, static_cast<int>(line.size())) || !board.is_legal(known.move)) break;
        if (std::find(seen.begin(), seen.end(), key) != seen.end()) break;
        seen.push_back(key);
        line.push_back(known.move);
        board.play(known.move);
    }
}

}  // namespace boyi
