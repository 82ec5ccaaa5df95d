// What a Monte Carlo tree search can be told, and what a board may offer it beyond its rules. No Python in here.
#pragma once

#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/board.hpp"
#include "search/search.hpp"

namespace boyi {

enum class CapValue { half, black_loss, evaluation };
enum class Backup { negamax, computer };
enum class Final { visits, rate, ucb };
enum class Tie { first, last, random };

// The names and meanings are those of src/boyi/textbook/mcts.py; the second half exists only here.
struct MctsConfig {
    double c = 1.0;                       // weight of exploration
    int factor = 2;                       // UCB1 = Q/N + c * sqrt(factor * ln N_parent / N)
    bool unit = false;                    // UCB1 sees win rates from 0 to 1 instead of means from -1 to 1
    int rollouts = 1;                     // random games from each leaf, each with its own back-up
    int cap = 0;                          // plies after which a random game is cut; 0: only at game_cap
    CapValue cap_value = CapValue::half;  // what a cut game counts
    int game_cap = 1000;                  // the game's own limit, after which it is a draw
    int lead = 0;                         // reward: the point lead divided by this; 0: win, loss or draw
    Backup backup = Backup::negamax;      // for whom Q counts: who moved into the node, or the root's player
    Final final = Final::visits;          // the move played: most visits, best mean, best UCB value
    Tie tie = Tie::first;                 // which of equally good moves is taken
    bool shuffle = true;                  // untried moves in random order

    bool solver = true;       // proven wins, losses and draws are carried up the tree
    bool lookahead = true;    // with the solver: the first two plies are checked for ends at once
    bool forced = true;       // a single legal move is answered after one simulation
    bool rave = false;        // all-moves-as-first statistics (RAVE, GRAVE)
    double rave_bias = 1e-4;  // how soon they give way to the move's own results
    int grave_ref = 50;       // a node with fewer visits uses those of an ancestor
    double bias = 1.0;        // weight of the board's prior, divided by visits + 1
    bool decisive = true;     // random games take the board's decisive moves
    double fpu = std::numeric_limits<double>::infinity();  // an untried move's mean; inf: try each one first;
                                                           // nan: the mean of its tried siblings
    int expand = 0;             // visits after which a leaf gets children; 0: by the number of moves
    double virtual_loss = 1.0;  // how bad a move looks, from 0 to 1, while another thread is below it
    double learned = 0;      // the share of the board's expectation in what a leaf is worth; the rest is a random game
    double policy = 0;       // weight of the board's learned policy: c * P * sqrt(N_parent) / (N + 1); 0: UCB1
    double reduction = 0;    // with a policy: how much less than the tried moves an untried one is worth
    int endgame = 16;        // the board's endgame solver is asked when at most so many cells are open to both sides
    double solve_after = 0;  // below the root: after so many visits for each node that it will probably need; 0: never

    void check() const {
        const auto require = [](bool good, const char* text) {
            if (!good) throw std::invalid_argument(text);
        };
        require(c >= 0 && c <= 1e6, "c must be 0 to 1e6");
        require(factor == 1 || factor == 2, "factor must be 1 or 2");
        require(rollouts >= 1 && rollouts <= 1000000, "rollouts must be 1 to 1000000");
        require(cap >= 0 && game_cap >= 1, "cap must not be negative");
        require(lead >= 0 && lead <= 9999, "lead must be 0 to 9999");
        require(rave_bias >= 0 && rave_bias <= 1e6, "rave_bias must be 0 to 1e6");
        require(grave_ref >= 0, "grave_ref must not be negative");
        require(bias >= 0 && bias <= 1e6, "bias must be 0 to 1e6");
        require(std::isnan(fpu) || fpu >= -1e6, "fpu must be a number from -1e6, inf or nan");
        require(expand >= 0, "expand must not be negative");
        require(virtual_loss >= 0 && virtual_loss <= 1, "virtual_loss must be 0 to 1");
        require(learned >= 0 && learned <= 1, "learned must be 0 to 1");
        require(policy >= 0 && policy <= 1e6, "policy must be 0 to 1e6");
        require(reduction >= 0 && reduction <= 2, "reduction must be 0 to 2");
        require(endgame >= 0, "endgame must not be negative");
        require(solve_after >= 0 && solve_after <= 1e6, "solve_after must be 0 to 1e6");
    }
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
