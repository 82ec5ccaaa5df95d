// Lines of Action for Python.
#include "bindings/bindings.hpp"
#include "loa/boards.hpp"
#include "loa/network.hpp"
#include "loa/selfplay.hpp"
#include "loa/solver.hpp"
#include "loa/training.hpp"

namespace boyi {

namespace {

// Whether `word` is the second of two choices; anything else than the two is an error.
bool is_second(std::string_view word, std::string_view first, std::string_view second, const char* error) {
    if (word != first && word != second) throw std::invalid_argument(error);
    return word == second;
}

std::unique_ptr<AnyBoard> loa(std::string_view rule, std::string_view both, std::string_view cells, int turn) {
    Loa::Rules rules;
    rules.capture_wins = is_second(rule, "standard", "capture", "rule is standard or capture");
    rules.both_draw = is_second(both, "mover", "draw", "both is mover or draw");
    check_cells(cells, Loa::cells, turn);
    std::uint64_t stones[2] = {0, 0};
    for (int cell = 0; cell < Loa::cells; ++cell)
        if (cells[cell] != '.') stones[cells[cell] == 'o'] |= std::uint64_t{1} << cell;
    return make_loa(Loa(stones[0], stones[1], turn, rules));
}

nb::tuple solve_loa(const AnyBoard& board, double seconds, std::uint64_t nodes, std::uint64_t memory,
                    nb::object progress, const Cancel* cancel) {
    check_running(board);
    const Loa& start = board_as<LoaBoard>(board).kernel();
    Proven result = Proven::no;
    std::vector<int> line;
    std::uint64_t spent = 0;
    run_solver(seconds, cancel, progress, [&](auto expired) {
        LoaSolver solver(start, nodes, memory, expired);
        result = solver.solve();
        for (const Move move : solver.line()) line.push_back(move);
        spent = solver.nodes();
    });
    return nb::make_tuple(static_cast<int>(result), line, spent);
}

// 16-bit numbers, the low byte first.
std::vector<std::int16_t> read_row(const nb::bytes& weights) {
    if (weights.size() % 2) throw std::invalid_argument("these are no weights of Lines of Action");
    std::vector<std::int16_t> row;
    for (std::size_t place = 0; place + 1 < weights.size(); place += 2) {
        const auto low = static_cast<unsigned char>(weights.c_str()[place]);
        const auto high = static_cast<unsigned char>(weights.c_str()[place + 1]);
        row.push_back(static_cast<std::int16_t>(low | high << 8));
    }
    return row;
}

void load_loa_weights(const nb::bytes& weights) {
    if (!LoaNetwork::load(read_row(weights))) throw std::invalid_argument("these are no weights of Lines of Action");
}

nb::bytes play_loa(std::string_view evaluation, std::uint64_t seed, int first, int games, std::uint64_t nodes,
                   int samples) {
    check_games(first, games);
    if (nodes < 1 || samples < 0) throw std::invalid_argument("out of range");
    if (evaluation == LoaNetworkValue::name && !LoaNetwork::loaded())
        throw std::invalid_argument("the learned weights are not loaded");
    std::string records;
    {
        const ReleaseGil release;
        Pulse pulse = python_pulse();
        records = loa_self_play({evaluation, seed, nodes, samples}, first, games, pulse);
    }
    return nb::bytes(records.data(), records.size());
}

nb::tuple fit_loa(const nb::bytes& records, const nb::bytes& start, int epochs, double rate, double mix,
                  std::uint64_t seed) {
    if (epochs < 0 || !is_step(rate) || !is_share(mix)) throw std::invalid_argument("out of range");
    const std::vector<std::int16_t> first = read_row(start);
    LoaFit fit;
    std::string row;
    {
        const std::string_view games(records.c_str(), records.size());
        const ReleaseGil release;
        Pulse pulse = python_pulse();
        fit = loa_fit(games, first, epochs, rate, mix, seed, pulse);
        for (const std::int16_t weight : fit.row) {
            row += static_cast<char>(weight & 0xFF);
            row += static_cast<char>(weight >> 8 & 0xFF);
        }
    }
    return nb::make_tuple(nb::bytes(row.data(), row.size()), fit.before, fit.after, fit.positions);
}

std::size_t check_loa_records(const nb::bytes& records) {
    const std::string_view bytes(records.c_str(), records.size());
    const std::size_t count = LoaRecord::count(bytes);
    for (std::size_t number = 0; number < count; ++number) LoaRecord::read(bytes, number);
    return count;
}

}  // namespace

void bind_loa(nb::module_& module) {
    module.def("loa", &loa, "rule"_a, "both"_a, "cells"_a, "turn"_a);
    module.def("loa_solve", &solve_loa, "board"_a, nb::kw_only(), "seconds"_a, "nodes"_a, "memory"_a,
               "progress"_a.none(), "cancel"_a.none(),
               nb::sig("def loa_solve(board: Board, *, seconds: float, nodes: int, memory: int, "
                       "progress: Callable[[int], bool] | None, cancel: Cancel | None) "
                       "-> tuple[int, list[int], int]"),
               "(0 unknown, 1 win or 2 loss for the side to move, a line, nodes)");
    module.def("loa_weights", &load_loa_weights, "weights"_a,
               "Loads the weights of the evaluation `network`; no search may run meanwhile.");
    module.def("loa_selfplay", &play_loa, "evaluation"_a, nb::kw_only(), "seed"_a, "first"_a, "games"_a, "nodes"_a,
               "samples"_a, "Games against itself as records for `boyi train loa`.");
    module.def("loa_check", &check_loa_records, "records"_a, "How many records; a ValueError if they are none.");
    module.def("loa_fit", &fit_loa, "records"_a, "start"_a, nb::kw_only(), "epochs"_a, "rate"_a, "mix"_a, "seed"_a,
               nb::sig("def loa_fit(records: bytes, start: bytes, *, epochs: int, rate: float, mix: float, seed: int) "
                       "-> tuple[bytes, float, float, int]"),
               "(weights, mean held-out cross entropy before and after, positions); empty `start`: random weights");
}

}  // namespace boyi
