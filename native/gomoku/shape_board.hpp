// A gomoku board with make and unmake that knows what each side could make on every empty cell.
#pragma once

#include <bit>
#include <cstring>
#include <vector>

#include "gomoku/weights.hpp"

namespace boyi {

// Where a cell stands on its four lines: rows, columns, falling and rising diagonals one after the other.
class LineGeometry {
public:
    struct Spot {
        std::uint8_t line[4], place[4];
    };
    static const LineGeometry& of(int size) {
        static const auto& all = *new std::vector<LineGeometry>(make_all());
        return all[static_cast<std::size_t>(size)];
    }
    const Spot& operator[](int cell) const { return spots_[static_cast<std::size_t>(cell)]; }
    int step(int direction) const { return steps_[direction]; }

private:
    static std::vector<LineGeometry> make_all() {
        std::vector<LineGeometry> all;
        for (int size = 0; size <= 28; ++size) all.push_back(LineGeometry(size));
        return all;
    }
    explicit LineGeometry(int size) : steps_{1, size, size + 1, 1 - size} {
        for (int row = 0; row < size; ++row) {
            for (int column = 0; column < size; ++column) {
                const int lines[4] = {row, size + column, 3 * size - 1 + row - column, 4 * size - 1 + row + column};
                Spot spot;
                for (int direction = 0; direction < 4; ++direction) {
                    spot.line[direction] = static_cast<std::uint8_t>(lines[direction]);
                    spot.place[direction] = static_cast<std::uint8_t>(direction == 1 ? row : column);
                }
                spots_.push_back(spot);
            }
        }
    }
    std::vector<Spot> spots_;
    int steps_[4];
};

// Kernel is one of the rules kernels, which stays the judge of what is legal.
template <class Kernel>
class ShapeBoard {
public:
    static constexpr int max_area = Kernel::max_size * Kernel::max_size, max_words = (max_area + 63) / 64;
    // What the search knows of one empty cell; a taken cell has no shapes.
    struct Cell {
        std::uint32_t shapes;  // a byte for each direction: black's in the low four bits, white's in the high ones
        std::uint16_t combination[2];  // the number of each side's four shapes
        Threat threat[2];
    };

    explicit ShapeBoard(const Kernel& kernel)
        : kernel_(kernel),
          size_(kernel.size()),
          area_(kernel.area()),
          words_((area_ + 63) / 64),
          table_(&ShapeTable::of(kernel.rule())),
          combinations_(&Combinations::get()),
          weights_(&GomokuWeights::of(kernel.rule())),
          geometry_(&LineGeometry::of(size_)) {
        std::fill_n(lines_, 6 * size_ - 2, ~LineWord{0});
        for (int cell = 0; cell < area_; ++cell) {
            const auto stone = static_cast<LineWord>(kernel.stone(cell) + 1);
            const auto& spot = (*geometry_)[cell];
            for (int direction = 0; direction < 4; ++direction)
                lines_[spot.line[direction]] ^= (off_board ^ stone) << line_shift(spot.place[direction]);
        }
        const int nothing = combinations_->number(0);
        for (int cell = 0; cell < area_; ++cell) {
            const auto none = static_cast<std::uint16_t>(nothing);
            cells_[cell] = {0, {none, none}, {Threat::alone, Threat::alone}};
            for (int side = 0; side < 2; ++side) ++sums_.counts[side][static_cast<int>(Threat::alone)];
            if (kernel.stone(cell) >= 0) continue;
            std::uint32_t shapes = 0;
            const auto& spot = (*geometry_)[cell];
            for (int direction = 0; direction < 4; ++direction) {
                const std::uint32_t both = table_->look(lines_[spot.line[direction]], spot.place[direction]);
                shapes |= both << 8 * direction;
            }
            change<true>(cell, shapes);
        }
        // A stone changes at most ten cells in each direction, and its own.
        undo_.resize(static_cast<std::size_t>(41 * (kernel.empties() + 1)));
        plies_.reserve(static_cast<std::size_t>(kernel.empties() + 1));
        windows_.start(*this, weights_->windows);
    }

    // The rules

    int size() const { return size_; }
    int area() const { return area_; }
    int words() const { return words_; }
    GomokuRule rule() const { return kernel_.rule(); }
    int turn() const { return kernel_.turn(); }
    int stone(int cell) const { return kernel_.stone(cell); }
    bool is_empty(int cell) const { return kernel_.is_free(static_cast<Move>(cell)); }
    int empties() const { return kernel_.empties(); }
    int stones() const { return area_ - empties(); }
    int winner() const { return kernel_.winner(); }
    Key key() const { return kernel_.key(); }
    bool is_legal(Move move) const { return kernel_.is_legal(move); }
    const Kernel& kernel() const { return kernel_; }

    // The move must be legal, or at least empty.
    void play(Move cell) { place<Upkeep::value>(cell); }
    // The same without the value, which may be asked for again when the move is taken back.
    void play_shapes(Move cell) { place<Upkeep::shapes>(cell); }
    // Only fours and fives of both sides stay exact until the move is taken back: a shape below four may be the one
    // that the cell had before.
    void play_fours(Move cell) { place<Upkeep::fours>(cell); }
    void undo() {
        const Ply& ply = plies_.back();
        kernel_.take_back(ply.move);
        const auto& spot = (*geometry_)[ply.move];
        for (int direction = 0; direction < 4; ++direction)
            lines_[spot.line[direction]] &= ~(off_board << line_shift(spot.place[direction]));
        // No cell was saved twice, so the order does not matter.
        for (std::uint32_t index = ply.first; index < saved_; ++index) {
            const Saved& saved = undo_[index];
            Cell& now = cells_[saved.place];
            if (std::memcmp(now.threat, saved.cell.threat, sizeof now.threat) != 0) {
                for (int side = 0; side < 2; ++side) {
                    if (now.threat[side] == saved.cell.threat[side]) continue;
                    flip(side, now.threat[side], saved.place);
                    flip(side, saved.cell.threat[side], saved.place);
                }
            }
            now = saved.cell;
        }
        saved_ = ply.first;
        sums_ = ply.before;
        if (windows_.taken() == plies_.size()) windows_.forget();
        plies_.pop_back();
    }
    // The other side is to move; passing again takes it back.
    void pass() { kernel_.pass(); }

    // What could be made

    const Cell& cell(int cell) const { return cells_[cell]; }
    Threat threat(int side, int cell) const { return cells_[cell].threat[side]; }
    Shape shape(int side, int cell, int direction) const {
        return static_cast<Shape>(cells_[cell].shapes >> (8 * direction + 4 * side) & 15);
    }
    // On how many cells this side could make just this.
    int count(int side, Threat threat) const { return sums_.counts[side][static_cast<int>(threat)]; }
    // The first of these cells, or -1.
    int first(int side, Threat threat) const {
        const std::uint64_t* set = sets_[side][static_cast<int>(threat)];
        for (int word = 0; word < words_; ++word)
            if (set[word]) return 64 * word + std::countr_zero(set[word]);
        return -1;
    }
    // All of them, in rising order; `use(cell)` must not play.
    template <class Use>
    void each(int side, Threat threat, Use&& use) const {
        const std::uint64_t* set = sets_[side][static_cast<int>(threat)];
        for (int word = 0; word < words_; ++word)
            for (std::uint64_t rest = set[word]; rest; rest &= rest - 1) use(64 * word + std::countr_zero(rest));
    }
    // The cells where a stone would work together with another one of either side, as bits.
    std::uint64_t near(int word) const {
        std::uint64_t found = 0;
        for (int side = 0; side < 2; ++side)
            for (int threat = 1; threat < threat_count; ++threat) found |= sets_[side][threat][word];
        return found;
    }
    // How many cells hold a four or more for this side.
    int fours(int side) const {
        const std::int16_t* counts = sums_.counts[side];
        return counts[static_cast<int>(Threat::four)] + counts[static_cast<int>(Threat::four_three)] +
               counts[static_cast<int>(Threat::double_four)] + counts[static_cast<int>(Threat::open_four)] +
               counts[static_cast<int>(Threat::five)];
    }
    // How much the order of threats should favour this cell: what the side to move makes there and keeps from the
    // other.
    int order(int cell) const {
        const int own = turn();
        return weights_->order[0][cells_[cell].combination[own]] +
               weights_->order[1][cells_[cell].combination[1 - own]];
    }
    // How much the order of moves should favour this cell. The value of the position must have been asked for, which
    // takes over its windows; no move since the start needs none.
    int promise(int cell) const {
        const int own = turn();
        const GomokuPolicy& policy = weights_->policy;
        int sum = policy.combinations[0][cells_[cell].combination[own]] +
                  policy.combinations[1][cells_[cell].combination[1 - own]];
        for (int direction = 0; direction < 4; ++direction)
            sum += policy.windows[own][windows_.window(cell, direction)];
        return sum;
    }
    // For the side to move: the sum over all empty cells, and what the network makes of them together.
    int value() {
        if (windows_.taken() < plies_.size()) windows_.take(*this, plies_);
        const int own = turn();
        const unsigned threats = this->threats();
        return sum(own, threats) + weights_->network.value(pools(own), pools(1 - own), threats, stones());
    }
    // The same without the network.
    int sum() const { return sum(turn(), threats()); }
    // Which threats both sides could make next, as bits: the number of an entry of GomokuWeights::threats.
    unsigned threats() const {
        const auto has = [this](int side, Threat threat, int bit) {
            return static_cast<unsigned>(count(side, threat) > 0) << bit;
        };
        const int own = turn(), enemy = 1 - own;
        return has(own, Threat::four, 0) | has(own, Threat::three, 1) | has(own, Threat::double_three, 2) |
               has(own, Threat::four_three, 3) | has(enemy, Threat::four, 4) | has(enemy, Threat::double_three, 5) |
               has(enemy, Threat::four_three, 6) | has(enemy, Threat::open_four, 7);
    }
    int worth(int side, bool waits) const { return waits ? sums_.worth[side].waits() : sums_.worth[side].moves(); }

    // Geometry

    int step(int direction) const { return geometry_->step(direction); }
    // The whole line through a cell, and the cell's place in it.
    LineWord line(int cell, int direction, int& place) const {
        const auto& spot = (*geometry_)[cell];
        place = spot.place[direction];
        return lines_[spot.line[direction]];
    }
    // The cell at a distance in a direction, or -1 where the board ends.
    int along(int cell, int direction, int distance) const {
        int place;
        const LineWord line = this->line(cell, direction, place);
        place += distance;
        if (place < 0 || place >= size_ || (line >> line_shift(place) & 3) == off_board) return -1;
        return cell + distance * step(direction);
    }
    const ShapeTable& table() const { return *table_; }

    // Caro: the free cells on which the other side may stop the fives that `attacker` threatens. A five can be
    // stopped by closing its ends, too. A cell may come twice.
    template <class Use>
    void each_stop(int attacker, Use&& use) const {
        each(attacker, Threat::five, [&](int cell) {
            use(cell);
            for (int direction = 0; direction < 4; ++direction) {
                if (shape(attacker, cell, direction) != five) continue;
                for (const int sign : {-1, 1}) {
                    int distance = sign, end;
                    while ((end = along(cell, direction, distance)) >= 0 && stone(end) == attacker) distance += sign;
                    if (end >= 0 && is_empty(end)) use(end);
                }
            }
        });
    }

private:
    // What a move keeps up to date.
    enum class Upkeep { fours, shapes, value };
    struct Sums {
        alignas(16) GomokuNetwork::Row pools[2] = {};  // of combinations
        WorthPair worth[2];
        std::int16_t counts[2][threat_count] = {};
    };
    struct Ply {
        Move move;
        std::uint32_t first;  // of its entries in undo_
        Sums before;
    };
    struct Saved {
        std::uint16_t place;
        Cell cell;
    };

    int sum(int own, unsigned threats) const {
        return worth(own, false) - worth(1 - own, true) + weights_->tempo + weights_->threats[threats];
    }
    GomokuNetwork::Pools pools(int side) const {
        GomokuNetwork::Pools pools;
        std::copy_n(windows_.pool_of(side), GomokuNetwork::window_channels, pools.windows.begin());
        pools.combinations = sums_.pools[side];
        return pools;
    }
    void save(int place) { undo_[saved_++] = {static_cast<std::uint16_t>(place), cells_[place]}; }
    void flip(int side, Threat threat, int place) {
        sets_[side][static_cast<int>(threat)][place >> 6] ^= std::uint64_t{1} << (place & 63);
    }

    template <Upkeep Kept>
    void place(Move cell) {
        const int side = turn();
        plies_.push_back({cell, saved_, sums_});
        kernel_.place_known(cell, cells_[cell].threat[side] == Threat::five);
        save(cell);
        change<Kept == Upkeep::value>(cell, 0);
        const LineWord stone = static_cast<LineWord>(side + 1);
        if (table_->reach() == 4) update<4, Kept>(cell, stone);
        else update<5, Kept>(cell, stone);
    }

    // Looks again at the empty cells in reach of a new stone.
    template <int Reach, Upkeep Kept>
    void update(int cell, LineWord stone) {
        constexpr LineWord mask = (1 << 2 * Reach) - 1;
        const auto& spot = (*geometry_)[cell];
        for (int direction = 0; direction < 4; ++direction) {
            const int start = spot.place[direction], step = geometry_->step(direction);
            const LineWord line = lines_[spot.line[direction]] |= stone << line_shift(start);
            const int shift = line_shift(start - Reach);
            const LineWord around = shift >= 0 ? line >> shift : line << -shift;
            if constexpr (Kept == Upkeep::fours)
                if (!may_hold_four<Reach>(around)) continue;
            const LineWord before = around & mask, after = line >> line_shift(start + 1) & mask;
            unsigned felt = table_->felt_before(before) | static_cast<unsigned>(table_->felt_after(after))
                                                              << (Reach + 1);
            for (; felt; felt &= felt - 1) {
                const int distance = std::countr_zero(felt) - Reach, place = cell + distance * step;
                const std::uint32_t now = table_->look<Reach>(line, start + distance), old = cells_[place].shapes;
                const std::uint32_t difference = (now ^ old >> 8 * direction) & 0xFF;
                if (!difference) continue;
                if constexpr (Kept == Upkeep::fours)
                    if (!holds_four(now) && !holds_four(old >> 8 * direction)) continue;
                save(place);
                change<Kept == Upkeep::value>(place, old ^ difference << 8 * direction);
            }
        }
    }

    // Whether one colour has the three stones of a four among the cells around a new stone, its own included.
    template <int Reach>
    static bool may_hold_four(LineWord around) {
        constexpr LineWord ones = 0x5555555555555555 & ((LineWord{1} << 2 * (2 * Reach + 1)) - 1);
        const LineWord black = around & ~(around >> 1) & ones, white = around >> 1 & ~around & ones;
        return std::popcount(black) >= 3 || std::popcount(white) >= 3;
    }
    // Whether the shape of either side in a direction is a four or more.
    static bool holds_four(std::uint32_t shapes) {
        static_assert(four == 7 && five < 15);
        return (((shapes & 0xFF) + 0x11) & 0x88) != 0;
    }

    // Takes over the new shapes of a cell and what follows from them; `Valued`: the parts of the value, too.
    template <bool Valued>
    void change(int place, std::uint32_t shapes) {
        Cell& cell = cells_[place];
        cell.shapes = shapes;
        for (int side = 0; side < 2; ++side) {
            // The four bits of each direction side by side; their order does not matter.
            std::uint32_t packed = shapes >> 4 * side & 0x0F0F0F0F;
            packed = (packed | packed >> 4) & 0x00FF00FF;
            packed = (packed | packed >> 8) & 0xFFFF;
            const int before = cell.combination[side], after = combinations_->number(packed);
            if (before == after) continue;
            cell.combination[side] = static_cast<std::uint16_t>(after);
            if constexpr (Valued) {
                sums_.worth[side].change(weights_->worth[before], weights_->worth[after]);
                const GomokuNetwork::Row* const rows = weights_->network.rows;
                GomokuNetwork::replace(sums_.pools[side], rows[before], rows[after]);
            }
            const Threat old = cell.threat[side], now = combinations_->threat(after);
            if (old == now) continue;
            --sums_.counts[side][static_cast<int>(old)];
            ++sums_.counts[side][static_cast<int>(now)];
            flip(side, old, place);
            flip(side, now, place);
            cell.threat[side] = now;
        }
    }

    Kernel kernel_;
    int size_, area_, words_;
    const ShapeTable* table_;
    const Combinations* combinations_;
    const GomokuWeights* weights_;
    const LineGeometry* geometry_;
    Sums sums_;
    std::uint32_t saved_ = 0;
    LineWord lines_[6 * Kernel::max_size - 2];
    std::uint64_t sets_[2][threat_count][max_words] = {};  // those of `alone` hold nothing meaningful
    Cell cells_[max_area];
    std::vector<Saved> undo_;
    std::vector<Ply> plies_;
    WindowSums<max_area> windows_;
};

}  // namespace boyi
