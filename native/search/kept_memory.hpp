// Memory that outlives a search, for the time that the search has it. No Python in here.
#pragma once

#include <memory>

#include "search/search.hpp"

namespace boyi {

// What a search keeps from move to move of a game, for the time of one search: taken from a slot, which may be null,
// and given back at the end.
template <class Memory>
class KeptMemory {
public:
    explicit KeptMemory(MemorySlot* slot) : slot_(slot) {
        if (slot) memory_ = slot->take();
        if (!dynamic_cast<Memory*>(memory_.get())) memory_ = std::make_unique<Memory>();
    }
    KeptMemory(const KeptMemory&) = delete;
    KeptMemory& operator=(const KeptMemory&) = delete;
    ~KeptMemory() {
        if (slot_) slot_->give(std::move(memory_));
    }
    Memory* operator->() const { return static_cast<Memory*>(memory_.get()); }

private:
    MemorySlot* slot_;
    std::unique_ptr<SearchMemory> memory_;
};

}  // namespace boyi
