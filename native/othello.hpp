// Othello 8x8 on two 64-bit boards; bit i is cell i, row by row from the top left (a1 is bit 0).
#pragma once

#include "board.hpp"

namespace boyi {

class Othello {
public:
    static constexpr int cells = 64, pass_move = 64;

    Othello(std::uint64_t black, std::uint64_t white, int turn)
        : own_(turn ? white : black), other_(turn ? black : white), turn_(turn) {}

    int turn() const { return turn_; }
    int area() const { return cells; }
    int stone(int cell) const {
        if (own_ >> cell & 1) return turn_;
        return other_ >> cell & 1 ? 1 - turn_ : -1;
    }
    Key key() const {
        Key key = turn_ ? turn_key : 0;
        for (std::uint64_t rest = own_; rest; rest &= rest - 1) key ^= stone_keys[turn_][std::countr_zero(rest)];
        for (std::uint64_t rest = other_; rest; rest &= rest - 1) key ^= stone_keys[1 - turn_][std::countr_zero(rest)];
        return key;
    }
    // A quick hash for search tables: the colours do not matter, only who is to move.
    Key hash() const {
        const Key mixed = (own_ ^ std::rotl(other_ * 0x9E3779B97F4A7C15ull, 29)) * 0xBF58476D1CE4E5B9ull;
        return (mixed ^ mixed >> 32) * 0x94D049BB133111EBull ^ mixed >> 29;
    }
    std::uint64_t own() const { return own_; }
    std::uint64_t other() const { return other_; }
    std::uint64_t own_placements() const { return placements(own_, other_); }
    std::uint64_t other_placements() const { return placements(other_, own_); }
    Outcome outcome() const {
        if (placements(own_, other_) || placements(other_, own_)) return {};
        const int lead = (std::popcount(own_) - std::popcount(other_)) * (turn_ ? -1 : 1);
        return {lead > 0 ? 0 : lead < 0 ? 1 : Outcome::draw, "discs", lead, true};
    }
    void moves(MoveList& list) const {
        std::uint64_t rest = placements(own_, other_);
        if (!rest && placements(other_, own_)) list.add(pass_move);
        for (; rest; rest &= rest - 1) list.add(std::countr_zero(rest));
    }
    int count_moves() const {
        const std::uint64_t rest = placements(own_, other_);
        return rest ? std::popcount(rest) : placements(other_, own_) ? 1 : 0;
    }
    bool is_legal(Move move) const {
        const std::uint64_t rest = placements(own_, other_);
        if (move == pass_move) return !rest && placements(other_, own_);
        return move < cells && (rest >> move & 1);
    }
    void play(Move move) {
        const std::uint64_t turned = move == pass_move ? 0 : flips(move);
        const std::uint64_t own = move == pass_move ? own_ : own_ | turned | std::uint64_t{1} << move;
        own_ = other_ & ~turned;
        other_ = own;
        turn_ = 1 - turn_;
    }
    Move random_move(Rng& rng) const {
        std::uint64_t rest = placements(own_, other_);
        if (!rest) return pass_move;
        for (std::uint32_t skip = rng.below(std::popcount(rest)); skip; --skip) rest &= rest - 1;
        return static_cast<Move>(std::countr_zero(rest));
    }

private:
    static constexpr std::uint64_t not_a = 0xFEFEFEFEFEFEFEFEull, not_h = 0x7F7F7F7F7F7F7F7Full;

    template <int Shift>
    static constexpr std::uint64_t step(std::uint64_t board) {
        constexpr int column = (Shift + 64 + 1) % 8;  // 0 left, 1 straight, 2 right
        constexpr std::uint64_t mask = column == 0 ? not_h : column == 2 ? not_a : ~std::uint64_t{0};
        return (Shift > 0 ? board << (Shift & 63) : board >> (-Shift & 63)) & mask;
    }
    template <int Shift>
    static constexpr std::uint64_t reach(std::uint64_t own, std::uint64_t other) {
        std::uint64_t line = step<Shift>(own) & other;
        for (int i = 0; i < 5; ++i) line |= step<Shift>(line) & other;
        return step<Shift>(line);
    }
    static constexpr std::uint64_t placements(std::uint64_t own, std::uint64_t other) {
        return (reach<-9>(own, other) | reach<-8>(own, other) | reach<-7>(own, other) | reach<-1>(own, other) |
                reach<1>(own, other) | reach<7>(own, other) | reach<8>(own, other) | reach<9>(own, other)) &
               ~(own | other);
    }
    template <int Shift>
    std::uint64_t turned(std::uint64_t disc) const {
        std::uint64_t line = 0, ray = step<Shift>(disc);
        for (; ray & other_; ray = step<Shift>(ray)) line |= ray;
        return ray & own_ ? line : 0;
    }
    std::uint64_t flips(Move move) const {
        const std::uint64_t disc = std::uint64_t{1} << move;
        return turned<-9>(disc) | turned<-8>(disc) | turned<-7>(disc) | turned<-1>(disc) | turned<1>(disc) |
               turned<7>(disc) | turned<8>(disc) | turned<9>(disc);
    }

    std::uint64_t own_, other_;  // of the side to move, of the side that waits
    int turn_;
};

}  // namespace boyi
