// Temporal differences with AdaGrad's steps.
#include "nogo/training.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "nogo/features.hpp"

// The weights in the tree were learned with multiplications and additions in one step, unlike those of the other games.
#ifdef __GNUC__
#pragma GCC push_options
#pragma GCC optimize("fp-contract=fast")
#endif

namespace boyi {

namespace {

float sigmoid(float logit) { return 1 / (1 + std::exp(-logit)); }

// One weight while it is learned: the more its gradients have been, the shorter its steps are.
struct Weight {
    float value = 0, squares = 1;

    void step(float gradient, float rate) {
        squares += gradient * gradient;
        value -= rate * gradient / std::sqrt(squares);
    }
};

// Numbers that add up to one, by the exponentials of these.
void normalise(std::vector<float>& logits, float temperature) {
    const float most = *std::max_element(logits.begin(), logits.end());
    float sum = 0;
    for (float& logit : logits) sum += logit = std::exp((logit - most) / temperature);
    for (float& logit : logits) logit /= sum;
}

class Learner {
public:
    Learner(const NoGoLessons& lessons, std::string_view state)
        : lessons_(lessons),
          rate_(static_cast<float>(lessons.rate)),
          trace_(static_cast<float>(lessons.trace)),
          temperature_(static_cast<float>(lessons.temperature)),
          values_(NoGoFeatures::values),
          moves_(NoGoFeatures::moves) {
        if (state.empty()) return;
        if (state.size() != (values_.size() + moves_.size()) * sizeof(Weight))
            throw std::invalid_argument("this is no state of NoGo's training");
        std::memcpy(static_cast<void*>(values_.data()), state.data(), values_.size() * sizeof(Weight));
        std::memcpy(static_cast<void*>(moves_.data()), state.data() + values_.size() * sizeof(Weight),
                    moves_.size() * sizeof(Weight));
        for (const std::vector<Weight>* weights : {&values_, &moves_})
            for (const Weight& weight : *weights)
                if (!(std::abs(weight.value) < most_weight) || !(weight.squares >= 1 && std::isfinite(weight.squares)))
                    throw std::invalid_argument("this is no state of NoGo's training");
    }

    void play(std::uint64_t seed) {
        Rng rng(seed);
        const int size = lessons_.size;
        NoGoSmall board(size, std::string(static_cast<std::size_t>(size) * size, '.'), 0);
        const auto opening = static_cast<int>(rng.below(static_cast<std::uint32_t>(size)));
        game_.clear();
        for (int ply = 0; !board.outcome().over(); ++ply) {
            const NoGoFeatures seen(board);
            const bool at_random = ply < opening || rng.below(random_of) == 0;
            game_.push_back({board, sigmoid(logit(seen)), at_random});
            board.play(at_random ? board.random_move(rng) : choose(board, seen, rng));
        }
        learn_values(board.turn());
    }

    NoGoTraining result() {
        NoGoTraining done;
        done.error = error_ / std::max(1.0, positions_);
        const auto kept = static_cast<float>(lessons_.kept);
        const auto add = [&](std::vector<Weight>& weights, float unit) {
            for (Weight& weight : weights) {
                weight.squares = 1 + (weight.squares - 1) * kept;
                const float rounded = std::clamp(std::round(weight.value * unit), -127.0f, 127.0f);
                done.weights.push_back(static_cast<char>(static_cast<signed char>(rounded)));
            }
            done.state.append(reinterpret_cast<const char*>(weights.data()), weights.size() * sizeof(Weight));
        };
        add(values_, NoGoPatterns::unit);
        add(moves_, NoGoPatterns::move_unit);
        return done;
    }

private:
    static constexpr std::uint32_t random_of = 25;  // of so many moves one is random, so that bad positions are seen
    static constexpr std::uint32_t choices_of = 2;  // of so many choices one is learned from
    static constexpr int liked = 8, others = 4;
    static constexpr float most_weight = 1e6f;  // of a state that was learned
    static constexpr float won = 20;            // the logit of a move that ends the game

    struct Turn {
        NoGoSmall board;
        float chance;    // to win, as it looked then
        bool at_random;  // the move
    };

    float logit(const NoGoFeatures& seen) const {
        float sum = 0;
        seen.for_value([&](std::uint32_t weight) { sum += values_[weight].value; });
        return sum;
    }

    // A move by the values of the positions after it, the better the more likely. Only some moves are looked at: those
    // that the policy likes best, and a few at random.
    Move choose(const NoGoSmall& board, const NoGoFeatures& seen, Rng& rng) {
        MoveList list;
        board.moves(list);
        guesses_.clear();
        for (const Move move : list) {
            float sum = 0;
            seen.for_move(move, [&](std::uint32_t weight) { sum += moves_[weight].value; });
            guesses_.push_back({sum, move});
        }
        if (list.count > liked + others) {
            std::partial_sort(guesses_.begin(), guesses_.begin() + liked, guesses_.end(), std::greater<>());
            for (int slot = liked; slot < liked + others; ++slot)
                std::swap(guesses_[slot], guesses_[slot + rng.below(static_cast<std::uint32_t>(list.count - slot))]);
            guesses_.resize(liked + others);
        }
        shares_.clear();
        for (const auto& [logit_of_move, move] : guesses_) {
            NoGoSmall next = board;
            next.play(move);
            shares_.push_back(next.outcome().over() ? won : -logit(NoGoFeatures(next)));
        }
        normalise(shares_, temperature_);
        if (rng.below(choices_of) == 0) learn_moves(seen);
        float rest = static_cast<float>(rng.next() >> 40) * 0x1p-24f;
        std::size_t chosen = 0;
        while (chosen + 1 < shares_.size() && rest >= shares_[chosen]) rest -= shares_[chosen++];
        return guesses_[chosen].second;
    }

    // Moves the policy of the moves looked at towards `shares_`.
    void learn_moves(const NoGoFeatures& seen) {
        expected_.clear();
        for (const auto& [logit_of_move, move] : guesses_) expected_.push_back(logit_of_move);
        normalise(expected_, 1);
        for (std::size_t slot = 0; slot < shares_.size(); ++slot) {
            const float gradient = expected_[slot] - shares_[slot];
            seen.for_move(guesses_[slot].second, [&](std::uint32_t weight) { moves_[weight].step(gradient, rate_); });
        }
    }

    // From the end of the game to its beginning: a position learns from what comes after it, but nothing from after a
    // random move.
    void learn_values(int loser) {
        float after = 0;  // the chance of the side to move in the next position
        for (std::size_t ply = game_.size(); ply-- > 0;) {
            const Turn& turn = game_[ply];
            const float result = turn.board.turn() == loser ? 0.0f : 1.0f;
            const double guess = std::clamp(static_cast<double>(turn.chance), 1e-6, 1 - 1e-6);
            error_ -= result > 0 ? std::log(guess) : std::log(1 - guess);
            ++positions_;
            const bool last = ply + 1 == game_.size();
            if (turn.at_random && !last) {
                after = turn.chance;
                continue;
            }
            const float target = 1 - after;
            const NoGoFeatures seen(turn.board);
            const float gradient = sigmoid(logit(seen)) - target;
            seen.for_value([&](std::uint32_t weight) { values_[weight].step(gradient, rate_); });
            after = trace_ * target + (1 - trace_) * turn.chance;
        }
    }

    const NoGoLessons lessons_;
    const float rate_, trace_, temperature_;
    std::vector<Weight> values_, moves_;
    std::vector<Turn> game_;
    std::vector<std::pair<float, Move>> guesses_;  // the moves looked at and their logits by the policy
    std::vector<float> shares_, expected_;
    double error_ = 0, positions_ = 0;
};

}  // namespace

NoGoTraining nogo_learn(std::string_view state, const NoGoLessons& lessons, Pulse& pulse) {
    Learner learner(lessons, state);
    for (int game = lessons.first; game < lessons.first + lessons.games; ++game) {
        learner.play(mix(lessons.seed) + static_cast<std::uint64_t>(game));
        pulse();
    }
    return learner.result();
}

}  // namespace boyi

#ifdef __GNUC__
#pragma GCC pop_options
#endif
