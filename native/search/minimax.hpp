// The minimax family (minimax_search.hpp) over any board and evaluation.
#pragma once

#include <memory>
#include <vector>

#include "search/any_evaluation.hpp"
#include "search/minimax_search.hpp"

namespace boyi {

template <Board B>
class Minimax final : public MinimaxSearch {
public:
    Minimax(const B& root, const MinimaxConfig& config, const Cancel* cancel, const AnyEvaluation<B>& evaluation)
        : MinimaxSearch(config, cancel), evaluation_(evaluation) {
        boards_.push_back(std::make_unique<B>(root));
    }

private:
    const B& at(int ply) const { return *boards_[static_cast<std::size_t>(ply)]; }

    int turn(int ply) const override { return at(ply).turn(); }
    Outcome outcome(int ply) const override { return at(ply).outcome(); }
    int value(int ply) const override { return leaf_value(evaluation_, at(ply)); }
    double rate(int value) const override { return win_rate(evaluation_, value); }

    void list(int ply, MoveList& moves) const override { at(ply).moves(moves); }
    void rank(int ply, const MoveList& moves, std::vector<Ranked>& ranked) const override {
        for (const Move move : moves) ranked.push_back({-std::int64_t{evaluation_.gain(at(ply), move)}, move});
    }

    void play(int ply, Move move) override {
        while (static_cast<int>(boards_.size()) <= ply + 1) boards_.push_back(std::make_unique<B>(at(0)));
        B& next = *boards_[static_cast<std::size_t>(ply) + 1];
        next = at(ply);
        next.play(move);
    }

    const AnyEvaluation<B> evaluation_;
    std::vector<std::unique_ptr<B>> boards_;
};

}  // namespace boyi
