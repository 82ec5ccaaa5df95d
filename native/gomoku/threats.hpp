// A gomoku board that knows, after every move, what each side could make on every empty cell.
#pragma once

#include <cstring>

#include "gomoku/patterns.hpp"

namespace boyi {

// Kernel is one of the rules kernels, which stays the judge of what is legal and who has won.
template <class Kernel>
class GomokuThreats {
public:
    explicit GomokuThreats(const Kernel& kernel)
        : kernel_(kernel), table_(&ShapeTable::of(kernel.rule())), cells_(&CellTable::get()) {
        std::fill_n(lines_, line_count(), ~LineWord{0});
        for (int cell = 0; cell < area(); ++cell) {
            const int stone = kernel.stone(cell);
            for (int direction = 0; direction < 4; ++direction) {
                const Place place = find(cell, direction);
                lines_[place.line] ^= (off_board ^ static_cast<LineWord>(stone + 1)) << line_shift(place.along);
            }
        }
        for (int cell = 0; cell < area(); ++cell) {
            unsigned shapes[2] = {0, 0};
            for (int direction = 0; direction < 4 && kernel.stone(cell) < 0; ++direction) {
                const Place place = find(cell, direction);
                const unsigned both = table_->look(lines_[place.line], place.along);
                shapes[0] |= (both & 15) << 4 * direction;
                shapes[1] |= both >> 4 << 4 * direction;
            }
            for (int side = 0; side < 2; ++side) {
                shapes_[side][cell] = 0;
                threats_[side][cell] = Threat::alone;
                change(side, cell, shapes[side]);
            }
        }
    }

    // Only the part of the arrays that this size uses is copied.
    GomokuThreats(const GomokuThreats& other) : kernel_(other.kernel_) { copy(other); }
    GomokuThreats& operator=(const GomokuThreats& other) {
        kernel_ = other.kernel_;
        copy(other);
        return *this;
    }

    // The rules

    int size() const { return kernel_.size(); }
    GomokuRule rule() const { return kernel_.rule(); }
    int turn() const { return kernel_.turn(); }
    int area() const { return kernel_.area(); }
    int stone(int cell) const { return kernel_.stone(cell); }
    Outcome outcome() const { return kernel_.outcome(); }
    void moves(MoveList& list) const { kernel_.moves(list); }
    int count_moves() const { return kernel_.count_moves(); }
    bool is_legal(Move move) const { return kernel_.is_legal(move); }
    Move random_move(Rng& rng) const { return kernel_.random_move(rng); }
    Key key() const { return kernel_.key(); }
    const Kernel& kernel() const { return kernel_; }

    void play(Move cell) {
        const LineWord stone = static_cast<LineWord>(turn() + 1);
        kernel_.play(cell);
        for (int side = 0; side < 2; ++side) change(side, cell, 0);
        if (table_->reach() == 4) update<4>(cell, stone);
        else update<5>(cell, stone);
    }

    // What could be made

    Threat threat(int side, int cell) const { return threats_[side][cell]; }
    // On how many cells this side could make just this.
    int count(int side, Threat threat) const { return counts_[side][static_cast<int>(threat)]; }
    // The first of these cells from `from` on, or -1.
    int find_threat(int side, Threat threat, int from = 0) const {
        const void* place =
            std::memchr(threats_[side] + from, static_cast<int>(threat), static_cast<std::size_t>(area() - from));
        return place ? static_cast<int>(static_cast<const Threat*>(place) - threats_[side]) : -1;
    }
    Shape shape(int side, int cell, int direction) const {
        return static_cast<Shape>(shapes_[side][cell] >> 4 * direction & 15);
    }
    // Whether the cell is empty and a stone there would work together with another one of either side.
    bool is_near(int cell) const { return threats_[0][cell] != Threat::alone || threats_[1][cell] != Threat::alone; }
    // How much the order of moves should favour this cell for what the side to move, or the other, makes there.
    int urge(int side, int cell) const { return cells_->order(shapes_[side][cell], side != turn()); }
    // The sum of what all empty cells are worth to this side if it is to move, or if it waits.
    int worth(int side, bool waits) const { return worth_[side][waits]; }
    // The whole line through a cell, and the cell's place in it.
    LineWord line(int cell, int direction, int& place) const {
        const Place found = find(cell, direction);
        place = found.along;
        return lines_[found.line];
    }
    // All lines of the board; beyond its ends a line is off the board.
    const LineWord* begin_lines() const { return lines_; }
    const LineWord* end_lines() const { return lines_ + line_count(); }

private:
    static constexpr int max_size = Kernel::max_size, max_area = max_size * max_size;
    struct Place {
        int line, along;
    };

    int line_count() const { return 6 * size() - 2; }
    int steps(int direction) const {
        const int size = this->size();
        return direction == 0 ? 1 : direction == 1 ? size : direction == 2 ? size + 1 : 1 - size;
    }
    // Rows, columns, falling and rising diagonals one after the other; all but columns are read from the left.
    Place find(int cell, int direction) const {
        const int size = this->size(), row = cell / size;
        return find(size, row, cell - row * size, direction);
    }
    static Place find(int size, int row, int column, int direction) {
        switch (direction) {
            case 0: return {row, column};
            case 1: return {size + column, row};
            case 2: return {3 * size - 1 + row - column, column};
            default: return {4 * size - 1 + row + column, column};
        }
    }

    // Looks again at the empty cells in reach of a new stone.
    template <int Reach>
    void update(int cell, LineWord stone) {
        const int size = this->size(), row = cell / size, column = cell - row * size;
        for (int direction = 0; direction < 4; ++direction) {
            const Place place = find(size, row, column, direction);
            const LineWord line = lines_[place.line] |= stone << line_shift(place.along);
            const int step = steps(direction);
            for (const int sign : {-1, 1}) {
                LineWord seen = 0;
                int along = place.along, other = cell;
                for (int distance = 1; distance <= Reach; ++distance) {
                    along += sign;
                    other += sign * step;
                    const LineWord content = line >> line_shift(along) & 3;
                    seen |= content;
                    // Beyond the edge is nothing, and behind stones of both colours the new one cannot be felt.
                    if (seen == off_board) break;
                    if (content) continue;
                    const unsigned now = table_->look<Reach>(line, along), shift = 4 * direction;
                    const unsigned black = shapes_[0][other], white = shapes_[1][other];
                    if (const unsigned change_black = (now ^ black >> shift) & 15)
                        change(0, other, black ^ change_black << shift);
                    if (const unsigned change_white = (now >> 4 ^ white >> shift) & 15)
                        change(1, other, white ^ change_white << shift);
                }
            }
        }
    }

    // Takes over the new shapes of a cell and what follows from them.
    void change(int side, int cell, unsigned shapes) {
        const CellTable::Entry before = (*cells_)[shapes_[side][cell]], after = (*cells_)[shapes];
        shapes_[side][cell] = static_cast<std::uint16_t>(shapes);
        for (int waits = 0; waits < 2; ++waits) worth_[side][waits] += after.worth[waits] - before.worth[waits];
        if (before.threat == after.threat) return;
        --counts_[side][static_cast<int>(before.threat)];
        ++counts_[side][static_cast<int>(after.threat)];
        threats_[side][cell] = after.threat;
    }

    void copy(const GomokuThreats& other) {
        table_ = other.table_;
        cells_ = other.cells_;
        std::copy_n(&other.counts_[0][0], 2 * threat_count, &counts_[0][0]);
        std::copy_n(&other.worth_[0][0], 4, &worth_[0][0]);
        std::copy_n(other.lines_, line_count(), lines_);
        for (int side = 0; side < 2; ++side) {
            std::copy_n(other.shapes_[side], area(), shapes_[side]);
            std::copy_n(other.threats_[side], area(), threats_[side]);
        }
    }

    Kernel kernel_;
    const ShapeTable* table_;
    const CellTable* cells_;
    std::int16_t counts_[2][threat_count] = {};
    std::int32_t worth_[2][2] = {};
    LineWord lines_[6 * max_size - 2];
    std::uint16_t shapes_[2][max_area];  // four bits for each direction
    Threat threats_[2][max_area];
};

}  // namespace boyi
