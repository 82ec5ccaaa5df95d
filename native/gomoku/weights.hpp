// The numbers of the search's evaluation and move ordering, by the combination of shapes of a cell.
#pragma once

#include <array>
#include <iterator>
#include <span>
#include <vector>

#include "gomoku/learned/freestyle.hpp"
#include "gomoku/learned/freestyle_network.hpp"
#include "gomoku/learned/freestyle_policy.hpp"
#include "gomoku/policy.hpp"
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

// The weights of one rule; both colours have the same.
struct GomokuWeights {
    // The learned numbers in one row: for each combination its worth to the side to move, then to the side that waits,
    // then the corrections for what both sides threaten, then the tempo.
    static constexpr int threats_count = GomokuNetwork::threats_count;
    static constexpr int first_threats = 2 * combination_count, tempo_place = first_threats + threats_count;
    static constexpr int count = tempo_place + 1;
    static constexpr std::int16_t start_tempo = 87;

    WorthPair worth[combination_count];        // what an empty cell adds to the value of a colour
    std::int16_t order[2][combination_count];  // its place in the order of threats: own, enemy's
    std::int16_t threats[threats_count];       // by ShapeBoard::threats()
    int tempo;                                 // to be the one to move
    GomokuNetwork network;
    WindowTable windows;
    GomokuPolicy policy;

    static const GomokuWeights& of(GomokuRule rule) { return shared(rule); }

    // The hand-made numbers from which training starts.
    static std::vector<std::int16_t> start() {
        std::vector<std::int16_t> numbers;
        for (int number = 0; number < combination_count; ++number)
            for (const std::int16_t worth : CellTable::get()[Combinations::get().shapes(number)].worth)
                numbers.push_back(worth);
        numbers.resize(numbers.size() + threats_count);
        numbers.push_back(start_tempo);
        return numbers;
    }

    // Takes over other numbers; no search may run meanwhile.
    static void learn(GomokuRule rule, std::span<const std::int16_t> numbers) { shared(rule).set(numbers); }
    static void learn_network(GomokuRule rule, std::span<const std::int16_t> numbers) {
        shared(rule).set_network(numbers);
    }
    static void learn_policy(GomokuRule rule, std::span<const std::int16_t> numbers) {
        shared(rule).policy.set(numbers);
    }

    std::vector<std::int16_t> numbers() const {
        std::vector<std::int16_t> numbers;
        for (const WorthPair& pair : worth) {
            numbers.push_back(static_cast<std::int16_t>(pair.moves()));
            numbers.push_back(static_cast<std::int16_t>(pair.waits()));
        }
        numbers.insert(numbers.end(), threats, threats + threats_count);
        numbers.push_back(static_cast<std::int16_t>(tempo));
        return numbers;
    }

    std::vector<std::int16_t> network_numbers() const {
        std::vector<std::int16_t> numbers;
        GomokuNetwork::each(network, [&](std::int16_t number) { numbers.push_back(number); });
        return numbers;
    }

    GomokuWeights() {
        set(learned_freestyle);
        set_network(learned_freestyle_network);
        policy.set(learned_freestyle_policy);
        const CellTable& cells = CellTable::get();
        for (int number = 0; number < combination_count; ++number)
            for (int waits = 0; waits < 2; ++waits)
                order[waits][number] =
                    static_cast<std::int16_t>(cells.order(Combinations::get().shapes(number), waits != 0));
    }

private:
    static GomokuWeights& shared(GomokuRule rule) {
        // All rules have what was learned from freestyle games, until another training sets theirs. Never destroyed:
        // threads may search until the process ends.
        static auto& all = *new std::array<GomokuWeights, 4>;
        return all[static_cast<std::size_t>(rule)];
    }
    void set(std::span<const std::int16_t> numbers) {
        for (std::size_t number = 0; number < combination_count; ++number)
            worth[number] = {numbers[2 * number], numbers[2 * number + 1]};
        for (int place = 0; place < threats_count; ++place)
            threats[place] = numbers[static_cast<std::size_t>(first_threats + place)];
        tempo = numbers[tempo_place];
    }
    void set_network(std::span<const std::int16_t> numbers) {
        network.set(numbers);
        windows.set(network);
    }
};

static_assert(std::size(learned_freestyle) == GomokuWeights::count);
static_assert(std::size(learned_freestyle_network) == GomokuNetwork::count);
static_assert(std::size(learned_freestyle_policy) == GomokuPolicy::count);

}  // namespace boyi
