// Ridge regression of one stage's weights by conjugate gradients.
#include "othello/training.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "othello/node.hpp"
#include "othello/selfplay.hpp"

namespace boyi {

namespace {

constexpr std::size_t record = OthelloDiscs::bytes + 1;
constexpr int features = shapes::copies_count + 5;
constexpr double units = 8;  // weights are kept in eighths of a disc
constexpr int reach = 2;     // stages on either side that are learned from too
constexpr double shares[reach + 1] = {1, 0.6, 0.3};
constexpr double wide = 32;  // discs; scores beyond it count less: close games are what matters

// Where the weight of each index is in a stage of the file.
struct Layout {
    Layout() : places(shapes::begins[shapes::count]) {
        for (int shape = 0; shape < shapes::count; ++shape)
            patterns += OthelloPatterns8::find_places(shape, patterns, places);
        size = patterns + OthelloPatterns8::counts;
    }
    std::vector<int> places;
    int patterns = 0, size = 0;
};

const Layout& layout() {
    static const auto& known = *new Layout;  // never destroyed
    return known;
}

class Position {
public:
    Position(std::string_view records, std::size_t place) {
        const auto [own, other] = OthelloDiscs::read(records, place);
        own_ = own, other_ = other;
        score = static_cast<signed char>(records[place + OthelloDiscs::bytes]);
        stage = OthelloPatterns8::stage_of(std::popcount(~(own_ | other_)));
    }
    void find(std::uint32_t* indices) const {
        const Layout& where = layout();
        const OthelloNode node(own_, other_);
        for (int copy = 0; copy < shapes::copies_count; ++copy)
            *indices++ = static_cast<std::uint32_t>(
                where.places[shapes::begins[shapes::copies[copy].shape] + node.indices.at[copy]]);
        const auto add = [&](int begin, std::uint64_t board, int most) {
            *indices++ = static_cast<std::uint32_t>(where.patterns + begin + std::min(std::popcount(board), most));
        };
        const std::uint64_t empty = node.empty();
        add(0, node.placements(), 31);
        add(32, Othello<8>::placements(other_, own_), 31);
        add(64, OthelloPatterns8::around(own_) & empty, 63);
        add(128, OthelloPatterns8::around(other_) & empty, 63);
        add(192, empty, 63);
    }
    int score, stage;

private:
    std::uint64_t own_, other_;
};

void check(std::string_view records, std::string_view weights, int stage) {
    check_othello_records(records, true);
    if (stage < 0 || stage >= OthelloPatterns8::stages) throw std::invalid_argument("there is no such stage");
    if (weights.size() != static_cast<std::size_t>(layout().size))
        throw std::invalid_argument("these are no weights of one stage");
}

const signed char* signed_bytes(std::string_view weights) {
    return reinterpret_cast<const signed char*>(weights.data());
}

}  // namespace

std::string othello_fit(std::string_view records, std::string_view start, int stage, double ridge, int steps,
                        Pulse& pulse) {
    const int size = layout().size;
    const std::string zeros(size, 0);
    if (start.empty()) start = zeros;
    check(records, start, stage);
    std::vector<std::uint32_t> indices;
    std::vector<float> weight, target;
    for (std::size_t at = 0; at < records.size(); at += record) {
        const Position position(records, at);
        const int distance = std::abs(position.stage - stage);
        if (distance > reach) continue;
        indices.resize(indices.size() + features);
        position.find(indices.data() + indices.size() - features);
        const double score = position.score;
        weight.push_back(static_cast<float>(shares[distance] / (1 + score * score / (wide * wide))));
        target.push_back(static_cast<float>(score * units));
        pulse();
    }
    const std::size_t positions = weight.size();

    std::vector<double> fitted(size, 0), residual(size, 0), scale(size, ridge), direction(size), image(size);
    std::copy_n(signed_bytes(start), size, fitted.begin());
    const auto predict = [&](const std::vector<double>& by, std::size_t position) {
        const std::uint32_t* const used = indices.data() + position * features;
        double sum = 0;
        for (int feature = 0; feature < features; ++feature) sum += by[used[feature]];
        return sum;
    };
    const auto spread = [&](std::vector<double>& to, std::size_t position, double value) {
        const std::uint32_t* const used = indices.data() + position * features;
        for (int feature = 0; feature < features; ++feature) to[used[feature]] += value;
    };
    // Least squares of what the start leaves unexplained, plus `ridge` times the squares of the changes.
    for (std::size_t position = 0; position < positions; ++position) {
        spread(residual, position, weight[position] * (target[position] - predict(fitted, position)));
        spread(scale, position, weight[position]);
    }
    const auto product = [](const std::vector<double>& a, const std::vector<double>& b) {
        double sum = 0;
        for (std::size_t index = 0; index < a.size(); ++index) sum += a[index] * b[index];
        return sum;
    };
    std::vector<double> step(size);
    for (int index = 0; index < size; ++index) direction[index] = residual[index] / scale[index];
    double norm = product(residual, direction);
    for (int turn = 0; turn < steps && norm > 1e-9; ++turn) {
        for (int index = 0; index < size; ++index) image[index] = ridge * direction[index];
        for (std::size_t position = 0; position < positions; ++position) {
            spread(image, position, weight[position] * predict(direction, position));
            pulse();
        }
        const double length = norm / product(direction, image);
        for (int index = 0; index < size; ++index) {
            fitted[index] += length * direction[index];
            residual[index] -= length * image[index];
            step[index] = residual[index] / scale[index];
        }
        const double before = norm;
        norm = product(residual, step);
        for (int index = 0; index < size; ++index) direction[index] = step[index] + norm / before * direction[index];
    }
    std::string packed(size, 0);
    for (int index = 0; index < size; ++index)
        packed[index] =
            static_cast<char>(static_cast<signed char>(std::clamp(std::lround(fitted[index]), -127l, 127l)));
    return packed;
}

FitError othello_fit_error(std::string_view records, std::string_view weights, int stage) {
    check(records, weights, stage);
    const signed char* const by = signed_bytes(weights);
    FitError error;
    std::uint32_t indices[features];
    for (std::size_t at = 0; at < records.size(); at += record) {
        const Position position(records, at);
        if (position.stage != stage) continue;
        position.find(indices);
        double sum = 0;
        for (const std::uint32_t index : indices) sum += by[index];
        const double square = (sum / units - position.score) * (sum / units - position.score);
        ++error.positions, error.squares += square;
        if (std::abs(position.score) <= 16) ++error.close_positions, error.close_squares += square;
    }
    return error;
}

}  // namespace boyi
