#include "loa/training.hpp"

#include <cmath>
#include <stdexcept>

#include "loa/connections.hpp"
#include "loa/selfplay.hpp"

namespace boyi {

namespace {

using Shape = LoaNetworkShape;
constexpr int hidden = Shape::hidden;
constexpr int bias_at = Shape::inputs * hidden, out_at = bias_at + hidden, out_bias_at = out_at + 2 * hidden,
              lines_at = out_bias_at + 1;
// What the whole numbers can hold, with every cell of the board occupied.
constexpr float most_weight = 1.4f, most_out = 120.0f / Shape::out_unit;

struct Sample {
    std::uint64_t own, other;
    float target;
};

// One of the eight symmetries of the board.
std::uint64_t turned(std::uint64_t board, int symmetry) {
    if (symmetry & 1) {  // upside down
        board = (board & 0x00FF00FF00FF00FFull) << 8 | (board >> 8 & 0x00FF00FF00FF00FFull);
        board = (board & 0x0000FFFF0000FFFFull) << 16 | (board >> 16 & 0x0000FFFF0000FFFFull);
        board = board << 32 | board >> 32;
    }
    if (symmetry & 2) {  // left to right
        board = (board & 0x5555555555555555ull) << 1 | (board >> 1 & 0x5555555555555555ull);
        board = (board & 0x3333333333333333ull) << 2 | (board >> 2 & 0x3333333333333333ull);
        board = (board & 0x0F0F0F0F0F0F0F0Full) << 4 | (board >> 4 & 0x0F0F0F0F0F0F0F0Full);
    }
    if (symmetry & 4) {  // rows become columns
        std::uint64_t swap = (board ^ (board >> 7)) & 0x00AA00AA00AA00AAull;
        board ^= swap ^ swap << 7;
        swap = (board ^ (board >> 14)) & 0x0000CCCC0000CCCCull;
        board ^= swap ^ swap << 14;
        swap = (board ^ (board >> 28)) & 0x00000000F0F0F0F0ull;
        board ^= swap ^ swap << 28;
    }
    return board;
}

// The weights while they are learned, the step sizes (Adam), and one position's way forward and back.
class Learner {
public:
    explicit Learner(std::uint64_t seed)
        : weights_(Shape::size), slopes_(Shape::size), means_(Shape::size), squares_(Shape::size) {
        Rng rng(seed);
        const auto draw = [&rng](float most) {
            return most * (static_cast<float>(rng.next() >> 40) / static_cast<float>(1 << 23) - 1);
        };
        for (int i = 0; i < Shape::inputs * hidden; ++i) weights_[at(i)] = draw(0.12f);
        for (int i = 0; i < hidden; ++i) weights_[at(bias_at + i)] = 0.3f;
        for (int i = 0; i < 2 * hidden; ++i) weights_[at(out_at + i)] = draw(0.3f);
        // The canonical number of each number of a line.
        for (int kind = 0; kind < LoaLineShapes::kinds; ++kind) {
            const int begin = loa_shapes.first[kind], numbers = loa_shapes.first[kind + 1] - begin;
            for (int number = 0; number < numbers; ++number)
                canonical_.push_back(begin +
                                     std::min(number, loa_shapes.reversed(number, loa_shapes.kind_length[kind])));
        }
    }

    // The weights of a network instead of random ones.
    void load(const std::vector<std::int16_t>& row) {
        if (row.size() != weights_.size()) throw std::invalid_argument("these are no weights of Lines of Action");
        for (int i = 0; i < Shape::size; ++i) weights_[at(i)] = static_cast<float>(row[at(i)]) / unit(i);
    }

    // The logit of the side to move.
    float forward(std::uint64_t own, std::uint64_t other) {
        find_inputs(own, other);
        for (int view = 0; view < 2; ++view) {
            float* const sums = sums_[view];
            std::copy_n(&weights_[bias_at], hidden, sums);
            for (int i = 0; i < active_; ++i) {
                const float* const weights = &weights_[at(inputs_[view][i] * hidden)];
                for (int unit = 0; unit < hidden; ++unit) sums[unit] += weights[unit];
            }
        }
        float logit = weights_[out_bias_at];
        for (int view = 0; view < 2; ++view)
            for (int unit = 0; unit < hidden; ++unit) {
                const float clipped = std::clamp(sums_[view][unit], 0.0f, 1.0f);
                logit += clipped * clipped * weights_[at(out_at + view * hidden + unit)];
            }
        for (const int line : lines_) logit += weights_[at(line)];
        return logit;
    }
    // `slope`: of the loss by the logit of the position that went forward last.
    void back(float slope) {
        slopes_[out_bias_at] += slope;
        for (const int line : lines_) slopes_[at(line)] += slope;
        for (int view = 0; view < 2; ++view) {
            float down[hidden];
            for (int unit = 0; unit < hidden; ++unit) {
                const float sum = sums_[view][unit], clipped = std::clamp(sum, 0.0f, 1.0f);
                const int out = out_at + view * hidden + unit;
                slopes_[at(out)] += slope * clipped * clipped;
                down[unit] = sum > 0 && sum < 1 ? slope * 2 * clipped * weights_[at(out)] : 0;
                slopes_[at(bias_at + unit)] += down[unit];
            }
            for (int i = 0; i < active_; ++i) {
                float* const slopes = &slopes_[at(inputs_[view][i] * hidden)];
                for (int unit = 0; unit < hidden; ++unit) slopes[unit] += down[unit];
            }
        }
    }
    // After a batch.
    void step(float rate, int batch) {
        ++steps_;
        const float first = 1 - std::pow(0.9f, static_cast<float>(std::min(steps_, 1000))),
                    second = 1 - std::pow(0.999f, static_cast<float>(std::min(steps_, 20'000)));
        for (int i = 0; i < Shape::size; ++i) {
            const float slope = slopes_[at(i)] / static_cast<float>(batch);
            slopes_[at(i)] = 0;
            float& mean = means_[at(i)];
            float& square = squares_[at(i)];
            mean += 0.1f * (slope - mean);
            square += 0.001f * (slope * slope - square);
            const float step_rate = i >= lines_at ? rate * 0.3f : rate;
            const float weight = weights_[at(i)] - step_rate * (mean / first) / (std::sqrt(square / second) + 1e-8f);
            const float most = i < out_at ? most_weight : i < out_bias_at ? most_out : 8.0f;
            weights_[at(i)] = std::clamp(weight, -most, most);
        }
    }

    std::vector<std::int16_t> row() const {
        std::vector<std::int16_t> row;
        for (int i = 0; i < Shape::size; ++i)
            row.push_back(static_cast<std::int16_t>(std::lround(weights_[at(i)] * unit(i))));
        return row;
    }

private:
    static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    // The whole number that stands for a weight of 1.
    static float unit(int index) {
        return index < out_at ? Shape::unit : index < out_bias_at ? Shape::out_unit : Shape::logit;
    }

    void find_inputs(std::uint64_t own, std::uint64_t other) {
        active_ = 0;
        std::uint16_t numbers[LoaLineShapes::lines] = {};
        const std::uint64_t sides[2] = {own, other};
        for (int side = 0; side < 2; ++side)
            for (std::uint64_t rest = sides[side]; rest; rest &= rest - 1) {
                const int cell = std::countr_zero(rest);
                inputs_[0][active_] = 64 * side + cell;
                inputs_[1][active_++] = 64 * (1 - side) + cell;
                for (int i = 0; i < loa_shapes.count[cell]; ++i) {
                    const LoaLineShapes::Place place = loa_shapes.places[cell][i];
                    numbers[place.line] = static_cast<std::uint16_t>(numbers[place.line] + place.power * (side + 1));
                }
            }
        for (int side = 0; side < 2; ++side) {
            const int group = 128 + Shape::group_input(sides[side]);
            inputs_[side][active_] = group;
            inputs_[1 - side][active_++] = group + Shape::groups;
        }
        const int stage = Shape::stage(std::popcount(own) + std::popcount(other));
        for (int line = 0; line < LoaLineShapes::lines; ++line)
            lines_[line] = lines_at + stage * Shape::line_weights +
                           canonical_[at(loa_shapes.first[loa_shapes.kind[line]] + numbers[line])];
    }

    std::vector<float> weights_, slopes_, means_, squares_;
    std::vector<int> canonical_;
    int steps_ = 0, active_ = 0;
    int inputs_[2][Loa::cells + 2];
    int lines_[LoaLineShapes::lines];
    float sums_[2][hidden];
};

float chance(float logit) { return 1 / (1 + std::exp(-logit)); }

float cross_entropy(float expected, float target) {
    constexpr float least = 1e-6f;
    return -target * std::log(std::max(expected, least)) - (1 - target) * std::log(std::max(1 - expected, least));
}

std::vector<Sample> read_samples(std::string_view records, double mix) {
    std::vector<Sample> samples;
    for (std::size_t number = 0; number < LoaRecord::count(records); ++number) {
        const LoaRecord record = LoaRecord::read(records, number);
        // The search sees for itself what wins at once.
        if (loa_winning_move(Loa(record.own, record.other, 0, {})).plies) continue;
        const double points = record.points.value_or(record.rate);
        samples.push_back({record.own, record.other, static_cast<float>(mix * record.rate + (1 - mix) * points)});
    }
    return samples;
}

}  // namespace

LoaFit loa_fit(std::string_view records, const std::vector<std::int16_t>& start, int epochs, double rate, double mix,
               std::uint64_t seed, Pulse& pulse) {
    constexpr std::size_t held_out = 16, block = 64, batch = 256;
    std::vector<Sample> learned, judged;
    const std::vector<Sample> all = read_samples(records, mix);
    // Neighbours are of the same game: whole blocks are held out.
    for (std::size_t i = 0; i < all.size(); ++i)
        (i / block % held_out == held_out - 1 ? judged : learned).push_back(all[i]);
    Learner learner(seed);
    if (!start.empty()) learner.load(start);
    Rng rng(seed + 1);
    const auto loss = [&] {
        double sum = 0;
        for (const Sample& sample : judged)
            sum += cross_entropy(chance(learner.forward(sample.own, sample.other)), sample.target);
        return judged.empty() ? 0.0 : sum / static_cast<double>(judged.size());
    };
    LoaFit fit;
    fit.before = loss();
    fit.positions = static_cast<int>(learned.size());
    const double batches = std::max(1.0, static_cast<double>(epochs) * static_cast<double>(learned.size()) / batch);
    double done = 0;
    for (int epoch = 0; epoch < epochs; ++epoch) {
        for (std::size_t i = learned.size(); i > 1; --i)
            std::swap(learned[i - 1], learned[rng.below(static_cast<std::uint32_t>(i))]);
        for (std::size_t begin = 0; begin < learned.size(); begin += batch) {
            const std::size_t end = std::min(begin + batch, learned.size());
            for (std::size_t i = begin; i < end; ++i) {
                const int symmetry = static_cast<int>(rng.below(8));
                const Sample& sample = learned[i];
                const float logit = learner.forward(turned(sample.own, symmetry), turned(sample.other, symmetry));
                learner.back(chance(logit) - sample.target);
            }
            const double now = rate * std::pow(0.01, done++ / batches);
            learner.step(static_cast<float>(now), static_cast<int>(end - begin));
            pulse();
        }
    }
    fit.after = loss();
    fit.row = learner.row();
    return fit;
}

}  // namespace boyi
