#include "loa/selfplay.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "loa/boards.hpp"

namespace boyi {

namespace {

constexpr int most_plies = 150;
constexpr std::uint64_t black_start = 0x7E0000000000007Eull, white_start = 0x0081818181818100ull;

struct Searched {
    LoaRecord record;
    int turn;
};

// One game: a random opening, then searches, with a random move now and then.
void play(std::string_view evaluation, std::uint64_t seed, std::uint64_t nodes, std::string& records) {
    Rng rng(seed);
    Loa board(black_start, white_start, 0, {});
    std::vector<Key> keys;
    std::vector<Searched> searched;
    const int opening = 3 + static_cast<int>(rng.below(10));
    int winner = Outcome::draw;
    while (static_cast<int>(keys.size()) < most_plies) {
        if (const Outcome outcome = board.outcome(); outcome.over()) {
            winner = outcome.winner;
            break;
        }
        if (std::count(keys.begin(), keys.end(), board.key()) >= 2) break;
        Move move = board.random_move(rng);
        const bool random = static_cast<int>(keys.size()) < opening || rng.below(24) == 0;
        if (!random) {
            const auto search = make_loa(board)->alphabeta(evaluation, 1, keys, nullptr, nullptr);
            Limits limits;
            limits.nodes = nodes;
            limits.memory = std::uint64_t{2} << 20;
            limits.seed = rng.next();
            search->stopper.start(limits.seconds);
            search->prepare(limits);
            search->work(0);
            const Report report = search->report();
            searched.push_back({{board.own(), board.other(), report.lines[0].rate, 0.5}, board.turn()});
            // What is proven need not be played.
            if (report.proven == Proven::win || report.proven == Proven::loss) {
                winner = report.proven == Proven::win ? board.turn() : 1 - board.turn();
                break;
            }
            move = report.lines[0].move;
        }
        keys.push_back(board.key());
        board.play(move);
    }
    for (Searched& one : searched) {
        if (winner != Outcome::draw) one.record.points = winner == one.turn ? 1 : 0;
        one.record.append_to(records);
    }
}

void append(std::string& records, std::uint64_t number, int bytes) {
    for (int byte = 0; byte < bytes; ++byte) records += static_cast<char>(number >> 8 * byte & 0xFF);
}

}  // namespace

void LoaRecord::append_to(std::string& records) const {
    append(records, own, 8);
    append(records, other, 8);
    append(records, static_cast<std::uint64_t>(std::lround(rate * 65'535)), 2);
    append(records, static_cast<std::uint64_t>(std::lround(points * 2)), 2);
}

LoaRecord LoaRecord::read(std::string_view records, std::size_t number) {
    auto next = [records, place = number * size](int bytes) mutable {
        std::uint64_t value = 0;
        for (int byte = 0; byte < bytes; ++byte)
            value |= std::uint64_t{static_cast<unsigned char>(records[place++])} << 8 * byte;
        return value;
    };
    LoaRecord record;
    record.own = next(8);
    record.other = next(8);
    record.rate = static_cast<double>(next(2)) / 65'535;
    record.points = static_cast<double>(next(2)) / 2;
    return record;
}

std::string loa_self_play(std::string_view evaluation, std::uint64_t seed, int first, int games, std::uint64_t nodes,
                          Pulse& pulse) {
    std::string records;
    for (int number = first; number < first + games; ++number) {
        play(evaluation, mix(seed) + static_cast<std::uint64_t>(number), nodes, records);
        pulse();
    }
    return records;
}

}  // namespace boyi
