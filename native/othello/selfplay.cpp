// Games of Othello against itself, labelled by the exact solver: what `boyi train othello` learns from.
#include "othello/selfplay.hpp"

#include "othello/searcher.hpp"

namespace boyi {

namespace {

// What games are played by before there are weights.
int untaught(const OthelloNode& node, std::uint64_t moves, std::uint64_t answers) {
    constexpr std::uint64_t corners = 0x8100000000000081ull, beside = 0x42C300000000C342ull;
    const auto count = [](std::uint64_t board) { return std::popcount(board); };
    return 128 * (count(node.own & corners) - count(node.other & corners)) -
           32 * (count(node.own & beside) - count(node.other & beside)) + 16 * (count(moves) - count(answers));
}

// The search has no table and an order of its own, and positions near the end are labelled by their exact scores, which
// do not depend on how they were found: so equal seeds and weights give equal records, whatever becomes of the strong
// search.
class SelfPlay {
public:
    using B = Othello<8>;

    SelfPlay(int depth, int endgame, bool learned) : depth_(depth), endgame_(endgame), learned_(learned) {
        stopper_.start(1e8);
        table_.resize(std::uint64_t{1} << 23);
    }

    void game(std::uint64_t seed, std::string& records) {
        Rng rng(seed);
        B board(0x0000000810000000ull, 0x0000001008000000ull, 0);
        // Openings of many lengths, so that all stages are seen; some games are wild, in most a move is random now and
        // then, so that the positions are of the kind that a search meets.
        const std::uint32_t seldom = 4u << rng.below(5);
        for (int opening = 1 + static_cast<int>(rng.below(36)); opening > 0; --opening) {
            if (board.outcome().over()) return;
            board.play(rng.below(seldom) == 0 || opening == 1 ? board.random_move(rng) : choose(board, 1, rng));
        }
        struct Seen {
            B board;
            int score;
            bool exact;
        };
        std::vector<Seen> line;
        for (; !board.outcome().over(); board.play(choose(board, depth_, rng))) {
            if (!B::placements(board.own(), board.other())) continue;
            const bool exact = std::popcount(~(board.own() | board.other())) <= endgame_;
            line.push_back({board, exact ? solve(board) : 0, exact});
            if (exact && std::popcount(~(board.own() | board.other())) <= least) break;
        }
        if (line.empty()) return;
        // Earlier positions have the score of the first one that was solved, as if both sides had played on perfectly.
        const auto solved = std::find_if(line.begin(), line.end(), [](const Seen& seen) { return seen.exact; });
        int known = 0;
        if (solved != line.end()) known = solved->board.turn() == 0 ? solved->score : -solved->score;
        else known = OthelloLast<8>::final_score(board.own(), board.other()) * (board.turn() == 0 ? 1 : -1);
        for (const Seen& seen : line) {
            const int label = seen.exact ? seen.score : seen.board.turn() == 0 ? known : -known;
            for (const std::uint64_t side : {seen.board.own(), seen.board.other()})
                for (int byte = 0; byte < 8; ++byte) records.push_back(static_cast<char>(side >> 8 * byte & 255));
            records.push_back(static_cast<char>(label));
        }
    }

private:
    static constexpr int least = 3;  // empty cells of the last position that is recorded

    int solve(const B& board) {
        OthelloWork work(stopper_, nullptr, ~std::uint64_t{0});
        OthelloSearcher searcher(table_, work);
        return searcher.exact_score(OthelloNode(board.own(), board.other()));
    }

    int value(const OthelloNode& node) const {
        const std::uint64_t moves = node.placements(), answers = B::placements(node.other, node.own);
        if (!moves && !answers) return OthelloSearcher::disc * OthelloLast<8>::final_score(node.own, node.other);
        return learned_ ? OthelloPatterns8::value(node.indices, node.own, node.other, moves, answers)
                        : untaught(node, moves, answers);
    }

    Move choose(const B& board, int depth, Rng& rng) const {
        const OthelloNode node(board.own(), board.other());
        std::uint64_t places = node.placements();
        if (!places) return B::pass_move;
        // The first of equal moves is played, so they are tried in a random order.
        Move best_move = B::pass_move;
        int best = -OthelloSearcher::infinity;
        while (places) {
            const std::uint64_t disc = nth_bit(places, rng.below(static_cast<std::uint32_t>(std::popcount(places))));
            places &= ~disc;
            const int cell = std::countr_zero(disc);
            const int found = -search(node.after(cell, node.flips(cell)), depth - 1, -OthelloSearcher::infinity, -best);
            if (found > best) best = found, best_move = static_cast<Move>(cell);
        }
        return best_move;
    }

    int search(const OthelloNode& node, int depth, int alpha, int beta) const {
        if (depth <= 0) return value(node);
        std::uint64_t places = node.placements();
        if (!places) {
            if (!B::placements(node.other, node.own)) return value(node);
            return -search(node.after_pass(), depth, -beta, -alpha);
        }
        struct Child {
            OthelloNode node;
            int value;
        };
        Child children[34];
        const Child* order[34];
        int total = 0;
        for (; places; places &= places - 1) {
            const int cell = std::countr_zero(places);
            Child& child = children[total];
            child.node = node.after(cell, node.flips(cell));
            child.value = depth > 1 ? value(child.node) : 0;
            order[total++] = &child;
        }
        if (depth > 1)
            std::stable_sort(order, order + total, [](const Child* a, const Child* b) { return a->value < b->value; });
        int best = -OthelloSearcher::infinity;
        for (int index = 0; index < total && best < beta; ++index)
            best = std::max(best, -search(order[index]->node, depth - 1, -beta, -std::max(alpha, best)));
        return best;
    }

    int depth_, endgame_;
    bool learned_;
    Stopper stopper_;
    OthelloTable table_;
};

}  // namespace

std::string othello_self_play(std::uint64_t seed, int first, int games, int depth, int endgame, bool learned,
                              Pulse& pulse) {
    SelfPlay player(depth, endgame, learned);
    std::string records;
    for (int game = first; game < first + games; ++game) {
        player.game(mix(seed) + static_cast<std::uint64_t>(game), records);
        pulse();
    }
    return records;
}

}  // namespace boyi
