// NoGo on boards of 2 to 28 with groups and liberties kept up to date from stone to stone.
//
// Nothing is ever taken, so groups only grow. Each group counts its pseudo-liberties: pairs of a stone and an
// empty cell beside it. A cell that touches the group m times is the group's only liberty exactly if that count
// is m, so legality needs no liberty sets.
//
// An empty cell that is illegal for a side stays illegal for that side permanently. It is illegal because it is the
// only liberty of groups beside it, and such a group can grow or join another only on that very cell; or because
// all its neighbours are enemy stones and edge, which stay. The cursors and the playouts rest on this.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/board.hpp"
#include "nogo/endgame.hpp"
#include "nogo/patterns.hpp"

namespace boyi {

// `Id` numbers the cells of the largest board and two special groups; small numbers make a small board.
template <class Id, int MaxSize>
class NoGo {
public:
    static constexpr int min_size = 2, max_size = MaxSize;

    // `cells` holds size * size letters x, o or a dot. Set-up groups without a liberty touch no empty cell and
    // so forbid nothing.
    NoGo(int size, std::string_view cells, int turn)
        : around_(neighbour_table(size)),
          area_(static_cast<Short>(size * size)),
          turn_(static_cast<Short>(turn)),
          size_(static_cast<Short>(size)) {
        std::fill(std::begin(group_), std::end(group_), vacant);
        group_[edge] = edge;
        std::fill(std::begin(next_), std::end(next_), Id{0});
        std::fill(std::begin(state_), std::end(state_), Short{0});
        state_[edge] = edge_state;
        state_[vacant] = vacant_state;
        key_ = turn ? turn_key : 0;
        for (int cell = 0; cell < area_; ++cell) {
            if (cells[cell] == '.') continue;
            const int side = cells[cell] == 'o';
            place(cell, side);
            key_ ^= stone_keys[side][cell];
        }
        advance();
    }

    int turn() const { return turn_; }
    int area() const { return area_; }
    int stone(int cell) const { return (state_[group_[cell]] & colour_mask) - 1; }
    Key key() const { return key_; }
    Outcome outcome() const {
        if (first_[turn_] < area_) return {};
        return {1 - turn_, "no move"};
    }
    void moves(MoveList& list) const {
        for (int cell = first_[turn_]; cell < area_; ++cell) {
            list.moves[list.count] = static_cast<Move>(cell);
            list.count += may_place(cell, turn_);
        }
    }
    int count_moves() const {
        int count = 0;
        for (int cell = first_[turn_]; cell < area_; ++cell) count += may_place(cell, turn_);
        return count;
    }
    bool is_legal(Move move) const { return move < area_ && may_place(move, turn_); }
    void play(Move move) {
        place(move, turn_);
        key_ ^= stone_keys[turn_][move] ^ turn_key;
        turn_ ^= 1;
        advance();
    }
    int size() const { return size_; }

    // The solver of endgames, and what it is told.
    using Endgame = NoGoEndgame;
    NoGoView view() const {
        NoGoView seen;
        seen.size = size_;
        seen.turn = turn_;
        for (int cell = 0; cell < area_; ++cell) {
            seen.stones[cell] = static_cast<std::int8_t>(stone(cell));
            seen.playable[cell] = static_cast<std::uint8_t>(may_place(cell, 0) | may_place(cell, 1) << 1);
        }
        return seen;
    }
    // What the learned weights see, and what they say: what the side to move may expect, -1 to 1, and how likely each
    // of these moves is.
    NoGoCells cells() const {
        NoGoCells seen;
        seen.size = size_;
        const int width = seen.width();
        std::fill_n(seen.codes, width * width, NoGoCells::edge);
        EmptyCells found;
        for (int row = 0, cell = 0; row < size_; ++row)
            for (int column = 0; column < size_; ++column, ++cell) {
                int code;
                if (const int colour = state_[group_[cell]] & colour_mask) {
                    code = NoGoCells::own + (colour - 1 != turn_);
                } else {
                    const Touch touched = touch(cell);
                    const int legal = breathes(touched, turn_) + 2 * breathes(touched, 1 - turn_);
                    found.add(legal, cell);
                    code = NoGoCells::empty + legal;
                }
                seen.codes[(row + 1) * width + column + 1] = static_cast<std::uint8_t>(code);
            }
        seen.contested = found.count[3];
        seen.ahead = private_moves(found, 1, turn_) - private_moves(found, 2, 1 - turn_);
        return seen;
    }
    float expectation() const {
        return std::tanh(static_cast<float>(NoGoPatterns::value(cells())) / (2 * NoGoPatterns::unit));
    }
    void policy(const Move* moves, int count, float* shares) const {
        NoGoPatterns::policy(cells(), moves, count, shares);
    }
    static bool learned() { return NoGoPatterns::loaded(); }

    // Points that only one side can play, counted for each side; an eye (all its neighbours are that side's) twice.
    std::array<int, 2> territory() const {
        std::array<int, 2> points{0, 0};
        for (int cell = std::min(first_[0], first_[1]); cell < area_; ++cell) {
            const bool black = may_place(cell, 0), white = may_place(cell, 1);
            if (black == white) continue;
            const int side = white;
            bool eye = true;
            for (const Id near : around_[cell].cells)
                eye = eye && (near == edge || (state_[group_[near]] & colour_mask) == side + 1);
            points[side] += 1 + eye;
        }
        return points;
    }
    int stones() const {
        int count = 0;
        for (int cell = 0; cell < area_; ++cell) count += group_[cell] != vacant;
        return count;
    }
    // Drawing cells until a legal one comes is uniform, and so is the list to which it turns when most are illegal.
    Move random_move(Rng& rng) const {
        const int first = first_[turn_];
        for (int attempt = 0; attempt < 16; ++attempt) {
            const int cell = first + static_cast<int>(rng.below(area_ - first));
            if (may_place(cell, turn_)) return static_cast<Move>(cell);
        }
        MoveList list;
        moves(list);
        return list[rng.below(list.count)];
    }

    // Each side draws cells from a bag of its own and never puts one back: a drawn cell is played, or illegal for
    // it permanently. All its legal cells are still in the bag, so the first legal one it draws is uniform among them.
    Playout playout(Rng& rng, int cap) {
        Bag bags[2];
        fill(bags);
        int side = turn_;
        for (int plies = 0;; ++plies, side ^= 1) {
            Bag& bag = bags[side];
            int cell;
            Touch touched;
            do {
                if (bag.count == 0) return {1 - side, plies};
                cell = bag.take(static_cast<int>(rng.below(bag.count)));
                touched = touch(cell);
            } while (!breathes(touched, side));
            if (plies >= cap) return {Outcome::draw, plies};
            bags[1 - side].remove(cell);
            place(cell, side, touched);
        }
    }

    // A game for the Monte Carlo search, which wants the moves, too. Not uniform: a cell that the other side can no
    // longer play is a move in hand and kept for later, as any player would.
    Playout playout(Rng& rng, int cap, Move* moves) {
        Bag bags[2];
        fill(bags);
        Id kept[2][capacity];
        int in_hand[2] = {0, 0};
        int side = turn_;
        for (int plies = 0;; ++plies, side ^= 1) {
            Bag& bag = bags[side];
            int cell;
            Touch touched;
            for (;;) {
                if (bag.count > 0) {
                    cell = bag.take(static_cast<int>(rng.below(bag.count)));
                    touched = touch(cell);
                    if (!breathes(touched, side)) continue;
                    if (breathes(touched, 1 - side)) break;
                    kept[side][in_hand[side]++] = static_cast<Id>(cell);
                } else {
                    if (in_hand[side] == 0) return {1 - side, plies};
                    cell = kept[side][--in_hand[side]];
                    touched = touch(cell);
                    if (breathes(touched, side)) break;
                }
            }
            if (plies >= cap) return {Outcome::draw, plies};
            moves[plies] = static_cast<Move>(cell);
            bags[1 - side].remove(cell);
            place(cell, side, touched);
        }
    }

private:
    using Short = std::uint16_t;
    static constexpr int capacity = MaxSize * MaxSize;
    static_assert(capacity <= max_cells && capacity + 1 <= static_cast<Id>(-1));

    // Cells without a stone belong to one of two groups that make the loops over four neighbours uniform:
    // the edge, which never has a liberty, and the empty cells, which always have.
    static constexpr Id edge = capacity, vacant = capacity + 1;
    // A group's state: four times its pseudo-liberties, plus 1 for black or 2 for white.
    static constexpr Short colour_mask = 3, one_liberty = 4;
    static constexpr Short edge_state = 0, vacant_state = 0x4000;
    static_assert(4 * capacity * one_liberty + colour_mask < vacant_state);  // its one bit is no group's

    // A set of cells from which to draw.
    struct Bag {
        int count = 0;
        Id cells[capacity];
        Id place[capacity];  // where in `cells` each cell is; past `count` for cells that are not in the bag
        void add_if(int cell, bool wanted) {
            cells[count] = static_cast<Id>(cell);
            place[cell] = static_cast<Id>(wanted ? count : capacity);
            count += wanted;
        }
        int take(int index) {
            const Id cell = cells[index], last = cells[--count];
            cells[index] = last;
            place[last] = static_cast<Id>(index);
            place[cell] = capacity;
            return cell;
        }
        void remove(int cell) {
            if (place[cell] < count) take(place[cell]);
        }
    };

    void fill(Bag (&bags)[2]) const {
        for (int cell = 0; cell < area_; ++cell) bags[0].add_if(cell, group_[cell] == vacant);
        bags[1] = bags[0];
    }

    struct Neighbours {
        Id cells[4];
    };
    static const Neighbours* neighbour_table(int size) {
        static const auto tables = [] {
            std::array<std::array<Neighbours, capacity>, MaxSize + 1> all{};
            for (int side = min_size; side <= MaxSize; ++side)
                for (int cell = 0; cell < side * side; ++cell) {
                    const int row = cell / side, column = cell % side;
                    Neighbours& around = all[side][cell];
                    around.cells[0] = row > 0 ? static_cast<Id>(cell - side) : edge;
                    around.cells[1] = column > 0 ? static_cast<Id>(cell - 1) : edge;
                    around.cells[2] = column < side - 1 ? static_cast<Id>(cell + 1) : edge;
                    around.cells[3] = row < side - 1 ? static_cast<Id>(cell + side) : edge;
                }
            return all;
        }();
        return tables[size].data();
    }

    // What lies on the four sides of a cell, in the four 16-bit lanes of two words: all neighbours are judged at
    // once, because branches on random stones are mostly mispredicted.
    struct Touch {
        std::uint64_t groups = 0, states = 0;
    };
    static constexpr std::uint64_t ones = 0x0001000100010001ull, high = ones << 15;

    Touch touch(int cell) const {
        Touch found;
        for (int i = 0; i < 4; ++i) {
            const std::uint64_t group = group_[around_[cell].cells[i]];
            found.groups |= group << 16 * i;
            found.states |= std::uint64_t{state_[group]} << 16 * i;
        }
        return found;
    }

    // The lanes, marked by their high bits, in which two words differ (by less than the high bit).
    static std::uint64_t differing(std::uint64_t one, std::uint64_t two) {
        return ((one ^ two) + (high - ones)) & high;
    }

    // Whether a stone of `side` on an empty cell leaves every group it touches a liberty.
    static bool breathes(const Touch& touched, int side) {
        std::uint64_t strangers = 0;  // per lane, four times the number of other neighbours of another group
        for (int turned = 16; turned < 64; turned += 16)
            strangers += differing(touched.groups, std::rotl(touched.groups, turned)) >> 13;
        // Alive: the group has more pseudo-liberties than the cell touches stones of it.
        const std::uint64_t alive = (touched.states | high) - (ones * 5 * one_liberty - strangers);
        const std::uint64_t enemy = touched.states << (14 + side);
        return (alive & ~enemy & high) && !(enemy & ~alive & high);
    }

    bool may_place(int cell, int side) const { return group_[cell] == vacant && breathes(touch(cell), side); }

    void place(int cell, int side) { place(cell, side, touch(cell)); }
    void place(int cell, int side, const Touch& touched) {
        for (int i = 0; i < 4; ++i) state_[touched.groups >> 16 * i & 0xFFFF] -= one_liberty;
        state_[edge] = edge_state;
        state_[vacant] = vacant_state;
        // A lone stone, or one more stone of a group, in the same steps; joining groups is the rare case.
        const std::uint64_t friends = touched.states << (15 - side) & high;
        Id own = static_cast<Id>(friends ? touched.groups >> (std::countr_zero(friends) - 15) : cell);
        state_[cell] = static_cast<Short>(1 << side);
        next_[cell] = static_cast<Id>(cell);
        group_[cell] = own;
        std::swap(next_[cell], next_[own]);
        state_[own] += static_cast<Short>(std::popcount(touched.states & ones * vacant_state) * one_liberty);
        if (friends & differing(touched.groups, ones * own))
            for (int i = 0; i < 4; ++i)
                if (const Id group = group_[around_[cell].cells[i]]; state_[group] >> side & 1 && group != own)
                    own = join(own, group);
    }

    // Makes one group of two and returns its name; the one with fewer liberties is likely the smaller one to rename.
    Id join(Id one, Id two) {
        if (state_[one] > state_[two]) std::swap(one, two);
        Id stone = one;
        do {
            group_[stone] = two;
            stone = next_[stone];
        } while (stone != one);
        std::swap(next_[one], next_[two]);
        state_[two] += static_cast<Short>(state_[one] & ~colour_mask);
        return two;
    }

    // The empty cells by who may play them: 1 for the side to move, plus 2 for the other.
    struct EmptyCells {
        int count[4] = {0, 0, 0, 0};
        Id cells[4][capacity];
        void add(int legal, int cell) { cells[legal][count[legal]++] = static_cast<Id>(cell); }
    };

    // The moves that a side will have in the cells that only it may play. Groups that touch such cells are joined by
    // filling them; one cell must stay empty to be the last liberty, unless a group has one that nobody may play.
    int private_moves(const EmptyCells& found, int legal, int side) const {
        const int count = found.count[legal];
        if (count == 0) return 0;
        const Id* const own = found.cells[legal];
        Id parent[capacity];  // of groups and of cells, by cell; the top of a part is always a cell
        std::uint64_t is_private[(capacity + 63) / 64] = {}, is_safe[(capacity + 63) / 64] = {};
        const auto holds = [](const std::uint64_t* set, int cell) { return set[cell / 64] >> cell % 64 & 1; };
        const auto insert = [](std::uint64_t* set, int cell) { set[cell / 64] |= std::uint64_t{1} << cell % 64; };
        for (int i = 0; i < area_; ++i) parent[i] = static_cast<Id>(i);
        for (int i = 0; i < count; ++i) insert(is_private, own[i]);
        const auto top = [&](Id cell) {
            while (parent[cell] != cell) cell = parent[cell] = parent[parent[cell]];
            return cell;
        };
        for (int i = 0; i < count; ++i)
            for (const Id near : around_[own[i]].cells) {
                if (near == edge) continue;
                if (stone(near) == side) parent[top(group_[near])] = top(own[i]);
                else if (near > own[i] && holds(is_private, near)) parent[top(near)] = top(own[i]);
            }
        int moves = count;
        for (int i = 0; i < count; ++i) moves -= parent[own[i]] == own[i];
        for (int i = 0; i < found.count[0]; ++i)
            for (const Id near : around_[found.cells[0][i]].cells) {
                if (near == edge || stone(near) != side) continue;
                const Id part = top(group_[near]);
                // A group without such cells is a part by itself, which was not counted.
                if (!holds(is_private, part) || holds(is_safe, part)) continue;
                insert(is_safe, part);
                ++moves;
            }
        return moves;
    }

    // No cell before first_[side] will ever be legal for that side again, so the end of the game is known at once.
    void advance() {
        int cell = first_[turn_];
        while (cell < area_ && !may_place(cell, turn_)) ++cell;
        first_[turn_] = static_cast<Short>(cell);
    }

    const Neighbours* around_;
    Key key_;
    Short area_, turn_, size_;
    Short first_[2] = {0, 0};
    Id group_[capacity + 1];     // of each cell, and of the outside
    Id next_[capacity];          // the stones of a group in a ring
    Short state_[capacity + 2];  // of each group, which is named after one of its stones
};

using NoGoSmall = NoGo<std::uint8_t, 15>;
using NoGoLarge = NoGo<std::uint16_t, 28>;

}  // namespace boyi
