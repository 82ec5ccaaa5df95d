// Gomoku for Python.
#include <algorithm>
#include <limits>

#include "bindings/bindings.hpp"
#include "gomoku/boards.hpp"
#include "gomoku/duel.hpp"
#include "gomoku/selfplay.hpp"
#include "gomoku/training.hpp"
#include "gomoku/weights.hpp"

namespace boyi {

namespace {

std::unique_ptr<AnyBoard> gomoku(int size, std::string_view rule_name, std::string_view cells, int turn) {
    if (size < 5 || size > GomokuLarge::max_size) throw std::invalid_argument("the size is 5 to 28");
    check_cells(cells, size * size, turn);
    const GomokuRule rule = gomoku_rule(rule_name);
    const auto make = size <= GomokuSmall::max_size ? make_gomoku_small : make_gomoku_large;
    return make(size, rule, cells, turn);
}

using Solver = GomokuBoard::ForcedWin (GomokuBoard::*)(std::uint64_t, const GomokuBoard::Expired&) const;

template <Solver solver>
nb::tuple forced_win(const AnyBoard& any, double seconds, std::uint64_t nodes, nb::object progress,
                     const Cancel* cancel) {
    const auto& board = board_as<GomokuBoard>(any);
    check_running(board);
    if (!(seconds >= 0)) throw std::invalid_argument("seconds must not be negative");
    GomokuBoard::ForcedWin found;
    run_solver(seconds, cancel, progress, [&](auto expired) { found = (board.*solver)(nodes, expired); });
    return nb::make_tuple(std::vector<int>(found.line.begin(), found.line.end()), found.proven, found.nodes);
}

nb::tuple candidates(const AnyBoard& any) {
    const auto& board = board_as<GomokuBoard>(any);
    check_running(board);
    MoveList list;
    const bool complete = board.candidates(list);
    return nb::make_tuple(to_list(list), complete);
}

nb::bytes gomoku_records(std::string_view rule, std::uint64_t seed, int first, int games, std::uint64_t nodes,
                         std::uint64_t judge_nodes, int samples) {
    check_games(first, games);
    if (nodes < 1 || judge_nodes < 1 || samples < 1) throw std::invalid_argument("out of range");
    const GomokuSelfPlay settings{gomoku_rule(rule), seed, nodes, judge_nodes, samples};
    std::string records;
    {
        const ReleaseGil release;
        Pulse pulse = python_pulse();
        records = gomoku_self_play(settings, first, games, pulse);
    }
    return nb::bytes(records.data(), records.size());
}

// `fit(records, pulse)` runs without Python.
template <class Fit>
nb::tuple fitted(const nb::bytes& records, Fit&& fit) {
    GomokuFit found;
    {
        const std::string_view data(records.c_str(), records.size());
        const ReleaseGil release;
        Pulse pulse = python_pulse();
        found = fit(data, pulse);
    }
    return nb::make_tuple(std::vector<int>(found.weights.begin(), found.weights.end()), found.before, found.after,
                          found.positions);
}

std::size_t gomoku_checked(const nb::bytes& records) {
    const std::string_view data(records.c_str(), records.size());
    std::size_t count = 0;
    for (std::size_t place = 0; place < data.size(); ++count) read_sample(data, place);
    return count;
}

nb::tuple gomoku_fitted(std::string_view rule, const nb::bytes& records, int epochs, double rate, double decay) {
    if (epochs < 0 || !is_step(rate) || !is_share(decay)) throw std::invalid_argument("out of range");
    return fitted(records, [=, judged = gomoku_rule(rule)](std::string_view data, Pulse& pulse) {
        return gomoku_fit(judged, data, epochs, rate, decay, pulse);
    });
}

std::vector<std::int16_t> checked(const std::vector<int>& numbers, std::size_t count) {
    using Range = std::numeric_limits<std::int16_t>;
    const bool fits = std::all_of(numbers.begin(), numbers.end(),
                                  [](int number) { return number >= Range::min() && number <= Range::max(); });
    if (numbers.size() != count || !fits) throw std::invalid_argument("these are no weights of gomoku");
    return {numbers.begin(), numbers.end()};
}

nb::tuple gomoku_fitted_network(std::string_view rule, const nb::bytes& records, const std::vector<int>& start,
                                int epochs, double rate) {
    if (epochs < 0 || !is_step(rate)) throw std::invalid_argument("out of range");
    const std::vector<std::int16_t> from = checked(start, start.empty() ? 0 : GomokuNetwork::count);
    return fitted(records, [&, judged = gomoku_rule(rule)](std::string_view data, Pulse& pulse) {
        return gomoku_fit_network(judged, data, from, epochs, rate, pulse);
    });
}

nb::tuple gomoku_fitted_policy(std::string_view rule, const nb::bytes& records, int epochs, double rate) {
    if (epochs < 0 || !is_step(rate)) throw std::invalid_argument("out of range");
    return fitted(records, [=, judged = gomoku_rule(rule)](std::string_view data, Pulse& pulse) {
        return gomoku_fit_policy(judged, data, epochs, rate, pulse);
    });
}

GomokuSettings gomoku_settings(const std::vector<int>& numbers) {
    if (numbers.size() != GomokuSettings::entries.size())
        throw std::invalid_argument("these are no settings of gomoku");
    GomokuSettings settings;
    for (std::size_t index = 0; index < numbers.size(); ++index) {
        const GomokuSettings::Entry& entry = GomokuSettings::entries[index];
        settings.*entry.number = std::clamp(numbers[index], entry.least, entry.most);
    }
    return settings;
}

nb::list gomoku_search_settings() {
    const GomokuSettings settings;
    nb::list all;
    for (const GomokuSettings::Entry& entry : GomokuSettings::entries)
        all.append(nb::make_tuple(entry.name, settings.*entry.number, entry.step, entry.least, entry.most));
    return all;
}

std::pair<int, int> gomoku_duel(std::string_view rule, int size, const std::vector<int>& first,
                                const std::vector<int>& second, std::uint64_t nodes, double seconds,
                                std::uint64_t seed) {
    if (size < 10 || size > GomokuLarge::max_size || nodes < 1 || nodes > 1'000'000'000 || !(seconds >= 0))
        throw std::invalid_argument("out of range");
    const GomokuDuel duel{gomoku_rule(rule),      size, nodes, seconds, seed, gomoku_settings(first),
                          gomoku_settings(second)};
    const ReleaseGil release;
    Pulse pulse = python_pulse();
    return play_gomoku_duel(duel, pulse);
}

void gomoku_learn_policy(std::string_view rule, const std::vector<int>& numbers) {
    GomokuWeights::learn_policy(gomoku_rule(rule), checked(numbers, GomokuPolicy::count));
}

std::vector<int> gomoku_policy(std::string_view rule) {
    const std::vector<std::int16_t> numbers = GomokuWeights::of(gomoku_rule(rule)).policy.numbers();
    return {numbers.begin(), numbers.end()};
}

std::vector<int> gomoku_start_policy() {
    const std::vector<std::int16_t> numbers = GomokuPolicy::start();
    return {numbers.begin(), numbers.end()};
}

void gomoku_learn(std::string_view rule, const std::vector<int>& numbers) {
    GomokuWeights::learn(gomoku_rule(rule), checked(numbers, GomokuWeights::count));
}

void gomoku_learn_network(std::string_view rule, const std::vector<int>& numbers) {
    GomokuWeights::learn_network(gomoku_rule(rule), checked(numbers, GomokuNetwork::count));
}

std::vector<int> gomoku_weights(std::string_view rule) {
    const std::vector<std::int16_t> numbers = GomokuWeights::of(gomoku_rule(rule)).numbers();
    return {numbers.begin(), numbers.end()};
}

std::vector<int> gomoku_network(std::string_view rule) {
    const std::vector<std::int16_t> numbers = GomokuWeights::of(gomoku_rule(rule)).network_numbers();
    return {numbers.begin(), numbers.end()};
}

std::vector<int> gomoku_start_weights() {
    const std::vector<std::int16_t> numbers = GomokuWeights::start();
    return {numbers.begin(), numbers.end()};
}

}  // namespace

void bind_gomoku(nb::module_& module) {
    module.def("gomoku", &gomoku, "size"_a, "rule"_a, "cells"_a, "turn"_a);
    module.def("gomoku_vcf", &forced_win<&GomokuBoard::vcf>, "board"_a, nb::kw_only(), "seconds"_a, "nodes"_a,
               "progress"_a.none(), "cancel"_a.none(),
               nb::sig("def gomoku_vcf(board: Board, *, seconds: float, nodes: int, "
                       "progress: Callable[[int], bool] | None, cancel: Cancel | None) "
                       "-> tuple[list[int], bool, int]"),
               "(the winning line, whether that or its absence is proven, positions looked at)");
    module.def("gomoku_vct", &forced_win<&GomokuBoard::vct>, "board"_a, nb::kw_only(), "seconds"_a, "nodes"_a,
               "progress"_a.none(), "cancel"_a.none(),
               nb::sig("def gomoku_vct(board: Board, *, seconds: float, nodes: int, "
                       "progress: Callable[[int], bool] | None, cancel: Cancel | None) "
                       "-> tuple[list[int], bool, int]"),
               "The same by continuous threats: fours and open threes.");
    module.def("gomoku_candidates", &candidates, "board"_a,
               nb::sig("def gomoku_candidates(board: Board) -> tuple[list[int], bool]"),
               "(the moves worth searching, whether every other one surely loses)");
    module.def("gomoku_selfplay", &gomoku_records, "rule"_a, "seed"_a, "first"_a, "games"_a, "nodes"_a, "judge_nodes"_a,
               "samples"_a,
               "Positions of games against itself on 15x15 and 20x20 boards as records for `boyi train gomoku`.");
    module.def("gomoku_search_settings", &gomoku_search_settings,
               nb::sig("def gomoku_search_settings() -> list[tuple[str, int, int, int, int]]"),
               "Of each setting of the search: name, number, a step that matters, the least and the most.");
    module.def("gomoku_duel", &gomoku_duel, "rule"_a, "size"_a, "first"_a, "second"_a, "nodes"_a, "seconds"_a, "seed"_a,
               "Two games of searches with these settings, colours swapped: twice the points of the first in each.");
    module.def("gomoku_check", &gomoku_checked, "records"_a, "How many records; a ValueError if they are none.");
    module.def("gomoku_fit", &gomoku_fitted, "rule"_a, "records"_a, "epochs"_a, "rate"_a, "decay"_a,
               nb::sig("def gomoku_fit(rule: str, records: bytes, epochs: int, rate: float, decay: float) "
                       "-> tuple[list[int], float, float, int]"),
               "(weights, the mean cross entropy of held-out positions before and after, positions learned from)");
    module.def("gomoku_fit_network", &gomoku_fitted_network, "rule"_a, "records"_a, "start"_a, "epochs"_a, "rate"_a,
               nb::sig("def gomoku_fit_network(rule: str, records: bytes, start: list[int], epochs: int, rate: float) "
                       "-> tuple[list[int], float, float, int]"),
               "The same for the network that is added to the weights; `start` may be empty; before: with the start.");
    module.def("gomoku_fit_policy", &gomoku_fitted_policy, "rule"_a, "records"_a, "epochs"_a, "rate"_a,
               nb::sig("def gomoku_fit_policy(rule: str, records: bytes, epochs: int, rate: float) "
                       "-> tuple[list[int], float, float, int]"),
               "The same for the order of moves.");
    module.def("gomoku_policy", &gomoku_policy, "rule"_a, "The numbers of the order of moves that the search uses.");
    module.def("gomoku_start_policy", &gomoku_start_policy, "The hand-made order from which training starts.");
    module.def("gomoku_learn_policy", &gomoku_learn_policy, "rule"_a, "numbers"_a,
               "Lets the search use another order of moves; none may run meanwhile.");
    module.def("gomoku_weights", &gomoku_weights, "rule"_a, "The weights that the search uses.");
    module.def("gomoku_start_weights", &gomoku_start_weights, "The hand-made weights from which training starts.");
    module.def("gomoku_learn", &gomoku_learn, "rule"_a, "weights"_a,
               "Lets the search use other weights; none may run meanwhile.");
    module.def("gomoku_network", &gomoku_network, "rule"_a, "The numbers of the network that the search uses.");
    module.def("gomoku_learn_network", &gomoku_learn_network, "rule"_a, "numbers"_a,
               "Lets the search use another network; none may run meanwhile.");
}

}  // namespace boyi
