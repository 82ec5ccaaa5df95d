// The alpha-beta search of Lines of Action, from its root.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "loa/searcher.hpp"
#include "search/kept_memory.hpp"
#include "search/root_search.hpp"

namespace boyi {

class LoaSearch final : public RootSearch {
public:
    // `multi`: how many of the best root moves get a line; `history`: keys of earlier positions of the game; `slot`:
    // where the memory of the last search is and where this one's goes; it may be null.
    LoaSearch(const Loa& root, int multi, std::vector<Key> history, const Cancel* cancel, MemorySlot* slot)
        : RootSearch(multi, cancel, {.delta = 150, .growth = 3, .widest = 10'000, .reduces = true}),
          root_(root),
          past_(std::move(history)),
          memory_(slot) {
        std::sort(past_.begin(), past_.end());
    }

    // Offers the positions that the search evaluates, if it has one thread.
    void sample(PositionSampler<Loa>& sampler) { sampler_ = &sampler; }

    void prepare(const Limits& limits) override {
        memory_->prepare(root_.rules(), limits, entries(limits, 4e6, 2));
        start(limits);
    }

private:
    std::unique_ptr<Searcher> make_searcher(int thread) override {
        return std::make_unique<LoaSearcher>(root_, *work_, *memory_, thread, past_, sampler_);
    }
    double rate(int value) const override { return win_rate(LoaNetworkValue{}, value); }

    // Extends a principal variation that ended early by the table's moves, and a win to its end.
    std::vector<Move> whole_line(const RootMove& root, int depth) const override {
        std::vector<Move> line = root.pv;
        const bool decisive = root.value > decided || root.value < -decided;
        follow_table(memory_->table, root_, line, [&](const Table::Entry& known, int length) {
            return known.bound != Bound::none && (decisive || length < depth);
        });
        return line;
    }

    const Loa root_;
    std::vector<Key> past_;
    KeptMemory<LoaMemory> memory_;
    PositionSampler<Loa>* sampler_ = nullptr;
};

}  // namespace boyi
