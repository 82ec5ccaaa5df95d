// What every native board offers, and the few types they share. No Python in here.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/clock.hpp"

namespace boyi {

using Key = std::uint64_t;
using Move = std::uint16_t;

// The splitmix64 generator's n-th output for seed 0; src/boyi/core/zobrist.py uses the same numbers.
constexpr Key mix(Key n) {
    Key z = (n + 1) * 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

constexpr Key turn_key = mix(0);

inline constexpr int max_cells = 28 * 28;

// stone_keys[colour][cell]
inline constexpr auto stone_keys = [] {
    std::array<std::array<Key, max_cells>, 2> keys{};
    for (int cell = 0; cell < max_cells; ++cell) {
        keys[0][cell] = mix(2 * cell + 2);
        keys[1][cell] = mix(2 * cell + 3);
    }
    return keys;
}();

// How a game ended. `reason` is the word that the Python rules use too.
struct Outcome {
    static constexpr int ongoing = -1, draw = 2;
    int winner = ongoing;  // 0 or 1, draw, or ongoing
    const char* reason = "";
    int score = 0;  // first player's points minus the second's, where has_score
    bool has_score = false;
    constexpr bool over() const { return winner != ongoing; }
};

// The legal moves of one position, in ascending order where Board::moves() filled it.
struct MoveList {
    int count = 0;
    Move moves[max_cells + 1];
    void add(int move) { moves[count++] = static_cast<Move>(move); }
    const Move* begin() const { return moves; }
    const Move* end() const { return moves + count; }
    Move operator[](int index) const { return moves[index]; }
};

// xoshiro256++, seeded by splitmix64.
class Rng {
public:
    explicit Rng(std::uint64_t seed) {
        for (int i = 0; i < 4; ++i) state_[i] = mix(seed * 4 + i);
    }
    std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }
    // Uniform in [0, bound) up to a bias of bound / 2^32.
    std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32); }

private:
    std::uint64_t state_[4];
};

// The result of one random game.
struct Playout {
    int winner;  // 0, 1 or Outcome::draw
    int plies;
};

// A kernel: a small mutable value. `play` and `random_move` trust their caller; the bindings check.
template <class B>
concept Board = std::copyable<B> && requires(B board, const B& view, Move move, MoveList& list, Rng& rng, int cell) {
    { view.turn() } -> std::same_as<int>;
    { view.area() } -> std::same_as<int>;       // number of cells
    { view.stone(cell) } -> std::same_as<int>;  // 0, 1, or -1 for an empty cell; row by row from the top left
    { view.outcome() } -> std::same_as<Outcome>;
    { view.moves(list) };                             // ascending; none once the game is over
    { view.is_legal(move) } -> std::same_as<bool>;    // for any number; false once the game is over
    { board.play(move) };                             // `move` is legal
    { view.random_move(rng) } -> std::same_as<Move>;  // uniform; the game is not over
    { view.key() } -> std::same_as<Key>;              // equals the Python position's key
    { view.count_moves() } -> std::same_as<int>;      // as moves().count, but faster where that can be
};

// A kernel with a faster way to play random games than one random_move after the other.
template <class B>
concept HasPlayout = requires(B board, Rng& rng, int cap) {
    { board.playout(rng, cap) } -> std::same_as<Playout>;
};

template <Board B>
Playout random_playout(B board, Rng& rng, int cap) {
    if constexpr (HasPlayout<B>) {
        return board.playout(rng, cap);
    } else {
        for (int plies = 0; plies < cap; ++plies) {
            if (const Outcome outcome = board.outcome(); outcome.over()) return {outcome.winner, plies};
            board.play(board.random_move(rng));
        }
        const Outcome outcome = board.outcome();
        return {outcome.over() ? outcome.winner : Outcome::draw, cap};
    }
}

// Appends the legal moves that the list does not hold.
template <Board B>
void add_rest(const B& board, MoveList& list) {
    const int listed = list.count;
    MoveList legal;
    board.moves(legal);
    for (const Move move : legal) {
        const auto end = list.begin() + listed;
        if (std::find(list.begin(), end, move) == end) list.add(move);
    }
}

// Called often by a long loop; now and then it calls `check`, which may throw to end the loop.
class Pulse {
public:
    explicit Pulse(void (*check)()) : check_(check) {}
    void operator()() {
        if (++calls_ & 0xFF) return;
        const double now = steady_seconds();
        if (now - last_ < 0.05) return;
        last_ = now;
        check_();
    }

private:
    void (*check_)();
    unsigned calls_ = 0;
    double last_ = steady_seconds();
};

// Leaf count of the move tree; a finished game counts 1 at every remaining depth.
template <Board B>
std::uint64_t perft(const B& board, int depth, Pulse& pulse) {
    if (depth <= 0) return 1;
    if (depth == 1) {
        const int count = board.count_moves();
        return count ? count : 1;
    }
    if (depth >= 3) pulse();
    MoveList list;
    board.moves(list);
    if (list.count == 0) return 1;
    std::uint64_t nodes = 0;
    for (const Move move : list) {
        B next = board;
        next.play(move);
        nodes += perft(next, depth - 1, pulse);
    }
    return nodes;
}

// Boards whose games can go in circles say `static constexpr bool repeats = true`.
template <class B>
constexpr bool can_repeat() {
    if constexpr (requires {
                      { B::repeats } -> std::convertible_to<bool>;
                  })
        return B::repeats;
    else return false;
}

}  // namespace boyi
