// Lines of Action 8x8 on two 64-bit boards; bit i is cell i, row by row from the top left (a8 is bit 0).
#pragma once

#include "core/board.hpp"

namespace boyi {

// The geometry of the empty board in 7 KB of tables, which stay in the first-level cache. A table of every
// (cell, direction, distance) would answer with one look-up less, but is ten times as large.
struct LoaLines {
    std::uint64_t line[64][4]{};  // all cells of the line through a cell, one line per axis
    std::uint64_t ray[64][8]{};   // the cells beyond a cell in a direction; `direction & 3` is its axis
    std::uint8_t room[64][8]{};   // how many cells those are
    std::int8_t step[8]{};        // from one cell of a ray to the next

    constexpr LoaLines() {
        constexpr int down[8] = {0, 1, 1, 1, 0, -1, -1, -1}, right[8] = {1, 0, 1, -1, -1, 0, -1, 1};
        for (int direction = 0; direction < 8; ++direction) {
            step[direction] = static_cast<std::int8_t>(8 * down[direction] + right[direction]);
            for (int cell = 0; cell < 64; ++cell) {
                int row = cell / 8 + down[direction], column = cell % 8 + right[direction];
                while (row >= 0 && row < 8 && column >= 0 && column < 8) {
                    ray[cell][direction] |= std::uint64_t{1} << (8 * row + column);
                    ++room[cell][direction];
                    row += down[direction];
                    column += right[direction];
                }
            }
        }
        for (int cell = 0; cell < 64; ++cell)
            for (int axis = 0; axis < 4; ++axis)
                line[cell][axis] = ray[cell][axis] | ray[cell][axis + 4] | std::uint64_t{1} << cell;
    }
};

inline constexpr LoaLines loa_lines{};

class Loa {
public:
    static constexpr bool repeats = true;  // play can go in circles
    static constexpr int cells = 64, pass_move = 64 * 64;

    // The two points on which the rules of the game differ.
    struct Rules {
        bool capture_wins = false;  // a side with fewer than two pieces has lost, instead of being connected
        bool both_draw = false;     // a move that connects both sides draws, instead of winning

        bool operator==(const Rules&) const = default;
    };

    Loa(std::uint64_t black, std::uint64_t white, int turn, Rules rules)
        : stones_{black, white}, key_(turn ? turn_key : 0), turn_(static_cast<std::uint8_t>(turn)), rules_(rules) {
        for (int side = 0; side < 2; ++side)
            for (std::uint64_t rest = stones_[side]; rest; rest &= rest - 1)
                key_ ^= stone_keys[side][std::countr_zero(rest)];
        end_ = judge(stones_[1 - turn], stones_[turn], connected(stones_[turn]), rules_);
    }

    int turn() const { return turn_; }
    Rules rules() const { return rules_; }
    int area() const { return cells; }
    int stone(int cell) const { return stones_[0] >> cell & 1 ? 0 : stones_[1] >> cell & 1 ? 1 : -1; }
    Key key() const { return key_; }
    Outcome outcome() const {
        switch (end_) {
            case End::mover_connected: return {1 - turn_, "connected"};
            case End::waiting_connected: return {turn_, "connected"};
            case End::both_connected: return {Outcome::draw, "both connected"};
            case End::mover_captured: return {1 - turn_, "captured"};
            case End::waiting_captured: return {turn_, "captured"};
            default: return {};
        }
    }
    void moves(MoveList& list) const {
        if (end_ == End::none) generate(stones_[turn_], stones_[1 - turn_], list);
    }
    int count_moves() const {
        if (end_ != End::none) return 0;
        int count = 0;
        for (std::uint64_t rest = stones_[turn_]; rest; rest &= rest - 1)
            count += std::popcount(targets(stones_[turn_], stones_[1 - turn_], std::countr_zero(rest)));
        return count ? count : 1;
    }
    bool is_legal(Move move) const {
        if (end_ != End::none || move > pass_move) return false;
        if (move == pass_move) {
            MoveList list;
            generate(stones_[turn_], stones_[1 - turn_], list);
            return list[0] == pass_move;
        }
        const int from = move / cells, to = move % cells;
        return (stones_[turn_] >> from & 1) && (targets(stones_[turn_], stones_[1 - turn_], from) >> to & 1);
    }
    void play(Move move) {
        const int mover = turn_, waiting = 1 - turn_;
        turn_ = static_cast<std::uint8_t>(waiting);
        key_ ^= turn_key;
        if (move == pass_move) return;
        const int from = move / cells, to = move % cells;
        const std::uint64_t target = std::uint64_t{1} << to;
        stones_[mover] ^= std::uint64_t{1} << from | target;
        key_ ^= stone_keys[mover][from] ^ stone_keys[mover][to];
        bool waiting_connected = false;  // it was not, or the game would have been over
        if (stones_[waiting] & target) {
            stones_[waiting] ^= target;
            key_ ^= stone_keys[waiting][to];
            waiting_connected = connected(stones_[waiting]);
        }
        end_ = judge(stones_[mover], stones_[waiting], waiting_connected, rules_);
    }
    Move random_move(Rng& rng) const {
        const std::uint64_t own = stones_[turn_];
        return pick(own, stones_[1 - turn_], std::popcount(own), rng, [own](std::uint32_t number) {
            std::uint64_t rest = own;
            for (; number; --number) rest &= rest - 1;
            return std::countr_zero(rest);
        });
    }
    Playout playout(Rng& rng, int cap) const;

    std::uint64_t stones(int side) const { return stones_[side]; }
    // Pieces of the side to move and of the other.
    std::uint64_t own() const { return stones_[turn_]; }
    std::uint64_t other() const { return stones_[1 - turn_]; }

    // What the Monte Carlo search asks about games cut short; answered in loa_evaluation.hpp.
    float expectation() const;

    // Where the piece on `from` gets to in one direction, as a bit; none if it is blocked or the board ends.
    static std::uint64_t target(std::uint64_t own, std::uint64_t enemy, int from, int direction) {
        const int distance = std::popcount((own | enemy) & loa_lines.line[from][direction & 3]);
        const int to = (from + distance * loa_lines.step[direction]) & 63;
        const std::uint64_t path = loa_lines.ray[from][direction] ^ loa_lines.ray[to][direction];
        const std::uint64_t last = std::uint64_t{1} << to;
        // Bitwise "and": two tests that branch prediction cannot foretell cost less as one.
        const bool clear = ((enemy & path & ~last) | (own & last)) == 0;
        const bool inside = distance <= loa_lines.room[from][direction];
        return static_cast<std::uint64_t>(clear & inside) << to;
    }
    // Where it gets to in all directions.
    static std::uint64_t targets(std::uint64_t own, std::uint64_t enemy, int from) {
        std::uint64_t found = 0;
        for (int direction = 0; direction < 8; ++direction) found |= target(own, enemy, from, direction);
        return found;
    }

private:
    // How the game ended, said of the side that moved last (the mover) and the one whose turn it would be.
    enum class End : std::uint8_t {
        none,
        mover_connected,
        waiting_connected,
        both_connected,
        mover_captured,
        waiting_captured
    };

    // Whether all pieces are one group of touching cells; no piece and one piece are.
    static bool connected(std::uint64_t board) {
        constexpr std::uint64_t not_a = 0xFEFEFEFEFEFEFEFEull, not_h = 0x7F7F7F7F7F7F7F7Full;
        const std::uint64_t beside = (board << 1 & not_a) | (board >> 1 & not_h), rows = board | beside;
        const std::uint64_t lonely = board & ~(beside | rows << 8 | rows >> 8);
        // Nearly always some piece has no neighbour at all, which spares growing a group step by step.
        if (lonely && (board & (board - 1))) return false;
        for (std::uint64_t group = board & (~board + 1);;) {
            const std::uint64_t row = group | (group << 1 & not_a) | (group >> 1 & not_h);
            const std::uint64_t grown = (row | row << 8 | row >> 8) & board;
            if (grown == board) return true;
            if (grown == group) return false;
            group = grown;
        }
    }

    static End judge(std::uint64_t mover, std::uint64_t waiting, bool waiting_connected, Rules rules) {
        if (rules.capture_wins) {
            if (!(waiting & (waiting - 1))) return End::mover_captured;
            if (!(mover & (mover - 1))) return End::waiting_captured;
        }
        if (!connected(mover)) return waiting_connected ? End::waiting_connected : End::none;
        return waiting_connected && rules.both_draw ? End::both_connected : End::mover_connected;
    }

    static void generate(std::uint64_t own, std::uint64_t enemy, MoveList& list) {
        for (std::uint64_t rest = own; rest; rest &= rest - 1) {
            const int from = std::countr_zero(rest);
            for (std::uint64_t found = targets(own, enemy, from); found; found &= found - 1)
                list.add(from * cells + std::countr_zero(found));
        }
        if (list.count == 0) list.add(pass_move);
    }

    // A uniformly random legal move; `piece_at(i)` is the cell of the i-th of `pieces` own pieces, in any order.
    // A legal move is exactly one (piece, direction) pair, so the first legal one of random pairs is uniform over
    // the legal moves; and where luck runs out, so is a random one of all moves. About every second pair is legal.
    template <class PieceAt>
    static Move pick(std::uint64_t own, std::uint64_t enemy, int pieces, Rng& rng, PieceAt piece_at) {
        for (int attempt = 0; attempt < 32; ++attempt) {
            const std::uint32_t pair = rng.below(static_cast<std::uint32_t>(pieces) * 8);
            const int from = piece_at(pair / 8);
            if (const std::uint64_t found = target(own, enemy, from, pair % 8))
                return static_cast<Move>(from * cells + std::countr_zero(found));
        }
        return pick_from_all(own, enemy, rng);
    }
    // Seldom needed; inside its caller it makes random games slower.
    [[gnu::noinline]] static Move pick_from_all(std::uint64_t own, std::uint64_t enemy, Rng& rng) {
        MoveList list;
        generate(own, enemy, list);
        return list[static_cast<int>(rng.below(static_cast<std::uint32_t>(list.count)))];
    }

    std::uint64_t stones_[2];
    Key key_;
    std::uint8_t turn_;
    End end_ = End::none;
    Rules rules_;
};

// As random_move and play in turn, but with lists of the pieces, and without a key.
inline Playout Loa::playout(Rng& rng, int cap) const {
    if (end_ != End::none) return {outcome().winner, 0};
    struct Side {
        std::uint64_t stones;
        int count;
        std::uint8_t pieces[cells];

        explicit Side(std::uint64_t board) : stones(board), count(0) {
            for (; board; board &= board - 1) pieces[count++] = static_cast<std::uint8_t>(std::countr_zero(board));
        }
        std::uint8_t* find(int cell) {
            std::uint8_t* piece = pieces;
            while (*piece != cell) ++piece;
            return piece;
        }
    };
    Side sides[2] = {Side(stones_[0]), Side(stones_[1])};
    int mover = turn_;
    for (int plies = 0; plies < cap; ++plies, mover = 1 - mover) {
        Side &own = sides[mover], &other = sides[1 - mover];
        std::uint8_t* piece = own.pieces;
        const Move move = pick(own.stones, other.stones, own.count, rng, [&own, &piece](std::uint32_t number) {
            piece = own.pieces + number;
            return static_cast<int>(*piece);
        });
        if (move == pass_move) continue;
        const int from = move / cells, to = move % cells;
        const std::uint64_t target = std::uint64_t{1} << to;
        own.stones ^= std::uint64_t{1} << from | target;
        if (*piece != from) piece = own.find(from);  // rare: the move is not the last pair that was tried
        *piece = static_cast<std::uint8_t>(to);
        bool other_connected = false;
        if (other.stones & target) {
            other.stones ^= target;
            *other.find(to) = other.pieces[--other.count];
            other_connected = connected(other.stones);
        }
        switch (judge(own.stones, other.stones, other_connected, rules_)) {
            case End::none: break;
            case End::both_connected: return {Outcome::draw, plies + 1};
            case End::mover_connected:
            case End::mover_captured: return {mover, plies + 1};
            default: return {1 - mover, plies + 1};
        }
    }
    return {Outcome::draw, cap};
}

}  // namespace boyi
