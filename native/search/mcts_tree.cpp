#include "search/mcts_tree.hpp"

#include <array>
#include <cstring>

#include "search/pages.hpp"

namespace boyi {

Tree::Tree(std::uint64_t bytes, bool amaf, bool priors)
    : amaf_(amaf), priors_(priors), capacity_(static_cast<Ref>(std::min<std::uint64_t>(bytes / unit, ~Ref{0}))) {
    memory_.reset(static_cast<std::byte*>(::operator new(capacity_ * unit)));
    use_large_pages(memory_.get(), capacity_ * unit);
}

Ref Tree::create(const Move* moves, int count) {
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

void Tree::recycle(const Stopper& stopper) {
    std::array<std::uint64_t, 33> nodes{};  // by the binary logarithm of their visits
    std::uint64_t total = 0;
    const bool counted = for_each(&stopper, [&](Node& node) {
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
    bool done = keep(root, (std::uint64_t{1} << width) / 2, &stopper);
    for (; done && kept_units_ > capacity_ / 4 * 3 && width <= 32; ++width) {
        for_each(nullptr, [](Node& node) { node.kept = false; });
        done = keep(root, std::uint64_t{1} << width, &stopper);
    }
    if (!done || !compact(&stopper)) forget_all_but_root();
}

void Tree::reroot(Ref ref) {
    keep(ref, 0, nullptr);
    compact(nullptr);
}

template <class Visit>
bool Tree::for_each(const Stopper* stopper, Visit visit) {
    const Ref end = used_.load(std::memory_order_relaxed);
    unsigned steps = 0;
    for (Ref ref = root; ref < end;) {
        if (++steps % 1024 == 0 && stopper && stopper->expired()) return false;
        Node& node = at(ref);
        ref += node.units;  // first, because `visit` may overwrite the node
        visit(node);
    }
    return true;
}

// Children lie behind their parents in the arena, so one walk through it finds them all.
bool Tree::keep(Ref top, std::uint64_t visits, const Stopper* stopper) {
    at(top).kept = true;
    kept_units_ = 0;
    return for_each(stopper, [&](Node& node) {
        if (!node.kept) return;
        kept_units_ += node.units;
        for (int slot = 0; slot < node.count; ++slot)
            if (const Ref link = links(node)[slot].load(std::memory_order_relaxed))
                at(link).kept = read(stats(node)[slot]).visits >= visits;
    });
}

bool Tree::compact(const Stopper* stopper) {
    Ref next = root;
    for_each(nullptr, [&](Node& node) {
        if (!node.kept) return;
        node.moved = next;
        next += node.units;
    });
    const bool linked = for_each(stopper, [&](Node& node) {
        if (!node.kept) return;
        for (int slot = 0; slot < node.count; ++slot) {
            std::atomic<Ref>& link = links(node)[slot];
            if (const Ref old = link.load(std::memory_order_relaxed))
                link.store(at(old).kept ? at(old).moved : 0, std::memory_order_relaxed);
        }
    });
    const bool moved = linked && for_each(stopper, [&](Node& node) {
                           if (!node.kept) return;
                           node.kept = false;
                           std::memmove(static_cast<void*>(&at(node.moved)), &node, node.units * unit);
                       });
    if (moved) used_.store(next, std::memory_order_relaxed);
    return moved;
}

void Tree::forget_all_but_root() {
    Node& node = at(root);
    node.kept = false;
    for (int slot = 0; slot < node.count; ++slot) links(node)[slot].store(0, std::memory_order_relaxed);
    used_.store(root + node.units, std::memory_order_relaxed);
}

}  // namespace boyi
