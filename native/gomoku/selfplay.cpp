#include "gomoku/selfplay.hpp"

#include <algorithm>
#include <stdexcept>

#include "gomoku/boards.hpp"
#include "gomoku/move_picker.hpp"
#include "gomoku/sampler.hpp"

namespace boyi {

namespace {

constexpr int size = GomokuSample::size, most_plies = 120;
constexpr std::uint32_t random_moves = 12;   // one of so many moves is a random one
constexpr std::uint64_t least_offered = 50;  // a search that evaluates less has found a proof

// A few random stones near the middle.
void open(GomokuSmall& board, Rng& rng) {
    const int stones = 2 + static_cast<int>(rng.below(6));
    for (int placed = 0; placed < stones;) {
        const int reach = 3 + static_cast<int>(rng.below(7)), low = (size - reach) / 2;
        const auto cell =
            static_cast<Move>((low + static_cast<int>(rng.below(static_cast<std::uint32_t>(reach)))) * size + low +
                              static_cast<int>(rng.below(static_cast<std::uint32_t>(reach))));
        if (!board.is_legal(cell)) continue;
        board.play(cell);
        ++placed;
    }
}

Limits node_limit(std::uint64_t nodes, std::uint64_t seed) {
    Limits limits;
    limits.nodes = nodes;
    limits.memory = std::uint64_t{4} << 20;
    limits.seed = seed;
    return limits;
}

bool is_decided(const Report& report) { return report.proven == Proven::win || report.proven == Proven::loss; }

void append(std::string& records, const GomokuSmall& board, const Report& report) {
    std::string cells((size * size + 3) / 4, '\0');
    for (int cell = 0; cell < size * size; ++cell)
        cells[static_cast<std::size_t>(cell / 4)] |= static_cast<char>((board.stone(cell) + 1) << 2 * (cell % 4));
    const double most = GomokuSample::proven;
    const double value = is_decided(report) ? (report.proven == Proven::win ? most : -most) : report.lines[0].score;
    const auto number = static_cast<int>(std::clamp(value, -most, most));
    records += cells;
    records += static_cast<char>(board.turn());
    records += static_cast<char>(number & 0xFF);
    records += static_cast<char>(number >> 8 & 0xFF);
}

// A random move near the stones, if there is one.
Move random_move(const GomokuSmall& board, Rng& rng, Move otherwise) {
    MoveList list;
    bool complete;
    MovePicker<GomokuSmall>(ShapeBoard<GomokuSmall>(board)).near(list, complete);
    return list.count ? list[static_cast<int>(rng.below(static_cast<std::uint32_t>(list.count)))] : otherwise;
}

void play(const GomokuSelfPlay& settings, std::uint64_t seed, std::string& records) {
    Rng rng(seed);
    GomokuSmall board(size, settings.rule, std::string(size * size, '.'), 0);
    open(board, rng);
    for (int ply = 0; ply < most_plies && !board.outcome().over(); ++ply) {
        PositionSampler<GomokuSmall> sampler(static_cast<std::size_t>(settings.samples), rng.next());
        const Report report = search_gomoku_small(board, node_limit(settings.nodes, rng.next()), &sampler);
        if (sampler.offered() >= least_offered) {
            for (const GomokuSmall& position : sampler.chosen())
                append(records, position, search_gomoku_small(position, node_limit(settings.judge_nodes, 0), nullptr));
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
        play(settings, mix(settings.seed) + static_cast<std::uint64_t>(number), records);
        pulse();
    }
    return records;
}

GomokuSample read_sample(std::string_view records, std::size_t& place) {
    if (place + GomokuSample::record > records.size()) throw std::invalid_argument("a record ends early");
    const auto byte = [&](std::size_t offset) { return static_cast<unsigned char>(records[place + offset]); };
    GomokuSample sample{std::string(size * size, '.'), 0, 0};
    for (std::size_t cell = 0; cell < sample.cells.size(); ++cell)
        sample.cells[cell] = ".xo?"[byte(cell / 4) >> 2 * (cell % 4) & 3];
    constexpr std::size_t turn = GomokuSample::record - 3;
    sample.turn = byte(turn);
    sample.value = static_cast<std::int16_t>(byte(turn + 1) | byte(turn + 2) << 8);
    if (sample.turn > 1 || sample.cells.find('?') != std::string::npos)
        throw std::invalid_argument("this is no record of gomoku");
    place += GomokuSample::record;
    return sample;
}

}  // namespace boyi
