#include "search/best_result.hpp"

namespace boyi {

void BestResult::reset(Line first) {
    const std::lock_guard lock(mutex_);
    report_ = {};
    report_.lines.push_back(std::move(first));
    last_ = false;
}

void BestResult::offer(std::vector<Line> lines, Proven proven, int depth, bool finished, bool last) {
    const std::lock_guard lock(mutex_);
    if (last_ || (depth <= report_.depth && !last)) return;
    // Several lines are to be compared, so they are of one depth: those of the last iteration that was finished.
    if (!finished && multi_ > 1 && report_.depth > 0) return;
    last_ = last;
    if (lines.size() > static_cast<std::size_t>(multi_)) lines.resize(multi_);
    report_.lines = std::move(lines);
    report_.proven = proven;
    if (finished) report_.depth = depth;
    // Before the iteration is finished only a win is certain.
    else if (proven != Proven::win) report_.proven = Proven::no;
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
