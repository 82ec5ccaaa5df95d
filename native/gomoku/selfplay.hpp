// Games of gomoku against itself, for `boyi train gomoku`. No Python in here.
#pragma once

#include <string>

#include "gomoku/search.hpp"

namespace boyi {

// Random first stones near the centre, then a search of so many nodes, with a random move now and then. A game is one
// line of text: its rule and size, the result (1 black, -1 white, 0 draw), and its moves, each with the value that the
// search gave it, or with x where it was random. It ends where a result is proven.
template <class Kernel>
class GomokuSelfPlay {
public:
    GomokuSelfPlay(int size, GomokuRule rule, std::uint64_t nodes) : size_(size), rule_(rule), nodes_(nodes) {}

    std::string game(std::uint64_t seed) {
        Rng rng(seed);
        Kernel board(size_, rule_, std::string(static_cast<std::size_t>(size_ * size_), '.'), 0);
        std::string moves;
        MemorySlot slot;
        const int opening = 2 + static_cast<int>(rng.below(5));
        int result = 0;
        for (int ply = 0; !board.outcome().over(); ++ply) {
            const bool random = ply < opening || (ply < 20 && rng.below(12) == 0);
            if (random) {
                const Move move = ply < opening ? central(board, rng) : near(board, rng);
                moves += ' ' + std::to_string(move) + ":x";
                board.play(move);
                continue;
            }
            GomokuSearch<Kernel> search(board, 1, nullptr, &slot);
            Limits limits;
            limits.nodes = nodes_;
            limits.seed = rng.next() >> 1;
            limits.memory = std::uint64_t{4} << 20;
            search.prepare(limits);
            search.stopper.start(1e8);
            search.work(0);
            const Report report = search.report();
            const Line& line = report.lines[0];
            moves += ' ' + std::to_string(line.move) + ':' + std::to_string(static_cast<int>(line.score));
            if (report.proven == Proven::win || report.proven == Proven::loss) {
                result = (report.proven == Proven::win) == (board.turn() == 0) ? 1 : -1;
                return head(result) + moves + '\n';
            }
            board.play(line.move);
        }
        const Outcome end = board.outcome();
        if (end.winner != Outcome::draw) result = end.winner == 0 ? 1 : -1;
        return head(result) + moves + '\n';
    }

private:
    std::string head(int result) const {
        return std::to_string(static_cast<int>(rule_)) + ' ' + std::to_string(size_) + ' ' + std::to_string(result);
    }
    Move central(const Kernel& board, Rng& rng) const {
        const int width = std::min(size_, 9), first = (size_ - width) / 2;
        while (true) {
            const int row = first + static_cast<int>(rng.below(static_cast<std::uint32_t>(width)));
            const int column = first + static_cast<int>(rng.below(static_cast<std::uint32_t>(width)));
            const Move move = static_cast<Move>(row * size_ + column);
            if (board.is_legal(move)) return move;
        }
    }
    static Move near(const Kernel& kernel, Rng& rng) {
        const ShapeBoard<Kernel> board(kernel);
        MoveList list;
        bool complete;
        MovePicker<Kernel>(board).near(list, complete);
        if (list.count == 0) return kernel.random_move(rng);
        return list[static_cast<int>(rng.below(static_cast<std::uint32_t>(list.count)))];
    }

    int size_;
    GomokuRule rule_;
    std::uint64_t nodes_;
};

}  // namespace boyi
