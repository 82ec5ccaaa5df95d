#include "gomoku/selfplay.hpp"

#include <algorithm>
#include <stdexcept>

#include "gomoku/boards.hpp"
#include "gomoku/move_picker.hpp"
#include "gomoku/random_opening.hpp"
#include "search/position_sampler.hpp"

namespace boyi {

namespace {

constexpr int usual_size = 15, large_size = 20, large_games = 4;  // one of so many games has a large board
constexpr int most_plies = 120;
constexpr std::uint32_t random_moves = 12;                // one of so many moves is a random one
constexpr std::uint64_t memory = std::uint64_t{4} << 20;  // bytes of a search
constexpr std::uint64_t least_offered = 50;               // a search that evaluates less has found a proof

bool is_decided(const Report& report) { return report.proven == Proven::win || report.proven == Proven::loss; }

// The size, two bits a cell, the side to move, the value, the move.
template <class Kernel>
void append(std::string& records, const Kernel& board, const Report& report) {
    const int area = board.area();
    std::string cells(static_cast<std::size_t>((area + 3) / 4), '\0');
    for (int cell = 0; cell < area; ++cell)
        cells[static_cast<std::size_t>(cell / 4)] |= static_cast<char>((board.stone(cell) + 1) << 2 * (cell % 4));
    const double most = GomokuSample::proven;
    const double value = is_decided(report) ? (report.proven == Proven::win ? most : -most) : report.lines[0].score;
    const auto number = static_cast<int>(std::clamp(value, -most, most));
    const auto put = [&records](int word) {
        records += static_cast<char>(word & 0xFF);
        records += static_cast<char>(word >> 8 & 0xFF);
    };
    records += static_cast<char>(board.size());
    records += cells;
    records += static_cast<char>(board.turn());
    put(number);
    put(report.lines[0].move);
}

// A random move near the stones, if there is one.
template <class Kernel>
Move random_move(const Kernel& board, Rng& rng, Move otherwise) {
    MoveList list;
    bool complete;
    MovePicker<Kernel>(ShapeBoard<Kernel>(board)).near(list, complete);
    return list.count ? list[static_cast<int>(rng.below(static_cast<std::uint32_t>(list.count)))] : otherwise;
}

template <class Kernel>
void play(const GomokuSelfPlay& settings, int size, std::uint64_t seed, std::string& records) {
    Rng rng(seed);
    Kernel board(size, settings.rule, std::string(static_cast<std::size_t>(size * size), '.'), 0);
    open_randomly(board, rng);
    for (int ply = 0; ply < most_plies && !board.outcome().over(); ++ply) {
        PositionSampler<Kernel> sampler(static_cast<std::size_t>(settings.samples), rng.next());
        const Report report = search_gomoku(board, node_limit(settings.nodes, memory, rng.next()), &sampler);
        if (sampler.offered() >= least_offered) {
            for (const Kernel& position : sampler.chosen())
                append(records, position,
                       search_gomoku(position, node_limit(settings.judge_nodes, memory, 0), nullptr));
            if (!is_decided(report)) append(records, board, report);
        }
        if (is_decided(report)) return;  // what is proven need not be played
        const Move best = report.lines[0].move;
        board.play(rng.below(random_moves) == 0 ? random_move(board, rng, best) : best);
    }
}

}  // namespace

std::string gomoku_self_play(const GomokuSelfPlay& settings, int first, int games, Pulse& pulse) {
    std::string records;
    for (int number = first; number < first + games; ++number) {
        const std::uint64_t seed = mix(settings.seed) + static_cast<std::uint64_t>(number);
        if (number % large_games == large_games - 1) play<GomokuLarge>(settings, large_size, seed, records);
        else play<GomokuSmall>(settings, usual_size, seed, records);
        pulse();
    }
    return records;
}

GomokuSample read_sample(std::string_view records, std::size_t& place) {
    const auto byte = [&] {
        if (place >= records.size()) throw std::invalid_argument("a record ends early");
        return static_cast<unsigned char>(records[place++]);
    };
    const auto word = [&] {
        const int low = byte();
        return low | byte() << 8;
    };
    GomokuSample sample{byte(), {}, 0, 0, 0};
    const auto fail = [](bool wrong) {
        if (wrong) throw std::invalid_argument("this is no record of gomoku");
    };
    fail(sample.size < 5 || sample.size > GomokuLarge::max_size);
    const int area = sample.size * sample.size;
    for (int cell = 0; cell < area; cell += 4)
        for (int four = byte(), at = cell; at < std::min(cell + 4, area); ++at, four >>= 2)
            sample.cells += ".xo?"[four & 3];
    sample.turn = byte();
    sample.value = static_cast<std::int16_t>(word());
    sample.move = static_cast<Move>(word());
    fail(sample.turn > 1 || sample.cells.find('?') != std::string::npos || sample.move >= area ||
         sample.cells[sample.move] != '.');
    return sample;
}

}  // namespace boyi
