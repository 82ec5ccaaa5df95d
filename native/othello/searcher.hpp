// The tree search of 8x8 Othello: middle game and endgame in one function, selective by Multi-ProbCut.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "othello/last.hpp"
#include "othello/node.hpp"
#include "othello/probcut.hpp"
#include "othello/table.hpp"
#include "search/cancel.hpp"
#include "search/search.hpp"

namespace boyi {

// What all threads of a search share: when to end, and how much was done.
struct OthelloWork {
    OthelloWork(Stopper& owner, const Cancel* token, std::uint64_t most) : stopper(owner), cancel(token), limit(most) {}

    Stopper& stopper;
    const Cancel* cancel;
    const std::uint64_t limit;  // of nodes
    std::atomic<std::uint64_t> nodes{0};
};

// One thread's search. Values are in sixteenths of a disc, for the side to move. A search whose depth is the number of
// empty cells goes to the end of the game: its values are final scores, proven at the level `exact`.
class OthelloSearcher {
public:
    using Last = OthelloLast<8>;
    static constexpr int disc = 16, infinity = 2000, most = 64 * disc, pass = 64;

    // One thread at a time may let the table grow.
    OthelloSearcher(OthelloTable& table, OthelloWork& work, bool grows = true)
        : table_(table), work_(work), grows_(grows) {}

    std::uint64_t nodes() const { return last_.nodes; }
    bool stopped() const { return stopped_; }
    void set_level(int level) { level_ = level; }

    static int static_value(const OthelloNode& node) {
        return judge(node, node.placements(), Othello<8>::placements(node.other, node.own));
    }

    // The value inside (alpha, beta), else a bound on that side, and the line that leads to it.
    int principal(const OthelloNode& node, int depth, int alpha, int beta, std::vector<std::uint8_t>& line) {
        line.clear();
        const int empties = node.empties();
        depth = std::min(depth, empties);
        if (count()) return 0;
        std::uint64_t places = node.placements();
        if (!places) {
            if (!Othello<8>::placements(node.other, node.own)) return disc * Last::final_score(node.own, node.other);
            if (depth > 0) {
                std::vector<std::uint8_t> rest;
                const int value = -principal(node.after_pass(), depth, -beta, -alpha, rest);
                join(line, pass, rest);
                return value;
            }
        }
        if (depth <= 0) return judge(node, places, Othello<8>::placements(node.other, node.own));

        const std::uint64_t place = table_.place(node.own, node.other);
        OthelloTable::Entry known;
        table_.find(place, node.own, node.other, known);
        // Without a known move a shallower search finds one.
        if (known.move == OthelloTable::no_move && depth >= 5) {
            principal(node, depth - (depth > 8 ? 4 : 2), alpha, beta, line);
            if (stopped_) return 0;
            line.clear();
            table_.find(place, node.own, node.other, known);
        }
        Child children[34];
        const int total = generate(node, places, children);
        if (total < 0) {
            for (; places; places &= places - 1)
                if (node.flips(std::countr_zero(places)) == node.other) break;
            line.assign(1, static_cast<std::uint8_t>(std::countr_zero(places)));
            return most;
        }
        order(node, depth, depth == empties, known, children, total);
        const int floor = alpha;
        int best = -infinity, best_cell = OthelloTable::no_move;
        std::vector<std::uint8_t> rest;
        for (int index = 0; index < total; ++index) {
            const Child& child = pick(children, index, total);
            const OthelloNode next = node.after(child.cell, child.turned);
            int value = 0;
            if (index > 0) value = -null_window(next, depth - 1, -alpha - 1, false);
            if (index == 0 || (value > alpha && value < beta && !stopped_))
                value = -principal(next, depth - 1, -beta, -alpha, rest);
            if (stopped_) return 0;
            if (value > best) {
                best = value;
                best_cell = child.cell;
                if (value > alpha) {
                    alpha = value;
                    join(line, child.cell, rest);
                    if (value >= beta) break;
                }
            }
        }
        store(place, node,
              best >= beta    ? best
              : best <= floor ? -most
                              : best,
              best <= floor  ? best
              : best >= beta ? most
                             : best,
              best_cell, depth, empties);
        return best;
    }

    // A value above alpha is a lower bound, any other an upper bound.
    int null_window(const OthelloNode& node, int depth, int alpha, bool passed) {
        const int empties = node.empties();
        if (depth >= empties) {
            if (empties <= bare) {
                // Scores are whole discs: more than alpha is more than the next lower whole disc.
                const int value = endgame(node.own, node.other, floor_disc(alpha), empties, passed);
                return disc * value;
            }
            depth = empties;
        } else if (depth <= 2) {
            return shallow(node, depth, alpha, alpha + 1, passed);
        }
        // Step 1. Limits
        if (count()) return 0;
        const bool whole = depth == empties;

        // Step 2. Safe discs of the opponent
        if (whole)
            if (const int bound = disc * Last::safe_bound(node.other, node.own, floor_disc(alpha), empties);
                bound <= alpha)
                return bound;

        // Step 3. The table
        const std::uint64_t place = table_.place(node.own, node.other);
        OthelloTable::Entry known;
        if (table_.find(place, node.own, node.other, known) && known.depth >= depth && known.level >= level_) {
            if (known.lower > alpha) return known.lower;
            if (known.upper <= alpha) return known.upper;
        }

        // Step 4. Moves
        const std::uint64_t places = node.placements();
        if (!places) {
            if (passed) return disc * Last::final_score(node.own, node.other);
            return -null_window(node.after_pass(), depth, -alpha - 1, true);
        }

        // Step 5. Multi-ProbCut
        if (level_ < probcut::exact && depth >= least_probcut) {
            int value;
            if (cut_by_shallow(node, depth, alpha, empties, value)) return value;
            if (stopped_) return 0;
        }

        Child children[34];
        const int total = generate(node, places, children);
        if (total < 0) return most;

        // Step 6. A reply that is known to be good enough (enhanced transposition cut-off)
        if (depth >= least_enhanced)
            for (int index = 0; index < total; ++index) {
                const std::uint64_t mine = node.other & ~children[index].turned;
                const std::uint64_t theirs =
                    node.own | children[index].turned | std::uint64_t{1} << children[index].cell;
                OthelloTable::Entry reply;
                if (table_.find(table_.place(mine, theirs), mine, theirs, reply) && reply.depth >= depth - 1 &&
                    reply.level >= level_ && -reply.upper > alpha)
                    return -reply.upper;
            }

        // Step 7. The children, best first
        order(node, depth, whole, known, children, total);
        int best = -infinity, best_cell = OthelloTable::no_move;
        for (int index = 0; index < total; ++index) {
            const Child& child = pick(children, index, total);
            const int value = -null_window(node.after(child.cell, child.turned), depth - 1, -alpha - 1, false);
            if (stopped_) return 0;
            if (value > best) {
                best = value;
                best_cell = child.cell;
                if (value > alpha) break;
            }
        }

        // Step 8. Remember
        store(place, node, best > alpha ? best : -most, best > alpha ? most : best, best_cell, depth, empties);
        return best;
    }

    // The value of the whole game at the present level, by a window around the guess that widens where it fails.
    int aspire(const OthelloNode& node, int depth, int guess, std::vector<std::uint8_t>& line) {
        int delta = disc, alpha = guess - delta, beta = guess + delta;
        while (true) {
            const int value = principal(node, depth, alpha, beta, line);
            delta *= 2;
            if (value <= alpha && !stopped_) alpha = std::max(value - delta, -infinity);
            else if (value >= beta && !stopped_) beta = std::min(value + delta, +infinity);
            else return value;
        }
    }

    // Threads of one search vary the order of moves, so that each finds what the others need later.
    void vary(int thread) { variation_ = static_cast<std::uint64_t>(thread); }

    // The exact score in discs, by null windows from a guess on. Meaningless if the search was stopped.
    int exact_score(const OthelloNode& node) {
        const int empties = node.empties();
        level_ = probcut::exact;
        int lower = -64, upper = 64;
        std::vector<std::uint8_t> line;
        int guess = empties > bare ? floor_disc(principal(node, 4, -infinity, infinity, line)) : 0;
        guess = guess / 2 * 2;
        while (lower < upper && !stopped_) {
            // Scores are even, so the window between two of them is asked by the odd number.
            const int beta = std::clamp(guess, lower + 2, upper);
            const int value = null_window(node, empties, disc * (beta - 1), false) / disc;
            if (value >= beta) lower = value, guess = value + 2;
            else upper = value, guess = value;
        }
        return lower;
    }

    // Counts a node; true when the search is over.
    bool count() {
        if (last_.nodes >= next_check_) check();
        if (!stopped_) ++last_.nodes;
        return stopped_;
    }
    // Adds what was done to the sum of all threads.
    void finish() {
        work_.nodes.fetch_add(last_.nodes - told_, std::memory_order_relaxed);
        told_ = last_.nodes;
    }

private:
    static constexpr int bare = 12, least_probcut = 3, least_enhanced = 5;
    static constexpr std::uint64_t corners = 0x8100000000000081ull;

    struct Child {
        std::uint64_t turned;
        int cell, score;
    };

    static constexpr int floor_disc(int value) { return value >= 0 ? value / disc : -((-value + disc - 1) / disc); }

    static void join(std::vector<std::uint8_t>& line, int first, const std::vector<std::uint8_t>& rest) {
        line.assign(1, static_cast<std::uint8_t>(first));
        line.insert(line.end(), rest.begin(), rest.end());
    }

    static int judge(const OthelloNode& node, std::uint64_t moves, std::uint64_t answers) {
        if (!moves && !answers) return disc * Last::final_score(node.own, node.other);
        return std::clamp(OthelloPatterns8::value(node.indices, node.own, node.other, moves, answers), 1 - most,
                          most - 1);
    }

    // -1: a move takes all discs of the other side.
    int generate(const OthelloNode& node, std::uint64_t places, Child* children) {
        int total = 0;
        for (; places; places &= places - 1) {
            const int cell = std::countr_zero(places);
            const std::uint64_t turned = node.flips(cell);
            if (turned == node.other) return -1;
            children[total++] = {turned, cell, 0};
        }
        return total;
    }

    static Child& pick(Child* children, int index, int total) {
        int best = index;
        for (int other = index + 1; other < total; ++other)
            if (children[other].score > children[best].score) best = other;
        std::swap(children[index], children[best]);
        return children[index];
    }

    // Shallow searches, static values or the number of replies say which child to try first.
    void order(const OthelloNode& node, int depth, bool whole, const OthelloTable::Entry& known, Child* children,
               int total) {
        if (total < 2) return;
        const int worth = whole ? depth - 8 : depth;
        const int plies = worth >= 16 ? 3 : worth >= 12 ? 2 : worth >= 8 ? 1 : worth >= 4 ? 0 : -1;
        for (int index = 0; index < total; ++index) {
            Child& child = children[index];
            if (child.cell == known.move) {
                child.score = 1 << 28;
                continue;
            }
            if (child.cell == known.second) {
                child.score = 1 << 27;
                continue;
            }
            const std::uint64_t mine = node.other & ~child.turned, cell = std::uint64_t{1} << child.cell;
            const std::uint64_t theirs = node.own | child.turned | cell;
            const std::uint64_t replies = Othello<8>::placements(mine, theirs);
            child.score = -reply_weight * (std::popcount(replies) + std::popcount(replies & corners));
            if (cell & corners) child.score += corner_weight;
            if (plies < 0) continue;
            if (variation_) child.score += static_cast<int>(mix(variation_ << 8 | child.cell) % (2 * disc));
            const OthelloNode next = node.after(child.cell, child.turned);
            child.score -= plies == 0 ? judge(next, replies, Othello<8>::placements(theirs, mine))
                                      : shallow(next, plies, -infinity, infinity, false);
        }
    }
    static constexpr int reply_weight = 12, corner_weight = 16;

    // A search of a few plies without the table.
    int shallow(const OthelloNode& node, int depth, int alpha, int beta, bool passed) {
        if (count()) return 0;
        std::uint64_t places = node.placements();
        if (depth <= 0) return judge(node, places, Othello<8>::placements(node.other, node.own));
        if (!places) {
            if (passed || !Othello<8>::placements(node.other, node.own))
                return disc * Last::final_score(node.own, node.other);
            return -shallow(node.after_pass(), depth, -beta, -alpha, true);
        }
        int best = -infinity;
        for (const std::uint64_t set : {places & corners, places & ~corners})
            for (std::uint64_t rest = set; rest; rest &= rest - 1) {
                const int cell = std::countr_zero(rest);
                const std::uint64_t turned = node.flips(cell);
                const int value = -shallow(node.after(cell, turned), depth - 1, -beta, -std::max(alpha, best), false);
                if (stopped_) return 0;
                if (value > best && (best = value) >= beta) return best;
            }
        return best;
    }

    bool cut_by_shallow(const OthelloNode& node, int depth, int alpha, int empties, int& value) {
        const int less = probcut::shallow(depth);
        const int error = probcut::margins[level_][empties][depth];
        const int guess = static_value(node);
        if (guess > alpha) {
            const int bound = alpha + error;
            if (bound < most && null_window(node, less, bound, false) > bound) {
                value = alpha + 1;
                return true;
            }
        } else {
            const int bound = alpha - error;
            if (bound > -most && null_window(node, less, bound, false) <= bound) {
                value = alpha;
                return true;
            }
        }
        return false;
    }

    // Bare boards to the end of the game, in whole discs.
    int endgame(std::uint64_t own, std::uint64_t other, int alpha, int empties, bool passed) {
        if (empties < sorted) return last_.few(own, other, alpha, empties, passed);
        if (empties >= 10) {
            if (count()) return 0;
        } else {
            ++last_.nodes;
        }
        if (const int bound = Last::safe_bound(other, own, alpha, empties); bound <= alpha) return bound;

        // Below `remembered` the table costs more than it saves.
        const bool remembers = empties >= remembered;
        const std::uint64_t place = remembers ? table_.place(own, other) : 0;
        OthelloTable::Entry known;
        if (remembers && table_.find(place, own, other, known) && known.depth >= empties &&
            known.level == probcut::exact) {
            if (known.lower > disc * alpha) return known.lower / disc;
            if (known.upper <= disc * alpha) return known.upper / disc;
        }

        std::uint64_t places = Othello<8>::placements(own, other);
        if (!places) return passed ? Last::final_score(own, other) : -endgame(other, own, -alpha - 1, empties, true);
        struct Reply {
            std::uint64_t own, other;
            int cell, score;
        };
        Reply replies[16];
        int total = 0;
        const std::uint64_t odd = Last::odd_cells(~(own | other));
        for (; places; places &= places - 1) {
            const int cell = std::countr_zero(places);
            const std::uint64_t turned = Othello<8>::flips(own, other, cell);
            if (turned == other) return 64;
            Reply& reply = replies[total++];
            reply = {other & ~turned, own | turned | std::uint64_t{1} << cell, cell, 0};
            if (empties > remembered) table_.prefetch(table_.place(reply.own, reply.other));
        }
        for (int index = 0; index < total; ++index) {
            Reply& reply = replies[index];
            if (reply.cell == known.move) {
                reply.score = 1 << 28;
                continue;
            }
            const std::uint64_t answers = Othello<8>::placements(reply.own, reply.other);
            const std::uint64_t cell = std::uint64_t{1} << reply.cell;
            reply.score = -16 * (std::popcount(answers) + std::popcount(answers & corners));
            if (cell & odd) reply.score += 8;
            if (cell & corners) reply.score += 16;
        }
        int best = -infinity, best_cell = OthelloTable::no_move;
        for (int index = 0; index < total; ++index) {
            int chosen = index;
            for (int next = index + 1; next < total; ++next)
                if (replies[next].score > replies[chosen].score) chosen = next;
            std::swap(replies[index], replies[chosen]);
            const Reply& reply = replies[index];
            const int value = -endgame(reply.own, reply.other, -alpha - 1, empties - 1, false);
            if (stopped_) return 0;
            if (value > best) {
                best = value;
                best_cell = reply.cell;
                if (value > alpha) break;
            }
        }
        if (!remembers) return best;
        ++stored_;
        table_.store(
            place, own, other,
            {static_cast<std::int16_t>(best > alpha ? disc * best : -most),
             static_cast<std::int16_t>(best > alpha ? most : disc * best), static_cast<std::uint8_t>(best_cell),
             OthelloTable::no_move, static_cast<std::uint8_t>(empties), probcut::exact});
        return best;
    }
    static constexpr int sorted = 7, remembered = 9;

    void store(std::uint64_t place, const OthelloNode& node, int lower, int upper, int cell, int depth, int) {
        ++stored_;
        table_.store(
            place, node.own, node.other,
            {static_cast<std::int16_t>(lower), static_cast<std::int16_t>(upper), static_cast<std::uint8_t>(cell),
             OthelloTable::no_move, static_cast<std::uint8_t>(depth), static_cast<std::uint8_t>(level_)});
    }

    void check() {
        finish();
        if (grows_) table_.grow(stored_);
        const std::uint64_t spent = work_.nodes.load(std::memory_order_relaxed);
        if (spent >= work_.limit) work_.stopper.stop();
        if (work_.stopper.check_clock() || (work_.cancel && work_.cancel->cancelled())) stopped_ = true;
        // With one thread the limit is met exactly, so that equal limits give equal searches.
        next_check_ = last_.nodes + std::min<std::uint64_t>(512, work_.limit > spent ? work_.limit - spent : 1);
    }

    OthelloTable& table_;
    OthelloWork& work_;
    const bool grows_;
    std::uint64_t told_ = 0, next_check_ = 0, stored_ = 0;
    std::uint64_t variation_ = 0;
    int level_ = 0;
    bool stopped_ = false;
    Last last_;
};

}  // namespace boyi
