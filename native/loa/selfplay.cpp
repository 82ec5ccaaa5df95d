#include "loa/selfplay.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "loa/boards.hpp"
#include "search/position_sampler.hpp"

namespace boyi {

namespace {

constexpr int most_plies = 150;
constexpr std::uint64_t memory = std::uint64_t{2} << 20;  // bytes of a search
constexpr std::uint64_t no_points = 3;                    // in a record, which else has half points
constexpr std::uint64_t black_start = 0x7E0000000000007Eull, white_start = 0x0081818181818100ull;

struct Searched {
    LoaRecord record;
    int turn;
};

// One game: a random opening, then searches, with a random move now and then.
void play(const LoaSelfPlay& settings, std::uint64_t seed, std::string& records) {
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
            const Limits limits = node_limit(settings.nodes, memory, rng.next());
            PositionSampler<Loa> sampler(static_cast<std::size_t>(settings.samples), limits.seed);
            const Report report =
                settings.evaluation == "network"
                    ? search_loa(board, keys, limits, &sampler)
                    : run_alone(*make_loa(board)->alphabeta(settings.evaluation, 1, keys, nullptr, nullptr), limits);
            for (const Loa& position : sampler.chosen()) {
                const double rate =
                    search_loa(position, {}, node_limit(settings.nodes, memory, 0), nullptr).lines[0].rate;
                LoaRecord{position.own(), position.other(), rate, {}}.append_to(records);
            }
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
    append(records, points ? static_cast<std::uint64_t>(std::lround(*points * 2)) : no_points, 2);
}

std::size_t LoaRecord::count(std::string_view records) {
    if (records.size() % size) throw std::invalid_argument("these are no records of Lines of Action");
    return records.size() / size;
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
    const std::uint64_t halves = next(2);
    // Both sides have pieces, and none on the same cell.
    if (!record.own || !record.other || record.own & record.other || halves > no_points)
        throw std::invalid_argument("these are no records of Lines of Action");
    if (halves != no_points) record.points = static_cast<double>(halves) / 2;
    return record;
}

std::string loa_self_play(const LoaSelfPlay& settings, int first, int games, Pulse& pulse) {
    std::string records;
    for (int number = first; number < first + games; ++number) {
        play(settings, mix(settings.seed) + static_cast<std::uint64_t>(number), records);
        pulse();
    }
    return records;
}

}  // namespace boyi
