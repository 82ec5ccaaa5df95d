#include "search/best_result.hpp"

namespace boyi {

void BestResult::reset(Line first) {
    const std::lock_guard lock(mutex_);
    report_ = {};
    report_.lines.push_back(std::move(first));
    best_ = {};
    last_ = false;
}

void BestResult::offer(std::vector<Line> lines, Proven proven, int confidence, const Iteration& iteration,
                       bool finished, bool last) {
    const std::lock_guard lock(mutex_);
    if (last_ || (!(best_ < iteration) && !last)) return;
    // Several lines are to be compared, so they are of one iteration: the last that was finished.
    if (!finished && multi_ > 1 && best_.depth > 0) return;
    last_ = last;
    if (lines.size() > static_cast<std::size_t>(multi_)) lines.resize(static_cast<std::size_t>(multi_));
    report_.lines = std::move(lines);
    report_.confidence = confidence;
    // Before the iteration is finished only a win is certain.
    report_.proven = finished || proven == Proven::win ? proven : Proven::no;
    if (!finished) return;
    best_ = iteration;
    report_.depth = iteration.depth;
}

void BestResult::conclude(Report report) {
    const std::lock_guard lock(mutex_);
    report_ = std::move(report);
    last_ = true;
}

Report BestResult::get() {
    const std::lock_guard lock(mutex_);
    return report_;
}

}  // namespace boyi
