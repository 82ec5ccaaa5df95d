// The transposition table: one block of memory that all threads read and write without locks.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/board.hpp"
#include "search/buckets.hpp"
#include "search/search.hpp"

namespace boyi {

class Table {
public:
    struct Entry {
        int value = 0;
        int depth = 0;
        Bound bound = Bound::none;  // none: nothing is known
        Move move = 0;
        bool flag = false;  // for the search's own use
    };
    // The depth of an entry that no deeper search can change.
    static constexpr int solved_depth = 255;

    // At most `bytes`, and not more than `entries` need; with too little for one bucket the table remembers nothing.
    void resize(std::uint64_t bytes, std::uint64_t entries) {
        buckets_.release();
        if (bytes < buckets_.alignment + sizeof(Bucket)) return;
        const std::uint64_t room = (bytes - buckets_.alignment) / sizeof(Bucket);
        std::uint64_t count = 1;
        while (count <= room / 2 && count * bucket_size < entries) count *= 2;
        buckets_.allocate(count, first_buckets);
    }

    // A new search of the same game begins: what older ones stored is replaced first.
    void next_generation() { generation_ = (generation_ + 1) & generation_mask; }

    // How many entries should be stored before grow() is called; only one thread may call it, while others search.
    static constexpr std::uint64_t first_entries = std::uint64_t{1} << 15;

    // Spreads the entries over the whole table, which touches most of its pages, and opens it to all threads then.
    // That can take long on a machine that has to find the memory first, so `expired()` is asked in between.
    template <class Expired>
    void grow(Expired&& expired) {
        const std::uint64_t old = buckets_.mask(), full = buckets_.count() - 1;
        if (!buckets_ || old == full) return;
        for (std::uint64_t place = 0; place <= old; ++place) {
            for (const Slot& slot : buckets_[place].slots) {
                const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
                const Key key = slot.check.load(std::memory_order_relaxed) ^ data;
                if (data && (key & full) != place) store(key, unpack(data), full);
            }
            if (expired()) return;
        }
        buckets_.use(full + 1);
    }

    void prefetch(Key key) const {
        if (buckets_) buckets_.prefetch(key & buckets_.mask());
    }

    // A slot holds data and key ^ data: when two threads write it at once, the halves no longer fit together and the
    // entry is simply not found. The caller still has to see whether the move is legal: keys can collide.
    Entry find(Key key) const {
        if (!buckets_) return {};
        for (const Slot& slot : buckets_[key & buckets_.mask()].slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            if (data && (slot.check.load(std::memory_order_relaxed) ^ data) == key) return unpack(data);
        }
        return {};
    }

    void store(Key key, const Entry& entry) {
        if (buckets_) store(key, entry, buckets_.mask());
    }

private:
    static constexpr std::uint64_t generation_mask = 31;
    static constexpr std::uint64_t bucket_size = 4, first_buckets = std::uint64_t{1} << 14;
    struct Slot {
        std::atomic<std::uint64_t> check, data;
    };
    struct Bucket {
        Slot slots[bucket_size];
    };
    static_assert(sizeof(Bucket) == 64 && std::atomic<std::uint64_t>::is_always_lock_free);
    void store(Key key, const Entry& entry, std::uint64_t mask) {
        Slot* victim = nullptr;
        int lowest = solved_depth + 1;
        const std::uint64_t data = pack(entry) | generation_ << 3;
        for (Slot& slot : buckets_[key & mask].slots) {
            const std::uint64_t old = slot.data.load(std::memory_order_relaxed);
            if (old == 0 || (slot.check.load(std::memory_order_relaxed) ^ old) == key) {
                // A shallower bound does not replace what is known about the same position more deeply.
                if (old && entry.bound != Bound::exact && unpack(old).depth > entry.depth + 2) return;
                victim = &slot;
                break;
            }
            const int age = static_cast<int>((generation_ - (old >> 3)) & generation_mask);
            if (const int rank = unpack(old).depth - 4 * age; rank < lowest) {
                lowest = rank;
                victim = &slot;
            }
        }
        victim->data.store(data, std::memory_order_relaxed);
        victim->check.store(key ^ data, std::memory_order_relaxed);
    }

    static std::uint64_t pack(const Entry& entry) {
        return static_cast<std::uint64_t>(static_cast<std::uint32_t>(entry.value)) << 32 |
               static_cast<std::uint64_t>(entry.move) << 16 | static_cast<std::uint64_t>(entry.depth & 0xFF) << 8 |
               static_cast<std::uint64_t>(entry.flag) << 2 | static_cast<std::uint64_t>(entry.bound);
    }
    static Entry unpack(std::uint64_t data) {
        return {static_cast<std::int32_t>(data >> 32), static_cast<int>(data >> 8 & 0xFF), static_cast<Bound>(data & 3),
                static_cast<Move>(data >> 16 & 0xFFFF), (data >> 2 & 1) != 0};
    }

    Buckets<Bucket> buckets_;
    std::uint64_t generation_ = 0;
};

}  // namespace boyi
