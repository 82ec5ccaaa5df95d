// The memory of a transposition table. No Python in here.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "search/pages.hpp"

namespace boyi {

// A power of two of buckets, of which only the first are used until the table grows, because the first touch of memory
// is slow: short searches do without.
template <class Bucket>
class Buckets {
public:
    static constexpr std::uint64_t alignment = 64;

    // At most so many, a power of two, of which at first `used` are; fewer where memory is short. False: none at all.
    bool allocate(std::uint64_t count, std::uint64_t used) {
        release();
        for (; count > 0; count /= 2) {
            // calloc gives fresh pages without touching them, so a large table costs a short search nothing.
            void* const block = std::calloc(count * sizeof(Bucket) + alignment, 1);
            if (!block) continue;
            block_.reset(block);
            use_large_pages(block, count * sizeof(Bucket));
            const auto address = reinterpret_cast<std::uintptr_t>(block);
            buckets_ = reinterpret_cast<Bucket*>((address + alignment - 1) / alignment * alignment);
            count_ = count;
            use(std::min(count, used));
            return true;
        }
        return false;
    }
    void release() {
        block_.reset();
        buckets_ = nullptr;
        count_ = 0;
        mask_.store(0);
    }

    // Opens so many to all threads.
    void use(std::uint64_t used) { mask_.store(used - 1, std::memory_order_relaxed); }

    explicit operator bool() const { return buckets_ != nullptr; }
    std::uint64_t count() const { return count_; }
    std::uint64_t mask() const { return mask_.load(std::memory_order_relaxed); }
    Bucket& operator[](std::uint64_t place) const { return buckets_[place]; }
    void prefetch([[maybe_unused]] std::uint64_t place) const {
#if defined(__GNUC__) || defined(__clang__)
        __builtin_prefetch(&buckets_[place]);
#endif
    }

private:
    struct Free {
        void operator()(void* block) const { std::free(block); }
    };

    std::unique_ptr<void, Free> block_;
    Bucket* buckets_ = nullptr;
    std::uint64_t count_ = 0;
    std::atomic<std::uint64_t> mask_{0};
};

}  // namespace boyi
