// Othello on boards of size 4 and 6, played out to the end: exact scores (empty cells go to the winner) by null-window
// searches.
#pragma once

#include <algorithm>
#include <vector>

#include "othello/few_empties.hpp"
#include "othello/table.hpp"
#include "search/search_work.hpp"

namespace boyi {

// One thread's search. `Order::value(own, other)` judges a position for its mover when moves are to be sorted high in
// the tree.
template <int Size, class Order>
class OthelloSolver {
public:
    using B = Othello<Size>;
    using FewEmpties = OthelloFewEmpties<Size>;
    static constexpr int most = B::cells;

    struct Result {
        int lower = -most, upper = most;  // equal once the position is solved
        int move = -1;                    // a grid bit; -1: pass, or nothing is known
        std::vector<Move> pv;
    };

    // Ends when `seconds` are over, and when the work that all threads share is; then bounds may remain.
    OthelloSolver(OthelloTable& table, SearchWork& work, int thread, double seconds = 1e8)
        : table_(table), work_(work), end_(work.stopper.now() + seconds), thread_(static_cast<std::uint64_t>(thread)) {}

    std::uint64_t nodes() const { return few_empties_.nodes; }
    bool stopped() const { return stopped_; }

    // The score inside [low, high]: outside, only on which side it lies. `guess` is where to begin.
    Result solve(std::uint64_t own, std::uint64_t other, int low, int high, int guess) {
        Result result;
        const int empties = std::popcount(B::playable & ~(own | other));
        guess &= ~1;
        while (result.lower < result.upper && result.upper >= low && result.lower <= high) {
            // Scores are even, so the window between two of them is asked by the odd number.
            const int beta = std::clamp(guess, std::max(result.lower + 2, low), std::min(result.upper, high + 2));
            const int value = search(own, other, beta - 1, empties, false);
            if (stopped_) break;
            if (value >= beta) {
                result.lower = value;
                if (const std::uint64_t known = known_best(own, other)) result.move = std::countr_zero(known);
            } else {
                result.upper = value;
            }
            guess = value >= beta ? value + 2 : value;
        }
        if (!stopped_ && result.lower == result.upper) result.pv = line(own, other, result.lower);
        if (!result.pv.empty()) result.move = result.pv[0] == B::pass_move ? -1 : B::bit_of(result.pv[0]);
        tell();
        return result;
    }

private:
    // Below `sorted` empties moves are tried by parity alone, below `remembered` the table is not used; from `judged`
    // on the evaluation helps to sort, from `mirrored` on positions that a symmetry makes equal share an entry.
    static constexpr int sorted = 6, remembered = 10, judged = 13, mirrored = 20;
    static constexpr std::uint64_t corners = FewEmpties::corners;

    struct Child {
        std::uint64_t own, other;  // after the move, for the side that then moves
        int bit, score;
    };

    // The null-window search: a value above alpha is a lower bound, any other an upper bound.
    int search(std::uint64_t own, std::uint64_t other, int alpha, int empties, bool passed) {
        if (empties < sorted) return few_empties_.few(own, other, alpha, empties, passed);
        // Step 1. Limits
        const bool remembers = empties >= remembered;
        ++few_empties_.nodes;
        if (remembers && few_empties_.nodes >= next_check_) check();
        if (stopped_) return 0;

        // Step 2. Safe discs of the opponent
        if (const int bound = FewEmpties::safe_bound(other, own, alpha, empties); bound <= alpha) return bound;

        // Step 3. The table
        if (empties >= mirrored) B::choose_image(own, other);
        const std::uint64_t place = remembers ? table_.place(own, other) : 0;
        OthelloTable::Entry known;
        if (remembers && table_.find(place, own, other, known)) {
            if (known.lower > alpha) return known.lower;
            if (known.upper <= alpha) return known.upper;
        }

        // Step 4. Moves
        std::uint64_t places = B::placements(own, other);
        if (!places)
            return passed ? FewEmpties::final_score(own, other) : -search(other, own, -alpha - 1, empties, true);
        Child children[most];
        int count = 0;
        for (; places; places &= places - 1) {
            const int cell = std::countr_zero(places);
            const std::uint64_t turned = B::flips(own, other, cell);
            Child& child = children[count++];
            child = {other & ~turned, own | turned | std::uint64_t{1} << cell, cell, 0};
            if (!child.own) return most;
            if (empties > mirrored) B::choose_image(child.own, child.other);
            if (empties > remembered) table_.prefetch(table_.place(child.own, child.other));
        }

        // Step 5. A reply that is known to be good enough (enhanced transposition cut-off)
        if (remembers)
            for (int index = 0; index < count; ++index) {
                const Child& child = children[index];
                OthelloTable::Entry reply;
                if (table_.find(table_.place(child.own, child.other), child.own, child.other, reply) &&
                    -reply.upper > alpha) {
                    store(place, own, other, -reply.upper, most, child.bit, empties);
                    return -reply.upper;
                }
            }

        // Step 6. The children, those that leave the fewest replies first
        if (count > 1) score(children, count, B::playable & ~(own | other), known, empties);
        int best = -infinity, best_bit = 0;
        for (int index = 0; index < count; ++index) {
            int chosen = index;
            for (int next = index + 1; next < count; ++next)
                if (children[next].score > children[chosen].score) chosen = next;
            std::swap(children[index], children[chosen]);
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
        if (remembers)
            store(place, own, other, best > alpha ? best : -most, best > alpha ? most : best, best_bit, empties);
        return best;
    }

    void store(std::uint64_t place, std::uint64_t own, std::uint64_t other, int lower, int upper, int bit,
               int empties) {
        ++stored_;
        table_.store(place, own, other,
                     {static_cast<std::int16_t>(lower), static_cast<std::int16_t>(upper),
                      static_cast<std::uint8_t>(bit), OthelloTable::no_move, static_cast<std::uint8_t>(empties), 0});
    }

    void score(Child* children, int count, std::uint64_t empty, const OthelloTable::Entry& known, int empties) {
        const std::uint64_t odd = FewEmpties::odd_cells(empty);
        const int plies = empties >= 24 ? 3 : empties >= 20 ? 2 : empties >= 16 ? 1 : 0;
        for (int index = 0; index < count; ++index) {
            Child& child = children[index];
            if (child.bit == known.move) {
                child.score = 1 << 28;
                continue;
            }
            if (child.bit == known.second && empties >= judged) {
                child.score = 1 << 27;
                continue;
            }
            const std::uint64_t replies = B::placements(child.own, child.other);
            const std::uint64_t disc = std::uint64_t{1} << child.bit;
            child.score = -16 * (std::popcount(replies) + std::popcount(replies & corners));
            if (disc & odd) child.score += empties < 12 ? 8 : 4;
            if (disc & corners) child.score += 16;
            if (empties < judged) continue;
            child.score -= judge(child.own, child.other, plies, -infinite, infinite) / 2;
            if (thread_)
                child.score += static_cast<int>(mix(thread_ << 8 | static_cast<std::uint64_t>(child.bit)) % 32);
        }
    }

    // The evaluation's opinion after so many more plies.
    static int judge(std::uint64_t own, std::uint64_t other, int plies, int alpha, int beta) {
        const std::uint64_t places = plies ? B::placements(own, other) : 0;
        if (!places) return Order::value(own, other);
        int best = -infinite;
        for (const std::uint64_t set : {places & corners, places & ~corners})
            for (std::uint64_t rest = set; rest; rest &= rest - 1) {
                const int cell = std::countr_zero(rest);
                const std::uint64_t turned = B::flips(own, other, cell);
                const std::uint64_t mine = own | turned | std::uint64_t{1} << cell;
                best = std::max(best, -judge(other & ~turned, mine, plies - 1, -beta, -std::max(alpha, best)));
                if (best >= beta) return best;
            }
        return best;
    }

    // Adds what was done to the sum of all threads.
    void tell() {
        work_.add(few_empties_.nodes - told_);
        told_ = few_empties_.nodes;
    }

    void check() {
        tell();
        if (thread_ == 0) table_.grow(stored_);
        if (work_.over() || work_.stopper.now() >= end_) stopped_ = true;
        // Few searches come near the node limit; those that do must not run far past it.
        next_check_ = few_empties_.nodes + std::clamp<std::uint64_t>(work_.left(), 1, 4096);
    }

    // The best move that the table has for a position, as a board with that bit alone; 0: none.
    std::uint64_t known_best(std::uint64_t own, std::uint64_t other) const {
        std::uint64_t image = own, image_of_other = other;
        const int empties = std::popcount(B::playable & ~(own | other));
        const int symmetry = empties >= mirrored ? B::choose_image(image, image_of_other) : 0;
        OthelloTable::Entry known;
        if (!table_.find(table_.place(image, image_of_other), image, image_of_other, known) ||
            known.move == OthelloTable::no_move)
            return 0;
        for (std::uint64_t places = B::placements(own, other); places; places &= places - 1) {
            const std::uint64_t place = places & (0 - places);
            if (B::image(place, symmetry) >> known.move & 1) return place;
        }
        return 0;
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
            const std::uint64_t hint = known_best(own, other);
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

    static constexpr int infinity = 127, infinite = 1 << 20;

    OthelloTable& table_;
    SearchWork& work_;
    const double end_;  // by the clock of the work
    std::uint64_t thread_, told_ = 0, next_check_ = 0, stored_ = 0;
    bool stopped_ = false;
    FewEmpties few_empties_;
};

}  // namespace boyi
