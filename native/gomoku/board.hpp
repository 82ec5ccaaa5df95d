// Gomoku on boards of 5 to 28 cells a side, under four rules. Row r, column c is bit c + 1 of rows[r + 1], so that
// one step off the board in any direction is still inside the arrays and finds nothing.
#pragma once

#include <stdexcept>
#include <string_view>
#include <utility>

#include "core/board.hpp"
#include "gomoku/fast_playout.hpp"
#include "gomoku/renju.hpp"

namespace boyi {

enum class GomokuRule : std::uint8_t { freestyle, standard, renju, caro };

inline GomokuRule gomoku_rule(std::string_view name) {
    if (name == "freestyle") return GomokuRule::freestyle;
    if (name == "standard") return GomokuRule::standard;
    if (name == "renju") return GomokuRule::renju;
    if (name == "caro") return GomokuRule::caro;
    throw std::invalid_argument("the rule is freestyle, standard, renju or caro");
}

// Row has a bit for each column and one more: 16 bits serve boards up to 15, 32 bits the larger ones.
template <class Row, int MaxSize>
class Gomoku {
public:
    static constexpr int max_size = MaxSize;

    // `cells` holds x, o or . for each cell, row by row; the caller has checked it.
    Gomoku(int size, GomokuRule rule, std::string_view cells, int turn)
        : size_(static_cast<std::uint8_t>(size)),
          rule_(rule),
          turn_(static_cast<std::uint8_t>(turn)),
          reciprocal_(static_cast<std::uint16_t>(65536 / size + 1)),
          key_(turn ? turn_key : 0) {
        for (int cell = 0; cell < area(); ++cell) {
            const Point point = place(cell);
            const Row bit = column_bit(point);
            if (cells[cell] == '.') {
                free_[point.row] |= bit;
                ++empties_;
            } else {
                const int side = cells[cell] == 'o';
                stones_[side][point.row] |= bit;
                key_ ^= stone_keys[side][cell];
            }
        }
        // Set-up boards may have fives of both; then the side that would have moved last wins.
        if (has_five(1 - turn)) winner_ = static_cast<std::int8_t>(1 - turn);
        else if (has_five(turn)) winner_ = static_cast<std::int8_t>(turn);
    }

    int size() const { return size_; }
    GomokuRule rule() const { return rule_; }
    int turn() const { return turn_; }
    int area() const { return size_ * size_; }
    Key key() const { return key_; }
    int stone(int cell) const {
        const Point point = place(cell);
        if (has(stones_[0], point)) return 0;
        return has(stones_[1], point) ? 1 : -1;
    }

    int empties() const { return empties_; }

    Outcome outcome() const {
        if (winner_ >= 0) return {winner_, "five"};
        if (empties_ == 0) return {Outcome::draw, "full board"};
        if (is_stuck()) return {Outcome::draw, "no move"};
        return {};
    }
    void moves(MoveList& list) const {
        if (winner_ >= 0) return;
        const bool judged = has_fouls();
        for (int row = 1; row <= size_; ++row) {
            for (std::uint32_t rest = free_[row]; rest; rest &= rest - 1) {
                const int column = std::countr_zero(rest);
                if (!judged || !forbidden({row, column})) list.add((row - 1) * size_ + column - 1);
            }
        }
    }
    int count_moves() const {
        if (winner_ >= 0) return 0;
        if (!has_fouls()) return empties_;
        MoveList list;
        moves(list);
        return list.count;
    }
    bool is_legal(Move move) const {
        if (winner_ >= 0 || move >= area()) return false;
        const Point point = place(move);
        return has(free_, point) && !(has_fouls() && forbidden(point));
    }
    // Whether renju forbids black this free cell, whoever is to move; false under other rules.
    bool is_foul(Move move) const { return rule_ == GomokuRule::renju && forbidden(place(move)); }
    void play(Move move) {
        const int side = turn_;
        place_known(move, false);
        if (makes_five(side, place(move))) winner_ = static_cast<std::int8_t>(side);
    }

    // For boards that know more: whether a cell is free, who has a five, make and unmake.
    bool is_free(Move cell) const { return has(free_, place(cell)); }
    int winner() const { return winner_; }
    // As play() on a free cell of a running game; `wins` says whether it makes a five.
    void place_known(Move cell, bool wins) {
        const Point point = place(cell);
        const Row bit = column_bit(point);
        stones_[turn_][point.row] |= bit;
        free_[point.row] ^= bit;
        --empties_;
        key_ ^= stone_keys[turn_][cell] ^ turn_key;
        if (wins) winner_ = static_cast<std::int8_t>(turn_);
        turn_ ^= 1;
    }
    void take_back(Move cell) {
        const Point point = place(cell);
        const Row bit = column_bit(point);
        turn_ ^= 1;
        stones_[turn_][point.row] ^= bit;
        free_[point.row] |= bit;
        ++empties_;
        key_ ^= stone_keys[turn_][cell] ^ turn_key;
        winner_ = -1;
    }
    void pass() {
        turn_ ^= 1;
        key_ ^= turn_key;
    }

    Move random_move(Rng& rng) const {
        // Drawing again after a forbidden point is uniform over the others; crowded boards get the full list.
        for (int attempt = 0; attempt < 8; ++attempt) {
            std::uint32_t skip = rng.below(empties_);
            int row = 1;
            for (std::uint32_t here; skip >= (here = std::popcount(static_cast<std::uint32_t>(free_[row]))); ++row)
                skip -= here;
            std::uint32_t rest = free_[row];
            for (; skip; --skip) rest &= rest - 1;
            const Point point{row, std::countr_zero(rest)};
            if (!has_fouls() || !forbidden(point)) return number(point);
        }
        MoveList list;
        moves(list);
        return list[static_cast<int>(rng.below(list.count))];
    }

    Playout playout(Rng& rng, int cap) const {
        if (cap <= 0 || winner_ >= 0 || empties_ == 0) {
            const Outcome end = outcome();
            return {end.over() ? end.winner : Outcome::draw, cap <= 0 ? cap : 0};
        }
        if (rule_ == GomokuRule::renju) return step_by_step(rng, cap);
        // Of the 8-bit numbers the unsigned, of the 16-bit ones the signed have minima on every x86-64.
        if (empties_ < 255) return race<std::uint8_t>(rng, cap);
        return race<std::int16_t>(rng, cap);
    }

private:
    static constexpr int rows = MaxSize + 2, stride = 8 * sizeof(Row);
    static_assert(MaxSize + 1 <= stride);

    struct Point {
        int row, column;
    };
    using Rows = Row[rows];

    Point place(int cell) const {
        const int row = cell * reciprocal_ >> 16;  // cell / size_, exact for every cell of a board up to 28
        return {row + 1, cell - row * size_ + 1};
    }
    Move number(Point point) const { return static_cast<Move>((point.row - 1) * size_ + point.column - 1); }
    static Row column_bit(Point point) { return static_cast<Row>(Row{1} << point.column); }
    static bool has(const Rows& set, Point point) { return set[point.row] >> point.column & 1; }

    bool long_wins(int side) const {
        return rule_ == GomokuRule::freestyle || (rule_ == GomokuRule::renju && side == 1);
    }
    // Whether the stone on `point` is part of a five that wins.
    bool makes_five(int side, Point point) const {
        constexpr int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
        const Rows& own = stones_[side];
        for (const auto& [down, right] : steps) {
            Point low = point, high = point;
            do low = {low.row - down, low.column - right};
            while (has(own, low));
            do high = {high.row + down, high.column + right};
            while (has(own, high));
            const int length = (down ? high.row - low.row : high.column - low.column) - 1;
            if (length < 5) continue;
            if (long_wins(side)) return true;
            if (length > 5) continue;
            // Caro as the Gomocup plays it: closed means enemy stones at both ends; the edge is no stone.
            const Rows& enemy = stones_[1 - side];
            if (rule_ != GomokuRule::caro || !has(enemy, low) || !has(enemy, high)) return true;
        }
        return false;
    }
    bool has_five(int side) const {
        for (int row = 1; row <= size_; ++row)
            for (std::uint32_t rest = stones_[side][row]; rest; rest &= rest - 1)
                if (makes_five(side, {row, std::countr_zero(rest)})) return true;
        return false;
    }

    // Whether the side to move may be forbidden some points.
    bool has_fouls() const { return rule_ == GomokuRule::renju && turn_ == 0; }
    bool forbidden(Point point) const {
        return RenjuJudge<Row, rows>(stones_[0], free_).forbidden(point.row, point.column);
    }
    bool is_stuck() const {
        if (!has_fouls()) return false;
        for (int row = 1; row <= size_; ++row)
            for (std::uint32_t rest = free_[row]; rest; rest &= rest - 1)
                if (!forbidden({row, std::countr_zero(rest)})) return false;
        return true;
    }

    template <class Ply>
    Playout race(Rng& rng, int cap) const {
        GomokuFastPlayout<Ply, stride, MaxSize> race(size_, stones_[turn_], stones_[1 - turn_], free_);
        const int end = rule_ == GomokuRule::freestyle  ? race.template run<false, false>(rng, cap)
                        : rule_ == GomokuRule::standard ? race.template run<true, false>(rng, cap)
                                                        : race.template run<true, true>(rng, cap);
        if (end == 0) return {Outcome::draw, std::min<int>(empties_, cap)};
        return {end % 2 ? turn_ : 1 - turn_, end};
    }

    // Renju: black's next random move depends on the board, so each has to be played.
    Playout step_by_step(Rng& rng, int cap) const {
        Gomoku board = *this;
        Move order[MaxSize * MaxSize];
        int count = 0;
        for (int row = 1; row <= size_; ++row)
            for (std::uint32_t rest = free_[row]; rest; rest &= rest - 1)
                order[count++] = number({row, std::countr_zero(rest)});
        for (int plies = 0; plies < cap; ++plies) {
            // Points found forbidden are set aside behind `open`, so that the draw stays uniform over the rest.
            int open = count, chosen = 0;
            for (; open; std::swap(order[chosen], order[--open])) {
                chosen = static_cast<int>(rng.below(open));
                if (!board.has_fouls() || !board.forbidden(place(order[chosen]))) break;
            }
            if (!open) return {Outcome::draw, plies};
            board.play(order[chosen]);
            if (board.winner_ >= 0) return {board.winner_, plies + 1};
            order[chosen] = order[--count];
        }
        return {Outcome::draw, cap};
    }

    Rows stones_[2] = {}, free_ = {};
    std::uint8_t size_;
    GomokuRule rule_;
    std::uint8_t turn_;
    std::int8_t winner_ = -1;  // who has a five
    std::uint16_t reciprocal_, empties_ = 0;
    Key key_;
};

using GomokuSmall = Gomoku<std::uint16_t, 15>;
using GomokuLarge = Gomoku<std::uint32_t, 28>;

}  // namespace boyi
