// The random games of a Monte Carlo search and what they are worth. No Python in here.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "search/mcts_config.hpp"

namespace boyi {

// What an ended game is worth for the first player. Of what a board cannot do the errors here and in mcts.hpp name the
// case; src/boyi/native/mcts.py makes sentences of them.
inline float reward(const MctsConfig& config, const Outcome& outcome) {
    if (config.lead) {
        if (!outcome.has_score) throw std::invalid_argument("no point lead");
        return static_cast<float>(outcome.score) / static_cast<float>(config.lead);
    }
    return outcome.winner == Outcome::draw ? 0.0f : 1.0f - 2.0f * static_cast<float>(outcome.winner);
}

template <Board B>
class Rollout {
public:
    explicit Rollout(const MctsConfig& config)
        : config_(config), cap_(config.cap ? std::min(config.cap, config.game_cap) : config.game_cap) {
        if (config.cap && config.cap_value == CapValue::evaluation && !HasExpectation<B>)
            throw std::invalid_argument("no evaluation of cut games");
        if (config.learned > 0 && !HasExpectation<B>) throw std::invalid_argument("no evaluation of leaves");
        const bool guided = HasDecisive<B> && config.decisive;
        const bool cut_counts = config.cap && config.cap_value != CapValue::half;
        fast_ = !config.lead && !guided && !cut_counts && (!config.rave || HasRecordedPlayout<B>);
        if (config.rave) moves_.reserve(static_cast<std::size_t>(std::min(cap_, 1 << 16)));
    }

    // What the position is worth for the first player: by its evaluation, a random game, or some of both.
    float play(const B& board, Rng& rng) {
        if (config_.learned == 0) return play_game(board, rng);
        const auto share = static_cast<float>(config_.learned);
        if (share >= 1) {
            if (const Outcome outcome = board.outcome(); outcome.over()) {
                plies_ = 0;
                return reward(config_, outcome);
            }
            plies_ = 1;
            moves_.clear();
            return expected(board);
        }
        const float result = play_game(board, rng);
        return was_over() ? result : share * expected(board) + (1 - share) * result;
    }

    // Of the last game: whether it was over before it began, and its moves (only with all-moves-as-first).
    bool was_over() const { return plies_ == 0; }
    const std::vector<Move>& moves() const { return moves_; }

private:
    // Plays one game from here; its reward for the first player.
    float play_game(B board, Rng& rng) {
        if (!fast_) return play_step_by_step(board, rng);
        Playout result{};
        if constexpr (HasRecordedPlayout<B>) {
            if (config_.rave) {
                moves_.resize(static_cast<std::size_t>(cap_));
                result = board.playout(rng, cap_, moves_.data());
                moves_.resize(static_cast<std::size_t>(result.plies));
            } else {
                result = random_playout(board, rng, cap_);
            }
        } else {
            result = random_playout(board, rng, cap_);
        }
        plies_ = result.plies;
        return result.winner == Outcome::draw ? 0.0f : 1.0f - 2.0f * static_cast<float>(result.winner);
    }

    float play_step_by_step(B& board, Rng& rng) {
        moves_.clear();
        for (plies_ = 0;; ++plies_) {
            if (const Outcome outcome = board.outcome(); outcome.over()) return reward(config_, outcome);
            if (plies_ >= cap_) return cut(board);
            const Move move = next(board, rng);
            if (config_.rave) moves_.push_back(move);
            board.play(move);
        }
    }
    Move next(const B& board, Rng& rng) const {
        if constexpr (HasDecisive<B>) {
            if (Move move; config_.decisive && board.decisive(rng, move)) return move;
        }
        return board.random_move(rng);
    }
    float cut(const B& board) const {
        if (!config_.cap || config_.cap_value == CapValue::half) return 0;
        if constexpr (HasExpectation<B>) {
            if (config_.cap_value == CapValue::evaluation) return expected(board);
        }
        return -1;
    }
    // What the board expects, for the first player.
    static float expected([[maybe_unused]] const B& board) {
        if constexpr (HasExpectation<B>) {
            const float found = std::clamp(static_cast<float>(board.expectation()), -1.0f, 1.0f);
            return board.turn() ? -found : found;
        }
        return 0;
    }

    const MctsConfig config_;
    const int cap_;
    bool fast_;
    int plies_ = 0;
    std::vector<Move> moves_;
};

}  // namespace boyi
