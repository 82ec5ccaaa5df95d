// Learning the network of gomoku's evaluation: gradient descent by hand on a network of one hidden layer.
#include <memory>
#include <span>

#include "gomoku/batches.hpp"
#include "gomoku/training.hpp"

namespace boyi {

namespace {

using Net = GomokuNetwork;

using Positions = NetworkPositions;
using Position = NetworkPosition;
using Combination = NetworkPositions::Combination;

// The numbers before they are rounded.
struct Numbers {
    using Channels = std::array<float, Net::channels>;
    using WindowChannels = std::array<float, Net::window_channels>;
    using Units = std::array<float, Net::hidden>;
    Channels rows[combination_count] = {};
    WindowChannels window_rows[Windows::rows] = {}, window_bias = {};
    Units weights[Net::inputs] = {}, window_weights[Net::window_inputs] = {};
    Units threats[Net::threats_count] = {}, stage[Net::stages] = {}, out = {};
};
static_assert(sizeof(Numbers) == sizeof(float) * Net::count);

std::span<float> flat(Numbers& numbers) { return {reinterpret_cast<float*>(&numbers), Net::count}; }

// Small random numbers, the units half way between their ends.
void fill(Numbers& numbers, Rng& rng) {
    const auto random = [&rng](float most) { return most * (static_cast<float>(rng.below(1 << 20)) / (1 << 19) - 1); };
    for (auto& row : numbers.rows)
        for (float& number : row) number = random(0.05F);
    for (std::size_t row = 1; row < Windows::rows; ++row)
        for (float& number : numbers.window_rows[row]) number = random(0.1F);
    numbers.window_bias.fill(0.1F);
    for (auto& units : numbers.weights)
        for (float& number : units) number = random(0.15F);
    for (auto& units : numbers.window_weights)
        for (float& number : units) number = random(0.1F);
    for (auto& units : numbers.threats) units.fill(0.5F);
    for (float& number : numbers.out) number = random(0.25F);
}

// The row of each window as black and as white see it.
class WindowRows {
public:
    WindowRows() {
        const Windows& windows = Windows::get();
        for (int window = 0; window < Windows::count; ++window) {
            rows_[0][window] = static_cast<std::uint16_t>(windows.row(window));
            rows_[1][window] = static_cast<std::uint16_t>(windows.row(windows.swapped(window)));
        }
    }
    const std::uint16_t* of(int colour) const { return rows_[colour]; }

private:
    std::uint16_t rows_[2][Windows::count];
};

float clamp_unit(float number) { return std::clamp(number, 0.0F, 1.0F); }

// One position's way through the network, and the way of its error back.
class Pass {
public:
    // The pools of windows are larger than those of combinations; their weights learn as quickly with this factor.
    static constexpr float window_scale = 1.0F / 16;

    // The logit that is added to the sum.
    float run(const Positions& positions, const Position& position, const Numbers& numbers) {
        units_ = numbers.threats[position.threats];
        for (std::size_t unit = 0; unit < Net::hidden; ++unit) units_[unit] += numbers.stage[position.stage][unit];
        for (const int side : {0, 1}) {
            Numbers::Channels& pool = pools_[side];
            pool.fill(0);
            each(positions, position, side, [&](const Combination& one) {
                const Numbers::Channels& row = numbers.rows[one.number];
                const float times = one.times;
                for (std::size_t at = 0; at < Net::channels; ++at) pool[at] += times * row[at];
            });
            for (std::size_t at = 0; at < Net::channels; ++at) {
                const Numbers::Units& weights = numbers.weights[side * Net::channels + at];
                for (std::size_t unit = 0; unit < Net::hidden; ++unit) units_[unit] += pool[at] * weights[unit];
            }
            pool_windows(positions, position, side, numbers);
            for (std::size_t at = 0; at < Net::window_channels; ++at) {
                const Numbers::Units& weights = numbers.window_weights[side * Net::window_channels + at];
                const float input = window_scale * window_pools_[side][at];
                for (std::size_t unit = 0; unit < Net::hidden; ++unit) units_[unit] += input * weights[unit];
            }
        }
        float sum = 0;
        for (std::size_t unit = 0; unit < Net::hidden; ++unit) sum += clamp_unit(units_[unit]) * numbers.out[unit];
        return sum;
    }
    // Adds the slopes of an error of `wrong` in the logit.
    void back(const Positions& positions, const Position& position, const Numbers& numbers, float wrong,
              Numbers& slope) {
        Numbers::Units felt;
        for (std::size_t unit = 0; unit < Net::hidden; ++unit) {
            slope.out[unit] += wrong * clamp_unit(units_[unit]);
            felt[unit] = units_[unit] > 0 && units_[unit] < 1 ? wrong * numbers.out[unit] : 0;
            slope.threats[position.threats][unit] += felt[unit];
            slope.stage[position.stage][unit] += felt[unit];
        }
        for (const int side : {0, 1}) {
            Numbers::Channels pool_felt = {};
            for (std::size_t at = 0; at < Net::channels; ++at) {
                const std::size_t input = side * Net::channels + at;
                for (std::size_t unit = 0; unit < Net::hidden; ++unit) {
                    slope.weights[input][unit] += felt[unit] * pools_[side][at];
                    pool_felt[at] += felt[unit] * numbers.weights[input][unit];
                }
            }
            each(positions, position, side, [&](const Combination& one) {
                Numbers::Channels& row = slope.rows[one.number];
                const float times = one.times;
                for (std::size_t at = 0; at < Net::channels; ++at) row[at] += times * pool_felt[at];
            });
            Numbers::WindowChannels windows_felt = {};
            for (std::size_t at = 0; at < Net::window_channels; ++at) {
                const std::size_t input = side * Net::window_channels + at;
                for (std::size_t unit = 0; unit < Net::hidden; ++unit) {
                    slope.window_weights[input][unit] += felt[unit] * window_scale * window_pools_[side][at];
                    windows_felt[at] += felt[unit] * window_scale * numbers.window_weights[input][unit];
                }
            }
            back_windows(positions, position, side, windows_felt, numbers, slope);
        }
    }

private:
    // What a cell's units say beyond what they say on an empty board, added up.
    void pool_windows(const Positions& positions, const Position& position, int side, const Numbers& numbers) {
        const std::uint16_t* const rows = rows_.of(position.turn ^ side);
        Numbers::WindowChannels& pool = window_pools_[side];
        sums_[side].resize(position.cells);
        pool.fill(0);
        for (std::size_t cell = 0; cell < position.cells; ++cell) {
            Numbers::WindowChannels sum = numbers.window_bias;
            for (const std::uint16_t window : positions.cells[position.first_cell + cell]) {
                const Numbers::WindowChannels& row = numbers.window_rows[rows[window]];
                for (std::size_t at = 0; at < Net::window_channels; ++at) sum[at] += row[at];
            }
            for (std::size_t at = 0; at < Net::window_channels; ++at)
                pool[at] += clamp_unit(sum[at]) - clamp_unit(numbers.window_bias[at]);
            sums_[side][cell] = sum;
        }
    }
    void back_windows(const Positions& positions, const Position& position, int side,
                      const Numbers::WindowChannels& felt, const Numbers& numbers, Numbers& slope) const {
        const std::uint16_t* const rows = rows_.of(position.turn ^ side);
        const auto inside = [](float number) { return number > 0 && number < 1; };
        for (std::size_t at = 0; at < Net::window_channels; ++at)
            if (inside(numbers.window_bias[at])) slope.window_bias[at] -= static_cast<float>(position.cells) * felt[at];
        for (std::size_t cell = 0; cell < position.cells; ++cell) {
            Numbers::WindowChannels here;
            for (std::size_t at = 0; at < Net::window_channels; ++at) {
                here[at] = inside(sums_[side][cell][at]) ? felt[at] : 0;
                slope.window_bias[at] += here[at];
            }
            for (const std::uint16_t window : positions.cells[position.first_cell + cell]) {
                // Windows without a stone keep their zeros.
                if (rows[window] == 0) continue;
                Numbers::WindowChannels& row = slope.window_rows[rows[window]];
                for (std::size_t at = 0; at < Net::window_channels; ++at) row[at] += here[at];
            }
        }
    }
    template <class Use>
    static void each(const Positions& positions, const Position& position, int side, Use&& use) {
        const Combination* first = &positions.combinations[position.first] + (side ? position.own : 0);
        for (const Combination* one = first; one < first + (side ? position.enemy : position.own); ++one) use(*one);
    }

    const WindowRows rows_;
    Numbers::Channels pools_[2];
    Numbers::WindowChannels window_pools_[2];
    std::vector<Numbers::WindowChannels> sums_[2];  // of the units of each cell
    Numbers::Units units_;
};

double guess(float logits) { return 1 / (1 + std::exp(-static_cast<double>(logits))); }

double error(const Positions& positions, const Numbers* numbers) {
    double sum = 0;
    Pass pass;
    for (const Position& position : positions.list)
        sum += surprise(position.label, guess(position.sum + (numbers ? pass.run(positions, position, *numbers) : 0)));
    return positions.list.empty() ? 0 : sum / static_cast<double>(positions.list.size());
}

// Adam, with steps that shrink to nothing.
class Descent {
public:
    Descent(Numbers& numbers, std::size_t steps, double rate) : numbers_(numbers), steps_(steps), rate_(rate) {}

    void step(Numbers& slopes, std::size_t positions) {
        constexpr double keep_mean = 0.9, keep_square = 0.999, warm = 100;
        ++taken_;
        mean_left_ *= keep_mean;
        square_left_ *= keep_square;
        const double done = static_cast<double>(taken_) / static_cast<double>(steps_);
        const auto rate = static_cast<float>(rate_ * (1 - done) * std::min(1.0, static_cast<double>(taken_) / warm) /
                                             (1 - mean_left_));
        const auto square_scale = static_cast<float>(1 / (1 - square_left_));
        const float share = 1 / static_cast<float>(positions);
        const std::span now = flat(numbers_), slope = flat(slopes), mean = flat(*mean_), square = flat(*square_);
        for (std::size_t at = 0; at < now.size(); ++at) {
            const float one = slope[at] * share;
            mean[at] = 0.9F * mean[at] + 0.1F * one;
            square[at] = 0.999F * square[at] + 0.001F * (one * one);
            now[at] -= rate * mean[at] / (std::sqrt(square[at] * square_scale) + 1e-8F);
            slope[at] = 0;
        }
    }

private:
    Numbers& numbers_;
    const std::unique_ptr<Numbers> mean_ = std::make_unique<Numbers>(), square_ = std::make_unique<Numbers>();
    std::size_t steps_, taken_ = 0;
    double rate_, mean_left_ = 1, square_left_ = 1;
};

void descend_network(const Positions& positions, Numbers& numbers, int epochs, double rate, Pulse& pulse) {
    constexpr std::size_t batch = 512;
    const std::size_t count = positions.list.size();
    Descent descent(numbers, static_cast<std::size_t>(epochs) * ((count + batch - 1) / batch), rate);
    const auto slopes = std::make_unique<Numbers>();
    Pass pass;
    each_batch(count, batch, epochs, [&](std::span<const std::uint32_t> chosen, int) {
        for (const std::uint32_t index : chosen) {
            const Position& position = positions.list[index];
            const double guessed = guess(position.sum + pass.run(positions, position, numbers));
            pass.back(positions, position, numbers, static_cast<float>(guessed - position.label), *slopes);
        }
        descent.step(*slopes, chosen.size());
        pulse();
    });
}

// As GomokuNetwork::each goes through them: `use(number, scale)`, where the scale is 0 if the number stays 0.
template <class Use>
void each(Numbers& numbers, Use&& use) {
    for (int number = 0; number < combination_count; ++number)
        for (float& channel : numbers.rows[number])
            use(channel, Combinations::get().threat(number) == Threat::alone ? 0.0 : Net::unit);
    for (auto& row : numbers.window_rows)
        for (float& channel : row) use(channel, Net::unit);
    for (float& channel : numbers.window_bias) use(channel, Net::unit);
    const auto use_weights = [&](std::span<Numbers::Units> weights, double scale) {
        for (std::size_t input = 0; input < weights.size(); input += 2)
            for (std::size_t unit = 0; unit < Net::hidden; ++unit)
                for (std::size_t one = 0; one < 2; ++one) use(weights[input + one][unit], scale);
    };
    use_weights(numbers.weights, Net::weight_unit);
    use_weights(numbers.window_weights, Net::window_weight_unit * Pass::window_scale);
    for (auto& units : numbers.threats)
        for (float& unit : units) use(unit, Net::unit);
    for (auto& units : numbers.stage)
        for (float& unit : units) use(unit, Net::unit);
    for (float& unit : numbers.out) use(unit, Net::out_unit / logit);
}

}  // namespace

GomokuFit fit_network(const NetworkPositions& learned, const NetworkPositions& held_out,
                      std::span<const std::int16_t> start, int epochs, double rate, Pulse& pulse) {
    const auto numbers = std::make_unique<Numbers>();
    if (start.empty()) {
        Rng rng(5);
        fill(*numbers, rng);
    } else {
        std::size_t place = 0;
        each(*numbers, [&](float& number, double scale) {
            const double rounded = start[place++];
            number = scale > 0 ? static_cast<float>(rounded / scale) : 0;
        });
    }
    GomokuFit fit;
    fit.before = error(held_out, start.empty() ? nullptr : numbers.get());
    descend_network(learned, *numbers, epochs, rate, pulse);
    fit.after = error(held_out, numbers.get());
    fit.positions = learned.list.size();
    each(*numbers, [&](float number, double scale) {
        fit.weights.push_back(static_cast<std::int16_t>(std::lround(std::clamp(number * scale, -32'000.0, 32'000.0))));
    });
    return fit;
}

}  // namespace boyi
