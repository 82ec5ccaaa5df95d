// A gomoku board that knows, after every move, what each side could make on every empty cell.
#pragma once

#include <cstring>

#include "gomoku_patterns.hpp"

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
            shapes_[cell] = 0;
            threats_[0][cell] = threats_[1][cell] = Threat::quiet;
            if (kernel.stone(cell) >= 0) continue;
            std::uint32_t shapes = 0;
            for (int direction = 0; direction < 4; ++direction) {
                const Place place = find(cell, direction);
                shapes |= std::uint32_t{table_->look(lines_[place.line], place.along)} << 8 * direction;
            }
            change(cell, shapes);
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
        change(cell, 0);
        for (int direction = 0; direction < 4; ++direction) {
            const Place place = find(cell, direction);
            const LineWord line = lines_[place.line] |= stone << line_shift(place.along);
            const int step = steps(direction);
            for (const int sign : {-1, 1}) {
                for (int distance = 1; distance <= table_->reach(); ++distance) {
                    const int along = place.along + sign * distance;
                    const LineWord content = line >> line_shift(along) & 3;
                    if (content == off_board) break;
                    if (content) continue;
                    const int other = cell + sign * distance * step;
                    const std::uint32_t before = shapes_[other] >> 8 * direction & 0xFF;
                    const std::uint32_t now = table_->look(line, along);
                    if (before != now) change(other, shapes_[other] ^ (before ^ now) << 8 * direction);
                }
            }
        }
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
        return static_cast<Shape>(shapes_[cell] >> (8 * direction + 4 * side) & 15);
    }
    bool has_shapes(int cell) const { return shapes_[cell] != 0; }
    // How much the order of moves should favour this cell for what this side makes there.
    int urge(int side, int cell) const { return (*cells_)[packed(side, shapes_[cell])].urge; }
    // The sum of what all empty cells are worth to this side.
    int worth(int side) const { return worth_[side]; }
    // The next cell in a direction (0 row, 1 column, 2 down right, 3 up right), or -1 where the board ends.
    int along(int cell, int direction, int distance) const {
        const Place place = find(cell, direction);
        const int there = place.along + distance;
        if (there < 0 || there >= size() || (lines_[place.line] >> line_shift(there) & 3) == off_board) return -1;
        return cell + distance * steps(direction);
    }

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
        const int size = this->size(), row = cell / size, column = cell - row * size;
        switch (direction) {
            case 0: return {row, column};
            case 1: return {size + column, row};
            case 2: return {3 * size - 1 + row - column, column};
            default: return {4 * size - 1 + row + column, column};
        }
    }

    static unsigned packed(int side, std::uint32_t shapes) {
        std::uint32_t nibbles = shapes >> 4 * side & 0x0F0F0F0F;
        nibbles = (nibbles | nibbles >> 4) & 0x00FF00FF;
        return (nibbles | nibbles >> 8) & 0xFFFF;
    }

    // Takes over the new shapes of a cell and what follows from them.
    void change(int cell, std::uint32_t shapes) {
        for (int side = 0; side < 2; ++side) {
            const unsigned old = packed(side, shapes_[cell]), now = packed(side, shapes);
            if (old == now) continue;
            const CellTable::Entry &before = (*cells_)[old], &after = (*cells_)[now];
            worth_[side] += after.worth - before.worth;
            --counts_[side][static_cast<int>(before.threat)];
            ++counts_[side][static_cast<int>(after.threat)];
            threats_[side][cell] = after.threat;
        }
        shapes_[cell] = shapes;
    }

    void copy(const GomokuThreats& other) {
        table_ = other.table_;
        cells_ = other.cells_;
        std::copy_n(&other.counts_[0][0], 2 * threat_count, &counts_[0][0]);
        std::copy_n(other.worth_, 2, worth_);
        std::copy_n(other.lines_, line_count(), lines_);
        std::copy_n(other.shapes_, area(), shapes_);
        for (int side = 0; side < 2; ++side) std::copy_n(other.threats_[side], area(), threats_[side]);
    }

    Kernel kernel_;
    const ShapeTable* table_;
    const CellTable* cells_;
    std::int16_t counts_[2][threat_count] = {};
    std::int32_t worth_[2] = {};
    LineWord lines_[6 * max_size - 2];
    std::uint32_t shapes_[max_area];  // a byte for each direction: black's shape, white's shape * 16
    Threat threats_[2][max_area];
};

}  // namespace boyi
