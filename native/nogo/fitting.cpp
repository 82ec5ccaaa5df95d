// Logistic regression of the value, and softmax regression of the moves, with AdaGrad's steps.
#include "nogo/fitting.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "nogo/features.hpp"

namespace boyi {

namespace {

constexpr std::size_t held_out_of = 20;  // of so many games one is not learned from

struct FittedWeight {
    float value = 0, squares = 1;

    void step(float gradient, float rate) {
        squares += gradient * gradient;
        value -= rate * gradient / std::sqrt(squares);
    }
};

struct Visited {
    std::uint8_t move, share;
};

struct Ply {
    std::uint8_t move;
    bool at_random, proven;
    float rate;    // of the side to move, by the search
    float target;  // what its value learns
    const Visited* visited;
    int count;
};

class Reader {
public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}

    bool done() const { return bytes_.empty(); }
    std::uint8_t byte() { return static_cast<std::uint8_t>(take(1)[0]); }
    int two_bytes() {
        const int low = byte();
        return low + 256 * byte();
    }
    const char* take(std::size_t count) {
        if (bytes_.size() < count) throw std::invalid_argument("this is no record of NoGo games");
        const char* const found = bytes_.data();
        bytes_.remove_prefix(count);
        return found;
    }

private:
    std::string_view bytes_;
};

using Game = std::vector<Ply>;

// From the end of the game to its beginning: a position learns from what comes after it and from its own search; from
// its search alone where the move was random or the result is proven.
void find_targets(Game& game, float trace) {
    float after = 0;  // the chance of the side to move in the next position
    for (auto ply = game.rbegin(); ply != game.rend(); ++ply) {
        const bool last = ply == game.rbegin();
        const float own = ply->rate;
        ply->target = ply->proven || (ply->at_random && !last) ? own : trace * (1 - after) + (1 - trace) * own;
        after = ply->target;
    }
}

std::vector<Game> read_games(std::string_view records, int area, float trace) {
    std::vector<Game> games;
    for (Reader reader(records); !reader.done();) {
        Game game(static_cast<std::size_t>(reader.two_bytes()));
        for (Ply& ply : game) {
            ply.move = reader.byte();
            const int flags = reader.byte();
            ply.at_random = flags & 1;
            ply.proven = flags & 2;
            ply.rate = static_cast<float>(reader.two_bytes()) / 65535;
            ply.count = reader.byte();
            ply.visited = reinterpret_cast<const Visited*>(reader.take(2 * static_cast<std::size_t>(ply.count)));
            for (int i = 0; i < ply.count; ++i)
                if (ply.visited[i].move >= area) throw std::invalid_argument("this is no record of NoGo games");
        }
        find_targets(game, trace);
        games.push_back(std::move(game));
    }
    return games;
}

// Calls use(board, ply) for every position of a game.
template <class Use>
void replay(const Game& game, int size, Use use) {
    NoGoSmall board(size, std::string(static_cast<std::size_t>(size) * size, '.'), 0);
    for (const Ply& ply : game) {
        if (!board.is_legal(ply.move)) throw std::invalid_argument("this is no record of NoGo games");
        use(board, ply);
        board.play(ply.move);
    }
}

class Fitter {
public:
    Fitter(std::string_view weights, int size)
        : size_(size), values_(NoGoFeatures::values), moves_(NoGoFeatures::moves) {
        if (weights.size() != values_.size() + moves_.size())
            throw std::invalid_argument("these are no weights of NoGo's patterns");
        const auto* bytes = reinterpret_cast<const signed char*>(weights.data());
        for (FittedWeight& weight : values_) weight.value = static_cast<float>(*bytes++) / NoGoPatterns::unit;
        for (FittedWeight& weight : moves_) weight.value = static_cast<float>(*bytes++) / NoGoPatterns::move_unit;
    }

    void learn(const Game& game, float rate) {
        replay(game, [&](const NoGoFeatures& seen, const Ply& ply) {
            const float gradient = sigmoid(logit(seen)) - ply.target;
            seen.for_value([&](std::uint32_t weight) { values_[weight].step(gradient, rate); });
            if (!expect(seen, ply)) return;
            for (int i = 0; i < ply.count; ++i) {
                const float slope = expected_[i] - wanted_[i];
                seen.for_move(ply.visited[i].move, [&](std::uint32_t weight) { moves_[weight].step(slope, rate); });
            }
        });
    }

    void measure(const Game& game) {
        replay(game, [&](const NoGoFeatures& seen, const Ply& ply) {
            const double chance = std::clamp(static_cast<double>(sigmoid(logit(seen))), 1e-6, 1 - 1e-6);
            errors_.value -= ply.target * std::log(chance) + (1 - ply.target) * std::log(1 - chance);
            ++positions_;
            if (!expect(seen, ply)) return;
            for (int i = 0; i < ply.count; ++i)
                errors_.moves -= wanted_[i] * std::log(std::max(static_cast<double>(expected_[i]), 1e-9));
            ++choices_;
        });
    }
    // The means since the last call.
    NoGoFitErrors errors() {
        const NoGoFitErrors found{errors_.value / std::max(positions_, 1.0), errors_.moves / std::max(choices_, 1.0)};
        errors_ = {};
        positions_ = choices_ = 0;
        return found;
    }

    std::string weights() const {
        std::string bytes;
        const auto add = [&](const std::vector<FittedWeight>& weights, float unit) {
            for (const FittedWeight& weight : weights) {
                const float rounded = std::clamp(std::round(weight.value * unit), -127.0f, 127.0f);
                bytes.push_back(static_cast<char>(static_cast<signed char>(rounded)));
            }
        };
        add(values_, NoGoPatterns::unit);
        add(moves_, NoGoPatterns::move_unit);
        return bytes;
    }

private:
    static float sigmoid(float logit) { return 1 / (1 + std::exp(-logit)); }

    // Calls use(features, ply) for every position of a game.
    template <class Use>
    void replay(const Game& game, Use use) const {
        boyi::replay(game, size_, [&](const NoGoSmall& board, const Ply& ply) { use(NoGoFeatures(board), ply); });
    }

    float logit(const NoGoFeatures& seen) const {
        float sum = 0;
        seen.for_value([&](std::uint32_t weight) { sum += values_[weight].value; });
        return sum;
    }

    // The shares of the moves by the weights (`expected_`) and by the search (`wanted_`). False if there is nothing to
    // learn: where a result is proven, visits say nothing about the other moves.
    bool expect(const NoGoFeatures& seen, const Ply& ply) {
        if (ply.proven || ply.count < 2) return false;
        expected_.assign(static_cast<std::size_t>(ply.count), 0.0f);
        wanted_.clear();
        float most = -1e30f, sum = 0, all = 0;
        for (int i = 0; i < ply.count; ++i) {
            float& move = expected_[i];
            seen.for_move(ply.visited[i].move, [&](std::uint32_t weight) { move += moves_[weight].value; });
            most = std::max(most, move);
            all += ply.visited[i].share;
        }
        if (all == 0) return false;
        for (float& move : expected_) sum += move = std::exp(move - most);
        for (float& move : expected_) move /= sum;
        for (int i = 0; i < ply.count; ++i) wanted_.push_back(ply.visited[i].share / all);
        return true;
    }

    const int size_;
    std::vector<FittedWeight> values_, moves_;
    std::vector<float> expected_, wanted_;
    NoGoFitErrors errors_;
    double positions_ = 0, choices_ = 0;
};

}  // namespace

std::size_t nogo_check(std::string_view records, int size) {
    const std::vector<Game> games = read_games(records, size * size, 0);
    for (const Game& game : games) replay(game, size, [](const NoGoSmall&, const Ply&) {});
    return games.size();
}

NoGoFit nogo_fit(std::string_view weights, std::string_view records, const NoGoFitSettings& settings, Pulse& pulse) {
    const std::vector<Game> games =
        read_games(records, settings.size * settings.size, static_cast<float>(settings.trace));
    Fitter fitter(weights, settings.size);
    NoGoFit done;
    std::vector<std::size_t> order;
    for (std::size_t game = 0; game < games.size(); ++game) {
        if (game % held_out_of == 0) continue;
        order.push_back(game);
        done.positions += games[game].size();
    }
    const auto measured = [&] {
        for (std::size_t game = 0; game < games.size(); game += held_out_of) {
            fitter.measure(games[game]);
            pulse();
        }
        return fitter.errors();
    };
    done.before = measured();
    Rng rng(mix(settings.seed));
    for (int epoch = 0; epoch < settings.epochs; ++epoch) {
        for (std::size_t i = order.size(); i > 1; --i)
            std::swap(order[i - 1], order[rng.below(static_cast<std::uint32_t>(i))]);
        const double through = settings.epochs > 1 ? static_cast<double>(epoch) / (settings.epochs - 1) : 0;
        const double rate = settings.rate * std::pow(settings.last_rate / settings.rate, through);
        for (const std::size_t game : order) {
            fitter.learn(games[game], static_cast<float>(rate));
            pulse();
        }
    }
    done.after = measured();
    done.weights = fitter.weights();
    return done;
}

}  // namespace boyi
