#include "search/searcher.hpp"

namespace boyi {

void Searcher::check() {
    report_nodes();
    const std::uint64_t spent = work_.nodes.load(std::memory_order_relaxed);
    if (spent >= work_.limit || work_.expired()) work_.stopper.stop();
    if (first_ && count_ >= Table::first_entries && !grown_) {
        grown_ = true;
        work_.table.grow([this] { return work_.expired(); });
    }
    // With one thread the limit is met exactly, so that equal limits give equal searches.
    next_check_ = count_ + std::min<std::uint64_t>(128, work_.limit > spent ? work_.limit - spent : 1);
}

}  // namespace boyi
