#include "gomoku/selfplay.hpp"

#include <algorithm>
#include <stdexcept>

#include "gomoku/boards.hpp"

namespace boyi {

namespace {

constexpr int size = 15, most_plies = 160;

// A few random stones near the middle.
void open(std::unique_ptr<AnyBoard>& board, GomokuGame& game, Rng& rng) {
    const int stones = 2 + static_cast<int>(rng.below(6));
    while (static_cast<int>(game.moves.size()) < stones) {
        const int reach = 3 + static_cast<int>(rng.below(7)), low = (size - reach) / 2;
        const auto cell =
            static_cast<Move>((low + static_cast<int>(rng.below(static_cast<std::uint32_t>(reach)))) * size + low +
                              static_cast<int>(rng.below(static_cast<std::uint32_t>(reach))));
        if (!board->is_legal(cell)) continue;
        board = board->after(cell);
        game.moves.push_back(cell);
        game.scores.push_back(GomokuGame::no_score);
    }
}

GomokuGame play(GomokuRule rule, std::uint64_t seed, std::uint64_t nodes) {
    Rng rng(seed);
    GomokuGame game;
    std::unique_ptr<AnyBoard> board = make_gomoku_small(size, rule, std::string(size * size, '.'), 0);
    open(board, game, rng);
    while (true) {
        if (const Outcome outcome = board->outcome(); outcome.over()) {
            game.winner = outcome.winner;
            return game;
        }
        if (game.moves.size() >= most_plies) return game;
        const auto search = board->alphabeta("patterns", 1, {}, nullptr, nullptr);
        Limits limits;
        limits.nodes = nodes;
        limits.memory = std::uint64_t{4} << 20;
        limits.seed = rng.next();
        search->stopper.start(limits.seconds);
        search->prepare(limits);
        search->work(0);
        const Report report = search->report();
        // What is proven need not be played.
        if (report.proven == Proven::win || report.proven == Proven::loss) {
            game.winner = report.proven == Proven::win ? board->turn() : 1 - board->turn();
            return game;
        }
        const Line& best = report.lines[0];
        game.scores.push_back(static_cast<std::int16_t>(std::clamp(best.score, -8'000.0, 8'000.0)));
        game.moves.push_back(best.move);
        board = board->after(best.move);
    }
}

void append(std::string& records, int number) {
    records += static_cast<char>(number & 0xFF);
    records += static_cast<char>(number >> 8 & 0xFF);
}

}  // namespace

std::string gomoku_self_play(GomokuRule rule, std::uint64_t seed, int first, int games, std::uint64_t nodes,
                             Pulse& pulse) {
    std::string records;
    for (int number = first; number < first + games; ++number) {
        const GomokuGame game = play(rule, mix(seed) + static_cast<std::uint64_t>(number), nodes);
        append(records, static_cast<int>(game.moves.size()));
        append(records, game.winner);
        for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
            append(records, game.moves[ply]);
            append(records, game.scores[ply]);
        }
        pulse();
    }
    return records;
}

GomokuGame read_game(std::string_view records, std::size_t& place) {
    const auto next = [&] {
        if (place + 2 > records.size()) throw std::invalid_argument("a record ends early");
        const int low = static_cast<unsigned char>(records[place]),
                  high = static_cast<unsigned char>(records[place + 1]);
        place += 2;
        return low | high << 8;
    };
    GomokuGame game;
    const int plies = next();
    game.winner = next();
    for (int ply = 0; ply < plies; ++ply) {
        game.moves.push_back(static_cast<Move>(next()));
        game.scores.push_back(static_cast<std::int16_t>(next()));
    }
    return game;
}

}  // namespace boyi
