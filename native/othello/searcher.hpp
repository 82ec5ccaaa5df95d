// The tree search of 8x8 Othello: middle game and endgame in one function, selective by Multi-ProbCut.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "othello/few_empties.hpp"
#include "othello/node.hpp"
#include "othello/probcut.hpp"
#include "othello/table.hpp"
#include "search/search_work.hpp"

namespace boyi {

// One thread's search. Values are in sixteenths of a disc, for the side to move. A search whose depth is the number of
// empty cells goes to the end of the game: its values are final scores, proven at the level `exact`.
class OthelloSearcher {
public:
    using FewEmpties = OthelloFewEmpties<8>;
    static constexpr int disc = 16, infinity = 2000, most = 64 * disc, pass = 64;

    // One thread at a time may let the table grow.
    OthelloSearcher(OthelloTable& table, SearchWork& work, bool grows = true)
        : table_(table), work_(work), grows_(grows) {}

    std::uint64_t nodes() const { return few_empties_.nodes; }
    bool stopped() const { return stopped_; }
    // `futile`: the static value may end a node one or two plies before the end of the search.
    void set_level(int level, bool futile = true) {
        level_ = level;
        futile_ = futile && level < probcut::exact;
    }

    static int static_value(const OthelloNode& node) {
        return judge(node, node.placements(), Othello<8>::placements(node.other, node.own));
    }

    // The value inside (alpha, beta), else a bound on that side, and the line that leads to it.
    int principal(const OthelloNode& node, int depth, int alpha, int beta, std::vector<std::uint8_t>& line);

    // A value above alpha is a lower bound, any other an upper bound.
    int null_window(const OthelloNode& node, int depth, int alpha, bool passed);

    // The value of the whole game at the present level, by a window around the guess that widens where it fails.
    int aspire(const OthelloNode& node, int depth, int guess, std::vector<std::uint8_t>& line);

    // Threads of one search vary the order of moves, so that each finds what the others need later.
    void vary(int thread) { variation_ = static_cast<std::uint64_t>(thread); }

    // The exact score in discs, by null windows from a guess on. Meaningless if the search was stopped.
    int exact_score(const OthelloNode& node);

    // Counts a node; true when the search is over.
    bool count() {
        if (few_empties_.nodes >= next_check_) check();
        if (!stopped_) ++few_empties_.nodes;
        return stopped_;
    }
    // Adds what was done to the sum of all threads.
    void finish() {
        work_.add(few_empties_.nodes - told_);
        told_ = few_empties_.nodes;
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
        if (!moves && !answers) return disc * FewEmpties::final_score(node.own, node.other);
        return std::clamp(OthelloPatterns8::value(node.indices, node.own, node.other, moves, answers), 1 - most,
                          most - 1);
    }

    // -1: a move takes all discs of the other side.
    static int generate(const OthelloNode& node, std::uint64_t places, Child* children);

    static Child& pick(Child* children, int index, int total) {
        int best = index;
        for (int other = index + 1; other < total; ++other)
            if (children[other].score > children[best].score) best = other;
        std::swap(children[index], children[best]);
        return children[index];
    }

    // Shallow searches, static values or the number of replies say which child to try first.
    void order(const OthelloNode& node, int depth, bool whole, const OthelloTable::Entry& known, Child* children,
               int total);
    static constexpr int reply_weight = 12, corner_weight = 16;

    // A search of a few plies without the table; null windows are only asked for one or two.
    int shallow(const OthelloNode& node, int depth, int alpha, int beta, bool passed);
    // Multi-ProbCut: whether a shallower search says on which side of alpha the value is.
    bool cut_by_shallow(const OthelloNode& node, int depth, int alpha, int empties, int& value);

    // Bare boards to the end of the game, in whole discs.
    int endgame(std::uint64_t own, std::uint64_t other, int alpha, int empties, bool passed);
    static constexpr int sorted = 7, remembered = 9;

    void store(std::uint64_t place, const OthelloNode& node, int lower, int upper, int cell, int depth) {
        ++stored_;
        table_.store(
            place, node.own, node.other,
            {static_cast<std::int16_t>(lower), static_cast<std::int16_t>(upper), static_cast<std::uint8_t>(cell),
             OthelloTable::no_move, static_cast<std::uint8_t>(depth), static_cast<std::uint8_t>(level_)});
    }

    void check();

    OthelloTable& table_;
    SearchWork& work_;
    const bool grows_;
    std::uint64_t told_ = 0, next_check_ = 0, stored_ = 0;
    std::uint64_t variation_ = 0;
    int level_ = 0;
    bool futile_ = false;
    bool stopped_ = false;
    FewEmpties few_empties_;
};

}  // namespace boyi
