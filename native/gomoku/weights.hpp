// The numbers of the search's evaluation and move ordering, by the combination of shapes of a cell.
#pragma once

#include <span>

#include "gomoku/combinations.hpp"
#include "gomoku/learned.hpp"

namespace boyi {

// Two numbers in one, so that one addition changes both: for the side to move, and for the side that waits.
class WorthPair {
public:
    WorthPair() = default;
    WorthPair(int moves, int waits) : both_(static_cast<std::int64_t>(moves) * (std::int64_t{1} << 32) + waits) {}
    int waits() const { return static_cast<std::int32_t>(both_); }
    int moves() const { return static_cast<std::int32_t>((both_ - waits()) >> 32); }
    void change(WorthPair before, WorthPair after) { both_ += after.both_ - before.both_; }

private:
    std::int64_t both_ = 0;
};

// Of each pair the first is for the side to move, the second for the side that waits.
struct GomokuWeights {
    // The learned numbers in one row: for each combination its worth to the side to move, then to the side that waits,
    // then the corrections for what both sides threaten, then the tempo.
    static constexpr int threats_count = 256;
    static constexpr int first_threats = 2 * combination_count, tempo_place = first_threats + threats_count;
    static constexpr int count = tempo_place + 1;
    static constexpr std::int16_t start_tempo = 87;

    WorthPair worth[combination_count];        // what an empty cell adds to its side's value
    std::int16_t order[2][combination_count];  // how much it is put forward in the order of moves
    std::int16_t threats[threats_count];       // by ShapeBoard::threats()
    int tempo;                                 // to be the one to move

    static const GomokuWeights& of(GomokuRule) { return shared(); }

    // The hand-made numbers from which training starts, in the row's order.
    static std::vector<std::int16_t> start_row() {
        std::vector<std::int16_t> row;
        for (int number = 0; number < combination_count; ++number)
            for (const std::int16_t worth : CellTable::get()[Combinations::get().shapes(number)].worth)
                row.push_back(worth);
        row.resize(tempo_place);
        row.push_back(start_tempo);
        return row;
    }

    // Takes over other numbers, in the row's order; no search may run meanwhile.
    static void learn(std::span<const std::int16_t> row) { shared().set(row); }

    std::vector<std::int16_t> row() const {
        std::vector<std::int16_t> row;
        for (const WorthPair& pair : worth) {
            row.push_back(static_cast<std::int16_t>(pair.moves()));
            row.push_back(static_cast<std::int16_t>(pair.waits()));
        }
        row.insert(row.end(), threats, threats + threats_count);
        row.push_back(static_cast<std::int16_t>(tempo));
        return row;
    }

private:
    static GomokuWeights& shared() {
        static auto& weights = *new GomokuWeights;  // never destroyed: threads may search until the process ends
        return weights;
    }
    GomokuWeights() {
        static_assert(std::size(learned_weights) == count);
        set(learned_weights);
        const CellTable& cells = CellTable::get();
        for (int number = 0; number < combination_count; ++number)
            for (int waits = 0; waits < 2; ++waits)
                order[waits][number] =
                    static_cast<std::int16_t>(cells.order(Combinations::get().shapes(number), waits != 0));
    }
    void set(std::span<const std::int16_t> row) {
        for (int number = 0; number < combination_count; ++number)
            worth[number] = {row[static_cast<std::size_t>(2 * number)], row[static_cast<std::size_t>(2 * number + 1)]};
        for (int place = 0; place < threats_count; ++place)
            threats[place] = row[static_cast<std::size_t>(first_threats + place)];
        tempo = row[tempo_place];
    }
};

}  // namespace boyi
