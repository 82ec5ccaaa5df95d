// The tree of a Monte Carlo search in one arena of fixed size, shared by threads without locks. No Python in here.
//
// A node is one block: a header and arrays over its moves (its edges). What is known of a child is kept in its
// parent's arrays, so that choosing among children reads memory in a row, and leaves cost no memory of their own.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <new>

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
        std::atomic<std::uint8_t> ask{0};     // the endgame solver is asked after 2 to this power visits; 0: never
    };
    static_assert(sizeof(Node) % alignof(SharedStat) == 0 && unit % alignof(SharedStat) == 0);

    // amaf, priors: whether nodes have room for all-moves-as-first statistics and the board's priors.
    Tree(std::uint64_t bytes, bool amaf, bool priors);

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
    Ref create(const Move* moves, int count);

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

    // Forgets the least visited nodes, about half of all. If the stopper expires on the way, all but the root may be
    // forgotten: whoever stops a search wants an answer and not to wait.
    void recycle(const Stopper& stopper);
    // Makes this node the root and forgets what is not below it.
    void reroot(Ref ref);

private:
    struct Free {
        void operator()(std::byte* memory) const { ::operator delete(memory); }
    };

    // Visits all nodes in the order of their places; false if the stopper, which may be null, has expired.
    template <class Visit>
    bool for_each(const Stopper* stopper, Visit visit);
    // Marks what is below `top` and has enough visits, and adds up its size.
    bool keep(Ref top, std::uint64_t visits, const Stopper* stopper);
    // Moves the marked nodes together, in the order they are in.
    bool compact(const Stopper* stopper);
    void forget_all_but_root();

    const bool amaf_, priors_;
    const Ref capacity_;
    Ref kept_units_ = 0;
    std::unique_ptr<std::byte, Free> memory_;
    alignas(64) std::atomic<Ref> used_{root};  // written by all threads, apart from what they read
};

}  // namespace boyi
