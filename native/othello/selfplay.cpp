// Games of Othello against itself with known ends: what tools/train_othello.py learns from.
#include "othello/selfplay.hpp"

#include "othello/evaluation.hpp"

namespace boyi {

extern template class OthelloSolver<8, OthelloPatterns<8>>;  // compiled by size8.cpp

namespace {

// What the first games are played by.
struct OthelloUntaught {
    static constexpr int disc = OthelloPatterns<8>::disc;
    static int value(const Othello<8>& board) { return OthelloPositional<8>::value(board); }
    static int value(std::uint64_t own, std::uint64_t other) { return value(Othello<8>(own, other, 0)); }
};

// Random moves first, then a shallow search, then the solver. Each position after the random part is written down with
// the final score for its mover: both boards and one byte.
template <class E>
class OthelloSelfPlay {
public:
    using B = Othello<8>;
    static constexpr std::size_t record = 17;

    OthelloSelfPlay(std::uint64_t seed, int depth, int endgame) : rng_(seed), depth_(depth), endgame_(endgame) {}

    void game(std::string& records) {
        B board(0x0000000810000000ull, 0x0000001008000000ull, 0);
        // Openings of many lengths, so that all stages are seen; some games are wild, in most a move is random now and
        // then, so that the positions are of the kind that a search meets.
        const std::uint32_t seldom = 4u << rng_.below(5);
        for (int opening = 1 + static_cast<int>(rng_.below(42)); opening > 0; --opening) {
            if (board.outcome().over()) return;
            board.play(rng_.below(seldom) == 0 || opening == 1 ? board.random_move(rng_) : choose(board, 1));
        }
        std::vector<B> line;
        int score = 0;
        while (true) {
            const std::uint64_t own = board.own(), other = board.other();
            const int empties = 64 - std::popcount(own | other);
            if (board.outcome().over()) {
                score = Solver::final_score(own, other);
                break;
            }
            if (B::placements(own, other)) line.push_back(board);
            if (empties <= endgame_) {
                score = solve(line, own, other);
                break;
            }
            board.play(choose(board, depth_));
        }
        for (const B& seen : line) {
            const int label = seen.turn() == board.turn() ? score : -score;
            for (const std::uint64_t side : {seen.own(), seen.other()})
                for (int byte = 0; byte < 8; ++byte) records.push_back(static_cast<char>(side >> 8 * byte & 255));
            records.push_back(static_cast<char>(label));
        }
    }

private:
    using Solver = OthelloSolver<8, E>;

    // Solves the position and follows the best line down, so that late stages are learned too.
    int solve(std::vector<B>& line, std::uint64_t own, std::uint64_t other) {
        Stopper stopper;
        stopper.start(1e8);
        Solver solver(stopper, nullptr, 1e8, ~std::uint64_t{0}, std::uint64_t{1} << 22);
        const auto result = solver.solve(own, other, -64, 64, E::value(own, other) / E::disc);
        B board = line.empty() ? B(own, other, 0) : line.back();
        if (board.own() != own) return result.lower;  // a pass came between
        for (const Move move : result.pv) {
            board.play(move);
            if (B::placements(board.own(), board.other())) line.push_back(board);
        }
        return result.lower;
    }

    Move choose(const B& board, int depth) {
        MoveList list;
        board.moves(list);
        Move best_move = B::pass_move;
        int best = -infinite;
        const std::uint32_t first = rng_.below(static_cast<std::uint32_t>(list.count));
        for (int index = 0; index < list.count; ++index) {
            const Move move = list[static_cast<int>((first + index) % list.count)];
            B next = board;
            next.play(move);
            const int value = -search(next, depth - 1, -infinite, -best);
            if (value > best) best = value, best_move = move;
        }
        return best_move;
    }

    int search(const B& board, int depth, int alpha, int beta) {
        if (depth <= 0) return E::value(board);
        MoveList list;
        board.moves(list);
        if (list.count == 0) return E::disc * Solver::final_score(board.own(), board.other());
        int best = -infinite;
        for (const Move move : list) {
            B next = board;
            next.play(move);
            best = std::max(best, -search(next, depth - 1, -beta, -std::max(alpha, best)));
            if (best >= beta) break;
        }
        return best;
    }

    Rng rng_;
    int depth_, endgame_;
};

template <class E>
std::string play(OthelloSelfPlay<E> player, int games, Pulse& pulse) {
    std::string records;
    for (int game = 0; game < games; ++game) {
        player.game(records);
        pulse();
    }
    return records;
}

}  // namespace

std::string othello_self_play(int games, std::uint64_t seed, int depth, int endgame, bool learned, Pulse& pulse) {
    if (learned) return play(OthelloSelfPlay<OthelloPatterns<8>>(seed, depth, endgame), games, pulse);
    return play(OthelloSelfPlay<OthelloUntaught>(seed, depth, endgame), games, pulse);
}

}  // namespace boyi
