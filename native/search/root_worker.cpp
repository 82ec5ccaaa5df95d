#include "search/root_worker.hpp"

#include "search/root_search.hpp"

namespace boyi {

RootWorker::RootWorker(RootSearch& owner, int thread, std::unique_ptr<Searcher> searcher)
    : owner_(owner), thread_(thread), searcher_(std::move(searcher)), complete_(searcher_->list_root(list_)) {
    for (const Move move : list_) roots.emplace_back(move);
    // The seed decides between moves that look equal, and each thread has its own seed.
    Rng rng(owner.limits_.seed + static_cast<std::uint64_t>(thread) * 0x9E3779B9u);
    if (owner.limits_.seed != 0 || thread > 0) shuffle(roots, rng);
    owner.leave_out(roots);
    for (RootMove& root : roots) root.previous = searcher_->promise(root.move);
    sort_by_previous(roots);
    const Move known = searcher_->known_move();
    for (std::size_t index = 0; index < roots.size(); ++index)
        if (roots[index].move == known) bring_to_front(roots, index);
}

bool RootWorker::deepen(int last) {
    const int lines = std::min(owner_.multi_, static_cast<int>(roots.size()));
    bool proven = false;
    for (Iteration iteration = owner_.first_iteration(thread_); iteration.depth <= last;) {
        searcher_->begin(iteration);
        proven = true;
        for (int line = 0; line < lines; ++line) {
            aspire(iteration, line);
            if (searcher_->stopped()) {
                searcher_->report_nodes();
                return false;
            }
            const RootMove& found = roots[static_cast<std::size_t>(line)];
            proven = proven && owner_.proof(found, iteration) != Proven::no;
        }
        sort_lines(roots, lines);
        for (RootMove& root : roots) root.previous = root.value;
        searcher_->report_nodes();
        const Iteration next = owner_.next_iteration(iteration);
        const bool end = !(iteration < next);
        owner_.publish(*this, lines, iteration, true, proven || end);
        if (proven || owner_.ends_after(*this, iteration.depth) || end) {
            owner_.stopper.stop();
            break;
        }
        iteration = next;
    }
    return proven;
}

// Aspiration window around the last value, widened on the side where the search fails.
void RootWorker::aspire(const Iteration& iteration, int line) {
    const RootSettings& settings = owner_.settings_;
    const int guess = roots[static_cast<std::size_t>(line)].previous;
    int delta = owner_.window(iteration);
    const bool narrow = iteration.depth >= 4 && guess > -decided && guess < decided;
    int alpha = narrow ? guess - delta : -infinite, beta = narrow ? guess + delta : infinite;
    while (true) {
        const int value = search_root(iteration, alpha, beta, line);
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
int RootWorker::search_root(const Iteration& iteration, int alpha, int beta, int line) {
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
        const int value = search_move(root, number, iteration.depth, alpha, beta);
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
                owner_.publish(*this, 1, iteration, false, false, inside ? Bound::exact : Bound::lower);
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
