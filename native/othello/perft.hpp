// Counting Othello's move tree, with the last ply taken four positions at a time.
#pragma once

#include "othello/board.hpp"

namespace boyi {

// Gathers positions whose moves are to be counted, and counts them four at a time.
template <int Size>
class LeafCounter {
public:
    // Adds the first `count` (one to four) of the positions in these lanes. Counting waits until many are
    // there: a word that was stored just now is slow to load as part of a wider one.
    void add(Lanes own, Lanes other, int count) {
        if (waiting_ > capacity - 4) count_waiting();
        own.store(own_ + waiting_);
        other.store(other_ + waiting_);
        waiting_ += count;
    }
    void add(std::uint64_t own, std::uint64_t other) { add(Lanes::all(own), Lanes::all(other), 1); }
    void add_finished() { ++finished_; }

    std::uint64_t total() {
        const int idle = (4 - waiting_ % 4) % 4;
        if (idle) add(Lanes::all(0), Lanes::all(0), idle);  // an empty board counts one
        count_waiting();
        return leaves_.sum() + finished_ - static_cast<std::uint64_t>(idle);
    }

private:
    static constexpr int capacity = 128;

    // A side that must pass and a game that is over both have one leaf below: no need to ask which it is.
    void count_waiting() {
        int done = 0;
        for (; done + 4 <= waiting_; done += 4) {
            const Lanes own = Lanes::load(own_ + done), other = Lanes::load(other_ + done);
            const Lanes empty = Lanes::all(Othello<Size>::playable).without(own | other);
            const Lanes counts = (FourPositions(own, other).ends() & empty).popcounts();
            leaves_ = leaves_ + counts - counts.zero_lanes();  // a lane of all ones is minus one
        }
        for (int rest = done; rest < waiting_; ++rest) {
            own_[rest - done] = own_[rest];
            other_[rest - done] = other_[rest];
        }
        waiting_ -= done;
    }

    std::uint64_t own_[capacity], other_[capacity];
    Lanes leaves_ = Lanes::all(0);
    std::uint64_t finished_ = 0;
    int waiting_ = 0;
};

template <int Size>
void visit_leaves(std::uint64_t own, std::uint64_t other, int depth, LeafCounter<Size>& counter, Pulse& pulse) {
    if (depth == 1) return counter.add(own, other);
    const Lanes mine = Lanes::all(own), theirs = Lanes::all(other);
    const Runs runs(mine, theirs);
    std::uint64_t places = runs.ends().united() & Othello<Size>::playable & ~(own | other);
    if (!places) {
        if (!Othello<Size>::placements(other, own)) return counter.add_finished();
        return visit_leaves<Size>(other, own, depth - 1, counter, pulse);
    }
    if (depth >= 3) {
        pulse();
        for (; places; places &= places - 1) {
            const int bit = std::countr_zero(places);
            const std::uint64_t turned = runs.turned(bit).united();
            const std::uint64_t disc = std::uint64_t{1} << bit;
            visit_leaves<Size>(other & ~turned, own | turned | disc, depth - 1, counter, pulse);
        }
        return;
    }
    for (int left = std::popcount(places); left > 0; left -= 4) {
        std::uint64_t discs[4];
        int bits[4];
        for (int lane = 0; lane < 4; ++lane) {  // where fewer than four are left, the last lanes hold no disc
            discs[lane] = places & (0 - places);
            bits[lane] = std::countr_zero(places) & 63;
            places &= places - 1;
        }
        const Lanes turned =
            Lanes::united_each(runs.turned(bits[0]), runs.turned(bits[1]), runs.turned(bits[2]), runs.turned(bits[3]));
        counter.add(theirs.without(turned), mine | turned | Lanes::load(discs), left < 4 ? left : 4);
    }
}

// Takes the place of the general perft of board.hpp.
template <int Size>
std::uint64_t perft(const Othello<Size>& board, int depth, Pulse& pulse) {
    if (depth <= 0) return 1;
    LeafCounter<Size> counter;
    visit_leaves(board.own(), board.other(), depth, counter, pulse);
    return counter.total();
}

}  // namespace boyi
