// Lets one thread end a search that another one waits for.
#pragma once

#include <atomic>

namespace boyi {

// Once cancelled it stays so; a search that starts with a cancelled token ends at once.
class Cancel {
public:
    void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
    bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

private:
    std::atomic<bool> cancelled_{false};
};

}  // namespace boyi
