// Learning the order of gomoku's moves: which of the listed moves the search of a position chose.
#include <cmath>

#include "gomoku/batches.hpp"
#include "gomoku/judged_positions.hpp"
#include "gomoku/training.hpp"

namespace boyi {

namespace {

using Features = std::array<std::uint16_t, 6>;  // places in the row of GomokuPolicy

struct Choice {
    std::size_t first;  // of its moves
    std::uint16_t moves, chosen;
};
struct Choices {
    std::vector<Choice> list;
    std::vector<Features> moves;
};

template <class Kernel>
void add(Choices& choices, ShapeBoard<Kernel>& board, Move chosen) {
    MoveList list;
    MovePicker<Kernel>(board).root(board, list);
    const auto found = std::find(list.begin(), list.end(), chosen);
    if (list.count < 2 || found == list.end()) return;
    choices.list.push_back({choices.moves.size(), static_cast<std::uint16_t>(list.count),
                            static_cast<std::uint16_t>(found - list.begin())});
    const int own = board.turn();
    for (const Move move : list) {
        Features features;
        features[0] = board.cell(move).combination[own];
        features[1] = static_cast<std::uint16_t>(combination_count + board.cell(move).combination[1 - own]);
        for (int direction = 0; direction < 4; ++direction) {
            int place;
            const LineWord line = board.line(move, direction, place);
            const int window = Windows::get().number(line, place);
            features[static_cast<std::size_t>(2 + direction)] =
                static_cast<std::uint16_t>(GomokuPolicy::place(window, own));
        }
        choices.moves.push_back(features);
    }
}

// The probabilities of the moves of a choice.
void guess(const Choices& choices, const Choice& choice, const std::vector<float>& weights,
           std::vector<float>& chances) {
    chances.resize(choice.moves);
    float most = -1e9F, sum = 0;
    for (std::size_t move = 0; move < choice.moves; ++move) {
        float logit = 0;
        for (const std::uint16_t place : choices.moves[choice.first + move]) logit += weights[place];
        chances[move] = logit;
        most = std::max(most, logit);
    }
    for (float& chance : chances) sum += chance = std::exp(chance - most);
    for (float& chance : chances) chance /= sum;
}

double error(const Choices& choices, const std::vector<float>& weights) {
    double sum = 0;
    std::vector<float> chances;
    for (const Choice& choice : choices.list) {
        guess(choices, choice, weights, chances);
        sum -= std::log(std::max(chances[choice.chosen], 1e-9F));
    }
    return choices.list.empty() ? 0 : sum / static_cast<double>(choices.list.size());
}

// Adam, with steps that shrink to nothing.
void descend(const Choices& choices, std::vector<float>& weights, int epochs, double rate, Pulse& pulse) {
    constexpr std::size_t batch = 256;
    std::vector<float> slope(weights.size()), mean(weights.size()), square(weights.size()), chances;
    const std::size_t count = choices.list.size();
    const double steps = static_cast<double>(epochs) * static_cast<double>((count + batch - 1) / batch);
    double taken = 0, mean_left = 1, square_left = 1;
    each_batch(count, batch, epochs, [&](std::span<const std::uint32_t> numbers, int) {
        std::fill(slope.begin(), slope.end(), 0.0F);
        for (const std::uint32_t number : numbers) {
            const Choice& choice = choices.list[number];
            guess(choices, choice, weights, chances);
            chances[choice.chosen] -= 1;
            for (std::size_t move = 0; move < choice.moves; ++move)
                for (const std::uint16_t place : choices.moves[choice.first + move]) slope[place] += chances[move];
        }
        mean_left *= 0.9;
        square_left *= 0.999;
        const auto step = static_cast<float>(rate * (1 - taken++ / steps) / (1 - mean_left));
        const auto scale = static_cast<float>(1 / (1 - square_left));
        for (std::size_t at = 0; at < weights.size(); ++at) {
            const float one = slope[at] / static_cast<float>(numbers.size());
            mean[at] = 0.9F * mean[at] + 0.1F * one;
            square[at] = 0.999F * square[at] + 0.001F * one * one;
            weights[at] -= step * mean[at] / (std::sqrt(square[at] * scale) + 1e-6F);
        }
        pulse();
    });
}

}  // namespace

GomokuFit gomoku_fit_policy(GomokuRule rule, std::string_view records, int epochs, double rate, Pulse& pulse) {
    Choices learned, held_out;
    each_judged(rule, records, pulse, [&](auto& board, const GomokuSample& sample, double, bool held) {
        if (std::abs(sample.value) < GomokuSample::proven) add(held ? held_out : learned, board, sample.move);
    });
    std::vector<float> weights;
    for (const std::int16_t number : GomokuWeights::of(rule).policy.numbers())
        weights.push_back(static_cast<float>(number) / GomokuPolicy::unit);
    GomokuFit fit;
    fit.before = error(held_out, weights);
    descend(learned, weights, epochs, rate, pulse);
    fit.after = error(held_out, weights);
    fit.positions = learned.list.size();
    for (const float weight : weights)
        fit.weights.push_back(
            static_cast<std::int16_t>(std::lround(std::clamp(1.0 * weight * GomokuPolicy::unit, -30'000.0, 30'000.0))));
    return fit;
}

}  // namespace boyi
