// The tree of a Monte Carlo search in one arena of fixed size, shared by threads without locks. No Python in here.
//
// A node is one block: a header and arrays over its moves (its edges). What is known of a child is kept in its
// parent's arrays, so that choosing among children reads memory in a row, and leaves cost no memory of their own.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>

#include "search/pages.hpp"
#include "search/search.hpp"

namespace boyi {

// Visits and mean result of a move in one word, so that both always belong together.
struct Stat {
    std::uint32_t visits = 0;
    float mean = 0;
};
using SharedStat = std::atomic<std::uint64_t>;

inline Stat read(const SharedStat& stat) { return std::bit_cast<Stat>(stat.load(std::memory_order_relaxed)); }

// Replaces a statistic by change(statistic) and returns the new one; `shared` if other threads may change it too.
template <class Change>
Stat update(SharedStat& stat, bool shared, Change change) {
    std::uint64_t old = stat.load(std::memory_order_relaxed);
    Stat next = change(std::bit_cast<Stat>(old));
    if (!shared) {
        stat.store(std::bit_cast<std::uint64_t>(next), std::memory_order_relaxed);
    } else {
        while (!stat.compare_exchange_weak(old, std::bit_cast<std::uint64_t>(next), std::memory_order_relaxed))
            next = change(std::bit_cast<Stat>(old));
    }
    return next;
}

// What is proven of a move for the player who makes it, and in how many plies the game ends then.
struct Verdict {
    Proven result = Proven::no;
    int plies = 0;

    static Verdict unpack(std::uint16_t word) { return {static_cast<Proven>(word & 3), word >> 2}; }
    std::uint16_t pack() const {
        return static_cast<std::uint16_t>(std::min(plies, 0x3FFF) << 2 | static_cast<int>(result));
    }
    explicit operator bool() const { return result != Proven::no; }
    // The same for the opponent, one move earlier.
    Verdict before() const {
        const Proven turned = result == Proven::win ? Proven::loss : result == Proven::loss ? Proven::win : result;
        return {turned, plies + 1};
    }
};

using Ref = std::uint32_t;  // a node's place in the arena, in units; 0 is no node

class Tree {
public:
    static constexpr Ref root = 1;
    static constexpr std::size_t unit = 32;

    struct Node {
        std::uint32_t units;                  // the block's size
        Ref moved = 0;                        // where the block goes when the arena is compacted
        std::uint16_t count;                  // of moves
        std::atomic<std::uint16_t> tried{0};  // moves taken so far, where each is tried once first
        bool kept = false;                    // outlives the compaction under way
    };
    static_assert(sizeof(Node) % alignof(SharedStat) == 0 && unit % alignof(SharedStat) == 0);

    // amaf, priors: whether nodes have room for all-moves-as-first statistics and the board's priors.
    Tree(std::uint64_t bytes, bool amaf, bool priors)
        : amaf_(amaf), priors_(priors), capacity_(static_cast<Ref>(std::min<std::uint64_t>(bytes / unit, ~Ref{0}))) {
        memory_.reset(static_cast<std::byte*>(::operator new(capacity_ * unit)));
        use_large_pages(memory_.get(), capacity_ * unit);
    }

    Node& at(Ref ref) { return *reinterpret_cast<Node*>(memory_.get() + ref * unit); }
    SharedStat* stats(Node& node) { return reinterpret_cast<SharedStat*>(&node + 1); }
    SharedStat* amaf(Node& node) { return stats(node) + node.count; }
    std::atomic<Ref>* links(Node& node) {
        return reinterpret_cast<std::atomic<Ref>*>(stats(node) + node.count * (amaf_ ? 2 : 1));
    }
    float* priors(Node& node) { return reinterpret_cast<float*>(links(node) + node.count); }
    std::atomic<std::uint16_t>* proofs(Node& node) {
        return reinterpret_cast<std::atomic<std::uint16_t>*>(priors(node) + (priors_ ? node.count : 0));
    }
    Move* moves(Node& node) { return reinterpret_cast<Move*>(proofs(node) + node.count); }

    // A new node for these moves, not yet linked to; 0 if the arena is full.
    Ref create(const Move* moves, int count) {
        const auto units = static_cast<Ref>((size(count) + unit - 1) / unit);
        Ref ref = used_.load(std::memory_order_relaxed);
        do {
            if (capacity_ - ref < units) return 0;
        } while (!used_.compare_exchange_weak(ref, ref + units, std::memory_order_relaxed));
        Node& node = *new (memory_.get() + ref * unit) Node{units, 0, static_cast<std::uint16_t>(count)};
        std::uninitialized_value_construct_n(stats(node), count * (amaf_ ? 2 : 1));
        std::uninitialized_value_construct_n(links(node), count);
        std::uninitialized_value_construct_n(proofs(node), count);
        std::uninitialized_copy_n(moves, count, this->moves(node));
        return ref;
    }

    bool empty() const { return used_.load(std::memory_order_relaxed) == root; }
    void clear() { used_.store(root, std::memory_order_relaxed); }
    std::uint64_t bytes() const { return std::uint64_t{used_.load(std::memory_order_relaxed)} * unit; }
    std::uint64_t capacity() const { return std::uint64_t{capacity_} * unit; }
    std::size_t size(int count) const {
        const std::size_t edge = sizeof(SharedStat) * (amaf_ ? 2 : 1) + sizeof(Ref) + (priors_ ? sizeof(float) : 0) +
                                 sizeof(std::uint16_t) + sizeof(Move);
        return sizeof(Node) + edge * count;
    }

    // The next two move nodes, so no thread may be in the tree meanwhile.

    // Forgets the least visited nodes, about half of all. If cancelled() comes true on the way, all but the root may
    // be forgotten: whoever cancels wants an answer and not to wait.
    template <class Cancelled>
    void recycle(Cancelled cancelled) {
        std::array<std::uint64_t, 33> nodes{};  // by the binary logarithm of their visits
        std::uint64_t total = 0;
        const bool counted = for_each(cancelled, [&](Node& node) {
            for (int slot = 0; slot < node.count; ++slot) {
                if (!links(node)[slot].load(std::memory_order_relaxed)) continue;
                ++nodes[std::bit_width(read(stats(node)[slot]).visits)];
                ++total;
            }
        });
        if (!counted) return;
        int width = 0;
        for (std::uint64_t gone = 0; width < 32 && gone * 2 < total; ++width) gone += nodes[width];
        // Nodes differ in size: should many small ones be gone and the large ones be left, take more.
        bool done = keep(root, (std::uint64_t{1} << width) / 2, cancelled);
        for (; done && kept_units_ > capacity_ / 4 * 3 && width <= 32; ++width) {
            for_each(never, [](Node& node) { node.kept = false; });
            done = keep(root, std::uint64_t{1} << width, cancelled);
        }
        if (!done || !compact(cancelled)) forget_all_but_root();
    }
    // Makes this node the root and forgets what is not below it.
    void reroot(Ref ref) {
        keep(ref, 0, never);
        compact(never);
    }

private:
    struct Free {
        void operator()(std::byte* memory) const { ::operator delete(memory); }
    };
    static bool never() { return false; }

    // Visits all nodes in the order of their places; false if it was cancelled.
    template <class Cancelled, class Visit>
    bool for_each(Cancelled cancelled, Visit visit) {
        const Ref end = used_.load(std::memory_order_relaxed);
        unsigned steps = 0;
        for (Ref ref = root; ref < end;) {
            if (++steps % 1024 == 0 && cancelled()) return false;
            Node& node = at(ref);
            ref += node.units;  // first, because `visit` may overwrite the node
            visit(node);
        }
        return true;
    }

    // Marks what is below `top` and has enough visits, and adds up its size. Children lie behind their parents in
    // the arena, so one walk through it finds them all.
    template <class Cancelled>
    bool keep(Ref top, std::uint64_t visits, Cancelled cancelled) {
        at(top).kept = true;
        kept_units_ = 0;
        return for_each(cancelled, [&](Node& node) {
            if (!node.kept) return;
            kept_units_ += node.units;
            for (int slot = 0; slot < node.count; ++slot)
                if (const Ref link = links(node)[slot].load(std::memory_order_relaxed))
                    at(link).kept = read(stats(node)[slot]).visits >= visits;
        });
    }

    // Moves the marked nodes together, in the order they are in.
    template <class Cancelled>
    bool compact(Cancelled cancelled) {
        Ref next = root;
        for_each(never, [&](Node& node) {
            if (!node.kept) return;
            node.moved = next;
            next += node.units;
        });
        const bool linked = for_each(cancelled, [&](Node& node) {
            if (!node.kept) return;
            for (int slot = 0; slot < node.count; ++slot) {
                std::atomic<Ref>& link = links(node)[slot];
                if (const Ref old = link.load(std::memory_order_relaxed))
                    link.store(at(old).kept ? at(old).moved : 0, std::memory_order_relaxed);
            }
        });
        const bool moved = linked && for_each(cancelled, [&](Node& node) {
                               if (!node.kept) return;
                               node.kept = false;
                               std::memmove(static_cast<void*>(&at(node.moved)), &node, node.units * unit);
                           });
        if (moved) used_.store(next, std::memory_order_relaxed);
        return moved;
    }

    void forget_all_but_root() {
        Node& node = at(root);
        node.kept = false;
        for (int slot = 0; slot < node.count; ++slot) links(node)[slot].store(0, std::memory_order_relaxed);
        used_.store(root + node.units, std::memory_order_relaxed);
    }

    const bool amaf_, priors_;
    const Ref capacity_;
    Ref kept_units_ = 0;
    std::unique_ptr<std::byte, Free> memory_;
    alignas(64) std::atomic<Ref> used_{root};  // written by all threads, apart from what they read
};

}  // namespace boyi
