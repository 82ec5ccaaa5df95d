// What the alpha-beta searches ask of a game besides its rules: values, an order of moves, and optional knowledge.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <vector>

#include "core/board.hpp"
#include "search/cancel.hpp"
#include "search/search.hpp"

namespace boyi {

// A win after n plies is worth win_value - n, so the quickest is the best; the numbers of textbook/alphabeta.py.
inline constexpr int win_value = 100'000'000, infinite = win_value + 1, decided = win_value - 10'000;

// A judgement of one kind of board, equal to the Python evaluation of the same name. The games' evaluations have only
// static members; AnyEvaluation (any_evaluation.hpp) is one of them chosen at run time.
template <class E, class B>
concept Evaluation = Board<B> && requires(const E& evaluation, const B& board, Move move) {
    { evaluation.name } -> std::convertible_to<const char*>;
    { evaluation.scale } -> std::convertible_to<int>;       // a large difference; the unit of windows and ordering
    { evaluation.value(board) } -> std::same_as<int>;       // for the side to move, inside +-decided
    { evaluation.gain(board, move) } -> std::same_as<int>;  // how promising a legal move looks; larger is better
};

// The evaluation of someone who knows only the rules.
template <Board B>
struct NoOpinion {
    static constexpr const char* name = "none";
    static constexpr int scale = 400;
    static int value(const B&) { return 0; }
    static int gain(const B&, Move) { return 0; }
};

// Optional: the moves worth searching, at least one; true if all that are left out surely lose no later.
template <class E, class B>
concept HasCandidates = requires(const E& evaluation, const B& board, MoveList& list) {
    { evaluation.candidates(board, list) } -> std::same_as<bool>;
};

// Optional: whether the side to move must answer a threat, so that its reply should not cost depth.
template <class E, class B>
concept HasForced = requires(const E& evaluation, const B& board) {
    { evaluation.forced(board) } -> std::same_as<bool>;
};

// The result of a quick proof: the side to move wins by `move` in `plies` plies; 0 plies: nothing was proven.
struct Proof {
    int plies = 0;
    Move move = 0;
};

// Optional: a cheap proof of a win, tried at the root and at every leaf (continuous fours, for example).
template <class E, class B>
concept HasProof = requires(const E& evaluation, const B& board) {
    { evaluation.prove(board) } -> std::same_as<Proof>;
};

// Optional: an endgame solver. Fills the report and returns true if it solved the root; returns false, at once where
// it sees no chance, when it did not. It must watch the stopper and the token, if there is one.
template <class E, class B>
concept HasTakeover = requires(const E& evaluation, const B& board, const Limits& limits, Stopper& stopper,
                               const Cancel* cancel, Report& report) {
    { evaluation.take_over(board, limits, stopper, cancel, report) } -> std::same_as<bool>;
};

// Boards whose key() is slow may offer a quicker hash() for the table.
template <Board B>
Key search_key(const B& board) {
    if constexpr (requires {
                      { board.hash() } -> std::same_as<Key>;
                  }) {
        static_assert(!can_repeat<B>(), "repetition is found by key()");
        return board.hash();
    } else {
        return board.key();
    }
}

// The value of a finished game for the side to move.
inline int ended_value(const Outcome& outcome, int turn, int ply) {
    if (outcome.winner == Outcome::draw) return 0;
    return outcome.winner == turn ? win_value - ply : ply - win_value;
}

template <class E, Board B>
int leaf_value(const E& evaluation, const B& board) {
    return std::clamp(evaluation.value(board), 1 - decided, decided - 1);
}

// Decided values count plies from the root; a table counts them from the position itself.
inline int to_table(int value, int ply) {
    return value > decided ? value + ply : value < -decided ? value - ply : value;
}
inline int from_table(int value, int ply) {
    return value > decided ? value - ply : value < -decided ? value + ply : value;
}

// The moves to search; true if they are all that can matter for the result.
template <class E, Board B>
bool find_candidates([[maybe_unused]] const E& evaluation, const B& board, MoveList& list) {
    list.count = 0;
    if constexpr (HasCandidates<E, B>) {
        return evaluation.candidates(board, list);
    } else {
        board.moves(list);
        return true;
    }
}

// A value as a share of points: 0 is even, `odds` is ten to one.
inline double win_rate(int odds, int value) {
    if (value > decided || value < -decided) return value > 0 ? 1.0 : 0.0;
    return 1.0 / (1.0 + std::pow(10.0, -std::clamp(static_cast<double>(value) / odds, -10.0, 10.0)));
}
// By an evaluation; where games gave no odds, its scale is ten to one.
template <class E>
    requires requires(const E& evaluation) { evaluation.scale; }
double win_rate(const E& evaluation, int value) {
    int odds = evaluation.scale;
    if constexpr (requires { evaluation.odds; }) odds = evaluation.odds;
    return win_rate(odds, value);
}

}  // namespace boyi
