#include "gomoku/training.hpp"

#include "gomoku/batches.hpp"
#include "gomoku/judged_positions.hpp"

namespace boyi {

namespace {

// A position as the weights that it adds up; the enemy's are taken away.
struct Sample {
    std::uint32_t first, count;  // of its entries
    float label;
};
struct Entry {
    std::uint16_t weight;
    std::int16_t times;
};
struct Samples {
    std::vector<Sample> samples;
    std::vector<Entry> entries;

    double value(const Sample& sample, const std::vector<double>& weights) const {
        double sum = 0;
        for (std::uint32_t index = 0; index < sample.count; ++index) {
            const Entry& entry = entries[sample.first + index];
            sum += weights[entry.weight] * entry.times;
        }
        return sum;
    }
};

template <class Board>
void add(Samples& samples, const Board& board, double label) {
    static thread_local std::vector<std::int16_t> times;
    times.resize(GomokuWeights::count);
    const int own = board.turn();
    const auto first = static_cast<std::uint32_t>(samples.entries.size());
    std::vector<std::uint16_t> used;
    const auto use = [&](int place, int amount) {
        const auto weight = static_cast<std::uint16_t>(place);
        if (times[weight] == 0) used.push_back(weight);
        times[weight] = static_cast<std::int16_t>(times[weight] + amount);
    };
    for (int cell = 0; cell < board.area(); ++cell)
        for (int side = 0; side < 2; ++side)
            if (board.threat(side, cell) != Threat::alone)
                use(2 * board.cell(cell).combination[side] + (side != own), side == own ? 1 : -1);
    use(GomokuWeights::first_threats + static_cast<int>(board.threats()), 1);
    use(GomokuWeights::tempo_place, 1);
    for (const std::uint16_t weight : used) {
        samples.entries.push_back({weight, times[weight]});
        times[weight] = 0;
    }
    samples.samples.push_back({first, static_cast<std::uint32_t>(used.size()), static_cast<float>(label)});
}

template <class Board>
void add(NetworkPositions& positions, const Board& board, double label) {
    const int own = board.turn();
    NetworkPosition position{positions.combinations.size(),
                             positions.cells.size(),
                             0,
                             0,
                             0,
                             static_cast<std::uint8_t>(own),
                             static_cast<std::uint8_t>(board.threats()),
                             static_cast<std::uint8_t>(GomokuNetwork::stage_of(board.stones())),
                             static_cast<float>(board.sum() * logit),
                             static_cast<float>(label)};
    for (const int side : {own, 1 - own}) {
        std::uint16_t times[combination_count] = {};
        for (int cell = 0; cell < board.area(); ++cell)
            if (board.threat(side, cell) != Threat::alone) ++times[board.cell(cell).combination[side]];
        std::uint16_t& count = side == own ? position.own : position.enemy;
        for (std::uint16_t number = 0; number < combination_count; ++number) {
            if (!times[number]) continue;
            positions.combinations.push_back({number, times[number]});
            ++count;
        }
    }
    const Windows& windows = Windows::get();
    for (int cell = 0; cell < board.area(); ++cell) {
        if (!board.is_empty(cell)) continue;
        NetworkPositions::Cell found;
        bool blank = true;
        for (int direction = 0; direction < 4; ++direction) {
            int place;
            const LineWord line = board.line(cell, direction, place);
            const int window = windows.number(line, place);
            found[static_cast<std::size_t>(direction)] = static_cast<std::uint16_t>(window);
            blank = blank && windows.row(window) == 0;
        }
        if (blank) continue;
        positions.cells.push_back(found);
        ++position.cells;
    }
    positions.list.push_back(position);
}

double error(const Samples& samples, const std::vector<double>& weights) {
    double sum = 0;
    for (const Sample& sample : samples.samples) sum += surprise(sample.label, chance(samples.value(sample, weights)));
    return samples.samples.empty() ? 0 : sum / static_cast<double>(samples.samples.size());
}

// Adam: the mean and the mean square of each weight's gradient.
struct Moments {
    double mean = 0, square = 0;
};

void descend(const Samples& samples, std::vector<double>& weights, int epochs, double rate, double decay,
             Pulse& pulse) {
    constexpr double keep_mean = 0.9, keep_square = 0.999;
    const std::vector<double> start = weights;
    std::vector<Moments> moments(weights.size());
    std::vector<double> gradient(weights.size());
    double mean_left = 1, square_left = 1;
    each_batch(samples.samples.size(), 512, epochs, [&](std::span<const std::uint32_t> chosen, int epoch) {
        const double step = rate * (1 - static_cast<double>(epoch) / epochs);
        std::fill(gradient.begin(), gradient.end(), 0.0);
        for (const std::uint32_t index : chosen) {
            const Sample& sample = samples.samples[index];
            const double wrong = chance(samples.value(sample, weights)) - sample.label;
            for (std::uint32_t entry = sample.first; entry < sample.first + sample.count; ++entry)
                gradient[samples.entries[entry].weight] += wrong * samples.entries[entry].times;
        }
        mean_left *= keep_mean;
        square_left *= keep_square;
        for (std::size_t weight = 0; weight < weights.size(); ++weight) {
            const double slope =
                gradient[weight] / static_cast<double>(chosen.size()) + decay * (weights[weight] - start[weight]);
            Moments& moment = moments[weight];
            moment.mean = keep_mean * moment.mean + (1 - keep_mean) * slope;
            moment.square = keep_square * moment.square + (1 - keep_square) * slope * slope;
            weights[weight] -=
                step * (moment.mean / (1 - mean_left)) / (std::sqrt(moment.square / (1 - square_left)) + 1e-8);
        }
        pulse();
    });
}

}  // namespace

GomokuFit gomoku_fit(GomokuRule rule, std::string_view records, int epochs, double rate, double decay, Pulse& pulse) {
    Samples learned, held_out;
    each_judged(rule, records, pulse, [&](const auto& board, const GomokuSample&, double label, bool held) {
        add(held ? held_out : learned, board, label);
    });
    const std::vector<std::int16_t> now = GomokuWeights::of(rule).numbers();
    std::vector<double> weights(now.begin(), now.end());
    GomokuFit fit;
    fit.before = error(held_out, weights);
    descend(learned, weights, epochs, rate, decay, pulse);
    fit.after = error(held_out, weights);
    fit.positions = learned.samples.size();
    for (const double weight : weights)
        fit.weights.push_back(static_cast<std::int16_t>(std::lround(std::clamp(weight, -3000.0, 3000.0))));
    return fit;
}

GomokuFit gomoku_fit_network(GomokuRule rule, std::string_view records, std::span<const std::int16_t> start, int epochs,
                             double rate, Pulse& pulse) {
    NetworkPositions learned, held_out;
    each_judged(rule, records, pulse, [&](const auto& board, const GomokuSample&, double label, bool held) {
        add(held ? held_out : learned, board, label);
    });
    return fit_network(learned, held_out, start, epochs, rate, pulse);
}

}  // namespace boyi
