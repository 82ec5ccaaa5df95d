// The tree search of 8x8 Othello but for bare boards (endgame.cpp).
#include "othello/searcher.hpp"

#include <algorithm>

namespace boyi {

int OthelloSearcher::principal(const OthelloNode& node, int depth, int alpha, int beta,
                               std::vector<std::uint8_t>& line) {
    line.clear();
    const int empties = node.empties();
    depth = std::min(depth, empties);
    if (count()) return 0;
    std::uint64_t places = node.placements();
    if (!places) {
        if (!Othello<8>::placements(node.other, node.own)) return disc * FewEmpties::final_score(node.own, node.other);
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
    Child children[Othello<8>::most_moves];
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
          best_cell, depth);
    return best;
}

int OthelloSearcher::null_window(const OthelloNode& node, int depth, int alpha, bool passed) {
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
        if (const int bound = disc * FewEmpties::safe_bound(node.other, node.own, floor_disc(alpha), empties);
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
        if (passed) return disc * FewEmpties::final_score(node.own, node.other);
        return -null_window(node.after_pass(), depth, -alpha - 1, true);
    }

    // Step 5. Multi-ProbCut
    if (level_ < probcut::exact && depth >= least_probcut) {
        int value;
        if (cut_by_shallow(node, depth, alpha, empties, value)) return value;
        if (stopped_) return 0;
    }

    Child children[Othello<8>::most_moves];
    const int total = generate(node, places, children);
    if (total < 0) return most;

    // Step 6. A reply that is known to be good enough (enhanced transposition cut-off)
    if (depth >= least_enhanced)
        for (int index = 0; index < total; ++index) {
            const std::uint64_t mine = node.other & ~children[index].turned;
            const std::uint64_t theirs = node.own | children[index].turned | std::uint64_t{1} << children[index].cell;
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
    store(place, node, best > alpha ? best : -most, best > alpha ? most : best, best_cell, depth);
    return best;
}

int OthelloSearcher::aspire(const OthelloNode& node, int depth, int guess, std::vector<std::uint8_t>& line) {
    int delta = disc, alpha = guess - delta, beta = guess + delta;
    while (true) {
        const int value = principal(node, depth, alpha, beta, line);
        delta *= 2;
        if (value <= alpha && !stopped_) alpha = std::max(value - delta, -infinity);
        else if (value >= beta && !stopped_) beta = std::min(value + delta, +infinity);
        else return value;
    }
}

int OthelloSearcher::exact_score(const OthelloNode& node) {
    const int empties = node.empties();
    set_level(probcut::exact);
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

int OthelloSearcher::generate(const OthelloNode& node, std::uint64_t places, Child* children) {
    int total = 0;
    for (; places; places &= places - 1) {
        const int cell = std::countr_zero(places);
        const std::uint64_t turned = node.flips(cell);
        if (turned == node.other) return -1;
        children[total++] = {turned, cell, 0};
    }
    return total;
}

void OthelloSearcher::order(const OthelloNode& node, int depth, bool whole, const OthelloTable::Entry& known,
                            Child* children, int total) {
    if (total < 2) return;
    // In the middle game shallow searches cost more than they save; the cuts by shallow searches leave good moves in
    // the table anyway.
    const int plies = !whole ? 0 : depth >= 24 ? 3 : depth >= 20 ? 2 : depth >= 16 ? 1 : depth >= 12 ? 0 : -1;
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

int OthelloSearcher::shallow(const OthelloNode& node, int depth, int alpha, int beta, bool passed) {
    if (count()) return 0;
    std::uint64_t places = node.placements();
    if (depth <= 0) return judge(node, places, Othello<8>::placements(node.other, node.own));
    if (!places) {
        if (passed || !Othello<8>::placements(node.other, node.own))
            return disc * FewEmpties::final_score(node.own, node.other);
        return -shallow(node.after_pass(), depth, -beta, -alpha, true);
    }
    if (futile_ && beta - alpha == 1 && depth <= 2) {
        const auto [above, below] = probcut::futility[level_][depth - 1][node.empties()];
        const int guess = judge(node, places, Othello<8>::placements(node.other, node.own));
        if (guess >= beta + above) return beta;
        if (guess <= alpha - below) return alpha;
    }
    int best = -infinity;
    const auto enough = [&](int cell, std::uint64_t turned) {
        const OthelloNode next = node.after(cell, turned);
        best = std::max(best, -shallow(next, depth - 1, -beta, -std::max(alpha, best), false));
        return best >= beta || stopped_;
    };
    if (depth == 1) {
        for (std::uint64_t set : {places & corners, places & ~corners})
            for (; set; set &= set - 1)
                if (const int cell = std::countr_zero(set); enough(cell, node.flips(cell))) return best;
        return best;
    }
    // The number of replies says which child to try first.
    Child children[Othello<8>::most_moves];
    int total = 0;
    for (; places; places &= places - 1) {
        const int cell = std::countr_zero(places);
        const std::uint64_t turned = node.flips(cell), placed = node.own | turned | std::uint64_t{1} << cell;
        const std::uint64_t replies = Othello<8>::placements(node.other & ~turned, placed);
        const int fewer = -std::popcount(replies) - std::popcount(replies & corners);
        children[total++] = {turned, cell, fewer + (corners >> cell & 1 ? 4 : 0)};
    }
    for (int index = 0; index < total; ++index)
        if (const Child& child = pick(children, index, total); enough(child.cell, child.turned)) return best;
    return best;
}

bool OthelloSearcher::cut_by_shallow(const OthelloNode& node, int depth, int alpha, int empties, int& value) {
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

void OthelloSearcher::check() {
    finish();
    if (grows_) table_.grow(stored_);
    if (work_.over()) stopped_ = true;
    // With one thread the limit is met exactly, so that equal limits give equal searches.
    next_check_ = few_empties_.nodes + std::clamp<std::uint64_t>(work_.left(), 1, 512);
}

}  // namespace boyi
