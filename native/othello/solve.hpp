// The solver of 8x8 Othello: exact scores by null windows, all threads on one position.
#pragma once

#include <algorithm>
#include <mutex>
#include <vector>

#include "othello/boards.hpp"
#include "othello/searcher.hpp"

namespace boyi {

class OthelloSolve8 final : public OthelloSolve {
public:
    OthelloSolve8(const Othello<8>& board, int low, int high, const Cancel* cancel)
        : OthelloSolve(64, low, high, cancel), node_(board.own(), board.other()) {}

    void work(int thread) override {
        OthelloSearcher searcher(table_, *work_, thread == 0);
        searcher.vary(thread);
        search(searcher);
        searcher.finish();
        if (!searcher.stopped()) stopper.stop();
    }

private:
    static constexpr int disc = OthelloSearcher::disc;

    void search(OthelloSearcher& searcher) {
        const int empties = node_.empties();
        std::vector<std::uint8_t> found;
        // Shallow and then selective searches fill the table with good moves and find out where to begin.
        int guess = 0;
        searcher.set_level(0);
        for (int depth = 2; depth <= std::min(14, empties - 8) && !searcher.stopped(); depth += 2)
            guess = searcher.principal(node_, depth, -OthelloSearcher::infinity, OthelloSearcher::infinity, found);
        for (int level = 0; level < probcut::exact && empties >= 18 && !searcher.stopped(); level += 2) {
            searcher.set_level(level);
            guess = searcher.aspire(node_, empties, guess, found);
        }
        searcher.set_level(probcut::exact);
        guess = guess / (2 * disc) * 2;
        int least = -64, highest = 64;
        while (least < highest && highest >= low_ && least <= high_) {
            // Scores are even, so the window between two of them is asked by the odd number.
            const int beta = std::clamp(guess, std::max(least + 2, low_), std::min(highest, high_ + 2));
            const int value = searcher.null_window(node_, empties, disc * (beta - 1), false) / disc;
            if (searcher.stopped()) return;
            if (value >= beta) least = value;
            else highest = value;
            guess = value >= beta ? value + 2 : value;
            std::lock_guard lock(mutex_);
            lower = std::max(lower, least);
            upper = std::min(upper, highest);
            OthelloTable::Entry known;
            if (!whole_ && value >= beta &&
                table_.find(table_.place(node_.own, node_.other), node_.own, node_.other, known) &&
                known.move != OthelloTable::no_move)
                line.assign(1, static_cast<Move>(known.move));
        }
        if (least != highest) return;
        // The line: the table still holds most of the proof.
        searcher.principal(node_, empties, disc * (least - 1), disc * (least + 1), found);
        if (searcher.stopped()) return;
        std::lock_guard lock(mutex_);
        line.assign(found.begin(), found.end());
        whole_ = true;
    }

    const OthelloNode node_;
    bool whole_ = false;  // the line goes to the end: a slower thread must not put its first move in the place of it
};

}  // namespace boyi
