// Memory that outlives a search, for the time that the search has it. No Python in here.
#pragma once

#include <memory>
#include <vector>

#include "search/search.hpp"
#include "search/table.hpp"

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
    Memory& operator*() const { return *operator->(); }
    Memory* operator->() const { return static_cast<Memory*>(memory_.get()); }

private:
    MemorySlot* slot_;
    std::unique_ptr<SearchMemory> memory_;
};

// What a search of a tree keeps: the transposition table and each thread's history of cut-offs. A Kind of board is the
// rules under which both stay true.
template <class History, class Kind>
class TreeMemory final : public SearchMemory {
public:
    // Ready for a search of this kind of board; what belongs to another kind is forgotten. The rest: of what a new
    // history is made.
    template <class... Arguments>
    void prepare(const Kind& kind, const Limits& limits, std::uint64_t entries, const Arguments&... arguments) {
        // What the game has taught is worth more than a table of the best size.
        const bool same = kind == kind_ && limits.memory == bytes_ && entries <= 4 * entries_;
        if (!same) {
            table.resize(limits.memory, entries);
            histories.clear();
            kind_ = kind;
            bytes_ = limits.memory;
            entries_ = entries;
        }
        table.next_generation();
        for (History& history : histories) history.age();
        while (static_cast<int>(histories.size()) < limits.threads) histories.emplace_back(arguments...);
    }

    Table table;
    std::vector<History> histories;

private:
    Kind kind_{};
    std::uint64_t bytes_ = 0, entries_ = 0;
};

}  // namespace boyi
