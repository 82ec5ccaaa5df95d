// The numbers of the search's evaluation and move ordering, by the combination of shapes of a cell.
#pragma once

#include <array>
#include <memory>
#include <span>

#include "gomoku/learned/freestyle.hpp"
#include "gomoku/learned/freestyle_network.hpp"
#include "gomoku/learned/renju.hpp"
#include "gomoku/learned/renju_network.hpp"
#include "gomoku/window_sums.hpp"

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

// The weights of one rule.
struct GomokuWeights {
    // The learned numbers of a colour in one row: for each combination its worth to the side to move, then to the side
    // that waits, then the corrections for what both sides threaten when this colour is to move, then the tempo.
    static constexpr int threats_count = GomokuNetwork::threats_count;
    static constexpr int first_threats = 2 * combination_count, tempo_place = first_threats + threats_count;
    static constexpr int row_length = tempo_place + 1;
    static constexpr std::int16_t start_tempo = 87;

    WorthPair worth[2][combination_count];     // what an empty cell adds to the value of a colour
    std::int16_t order[2][combination_count];  // how much it is put forward in the order of moves: own, enemy's
    std::int16_t threats[2][threats_count];    // by the colour to move and ShapeBoard::threats()
    int tempo[2];                              // to be the one to move
    const GomokuNetwork* network[2];           // by the colour to move; the rows of a colour are those of its own
    WindowTable windows;

    static const GomokuWeights& of(GomokuRule rule) { return shared(rule); }

    // Black has its own row where its fouls make it another game.
    static int rows(GomokuRule rule) { return rule == GomokuRule::renju ? 2 : 1; }
    static std::size_t count(GomokuRule rule) { return static_cast<std::size_t>(rows(rule)) * row_length; }
    static std::size_t network_count(GomokuRule rule) {
        return static_cast<std::size_t>(rows(rule)) * GomokuNetwork::count;
    }

    // The hand-made numbers from which training starts: black's row, then white's where it is another one.
    static std::vector<std::int16_t> start(GomokuRule rule) {
        std::vector<std::int16_t> numbers;
        for (int row = 0; row < rows(rule); ++row) {
            for (int number = 0; number < combination_count; ++number)
                for (const std::int16_t worth : CellTable::get()[Combinations::get().shapes(number)].worth)
                    numbers.push_back(worth);
            numbers.resize(numbers.size() + threats_count);
            numbers.push_back(start_tempo);
        }
        return numbers;
    }

    // Takes over other numbers; no search may run meanwhile.
    static void learn(GomokuRule rule, std::span<const std::int16_t> numbers) { shared(rule).set(numbers); }
    static void learn_network(GomokuRule rule, std::span<const std::int16_t> numbers) {
        shared(rule).set_network(numbers);
    }

    std::vector<std::int16_t> numbers(GomokuRule rule) const {
        std::vector<std::int16_t> numbers;
        for (int side = 0; side < rows(rule); ++side) {
            for (const WorthPair& pair : worth[side]) {
                numbers.push_back(static_cast<std::int16_t>(pair.moves()));
                numbers.push_back(static_cast<std::int16_t>(pair.waits()));
            }
            numbers.insert(numbers.end(), threats[side], threats[side] + threats_count);
            numbers.push_back(static_cast<std::int16_t>(tempo[side]));
        }
        return numbers;
    }

    std::vector<std::int16_t> network_numbers(GomokuRule rule) const {
        std::vector<std::int16_t> numbers;
        for (int side = 0; side < rows(rule); ++side)
            GomokuNetwork::each(*network[side], [&](std::int16_t number) { numbers.push_back(number); });
        return numbers;
    }

private:
    static GomokuWeights& shared(GomokuRule rule) {
        // Standard and caro have the weights of freestyle games. Never destroyed: threads may search until the process
        // ends.
        static auto& all = *new std::array{GomokuWeights(learned_freestyle, learned_freestyle_network),
                                           GomokuWeights(learned_freestyle, learned_freestyle_network),
                                           GomokuWeights(learned_renju, learned_renju_network),
                                           GomokuWeights(learned_freestyle, learned_freestyle_network)};
        return all[static_cast<std::size_t>(rule)];
    }
    GomokuWeights(std::span<const std::int16_t> numbers, std::span<const std::int16_t> network_numbers) {
        set(numbers);
        set_network(network_numbers);
        const CellTable& cells = CellTable::get();
        for (int number = 0; number < combination_count; ++number)
            for (int waits = 0; waits < 2; ++waits)
                order[waits][number] =
                    static_cast<std::int16_t>(cells.order(Combinations::get().shapes(number), waits != 0));
    }
    void set(std::span<const std::int16_t> numbers) {
        for (int side = 0; side < 2; ++side) {
            const std::span row = side == 0 || numbers.size() == row_length ? numbers : numbers.subspan(row_length);
            for (std::size_t number = 0; number < combination_count; ++number)
                worth[side][number] = {row[2 * number], row[2 * number + 1]};
            for (int place = 0; place < threats_count; ++place)
                threats[side][place] = row[static_cast<std::size_t>(first_threats + place)];
            tempo[side] = row[tempo_place];
        }
    }
    void set_network(std::span<const std::int16_t> numbers) {
        networks_.clear();
        for (std::size_t first = 0; first < numbers.size(); first += GomokuNetwork::count) {
            networks_.push_back(std::make_unique<GomokuNetwork>());
            networks_.back()->set(numbers.subspan(first, GomokuNetwork::count));
        }
        for (std::size_t side = 0; side < 2; ++side) network[side] = networks_[side % networks_.size()].get();
        windows.set(*network[0], *network[1]);
    }

    std::vector<std::unique_ptr<GomokuNetwork>> networks_;
};

}  // namespace boyi
