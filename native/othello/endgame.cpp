// The endgame of the search of 8x8 Othello.
#include <algorithm>

#include "othello/searcher.hpp"

namespace boyi {

int OthelloSearcher::endgame(std::uint64_t own, std::uint64_t other, int alpha, int empties, bool passed) {
    if (empties < sorted) return few_empties_.few(own, other, alpha, empties, passed);
    if (empties >= 10) {
        if (count()) return 0;
    } else {
        ++few_empties_.nodes;
    }
    if (const int bound = FewEmpties::safe_bound(other, own, alpha, empties); bound <= alpha) return bound;

    // Below `remembered` the table costs more than it saves.
    const bool remembers = empties >= remembered;
    const std::uint64_t place = remembers ? table_.place(own, other) : 0;
    OthelloTable::Entry known;
    if (remembers && table_.find(place, own, other, known) && known.depth >= empties && known.level == probcut::exact) {
        if (known.lower > disc * alpha) return known.lower / disc;
        if (known.upper <= disc * alpha) return known.upper / disc;
    }

    std::uint64_t places = Othello<8>::placements(own, other);
    if (!places) return passed ? FewEmpties::final_score(own, other) : -endgame(other, own, -alpha - 1, empties, true);
    struct Reply {
        std::uint64_t own, other;
        int cell, score;
    };
    Reply replies[16];
    int total = 0;
    const std::uint64_t odd = FewEmpties::odd_cells(~(own | other));
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
    table_.store(place, own, other,
                 {static_cast<std::int16_t>(best > alpha ? disc * best : -most),
                  static_cast<std::int16_t>(best > alpha ? most : disc * best), static_cast<std::uint8_t>(best_cell),
                  OthelloTable::no_move, static_cast<std::uint8_t>(empties), probcut::exact});
    return best;
}

}  // namespace boyi
