// Othello played out to the end: exact scores (empty cells go to the winner) by null-window searches.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include "othello/last.hpp"
#include "search/cancel.hpp"
#include "search/search.hpp"

namespace boyi {

// What is known of solved positions. Both boards are kept, so two positions are never taken for one another.
class SolverTable {
public:
    struct Entry {
        std::uint64_t own = 0, other = 0;
        std::int8_t lower = 0, upper = 0;
        std::uint8_t move = none, empties = 0;
    };
    static constexpr std::uint8_t none = 64;

    bool resize(std::uint64_t buckets) {
        count_ = 1;
        while (count_ * 2 <= buckets) count_ *= 2;
        // calloc leaves the pages untouched until they are needed.
        buckets_.reset(static_cast<Bucket*>(std::calloc(count_, sizeof(Bucket))));
        return buckets_ != nullptr;
    }
    std::uint64_t place(std::uint64_t own, std::uint64_t other) const {
        const std::uint64_t mixed = (own ^ std::rotl(other * 0x9E3779B97F4A7C15ull, 29)) * 0xBF58476D1CE4E5B9ull;
        return (mixed ^ mixed >> 32) & (count_ - 1);
    }
    const Entry* find(std::uint64_t place, std::uint64_t own, std::uint64_t other) const {
        for (const Entry& entry : buckets_.get()[place].entries)
            if (entry.own == own && entry.other == other) return &entry;
        return nullptr;
    }
    // The first entry of a bucket keeps the largest position, the second the latest one.
    void store(std::uint64_t place, const Entry& found) {
        Bucket& bucket = buckets_.get()[place];
        Entry& first = bucket.entries[0];
        const bool same = first.own == found.own && first.other == found.other;
        Entry& entry = same || found.empties >= first.empties ? first : bucket.entries[1];
        if (&entry == &first && !same) bucket.entries[1] = first;
        if (entry.own == found.own && entry.other == found.other) {
            entry.lower = std::max(entry.lower, found.lower);
            entry.upper = std::min(entry.upper, found.upper);
            if (found.move != none) entry.move = found.move;
        } else {
            entry = found;
        }
    }
    void prefetch([[maybe_unused]] std::uint64_t place) const {
#if defined(__GNUC__) || defined(__clang__)
        __builtin_prefetch(&buckets_.get()[place]);
#endif
    }
    static constexpr std::uint64_t bucket_bytes = 48;

private:
    struct Bucket {
        Entry entries[2];
    };
    static_assert(sizeof(Bucket) == bucket_bytes);
    struct Free {
        void operator()(Bucket* block) const { std::free(block); }
    };
    std::unique_ptr<Bucket, Free> buckets_;
    std::uint64_t count_ = 0;
};

// `Order::value(own, other)` judges a position for its mover when moves are to be sorted high in the tree.
template <int Size, class Order>
class OthelloSolver {
public:
    using B = Othello<Size>;
    using Last = OthelloLast<Size>;
    static constexpr int most = B::cells;

    struct Result {
        int lower = -most, upper = most;  // equal once the position is solved
        int move = -1;                    // a grid bit; -1: pass, or nothing is known
        std::vector<Move> pv;
    };

    // Ends when `seconds` are over or `nodes` visited, and when stopper or token say so; then bounds may remain.
    OthelloSolver(Stopper& stopper, const Cancel* cancel, double seconds, std::uint64_t nodes, std::uint64_t memory)
        : stopper_(stopper), cancel_(cancel), limit_(nodes), memory_(memory) {
        own_clock_.start(seconds);
    }

    std::uint64_t nodes() const { return last_.nodes; }
    bool stopped() const { return stopped_; }

    // The score inside [low, high]: outside, only on which side it lies. `guess` is where to begin.
    Result solve(std::uint64_t own, std::uint64_t other, int low, int high, int guess) {
        Result result;
        const int empties = std::popcount(B::playable & ~(own | other));
        // A table that the search cannot fill costs time for nothing.
        const std::uint64_t useful = std::uint64_t{1} << std::clamp(empties + 1, 8, 23);
        if (!table_.resize(std::max<std::uint64_t>(1, std::min(useful, memory_ / SolverTable::bucket_bytes))))
            return result;
        result.lower = -most, result.upper = most;
        guess &= ~1;
        while (result.lower < result.upper && result.upper >= low && result.lower <= high) {
            // Scores are even, so the window between two of them is asked by the odd number.
            const int beta = std::clamp(guess, std::max(result.lower + 2, low), std::min(result.upper, high + 2));
            const int value = search(own, other, beta - 1, empties, false);
            if (stopped_) break;
            if (value >= beta) {
                result.lower = value;
                if (const auto* known = table_.find(table_.place(own, other), own, other);
                    known && known->move != SolverTable::none)
                    result.move = known->move;
            } else {
                result.upper = value;
            }
            guess = value >= beta ? value + 2 : value;
        }
        if (!stopped_ && result.lower == result.upper) result.pv = line(own, other, result.lower);
        if (!result.pv.empty()) result.move = result.pv[0] == B::pass_move ? -1 : B::bit_of(result.pv[0]);
        return result;
    }

    static int final_score(std::uint64_t own, std::uint64_t other) { return Last::final_score(own, other); }

private:
    // Below `sorted` empties moves are tried by parity alone, below `deep` without a look at the children in the table;
    // from `judged` on the evaluation helps to sort, from `pondered` on after one more ply.
    static constexpr int sorted = 7, deep = 10, judged = 13, pondered = 18;
    static constexpr std::uint64_t corners = 0x8100000000000081ull;

    struct Child {
        std::uint64_t own, other;  // after the move, for the side that then moves
        int bit, score;
    };

    // The null-window search: a value above alpha is a lower bound, any other an upper bound.
    int search(std::uint64_t own, std::uint64_t other, int alpha, int empties, bool passed) {
        if (empties < sorted) return last_.few(own, other, alpha, empties, passed);
        // Step 1. Limits
        ++last_.nodes;
        if (empties >= deep && last_.nodes >= next_check_) check();
        if (stopped_) return 0;

        // Step 2. Safe discs of the opponent
        if (const int bound = Last::safe_bound(other, own, alpha, empties); bound <= alpha) return bound;

        // Step 3. The table
        const std::uint64_t place = table_.place(own, other);
        std::uint8_t known_move = SolverTable::none;
        if (const SolverTable::Entry* known = table_.find(place, own, other)) {
            if (known->lower > alpha) return known->lower;
            if (known->upper <= alpha) return known->upper;
            known_move = known->move;
        }

        // Step 4. Moves
        std::uint64_t places = B::placements(own, other);
        if (!places) return passed ? final_score(own, other) : -search(other, own, -alpha - 1, empties, true);
        Child children[most];
        int count = 0;
        for (; places; places &= places - 1) {
            const int cell = std::countr_zero(places);
            const std::uint64_t turned = B::flips(own, other, cell);
            Child& child = children[count++];
            child = {other & ~turned, own | turned | std::uint64_t{1} << cell, cell, 0};
            if (!child.own) return most;
            if (empties > sorted) table_.prefetch(table_.place(child.own, child.other));
        }

        // Step 5. A reply that is known to be good enough (enhanced cut-off)
        if (empties >= deep)
            for (int index = 0; index < count; ++index) {
                const Child& child = children[index];
                const auto* known = table_.find(table_.place(child.own, child.other), child.own, child.other);
                if (known && -known->upper > alpha) {
                    store(place, own, other, -known->upper, most, child.bit, empties);
                    return -known->upper;
                }
            }

        // Step 6. The children, those that leave the fewest replies first
        if (count > 1) score(children, count, B::playable & ~(own | other), known_move, empties);
        int best = -infinity, best_bit = 0;
        for (int index = 0; index < count; ++index) {
            Child& child = *std::max_element(children + index, children + count,
                                             [](const Child& a, const Child& b) { return a.score < b.score; });
            std::swap(child, children[index]);
            const Child& next = children[index];
            const int value = -search(next.own, next.other, -alpha - 1, empties - 1, false);
            if (stopped_) return 0;
            if (value > best) {
                best = value;
                best_bit = next.bit;
                if (value > alpha) break;
            }
        }

        // Step 7. Remember
        if (best > alpha) store(place, own, other, best, most, best_bit, empties);
        else store(place, own, other, -most, best, best_bit, empties);
        return best;
    }

    void store(std::uint64_t place, std::uint64_t own, std::uint64_t other, int lower, int upper, int bit,
               int empties) {
        table_.store(place, {own, other, static_cast<std::int8_t>(lower), static_cast<std::int8_t>(upper),
                             static_cast<std::uint8_t>(bit), static_cast<std::uint8_t>(empties)});
    }

    void score(Child* children, int count, std::uint64_t empty, int known, int empties) {
        const std::uint64_t odd = Last::odd_cells(empty);
        for (int index = 0; index < count; ++index) {
            Child& child = children[index];
            if (child.bit == known) {
                child.score = 1 << 28;
                continue;
            }
            const std::uint64_t replies = B::placements(child.own, child.other);
            const std::uint64_t disc = std::uint64_t{1} << child.bit;
            child.score = -16 * (std::popcount(replies) + std::popcount(replies & corners));
            if (disc & odd) child.score += empties < 12 ? 8 : 4;
            if (disc & corners) child.score += 16;
            if (empties >= judged) child.score -= judge(child.own, child.other, empties >= pondered) / 2;
        }
    }

    // The evaluation's opinion after so many more plies.
    static int judge(std::uint64_t own, std::uint64_t other, int plies) {
        std::uint64_t places = plies ? B::placements(own, other) : 0;
        if (!places) return Order::value(own, other);
        int best = -(1 << 20);
        for (; places; places &= places - 1) {
            const int cell = std::countr_zero(places);
            const std::uint64_t turned = B::flips(own, other, cell);
            const std::uint64_t mine = own | turned | std::uint64_t{1} << cell;
            best = std::max(best, -judge(other & ~turned, mine, plies - 1));
        }
        return best;
    }

    void check() {
        next_check_ = last_.nodes + 4096;
        if (last_.nodes >= limit_ || own_clock_.check_clock() || stopper_.check_clock() ||
            (cancel_ && cancel_->cancelled()))
            stopped_ = true;
        // Few searches come near the node limit; those that do must not run far past it.
        next_check_ = std::min(next_check_, std::max(limit_, last_.nodes + 1));
    }

    // The line of best play of a position whose score is known; the table still holds most of the proof.
    std::vector<Move> line(std::uint64_t own, std::uint64_t other, int score) {
        std::vector<Move> moves;
        while (!stopped_) {
            std::uint64_t places = B::placements(own, other);
            if (!places) {
                if (!B::placements(other, own)) break;
                moves.push_back(B::pass_move);
                std::swap(own, other);
                score = -score;
                continue;
            }
            const int empties = std::popcount(B::playable & ~(own | other));
            const auto* known = table_.find(table_.place(own, other), own, other);
            const std::uint64_t hint = known && known->move != SolverTable::none ? std::uint64_t{1} << known->move : 0;
            for (const std::uint64_t set : {places & hint, places & ~hint})
                for (std::uint64_t rest = set; rest && places; rest &= rest - 1) {
                    const int cell = std::countr_zero(rest);
                    const std::uint64_t turned = B::flips(own, other, cell);
                    const std::uint64_t mine = own | turned | std::uint64_t{1} << cell, theirs = other & ~turned;
                    if (-search(theirs, mine, -score, empties - 1, false) < score || stopped_) continue;
                    moves.push_back(static_cast<Move>(B::cell_of(cell)));
                    own = theirs;
                    other = mine;
                    score = -score;
                    places = 0;
                }
            if (places) break;
        }
        return moves;
    }

    static constexpr int infinity = 127;

    Stopper& stopper_;
    Stopper own_clock_;
    const Cancel* cancel_;
    std::uint64_t limit_, memory_, next_check_ = 0;
    bool stopped_ = false;
    SolverTable table_;
    Last last_;
};

}  // namespace boyi
