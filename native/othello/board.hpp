// Othello on two 64-bit boards. A board of size 4 or 6 lies in the top left corner of the 8x8 grid.
#pragma once

#include <utility>

#include "core/board.hpp"
#include "othello/runs.hpp"

#if defined(__BMI2__) && !defined(__znver1__) && !defined(__znver2__)  // those two are slow at pdep
#include <immintrin.h>
#endif

namespace boyi {

// The set bit with `index` lower ones below it, as a board with that bit alone.
inline std::uint64_t nth_bit(std::uint64_t board, std::uint32_t index) {
#if defined(__BMI2__) && !defined(__znver1__) && !defined(__znver2__)
    return _pdep_u64(std::uint64_t{1} << index, board);
#else
    for (; index; --index) board &= board - 1;
    return board & (0 - board);
#endif
}

template <int Size = 8>
class Othello {
    static_assert(Size >= 4 && Size <= 8 && Size % 2 == 0);

public:
    static constexpr int cells = Size * Size, pass_move = cells;
    // More than any position has; at least 35 are possible in positions that were set up.
    static constexpr int most_moves = cells;
    static constexpr std::uint64_t playable = [] {
        std::uint64_t board = 0;
        for (int row = 0; row < Size; ++row) board |= ((std::uint64_t{1} << Size) - 1) << 8 * row;
        return board;
    }();

    // Moves and cells are numbered on the small board, bits on the grid.
    static constexpr int bit_of(int cell) { return cell / Size * 8 + cell % Size; }
    static constexpr int cell_of(int bit) { return bit / 8 * Size + bit % 8; }

    // For searches that keep the two boards themselves: where the owner of `own` may place a disc, and what a
    // disc on the empty grid bit `bit` turns over (nothing, if it may not be placed there).
    static std::uint64_t placements(std::uint64_t own, std::uint64_t other) {
        return Runs(Lanes::all(own), Lanes::all(other)).ends().united() & playable & ~(own | other);
    }
    static std::uint64_t flips(std::uint64_t own, std::uint64_t other, int bit) { return boyi::flips(own, other, bit); }

    // One of the eight symmetries of the board.
    static std::uint64_t image(std::uint64_t board, int symmetry) {
        std::uint64_t found = 0;
        for (; board; board &= board - 1) {
            int row = std::countr_zero(board) / 8, column = std::countr_zero(board) % 8;
            if (symmetry & 1) row = Size - 1 - row;
            if (symmetry & 2) column = Size - 1 - column;
            found |= std::uint64_t{1} << (symmetry & 4 ? 8 * column + row : 8 * row + column);
        }
        return found;
    }
    // Puts one image in the place of a position, the same for all that a symmetry makes equal. Returns its symmetry.
    static int choose_image(std::uint64_t& own, std::uint64_t& other) {
        int chosen = 0;
        std::uint64_t least = own, least_other = other;
        for (int symmetry = 1; symmetry < 8; ++symmetry) {
            const std::uint64_t mine = image(own, symmetry);
            if (mine > least) continue;
            const std::uint64_t theirs = image(other, symmetry);
            if (mine < least || theirs < least_other) {
                chosen = symmetry;
                least = mine;
                least_other = theirs;
            }
        }
        own = least;
        other = least_other;
        return chosen;
    }

    Othello(std::uint64_t black, std::uint64_t white, int turn)
        : own_(turn ? white : black), other_(turn ? black : white), turn_(turn) {}

    int turn() const { return turn_; }
    int area() const { return cells; }
    std::uint64_t own() const { return own_; }
    std::uint64_t other() const { return other_; }
    int stone(int cell) const {
        const int bit = bit_of(cell);
        if (own_ >> bit & 1) return turn_;
        return other_ >> bit & 1 ? 1 - turn_ : -1;
    }
    Key key() const {
        Key key = turn_ ? turn_key : 0;
        for (std::uint64_t rest = own_; rest; rest &= rest - 1)
            key ^= stone_keys[turn_][cell_of(std::countr_zero(rest))];
        for (std::uint64_t rest = other_; rest; rest &= rest - 1)
            key ^= stone_keys[1 - turn_][cell_of(std::countr_zero(rest))];
        return key;
    }
    // A quick hash for search tables: the colours do not matter, only who is to move.
    Key hash() const {
        const Key mixed = (own_ ^ std::rotl(other_ * 0x9E3779B97F4A7C15ull, 29)) * 0xBF58476D1CE4E5B9ull;
        return (mixed ^ mixed >> 32) * 0x94D049BB133111EBull ^ mixed >> 29;
    }
    Outcome outcome() const {
        if (placements(own_, other_) || placements(other_, own_)) return {};
        const int lead = (std::popcount(own_) - std::popcount(other_)) * (turn_ ? -1 : 1);
        return {winner(lead), "discs", lead, true};
    }
    void moves(MoveList& list) const {
        std::uint64_t rest = placements(own_, other_);
        if (!rest && placements(other_, own_)) list.add(pass_move);
        for (; rest; rest &= rest - 1) list.add(cell_of(std::countr_zero(rest)));
    }
    int count_moves() const {
        const std::uint64_t rest = placements(own_, other_);
        return rest ? std::popcount(rest) : placements(other_, own_) ? 1 : 0;
    }
    bool is_legal(Move move) const {
        const std::uint64_t rest = placements(own_, other_);
        if (move == pass_move) return !rest && placements(other_, own_);
        return move < cells && (rest >> bit_of(move) & 1);
    }
    void play(Move move) {
        std::swap(own_, other_);
        turn_ = 1 - turn_;
        if (move == pass_move) return;
        const std::uint64_t turned = flips(other_, own_, bit_of(move));
        own_ &= ~turned;
        other_ |= turned | std::uint64_t{1} << bit_of(move);
    }
    Move random_move(Rng& rng) const {
        const std::uint64_t places = placements(own_, other_);
        if (!places) return pass_move;
        return static_cast<Move>(cell_of(std::countr_zero(random_bit(places, rng))));
    }

    // One random game. It draws the same numbers as random_move would, so it is the same game, but the boards
    // stay in the lanes from move to move.
    Playout playout(Rng& rng, int cap) const {
        Lanes own = Lanes::all(own_), other = Lanes::all(other_);
        int turn = turn_, plies = 0;
        const auto places = [&](const Runs& runs) { return runs.ends().without(own | other).united() & playable; };
        const auto result = [&] {
            return winner((std::popcount(own.first()) - std::popcount(other.first())) * (turn ? -1 : 1));
        };
        for (;; ++plies) {
            Runs runs(own, other);
            std::uint64_t rest = places(runs);
            if (!rest) {
                const Runs answers(other, own);
                rest = places(answers);
                if (!rest) return {result(), plies};
                if (plies >= cap) return {Outcome::draw, cap};
                std::swap(own, other);
                turn = 1 - turn;
                ++plies;
                runs = answers;
            }
            if (plies >= cap) return {Outcome::draw, cap};
            const std::uint64_t disc = random_bit(rest, rng);
            const Lanes turned = runs.turned(std::countr_zero(disc)).united_in_all();
            const Lanes next = other.without(turned);
            other = own | turned | Lanes::all(disc);
            own = next;
            turn = 1 - turn;
        }
    }

private:
    static constexpr int winner(int lead) { return lead > 0 ? 0 : lead < 0 ? 1 : Outcome::draw; }
    static std::uint64_t random_bit(std::uint64_t board, Rng& rng) {
        return nth_bit(board, rng.below(static_cast<std::uint32_t>(std::popcount(board))));
    }

    std::uint64_t own_, other_;  // of the side to move, of the side that waits
    int turn_;
};

}  // namespace boyi
