// The solver of Othello against a second, simple one, which shares no code with it: cell by cell, no tables, no windows
// but alpha-beta. Prints one line for each position on which they differ.
#include <cstdio>

#include "othello/searcher.hpp"

namespace {

using boyi::OthelloNode;
using boyi::OthelloSearcher;
using boyi::OthelloTable;
using boyi::OthelloWork;

// 0 empty, 1 the mover's, 2 the opponent's.
struct Cells {
    char at[64];
};

bool place(const Cells& before, int cell, Cells& after) {
    if (before.at[cell]) return false;
    after = before;
    bool turned = false;
    for (int down = -1; down <= 1; ++down)
        for (int right = -1; right <= 1; ++right) {
            if (!down && !right) continue;
            int row = cell / 8 + down, column = cell % 8 + right, length = 0;
            const auto inside = [&] { return row >= 0 && row < 8 && column >= 0 && column < 8; };
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

int simple(const Cells& cells, int alpha, int beta, bool passed) {
    int best = -100;
    Cells after;
    for (int cell = 0; cell < 64 && best < beta; ++cell) {
        if (!place(cells, cell, after)) continue;
        const int value = -simple(swapped(after), -beta, -(best > alpha ? best : alpha), false);
        if (value > best) best = value;
    }
    if (best > -100) return best;
    if (!passed) return -simple(swapped(cells), -beta, -alpha, true);
    int mine = 0, theirs = 0;
    for (const char cell : cells.at) mine += cell == 1, theirs += cell == 2;
    return mine > theirs ? 64 - 2 * theirs : mine < theirs ? 2 * mine - 64 : 0;
}

}  // namespace

int main() {
    boyi::Rng rng(20);
    OthelloTable table;
    table.resize(1 << 22);
    boyi::Stopper stopper;
    stopper.start(1e8);
    // Mostly up to 8 empty cells, some with 10 and 12; positions of random games, and discs strewn at random.
    for (int number = 0; number < 3000; ++number) {
        const int empties = number % 1500 == 0 ? 12 : number % 150 == 0 ? 10 : 1 + number % 8;
        std::uint64_t own = 0, other = 0;
        if (number % 3 == 0) {
            std::uint64_t taken = ~std::uint64_t{0};
            while (std::popcount(taken) > 64 - empties) taken &= ~(std::uint64_t{1} << rng.below(64));
            own = rng.next() & taken;
            other = taken & ~own;
        } else {
            boyi::Othello<8> board(0x0000000810000000ull, 0x0000001008000000ull, 0);
            while (!board.outcome().over() && std::popcount(~(board.own() | board.other())) > empties)
                board.play(board.random_move(rng));
            own = board.own(), other = board.other();
        }
        Cells cells;
        for (int cell = 0; cell < 64; ++cell)
            cells.at[cell] = static_cast<char>(own >> cell & 1 ? 1 : other >> cell & 1 ? 2 : 0);
        OthelloWork work(stopper, nullptr, ~std::uint64_t{0});
        OthelloSearcher searcher(table, work);
        const int found = searcher.exact_score(OthelloNode(own, other)), expected = simple(cells, -64, 64, false);
        if (found != expected) std::printf("%d: %d, but %d by the simple solver\n", number, found, expected);
    }
}
