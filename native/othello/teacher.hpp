// The values that the weights of Othello's patterns learn from: exact scores near the end, selective searches before.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "othello/searcher.hpp"

namespace boyi {

// A search of its own with margins of its own, so that equal seeds give equal weights whatever becomes of the strong
// search. Of that it uses only proven scores, which do not depend on how they were found.
class OthelloTeacher {
public:
    // `exact`: the most empty cells that are solved; `whole`: the most that are searched to the end with cuts.
    OthelloTeacher(int exact, int whole) : exact_(exact), whole_(whole), entries_(places) {
        stopper_.start(1e8);
        table_.resize(std::uint64_t{1} << 22);
    }

    // In discs for the side to move, by a search of `depth` plies where the end of the game is too far.
    int label(const OthelloNode& node, int depth) {
        SearchWork work(stopper_, nullptr, ~std::uint64_t{0});
        OthelloSearcher solver(table_, work);
        const int empties = node.empties();
        if (empties <= exact_) return solver.exact_score(node);
        solver.set_level(probcut::exact);
        solver_ = &solver;
        ++age_;
        const int last = empties <= whole_ ? empties : depth;
        int value = 0;
        for (int plies = 2 - last % 2; plies < std::min(last, 9); plies += 2) value = window(node, plies, value);
        value = window(node, last, value);
        return (value + (value >= 0 ? disc / 2 : -disc / 2)) / disc;
    }

private:
    static constexpr int disc = OthelloSearcher::disc, infinity = OthelloSearcher::infinity, most = 64 * disc;
    static constexpr int places = 1 << 14, least_cut = 4, solved = 12;
    static constexpr std::uint64_t corners = 0x8100000000000081ull;

    struct Entry {
        std::uint64_t own = 0, other = 0;
        std::int16_t lower = 0, upper = 0;
        std::uint8_t depth = 0, move = 64;
        std::uint32_t age = 0;
    };
    struct Child {
        std::uint64_t turned;
        int cell, score;
    };

    // How far beyond the bound a shallow search has to be, in sixteenths of a disc.
    static int margin(int depth, bool whole) {
        constexpr int margins[9] = {0, 0, 0, 0, 89, 74, 111, 93, 81};
        const int found = depth < 9 ? margins[depth] : 80;
        return whole ? found * 5 / 4 : found;
    }

    int window(const OthelloNode& node, int depth, int guess) {
        int alpha = guess - 2 * disc, beta = guess + 2 * disc;
        while (true) {
            const int value = search(node, depth, alpha, beta);
            if (value <= alpha && alpha > -infinity) alpha = std::max(2 * value - beta, -infinity);
            else if (value >= beta && beta < infinity) beta = std::min(2 * value - alpha, +infinity);
            else return value;
        }
    }

    static int judge(const OthelloNode& node, std::uint64_t moves) {
        const std::uint64_t answers = Othello<8>::placements(node.other, node.own);
        if (!moves && !answers) return disc * OthelloFewEmpties<8>::final_score(node.own, node.other);
        return std::clamp(OthelloPatterns8::value(node.indices, node.own, node.other, moves, answers), 1 - most,
                          most - 1);
    }

    int search(const OthelloNode& node, int depth, int alpha, int beta) {
        const int empties = node.empties();
        const bool whole = depth >= empties;
        if (whole && empties <= solved && beta - alpha == 1) {
            // Only on which side of the bound the score lies, because that has one answer.
            return solver_->null_window(node, empties, alpha, false) > alpha ? beta : alpha;
        }
        const std::uint64_t moves = node.placements();
        if (depth <= 0) return judge(node, moves);
        if (!moves) {
            if (!Othello<8>::placements(node.other, node.own))
                return disc * OthelloFewEmpties<8>::final_score(node.own, node.other);
            return -search(node.after_pass(), depth, -beta, -alpha);
        }

        Entry* entry = nullptr;
        int first = 64;
        if (depth >= 3) {
            entry = &entries_[mix(node.own * 3 + node.other) % places];
            if (entry->age == age_ && entry->own == node.own && entry->other == node.other) {
                if (entry->depth == depth && beta - alpha == 1) {
                    if (entry->lower > alpha) return entry->lower;
                    if (entry->upper <= alpha) return entry->upper;
                }
                first = entry->move;
            }
        }
        if (depth >= least_cut && beta - alpha == 1) {
            const int error = margin(depth, whole), less = probcut_depth(depth);
            if (judge(node, moves) > alpha) {
                const int bound = alpha + error;
                if (bound < most && search(node, less, bound, bound + 1) > bound) return beta;
            } else {
                const int bound = alpha - error;
                if (bound > -most && search(node, less, bound, bound + 1) <= bound) return alpha;
            }
        }

        Child children[Othello<8>::most_moves];
        const int total = order(node, moves, depth, first, children);
        const int floor = alpha;
        int best = -infinity, cell = 64;
        for (int index = 0; index < total; ++index) {
            const OthelloNode next = node.after(children[index].cell, children[index].turned);
            int value = 0;
            if (index > 0) value = -search(next, depth - 1, -alpha - 1, -alpha);
            if (index == 0 || (value > alpha && value < beta)) value = -search(next, depth - 1, -beta, -alpha);
            if (value <= best) continue;
            best = value;
            cell = children[index].cell;
            alpha = std::max(alpha, best);
            if (best >= beta) break;
        }
        if (entry)
            *entry = {node.own,
                      node.other,
                      static_cast<std::int16_t>(best > floor ? best : -most),
                      static_cast<std::int16_t>(best < beta ? best : most),
                      static_cast<std::uint8_t>(depth),
                      static_cast<std::uint8_t>(cell),
                      age_};
        return best;
    }

    static constexpr int probcut_depth(int depth) { return depth / 4 * 2 + depth % 2; }

    static int order(const OthelloNode& node, std::uint64_t moves, int depth, int first, Child* children) {
        int total = 0;
        for (; moves; moves &= moves - 1) {
            const int cell = std::countr_zero(moves);
            Child child{node.flips(cell), cell, corners >> cell & 1 ? 1 : 0};
            if (cell == first) {
                child.score = infinity;
            } else if (depth >= 3) {
                const OthelloNode next = node.after(cell, child.turned);
                const std::uint64_t replies = next.placements();
                child.score = -judge(next, replies) - 12 * std::popcount(replies);
            }
            // Insertion: the lists are short and most of them nearly sorted.
            int at = total++;
            for (; at > 0 && children[at - 1].score < child.score; --at) children[at] = children[at - 1];
            children[at] = child;
        }
        return total;
    }

    int exact_, whole_;
    std::uint32_t age_ = 0;
    std::vector<Entry> entries_;
    OthelloSearcher* solver_ = nullptr;
    Stopper stopper_;
    OthelloTable table_;
};

}  // namespace boyi
