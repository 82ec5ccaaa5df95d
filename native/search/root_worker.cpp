#include "search/root_worker.hpp"

#include "search/root_search.hpp"

namespace boyi {

RootWorker::RootWorker(RootSearch& owner, int thread, std::unique_ptr<Searcher> searcher)
    : owner_(owner), thread_(thread), searcher_(std::move(searcher)), complete_(searcher_->list_root(list_)) {
    for (const Move move : list_) roots.emplace_back(move);
    // The seed decides between moves that look equal, and each thread has its own seed.
    Rng rng(owner.limits_.seed + static_cast<std::uint64_t>(thread) * 0x9E3779B9u);
    if (owner.limits_.seed != 0 || thread > 0) shuffle(roots, rng);
    for (RootMove& root : roots) root.previous = searcher_->promise(root.move);
    sort_by_previous(roots);
    const Table::Entry known = owner.work_->table.find(searcher_->root_key());
    if (known.bound == Bound::none) return;
    for (std::size_t index = 0; index < roots.size(); ++index)
        if (roots[index].move == known.move) bring_to_front(roots, index);
}

bool RootWorker::deepen(int last) {
    const int lines = std::min(owner_.multi_, static_cast<int>(roots.size()));
    // Every other thread runs a ply ahead, so that the table holds what the rest will need next.
    for (int depth = std::min(1 + thread_ % 2, last); depth <= last; ++depth) {
        searcher_->begin(depth);
        bool proven = true;
        for (int line = 0; line < lines; ++line) {
            aspire(depth, line);
            if (searcher_->stopped()) {
                searcher_->report_nodes();
                return false;
            }
            proven = proven && roots[static_cast<std::size_t>(line)].proof() != Proven::no;
        }
        sort_lines(roots, lines);
        for (RootMove& root : roots) root.previous = root.value;
        const bool end = depth == owner_.last_depth();
        owner_.publish(*this, lines, depth, true, proven || end);
        if (proven || owner_.ends_after(*this, depth) || end) {
            owner_.stopper.stop();
            searcher_->report_nodes();
            return proven;
        }
    }
    searcher_->report_nodes();
    return false;
}

// Aspiration window around the last value, widened on the side where the search fails.
void RootWorker::aspire(int depth, int line) {
    const RootSettings& settings = owner_.settings_;
    const int guess = roots[static_cast<std::size_t>(line)].previous;
    int delta = settings.delta;
    const bool narrow = depth >= 4 && guess > -decided && guess < decided;
    int alpha = narrow ? guess - delta : -infinite, beta = narrow ? guess + delta : infinite;
    while (true) {
        const int value = search_root(depth, alpha, beta, line);
        if (searcher_->stopped()) return;
        sort_by_value(roots, static_cast<std::size_t>(line));
        delta *= settings.growth;
        const bool wide = delta > settings.widest || value > decided || value < -decided;
        if (value <= alpha && alpha > -infinite) alpha = wide ? -infinite : value - delta;
        else if (value >= beta && beta < infinite) beta = wide ? infinite : value + delta;
        else return;
    }
}

// As at the inner nodes, but moves keep their values and lines, and every new best one is published.
int RootWorker::search_root(int depth, int alpha, int beta, int line) {
    if (searcher_->count_node()) return 0;
    int best = -infinite;
    bool solved = true;
    for (std::size_t index = line; index < roots.size(); ++index) roots[index].value = -infinite;
    for (std::size_t index = line;; ++index) {
        if (index == roots.size() && !complete_ && best < -decided) list_rest();
        if (index == roots.size()) break;
        RootMove& root = roots[index];
        const std::uint64_t before = searcher_->count();
        const int number = static_cast<int>(index) - line;
        const int value = search_move(root, number, depth, alpha, beta);
        if (searcher_->stopped()) return 0;
        const Searcher::Variation found = searcher_->variation();
        solved = solved && found.solved;
        root.nodes += searcher_->count() - before;
        root.value = number == 0 || value > alpha ? value : -infinite;
        best = std::max(best, value);
        if (value <= alpha && number > 0) continue;
        root.pv.assign(1, root.move);
        root.pv.insert(root.pv.end(), found.moves.begin(), found.moves.end());
        root.solved = found.solved;
        if (value > alpha) {
            alpha = value;
            // A new best move counts even if the time runs out before the iteration is finished.
            if (thread_ == 0 && line == 0) {
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

// The first move with the full window, the others with a null window first, where late ones are reduced.
int RootWorker::search_move(const RootMove& root, int number, int depth, int alpha, int beta) {
    if (number > 0) {
        int less = 0;
        if (owner_.settings_.reduces && depth >= 3 && number >= 3)
            less = std::max(late_move_reduction(depth, number) - 1, 0);
        int value = searcher_->search_move(root.move, false, depth - less, alpha, alpha + 1);
        if (less > 0 && value > alpha && !searcher_->stopped())
            value = searcher_->search_move(root.move, false, depth, alpha, alpha + 1);
        if (value <= alpha || value >= beta || searcher_->stopped()) return value;
    }
    return searcher_->search_move(root.move, true, depth, alpha, beta);
}

// The other legal moves become root moves, too.
void RootWorker::list_rest() {
    const int listed = list_.count;
    searcher_->list_rest(list_);
    for (int index = listed; index < list_.count; ++index) roots.emplace_back(list_[index]);
    complete_ = true;
}

}  // namespace boyi
