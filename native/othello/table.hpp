// The transposition table of 8x8 Othello: middle game and endgame share it, threads use it without locks.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <new>

#include "search/buckets.hpp"

namespace boyi {

class OthelloTable {
public:
    static constexpr std::uint8_t no_move = 64;
    static constexpr int bytes_of_entry = 32;

    // What is known of a position: bounds in sixteenths of a disc, found by a search of this depth and level of
    // selectivity; the best move of the last search and of the one before it.
    struct Entry {
        std::int16_t lower = 0, upper = 0;
        std::uint8_t move = no_move, second = no_move;
        std::uint8_t depth = 0, level = 0;
    };

    // At most `bytes`; the block is kept, with all that it knows, if it has that size or more, up to `most`.
    void resize(std::uint64_t bytes, std::uint64_t most = 0) {
        std::uint64_t count = 1;
        while (count * 2 * sizeof(Bucket) <= bytes) count *= 2;
        const std::uint64_t known = buckets_.count();
        if (known && (count == known || (count < known && known * sizeof(Bucket) <= most))) return;
        if (!buckets_.allocate(count, first_buckets)) throw std::bad_alloc();
    }

    // Uses four times as much, if there is as much and what is used was filled by `stored` entries. Only one thread may
    // call it, while others search.
    void grow(std::uint64_t stored) {
        const std::uint64_t old = buckets_.mask();
        if (stored < 2 * (old + 1) || old + 1 == buckets_.count()) return;
        const std::uint64_t next = std::min(4 * (old + 1), buckets_.count()) - 1;
        for (std::uint64_t place = 0; place <= old; ++place)
            for (Slot& slot : buckets_[place].slots) {
                const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
                const std::uint64_t own = slot.own.load(std::memory_order_relaxed) ^ data;
                const std::uint64_t other = slot.other.load(std::memory_order_relaxed) ^ data;
                if (const std::uint64_t to = mixed(own, other) & next; data && to != place)
                    store(to, own, other, unpack(data));
            }
        buckets_.use(next + 1);
    }

    // Called before each search: what earlier ones stored is replaced first.
    void new_search() { age_ = static_cast<std::uint8_t>((age_ + 1) & 0x7F); }

    std::uint64_t place(std::uint64_t own, std::uint64_t other) const { return mixed(own, other) & buckets_.mask(); }
    void prefetch(std::uint64_t place) const { buckets_.prefetch(place); }

    // Both boards are stored, so two positions are never taken for one another. They are stored xor the data: when two
    // threads write a slot at once, the words no longer fit together and the entry is not found.
    bool find(std::uint64_t place, std::uint64_t own, std::uint64_t other, Entry& entry) const {
        for (const Slot& slot : buckets_[place].slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            if ((slot.own.load(std::memory_order_relaxed) ^ data) == own &&
                (slot.other.load(std::memory_order_relaxed) ^ data) == other && data) {
                entry = unpack(data);
                return true;
            }
        }
        return false;
    }

    void store(std::uint64_t place, std::uint64_t own, std::uint64_t other, Entry entry) {
        Slot* victim = nullptr;
        int least = 1 << 30;
        for (Slot& slot : buckets_[place].slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            if ((slot.own.load(std::memory_order_relaxed) ^ data) == own &&
                (slot.other.load(std::memory_order_relaxed) ^ data) == other && data) {
                const Entry known = unpack(data);
                if (known.depth == entry.depth && known.level == entry.level) {
                    if (known.lower > entry.lower && known.lower <= entry.upper) entry.lower = known.lower;
                    if (known.upper < entry.upper && known.upper >= entry.lower) entry.upper = known.upper;
                }
                if (entry.move == no_move) entry.move = known.move, entry.second = known.second;
                else entry.second = known.move == entry.move ? known.second : known.move;
                victim = &slot;
                break;
            }
            const Entry known = unpack(data);
            const int worth = !data ? -1 : known.depth * 8 + known.level + (age_of(data) == age_ ? 1 << 16 : 0);
            if (worth < least) least = worth, victim = &slot;
        }
        const std::uint64_t data = pack(entry);
        victim->data.store(data, std::memory_order_relaxed);
        victim->own.store(own ^ data, std::memory_order_relaxed);
        victim->other.store(other ^ data, std::memory_order_relaxed);
    }

private:
    static constexpr std::uint64_t first_buckets = std::uint64_t{1} << 15;
    struct Slot {
        std::atomic<std::uint64_t> own, other, data;
    };
    struct alignas(64) Bucket {
        Slot slots[2];
    };
    static std::uint64_t mixed(std::uint64_t own, std::uint64_t other) {
        const std::uint64_t word = (own ^ std::rotl(other * 0x9E3779B97F4A7C15ull, 29)) * 0xBF58476D1CE4E5B9ull;
        return word ^ word >> 32;
    }

    // The highest bit is always set, so that no entry is taken for an empty slot.
    std::uint64_t pack(const Entry& entry) const {
        return static_cast<std::uint64_t>(static_cast<std::uint16_t>(entry.lower)) |
               static_cast<std::uint64_t>(static_cast<std::uint16_t>(entry.upper)) << 16 |
               static_cast<std::uint64_t>(entry.move) << 32 | static_cast<std::uint64_t>(entry.second) << 39 |
               static_cast<std::uint64_t>(entry.depth) << 46 | static_cast<std::uint64_t>(entry.level) << 52 |
               static_cast<std::uint64_t>(age_) << 55 | std::uint64_t{1} << 63;
    }
    static Entry unpack(std::uint64_t data) {
        return {static_cast<std::int16_t>(data & 0xFFFF),     static_cast<std::int16_t>(data >> 16 & 0xFFFF),
                static_cast<std::uint8_t>(data >> 32 & 0x7F), static_cast<std::uint8_t>(data >> 39 & 0x7F),
                static_cast<std::uint8_t>(data >> 46 & 0x3F), static_cast<std::uint8_t>(data >> 52 & 0x7)};
    }
    static std::uint8_t age_of(std::uint64_t data) { return static_cast<std::uint8_t>(data >> 55 & 0x7F); }

    Buckets<Bucket> buckets_;
    std::uint8_t age_ = 0;
};

}  // namespace boyi
