// The solvers of Othello, 8x8 and 6x6, against a second, simple one, which shares no code with them: cell by cell, no
// tables, no windows but alpha-beta. Prints one line for each position on which they differ.
#include <cstdio>

#include "othello/evaluation.hpp"
#include "othello/searcher.hpp"

namespace {

using boyi::OthelloNode;
using boyi::OthelloSearcher;
using boyi::OthelloTable;
using boyi::SearchWork;

// 0 empty, 1 the mover's, 2 the opponent's. A board of 6x6 is the top left corner.
struct Cells {
    char at[64];
};

template <int Size>
bool place(const Cells& before, int cell, Cells& after) {
    if (before.at[cell]) return false;
    after = before;
    bool turned = false;
    for (int down = -1; down <= 1; ++down)
        for (int right = -1; right <= 1; ++right) {
            if (!down && !right) continue;
            int row = cell / 8 + down, column = cell % 8 + right, length = 0;
            const auto inside = [&] { return row >= 0 && row < Size && column >= 0 && column < Size; };
            for (; inside() && before.at[8 * row + column] == 2; row += down, column += right) ++length;
            if (!length || !inside() || before.at[8 * row + column] != 1) continue;
            for (turned = true; length > 0; --length) {
                row -= down, column -= right;
                after.at[8 * row + column] = 1;
            }
        }
    if (turned) after.at[cell] = 1;
    return turned;
}

Cells swapped(Cells cells) {
    for (char& cell : cells.at) cell = static_cast<char>(cell ? 3 - cell : 0);
    return cells;
}

template <int Size>
int simple(const Cells& cells, int alpha, int beta, bool passed) {
    int best = -100;
    Cells after;
    for (int cell = 0; cell < 64 && best < beta; ++cell) {
        if (cell % 8 >= Size || cell / 8 >= Size || !place<Size>(cells, cell, after)) continue;
        const int value = -simple<Size>(swapped(after), -beta, -(best > alpha ? best : alpha), false);
        if (value > best) best = value;
    }
    if (best > -100) return best;
    if (!passed) return -simple<Size>(swapped(cells), -beta, -alpha, true);
    int mine = 0, theirs = 0;
    for (const char cell : cells.at) mine += cell == 1, theirs += cell == 2;
    constexpr int most = Size * Size;
    return mine > theirs ? most - 2 * theirs : mine < theirs ? 2 * mine - most : 0;
}

template <int Size>
int solved(OthelloTable& table, std::uint64_t own, std::uint64_t other) {
    boyi::Stopper stopper;
    stopper.start(1e8);
    SearchWork work(stopper, nullptr, ~std::uint64_t{0});
    if constexpr (Size == 8) {
        return OthelloSearcher(table, work).exact_score(OthelloNode(own, other));
    } else {
        boyi::OthelloSolver<Size, boyi::OthelloPatterns<Size>> solver(table, work, 0);
        return solver.solve(own, other, -Size * Size, Size * Size, 0).lower;
    }
}

// Mostly up to 8 empty cells, some with 10 and 12; positions of random games, and discs strewn at random.
template <int Size>
void compare() {
    using B = boyi::Othello<Size>;
    boyi::Rng rng(20);
    OthelloTable table;
    table.resize(1 << 22);
    const auto bits = [](int cell, int twin) {
        return std::uint64_t{1} << B::bit_of(cell) | std::uint64_t{1} << B::bit_of(twin);
    };
    constexpr int middle = Size / 2 * (Size + 1), before = middle - Size;
    for (int number = 0; number < 3000; ++number) {
        const int empties = number % 1500 == 0 ? 12 : number % 150 == 0 ? 10 : 1 + number % 8;
        std::uint64_t own = 0, other = 0;
        if (number % 3 == 0) {
            std::uint64_t taken = B::playable;
            while (std::popcount(taken) > B::cells - empties) taken &= ~(std::uint64_t{1} << rng.below(64));
            own = rng.next() & taken;
            other = taken & ~own;
        } else {
            B board(bits(before, middle - 1), bits(before - 1, middle), 0);
            while (!board.outcome().over() && std::popcount(B::playable & ~(board.own() | board.other())) > empties)
                board.play(board.random_move(rng));
            own = board.own(), other = board.other();
        }
        Cells cells;
        for (int cell = 0; cell < 64; ++cell)
            cells.at[cell] = static_cast<char>(own >> cell & 1 ? 1 : other >> cell & 1 ? 2 : 0);
        const int found = solved<Size>(table, own, other);
        const int expected = simple<Size>(cells, -Size * Size, Size * Size, false);
        if (found != expected)
            std::printf("%dx%d %d: %d, but %d by the simple solver\n", Size, Size, number, found, expected);
    }
}

}  // namespace

int main() {
    compare<8>();
    compare<6>();
}
