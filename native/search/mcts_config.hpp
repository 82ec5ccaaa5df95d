// What a Monte Carlo tree search can be told, and what a board may offer it beyond its rules. No Python in here.
#pragma once

#include "core/board.hpp"
#include "search/search.hpp"

namespace boyi {

enum class CapValue { half, black_loss, evaluation };
enum class Backup { negamax, computer };
enum class Final { visits, rate, ucb };
enum class Tie { first, last, random };

// The settings of a search. src/boyi/settings/mcts.py declares what they mean, what they accept and what holds where
// they are not given; Python checks them and gives all of them. `unit` is `scale=unit`, `lead` the N of `reward=lead/N`
// (0: `win`); `game_cap` is the game's own limit of a random game, after which it is a draw.
struct MctsConfig {
    double c;
    int factor;
    bool unit;
    int rollouts;
    int cap;
    CapValue cap_value;
    int game_cap;
    int lead;
    Backup backup;
    Final final;
    Tie tie;
    bool shuffle;

    // What the search in the textbook has not.
    bool solver;
    bool lookahead;
    bool forced;
    bool rave;
    double rave_bias;
    int grave_ref;
    double bias;
    bool decisive;
    double fpu;
    int expand;
    double virtual_loss;
    double learned;
    double policy;
    double reduction;
    int endgame;
    double solve_after;
};

// How promising a legal move looks, about -1 to 1, 0 if nothing is known.
template <class B>
concept HasPrior = requires(const B& view, Move move) {
    { view.prior(move) } -> std::convertible_to<float>;
};

// A move that no sensible player would leave out (a win, or the only defence), for random games.
template <class B>
concept HasDecisive = requires(const B& view, Rng& rng, Move& move) {
    { view.decisive(rng, move) } -> std::same_as<bool>;
};

// What the side to move may expect, -1 to 1, for games cut short.
template <class B>
concept HasExpectation = requires(const B& view) {
    { view.expectation() } -> std::convertible_to<float>;
};

// How likely each of the moves is to be the best, as shares of 1.
template <class B>
concept HasPolicy = requires(const B& view, const Move* moves, int count, float* shares) {
    { view.policy(moves, count, shares) };
};

// Whether the weights behind the expectation and the policy are there; boards without this need none.
template <class B>
bool has_learned() {
    if constexpr (requires {
                      { B::learned() } -> std::same_as<bool>;
                  })
        return B::learned();
    else return true;
}

// A fast random game that writes down its moves (at most `cap`), for all-moves-as-first statistics.
template <class B>
concept HasRecordedPlayout = requires(B board, Rng& rng, int cap, Move* moves) {
    { board.playout(rng, cap, moves) } -> std::same_as<Playout>;
};

// A board that names an exact solver of its endgames. The solver is made for a position and keeps what it finds out
// for those that follow; it is asked for who wins and gives up after so many nodes.
template <class B>
concept HasEndgame = requires(const B& board, typename B::Endgame& solver, std::uint64_t nodes) {
    typename B::Endgame;
    { board.view().contested() } -> std::same_as<int>;
    { solver.fits() } -> std::same_as<bool>;
    { solver.solve(board.view(), nodes) } -> std::same_as<Proven>;
    { solver.nodes() } -> std::same_as<std::uint64_t>;
};

template <class B>
struct EndgameOf {
    struct type {};
};
template <HasEndgame B>
struct EndgameOf<B> {
    using type = typename B::Endgame;
};

}  // namespace boyi
