// Games of Othello against itself and the values of their positions: what `boyi train othello` learns from.
#include "othello/selfplay.hpp"

#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "othello/teacher.hpp"

namespace boyi {

namespace {

// What games are played by before there are weights.
int untaught(const OthelloNode& node, std::uint64_t moves, std::uint64_t answers) {
    constexpr std::uint64_t corners = 0x8100000000000081ull, beside = 0x42C300000000C342ull;
    const auto count = [](std::uint64_t board) { return std::popcount(board); };
    return 128 * (count(node.own & corners) - count(node.other & corners)) -
           32 * (count(node.own & beside) - count(node.other & beside)) + 16 * (count(moves) - count(answers));
}

// The search has no table and an order of its own: equal seeds and weights give equal games, whatever becomes of the
// strong search.
class SelfPlay {
public:
    using B = Othello<8>;

    SelfPlay(int depth, bool learned) : depth_(depth), learned_(learned) {}

    void game(std::uint64_t seed, std::string& positions) const {
        Rng rng(seed);
        B board(0x0000000810000000ull, 0x0000001008000000ull, 0);
        // Some games are wild, in most a move is random now and then, so that the positions are of the kind that a
        // search meets. Positions are labelled one by one, so a bad move does not spoil the labels before it.
        const std::uint32_t seldom = 6u << rng.below(4);
        int opening = static_cast<int>(rng.below(10));
        for (; !board.outcome().over(); --opening) {
            record(board, rng, positions);
            board.play(opening > 0 || rng.below(seldom) == 0 ? board.random_move(rng) : choose(board, depth_, rng));
        }
    }

private:
    // The position or, as often, the one after a random move, because most leaves of a search follow a bad move.
    static void record(B board, Rng& rng, std::string& positions) {
        if (rng.below(2)) board.play(board.random_move(rng));
        if (!B::placements(board.own(), board.other())) return;
        for (const std::uint64_t side : {board.own(), board.other()})
            for (int byte = 0; byte < 8; ++byte) positions.push_back(static_cast<char>(side >> 8 * byte & 255));
    }

    int value(const OthelloNode& node) const {
        const std::uint64_t moves = node.placements(), answers = B::placements(node.other, node.own);
        if (!moves && !answers) return OthelloSearcher::disc * OthelloFewEmpties<8>::final_score(node.own, node.other);
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
        Child children[Othello<8>::most_moves];
        const Child* order[Othello<8>::most_moves];
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

    int depth_;
    bool learned_;
};

}  // namespace

std::string othello_self_play(std::uint64_t seed, int first, int games, int depth, bool learned, Pulse& pulse) {
    const SelfPlay player(depth, learned);
    std::string positions;
    for (int game = first; game < first + games; ++game) {
        player.game(mix(seed) + static_cast<std::uint64_t>(game), positions);
        pulse();
    }
    return positions;
}

OthelloDiscs OthelloDiscs::read(std::string_view positions, std::size_t place) {
    OthelloDiscs discs;
    std::memcpy(&discs.own, positions.data() + place, 8);
    std::memcpy(&discs.other, positions.data() + place + 8, 8);
    if (discs.own & discs.other) throw std::invalid_argument("these are no positions of games");
    return discs;
}

void check_othello_records(std::string_view records, bool labelled) {
    const std::size_t size = OthelloDiscs::bytes + labelled;
    if (records.size() % size) throw std::invalid_argument("these are no positions of games");
    for (std::size_t at = 0; at < records.size(); at += size) {
        OthelloDiscs::read(records, at);
        if (labelled && std::abs(static_cast<signed char>(records[at + OthelloDiscs::bytes])) > 64)
            throw std::invalid_argument("these are no positions of games");
    }
}

std::string othello_label(std::string_view positions, int stage, int depth, int exact, int whole, Pulse& pulse) {
    check_othello_records(positions, false);
    OthelloTeacher teacher(exact, whole);
    std::string records;
    int number = 0;
    for (std::size_t at = 0; at < positions.size(); at += OthelloDiscs::bytes) {
        const auto [own, other] = OthelloDiscs::read(positions, at);
        if (OthelloPatterns8::stage_of(std::popcount(~(own | other))) != stage) continue;
        // Even and odd depths in turn: the one side's last choice makes values too high, the other's too low.
        const int score = teacher.label(OthelloNode(own, other), depth - number++ % 2);
        records.append(positions.substr(at, OthelloDiscs::bytes));
        records.push_back(static_cast<char>(score));
        pulse();
    }
    return records;
}

}  // namespace boyi
