#include "nogo/reduced_position.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace boyi {

int NoGoView::contested() const { return static_cast<int>(std::count(playable, playable + area(), 3)); }

template <class Visit>
void NoGoGeometry::for_neighbours(int cell, Visit visit) const {
    const int row = cell / size_, column = cell % size_;
    if (row > 0) visit(cell - size_);
    if (column > 0) visit(cell - 1);
    if (column < size_ - 1) visit(cell + 1);
    if (row < size_ - 1) visit(cell + size_);
}

NoGoGeometry::NoGoGeometry(const NoGoView& view) : size_(view.size) {
    numbers_.fill(-1);
    // No cell that nobody may play now will ever be played.
    for (int cell = 0; cell < view.area(); ++cell) {
        if (!view.playable[cell]) continue;
        if (count_ == most_cells) {
            fits_ = false;
            return;
        }
        numbers_[cell] = static_cast<std::int16_t>(count_);
        cells_[count_++] = static_cast<Move>(cell);
    }
    for (int number = 0; number < count_; ++number)
        for_neighbours(cells_[number], [&](int near) {
            if (numbers_[near] >= 0) near_[number] |= bit(numbers_[near]);
        });
}

NoGoReducedPosition NoGoGeometry::read(const NoGoView& view) const {
    NoGoReducedPosition found;
    for (int number = 0; number < count_; ++number)
        if (view.playable[cells_[number]]) found.cells |= bit(number);
    std::array<bool, max_cells> seen{};
    std::vector<int> group;
    for (int start = 0; start < view.area(); ++start) {
        const int side = view.stones[start];
        if (side < 0) {
            if (view.playable[start]) continue;
            for_neighbours(start, [&](int near) {
                if (!view.playable[near]) return;
                for (NoGoMask& safe : found.safe) safe |= bit(numbers_[near]);
            });
            continue;
        }
        if (seen[start]) continue;
        NoGoMask liberties = 0;
        bool safe = false;
        seen[start] = true;
        for (group.assign(1, start); !group.empty();) {
            const int cell = group.back();
            group.pop_back();
            for_neighbours(cell, [&](int near) {
                if (view.stones[near] < 0) {
                    if (view.playable[near]) liberties |= bit(numbers_[near]);
                    else safe = true;
                } else if (view.stones[near] == side && !seen[near]) {
                    seen[near] = true;
                    group.push_back(near);
                }
            });
        }
        if (!liberties) continue;
        if (safe) found.safe[side] |= liberties;
        else found.add(side, liberties);
    }
    return found;
}

void NoGoGeometry::play(const NoGoReducedPosition& before, int number, int side, NoGoReducedPosition& next) const {
    const NoGoMask here = bit(number);
    next.cells = before.cells & ~here;
    next.count[0] = next.count[1] = 0;
    next.overflow = before.overflow;
    // Only sets that change can become equal to others.
    NoGoMask joined = near_[number] & next.cells;
    for (int i = 0; i < before.count[side]; ++i) {
        const NoGoMask liberties = before.groups[side][i];
        if (liberties & here) joined |= liberties & ~here;
        else next.groups[side][next.count[side]++] = liberties;
    }
    const int other = 1 - side;
    for (int i = 0; i < before.count[other]; ++i) {
        const NoGoMask liberties = before.groups[other][i];
        if (!(liberties & here)) next.groups[other][next.count[other]++] = liberties;
    }
    for (int i = 0; i < before.count[other]; ++i)
        if (const NoGoMask liberties = before.groups[other][i]; liberties & here) next.add(other, liberties & ~here);
    const bool safe = before.safe[side] & here;
    next.safe[side] = (before.safe[side] | (safe ? joined : 0)) & ~here;
    next.safe[other] = before.safe[other] & ~here;
    if (!safe) next.add(side, joined);
}

void NoGoGeometry::settle(NoGoReducedPosition& reduced) const {
    for (;;) {
        NoGoMask last[2] = {0, 0}, breath[2], beside = 0;
        for (NoGoMask rest = reduced.cells; rest; rest &= rest - 1) beside |= near_[std::countr_zero(rest)];
        for (int side = 0; side < 2; ++side) {
            breath[side] = reduced.safe[side] | beside;
            for (int i = 0; i < reduced.count[side]; ++i) {
                const NoGoMask liberties = reduced.groups[side][i];
                if (liberties & (liberties - 1)) breath[side] |= liberties;
                else last[side] |= liberties;
            }
        }
        for (int side = 0; side < 2; ++side) reduced.legal[side] = reduced.cells & breath[side] & ~last[1 - side];
        const NoGoMask dead = reduced.cells & ~(reduced.legal[0] | reduced.legal[1]);
        if (!dead) break;
        reduced.cells &= ~dead;
        NoGoMask around = 0;
        for (NoGoMask rest = dead; rest; rest &= rest - 1) around |= near_[std::countr_zero(rest)];
        for (int side = 0; side < 2; ++side) {
            reduced.safe[side] |= around;
            int kept = 0;
            for (int i = 0; i < reduced.count[side]; ++i) {
                const NoGoMask liberties = reduced.groups[side][i];
                if (liberties & dead) reduced.safe[side] |= liberties;
                else reduced.groups[side][kept++] = liberties;
            }
            reduced.count[side] = kept;
            reduced.safe[side] &= reduced.cells;
        }
    }
    // Where a side may not play, nothing need be remembered for it.
    for (int side = 0; side < 2; ++side) reduced.safe[side] &= reduced.legal[side];
}

NoGoMask NoGoGeometry::sure(const NoGoMask (&legal)[2], const NoGoMask (&safe)[2], int side, const NoGoMask* enemies,
                            int count) const {
    NoGoMask unsure = 0;
    for (int i = 0; i < count; ++i) unsure |= enemies[i];
    for (NoGoMask rest = legal[1 - side] & ~safe[1 - side]; rest; rest &= rest - 1)
        unsure |= near_[std::countr_zero(rest)];
    return legal[side] & safe[side] & ~unsure;
}

}  // namespace boyi
