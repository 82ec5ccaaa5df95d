// Learning the network of gomoku's evaluation: gradient descent by hand on a network of one hidden layer.
#include <span>

#include "gomoku/training.hpp"

namespace boyi {

namespace {

using Net = GomokuNetwork;

using Positions = NetworkPositions;
using Position = NetworkPosition;
using Combination = NetworkPositions::Combination;

// The numbers of one colour before they are rounded.
struct Numbers {
    using Channels = std::array<float, Net::channels>;
    using Units = std::array<float, Net::hidden>;
    Channels rows[combination_count] = {};
    Units weights[Net::inputs] = {}, threats[Net::threats_count] = {}, stage[Net::stages] = {}, out = {};
};
static_assert(sizeof(Numbers) == sizeof(float) * Net::count);

std::span<float> flat(Numbers& numbers) { return {reinterpret_cast<float*>(&numbers), Net::count}; }

// Small random numbers, the units half way between their ends.
void start(Numbers& numbers, Rng& rng) {
    const auto random = [&rng](float most) { return most * (static_cast<float>(rng.below(1 << 20)) / (1 << 19) - 1); };
    for (auto& row : numbers.rows)
        for (float& number : row) number = random(0.05F);
    for (auto& units : numbers.weights)
        for (float& number : units) number = random(0.15F);
    for (auto& units : numbers.threats) units.fill(0.5F);
    for (float& number : numbers.out) number = random(0.25F);
}

// One position's way through the network, and the way of its error back.
class Pass {
public:
    // The logit that is added to the sum.
    float run(const Positions& positions, const Position& position, const std::vector<Numbers>& numbers) {
        const Numbers& head = numbers[position.turn % numbers.size()];
        units_ = head.threats[position.threats];
        for (std::size_t unit = 0; unit < Net::hidden; ++unit) units_[unit] += head.stage[position.stage][unit];
        for (const int side : {0, 1}) {
            Numbers::Channels& pool = pools_[side];
            pool.fill(0);
            each(positions, position, side, [&](const Combination& one) {
                const Numbers::Channels& row = numbers[colour(position, side, numbers)].rows[one.number];
                const float times = one.times;
                for (std::size_t at = 0; at < Net::channels; ++at) pool[at] += times * row[at];
            });
            for (std::size_t at = 0; at < Net::channels; ++at) {
                const Numbers::Units& weights = head.weights[side * Net::channels + at];
                for (std::size_t unit = 0; unit < Net::hidden; ++unit) units_[unit] += pool[at] * weights[unit];
            }
        }
        float sum = 0;
        for (std::size_t unit = 0; unit < Net::hidden; ++unit)
            sum += std::clamp(units_[unit], 0.0F, 1.0F) * head.out[unit];
        return sum;
    }
    // Adds the slopes of an error of `wrong` in the logit.
    void back(const Positions& positions, const Position& position, const std::vector<Numbers>& numbers, float wrong,
              std::vector<Numbers>& slopes) {
        const std::size_t mover = position.turn % numbers.size();
        const Numbers& head = numbers[mover];
        Numbers& slope = slopes[mover];
        Numbers::Units felt;
        for (std::size_t unit = 0; unit < Net::hidden; ++unit) {
            slope.out[unit] += wrong * std::clamp(units_[unit], 0.0F, 1.0F);
            felt[unit] = units_[unit] > 0 && units_[unit] < 1 ? wrong * head.out[unit] : 0;
            slope.threats[position.threats][unit] += felt[unit];
            slope.stage[position.stage][unit] += felt[unit];
        }
        for (const int side : {0, 1}) {
            Numbers::Channels pool_felt = {};
            for (std::size_t at = 0; at < Net::channels; ++at) {
                const std::size_t input = side * Net::channels + at;
                for (std::size_t unit = 0; unit < Net::hidden; ++unit) {
                    slope.weights[input][unit] += felt[unit] * pools_[side][at];
                    pool_felt[at] += felt[unit] * head.weights[input][unit];
                }
            }
            each(positions, position, side, [&](const Combination& one) {
                Numbers::Channels& row = slopes[colour(position, side, numbers)].rows[one.number];
                const float times = one.times;
                for (std::size_t at = 0; at < Net::channels; ++at) row[at] += times * pool_felt[at];
            });
        }
    }

private:
    // Whose rows a side has: 0 is the side to move.
    static std::size_t colour(const Position& position, int side, const std::vector<Numbers>& numbers) {
        return static_cast<std::size_t>(position.turn ^ side) % numbers.size();
    }
    template <class Use>
    static void each(const Positions& positions, const Position& position, int side, Use&& use) {
        const Combination* first = &positions.combinations[position.first] + (side ? position.own : 0);
        for (const Combination* one = first; one < first + (side ? position.enemy : position.own); ++one) use(*one);
    }

    Numbers::Channels pools_[2];
    Numbers::Units units_;
};

double guess(float logits) { return 1 / (1 + std::exp(-static_cast<double>(logits))); }

double error(const Positions& positions, const std::vector<Numbers>* numbers) {
    double sum = 0;
    Pass pass;
    for (const Position& position : positions.list)
        sum += surprise(position.label, guess(position.sum + (numbers ? pass.run(positions, position, *numbers) : 0)));
    return positions.list.empty() ? 0 : sum / static_cast<double>(positions.list.size());
}

// Adam, with steps that shrink to nothing.
class Descent {
public:
    Descent(std::vector<Numbers>& numbers, std::size_t steps, double rate)
        : numbers_(numbers), mean_(numbers.size()), square_(numbers.size()), steps_(steps), rate_(rate) {}

    void step(std::vector<Numbers>& slopes, std::size_t positions) {
        constexpr double keep_mean = 0.9, keep_square = 0.999, warm = 100;
        ++taken_;
        mean_left_ *= keep_mean;
        square_left_ *= keep_square;
        const double done = static_cast<double>(taken_) / static_cast<double>(steps_);
        const auto rate = static_cast<float>(rate_ * (1 - done) * std::min(1.0, static_cast<double>(taken_) / warm) /
                                             (1 - mean_left_));
        const auto square_scale = static_cast<float>(1 / (1 - square_left_));
        const float share = 1 / static_cast<float>(positions);
        for (std::size_t row = 0; row < numbers_.size(); ++row) {
            const std::span now = flat(numbers_[row]), slope = flat(slopes[row]), mean = flat(mean_[row]),
                            square = flat(square_[row]);
            for (std::size_t at = 0; at < now.size(); ++at) {
                const float one = slope[at] * share;
                mean[at] = 0.9F * mean[at] + 0.1F * one;
                square[at] = 0.999F * square[at] + 0.001F * (one * one);
                now[at] -= rate * mean[at] / (std::sqrt(square[at] * square_scale) + 1e-8F);
                slope[at] = 0;
            }
        }
    }

private:
    std::vector<Numbers>& numbers_;
    std::vector<Numbers> mean_, square_;
    std::size_t steps_, taken_ = 0;
    double rate_, mean_left_ = 1, square_left_ = 1;
};

void descend_network(const Positions& positions, std::vector<Numbers>& numbers, int epochs, double rate, Pulse& pulse) {
    constexpr std::size_t batch = 512;
    std::vector<std::uint32_t> order(positions.list.size());
    for (std::size_t index = 0; index < order.size(); ++index) order[index] = static_cast<std::uint32_t>(index);
    Descent descent(numbers, static_cast<std::size_t>(epochs) * ((order.size() + batch - 1) / batch), rate);
    std::vector<Numbers> slopes(numbers.size());
    Pass pass;
    Rng rng(1);
    for (int epoch = 0; epoch < epochs; ++epoch) {
        for (std::size_t index = order.size(); index > 1; --index)
            std::swap(order[index - 1], order[rng.below(static_cast<std::uint32_t>(index))]);
        for (std::size_t from = 0; from < order.size(); from += batch) {
            const std::size_t to = std::min(from + batch, order.size());
            for (std::size_t index = from; index < to; ++index) {
                const Position& position = positions.list[order[index]];
                const double guessed = guess(position.sum + pass.run(positions, position, numbers));
                pass.back(positions, position, numbers, static_cast<float>(guessed - position.label), slopes);
            }
            descent.step(slopes, to - from);
            pulse();
        }
    }
}

// As GomokuNetwork::each goes through them.
void round_off(const Numbers& numbers, std::vector<std::int16_t>& rounded) {
    const auto put = [&](float number, double scale) {
        rounded.push_back(static_cast<std::int16_t>(std::lround(std::clamp(number * scale, -32'000.0, 32'000.0))));
    };
    for (int number = 0; number < combination_count; ++number)
        for (const float channel : numbers.rows[number])
            put(Combinations::get().threat(number) == Threat::alone ? 0 : channel, Net::unit);
    for (std::size_t input = 0; input < Net::inputs; input += 2)
        for (std::size_t unit = 0; unit < Net::hidden; ++unit)
            for (std::size_t one = 0; one < 2; ++one) put(numbers.weights[input + one][unit], Net::unit);
    for (const auto& units : numbers.threats)
        for (const float unit : units) put(unit, Net::unit);
    for (const auto& units : numbers.stage)
        for (const float unit : units) put(unit, Net::unit);
    for (const float unit : numbers.out) put(unit, Net::out_unit / logit);
}

}  // namespace

GomokuFit fit_network(const NetworkPositions& learned, const NetworkPositions& held_out, int rows, int epochs,
                      double rate, Pulse& pulse) {
    std::vector<Numbers> numbers(static_cast<std::size_t>(rows));
    Rng rng(5);
    for (Numbers& row : numbers) start(row, rng);
    GomokuFit fit;
    fit.before = error(held_out, nullptr);
    descend_network(learned, numbers, epochs, rate, pulse);
    fit.after = error(held_out, &numbers);
    fit.positions = learned.list.size();
    for (const Numbers& row : numbers) round_off(row, fit.weights);
    return fit;
}

}  // namespace boyi
