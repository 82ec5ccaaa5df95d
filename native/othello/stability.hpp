// Discs of Othello that can never be turned over again, as far as that is cheap to see.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace boyi {

namespace stable {

inline constexpr std::uint64_t first_column = 0x0101010101010101ull, last_column = first_column << 7;

// What a disc on `cell` of an edge turns over along that edge.
template <int Size>
unsigned edge_flips(unsigned own, unsigned other, int cell) {
    unsigned turned = 0;
    for (const int step : {-1, 1}) {
        unsigned line = 0;
        int at = cell + step;
        for (; at >= 0 && at < Size && (other >> at & 1); at += step) line |= 1u << at;
        if (at >= 0 && at < Size && (own >> at & 1)) turned |= line;
    }
    return turned;
}

// For each edge, by the two sides' discs: those of the first that no play on the edge can turn. A move may also be
// made possible by lines that leave the edge, so every empty cell is tried for both sides, with or without flips.
template <int Size>
class Edges {
public:
    Edges() : known_(std::size_t{1} << 2 * Size, -1) {
        for (unsigned own = 0; own <= all; ++own)
            for (unsigned other = 0; other <= all; ++other)
                if (!(own & other)) find(own, other);
    }
    std::uint64_t of(std::uint64_t own, std::uint64_t other) const {
        return static_cast<std::uint64_t>(known_[(own & all) << Size | (other & all)]);
    }

private:
    static constexpr unsigned all = (1u << Size) - 1;

    unsigned find(unsigned own, unsigned other) {
        std::int16_t& known = known_[own << Size | other];
        if (known >= 0) return static_cast<unsigned>(known);
        unsigned left = own;
        for (int cell = 0; cell < Size; ++cell) {
            const unsigned disc = 1u << cell;
            if ((own | other) & disc) continue;
            const unsigned mine = edge_flips<Size>(own, other, cell), theirs = edge_flips<Size>(other, own, cell);
            left &= find(own | disc | mine, other & ~mine);
            left &= find(own & ~theirs, other | disc | theirs);
        }
        known_[own << Size | other] = static_cast<std::int16_t>(left);
        return left;
    }
    std::vector<std::int16_t> known_;
};

template <int Size>
const Edges<Size>& edges() {
    static const auto& table = *new Edges<Size>;  // never destroyed: threads may search until the process ends
    return table;
}

// Bits 0, 8, 16, … as one byte, and back.
inline std::uint64_t column_to_byte(std::uint64_t board) {
    return (board & first_column) * 0x0102040810204080ull >> 56;
}
inline std::uint64_t byte_to_column(std::uint64_t byte) {
    return ((byte & 0x7F) * 0x0002040810204081ull | (byte & 0x80) << 49) & first_column;
}

// All cells of the rows, columns and diagonals without an empty cell, one board for each direction.
inline std::array<std::uint64_t, 4> full_lines(std::uint64_t taken) {
    std::uint64_t row = taken, column = taken, rising = taken, falling = taken;
    row &= row >> 4 & 0x0F0F0F0F0F0F0F0Full;
    row &= row >> 2;
    row &= row >> 1;
    row = (row & first_column) * 0xFF;
    column &= std::rotr(column, 8);
    column &= std::rotr(column, 16);
    column &= std::rotr(column, 32);
    // Diagonals: what lies beyond the border counts as taken.
    const auto diagonal = [](std::uint64_t board, int step, std::uint64_t left, std::uint64_t right) {
        std::uint64_t up = board, down = board;
        for (int reach = 1; reach < 8; ++reach) {
            up = board & (up >> step | left);
            down = board & (down << step | right);
        }
        return up & down;
    };
    constexpr std::uint64_t top = 0xFFull, bottom = top << 56;
    rising = diagonal(taken, 9, last_column | bottom, first_column | top);
    falling = diagonal(taken, 7, first_column | bottom, last_column | top);
    return {row, column, rising, falling};
}

// Discs of `own` that are certainly safe. The board lies in the top left corner of the 8x8 grid.
template <int Size>
std::uint64_t discs(std::uint64_t own, std::uint64_t other) {
    constexpr int last = Size - 1;
    constexpr std::uint64_t row = (std::uint64_t{1} << Size) - 1, column = first_column >> 8 * (8 - Size);
    constexpr std::uint64_t border = row | row << 8 * last | column | column << last, board = column * row;
    const Edges<Size>& table = edges<Size>();
    std::uint64_t safe = table.of(own, other) | table.of(own >> 8 * last, other >> 8 * last) << 8 * last;
    safe |= byte_to_column(table.of(column_to_byte(own), column_to_byte(other)));
    safe |= byte_to_column(table.of(column_to_byte(own >> last), column_to_byte(other >> last))) << last;
    // What is not on the board counts as taken.
    const auto full = full_lines(own | other | ~board);
    safe |= own & full[0] & full[1] & full[2] & full[3];
    if (!safe) return 0;
    const std::uint64_t inner = own & ~border;
    // A disc is safe if in each direction the line is full or a neighbour on it is safe.
    for (std::uint64_t before = 0; before != safe;) {
        before = safe;
        const std::uint64_t east = safe << 1 & ~first_column, west = safe >> 1 & ~last_column;
        safe |= inner & (east | west | full[0]) & (safe << 8 | safe >> 8 | full[1]) &
                ((east << 8) | (west >> 8) | full[2]) & ((west << 8) | (east >> 8) | full[3]);
    }
    return safe;
}

}  // namespace stable

}  // namespace boyi
