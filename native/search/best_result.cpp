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
    last_ = last;
    // Of an unfinished iteration only the first line is new.
    if (!finished)
        for (const Line& line : report_.lines)
            if (line.move != lines[0].move) lines.push_back(line);
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
