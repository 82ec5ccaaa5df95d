// Gomoku's searches for Python; apart from gomoku.cpp because they take long to compile.
#include "bind_alphabeta.hpp"
#include "gomoku_evaluation.hpp"
#include "gomoku_sixcell.hpp"

namespace boyi {

namespace {

// (moves of the winning line, whether that or its absence is proven, positions looked at)
template <class Kernel>
nb::tuple vcf(const Kernel& board, std::uint64_t nodes, double seconds) {
    check_running(board);
    if (!(seconds >= 0)) throw std::invalid_argument("seconds must not be negative");
    using Fours = ContinuousFours<Kernel>;
    Fours fours(std::size_t{1} << 16);
    typename Fours::Result result;
    {
        nb::gil_scoped_release release;
        Pulse pulse;
        const auto start = std::chrono::steady_clock::now();
        result = fours.run(typename Fours::Threats(board), nodes, board.area(), [&] {
            pulse();
            return Seconds(std::chrono::steady_clock::now() - start).count() >= seconds;
        });
    }
    return nb::make_tuple(std::vector<int>(fours.line().begin(), fours.line().end()), result != Fours::Result::unknown,
                          fours.nodes());
}

template <class Kernel>
void bind_searches(nb::module_& module) {
    bind_alphabeta<Kernel, GomokuPatterns<Kernel>, GomokuSixCell<Kernel, Computer::waiting>,
                   GomokuSixCell<Kernel, Computer::black>, GomokuSixCell<Kernel, Computer::white>>(module, "alphabeta");
    module.def("gomoku_vcf", &vcf<Kernel>, "board"_a, "nodes"_a, "seconds"_a);
    module.def(
        "gomoku_candidates",
        [](const Kernel& board) {
            check_running(board);
            MoveList list;
            const bool complete = GomokuPatterns<Kernel>::candidates(GomokuThreats<Kernel>(board), list);
            return nb::make_tuple(std::vector<int>(list.begin(), list.end()), complete);
        },
        "board"_a);
}

}  // namespace

void bind_gomoku_searches(nb::module_& module) {
    bind_searches<GomokuSmall>(module);
    bind_searches<GomokuLarge>(module);
}

}  // namespace boyi
