#include "search/root_search.hpp"

#include <cmath>

namespace boyi {

Report RootSearch::report() {
    Report report = result_.get();
    report.nodes = work_->nodes.load(std::memory_order_relaxed);
    return report;
}

std::uint64_t RootSearch::entries(const Limits& limits, double per_second, double per_node) {
    const double most =
        std::min({limits.seconds * per_second * limits.threads, static_cast<double>(limits.nodes) * per_node,
                  100 * std::pow(4.0, limits.depth), 1e15});
    return static_cast<std::uint64_t>(most) + 1;
}

void RootSearch::start(const Limits& limits) {
    limits_ = limits;
    work_ = std::make_unique<SearchWork>(stopper, cancel_, limits.nodes);
    workers_.clear();
    for (int thread = 0; thread < limits.threads; ++thread)
        workers_.push_back(std::make_unique<RootWorker>(*this, thread, make_searcher(thread)));
    const Move first = workers_[0]->roots[0].move;
    const int value = workers_[0]->static_value();
    Line guess{first, 0, rate(value), static_cast<double>(value), {first}};
    guess.bound = Bound::none;  // the position's value, not the move's
    result_.reset(std::move(guess));
}

bool RootSearch::conclude(const std::vector<Move>& line, int plies) {
    Report report;
    report.lines.push_back({line[0], 1, 1.0, static_cast<double>(win_value - plies), line, Kind::exact, plies,
                            Bound::exact, Proven::win, plies});
    report.depth = plies;
    report.proven = Proven::win;
    result_.conclude(std::move(report));
    stopper.stop();
    return true;
}

void RootSearch::publish(const RootWorker& worker, int lines, const Iteration& iteration, bool finished, bool last,
                         Bound bound) {
    std::vector<Line> found;
    for (int line = 0; line < lines; ++line) {
        found.push_back(line_of(worker.roots[static_cast<std::size_t>(line)], iteration, finished));
        found.back().bound = bound;
        add_equal(found);
    }
    result_.offer(std::move(found), proof(worker.roots[0], iteration), confidence(iteration), iteration, finished,
                  last);
}

}  // namespace boyi
