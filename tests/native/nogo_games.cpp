// The games of NoGo's Monte Carlo search: legal to the end, and private points are kept while there is a shared one.
// Built and run by test_nogo_games.py; prints nothing and returns 0 if all is well.
#include <cstdio>
#include <string>
#include <vector>

#include "nogo/board.hpp"

using namespace boyi;

// Whether `side` could place a stone there, by asking a board on which it is its turn.
template <class B>
bool open_to(const B& board, int size, int cell, int side) {
    std::string cells;
    for (int each = 0; each < size * size; ++each) cells += board.stone(each) < 0 ? '.' : "xo"[board.stone(each)];
    return B(size, cells, side).is_legal(static_cast<Move>(cell));
}

template <class B>
bool games_are_sound(int size, int games) {
    Rng rng(static_cast<std::uint64_t>(size));
    std::vector<Move> moves(static_cast<std::size_t>(size * size));
    for (int game = 0; game < games; ++game) {
        B board(size, std::string(static_cast<std::size_t>(size * size), '.'), game % 2);
        B copy = board;
        const int cap = game % 3 ? size * size : size;
        const Playout result = copy.playout(rng, cap, moves.data());
        for (int ply = 0; ply < result.plies; ++ply) {
            const int side = board.turn();
            if (!board.is_legal(moves[ply])) return false;
            if (!open_to(board, size, moves[ply], 1 - side)) {
                MoveList list;
                board.moves(list);
                for (const Move other : list)
                    if (open_to(board, size, other, 1 - side)) return false;
            }
            board.play(moves[ply]);
        }
        const int winner = board.outcome().over() ? board.outcome().winner : Outcome::draw;
        if (winner != result.winner || (winner == Outcome::draw && result.plies != cap)) return false;
    }
    return true;
}

int main() {
    for (const int size : {2, 3, 5, 9})
        if (!games_are_sound<NoGoSmall>(size, 60)) return std::printf("small board of %d\n", size), 1;
    if (!games_are_sound<NoGoLarge>(16, 3)) return std::printf("large board\n"), 1;
    return 0;
}
