#include "othello_perft.hpp"

#include "bind_alphabeta.hpp"
#include "bind_mcts.hpp"
#include "othello_evaluation.hpp"
#include "othello_selfplay.hpp"

namespace boyi {

namespace {

template <int Size>
nb::object make(std::string_view cells, int turn) {
    check_cells(cells, Othello<Size>::cells, turn);
    std::uint64_t stones[2] = {0, 0};
    for (int cell = 0; cell < Othello<Size>::cells; ++cell)
        if (cells[cell] != '.') stones[cells[cell] == 'o'] |= std::uint64_t{1} << Othello<Size>::bit_of(cell);
    return nb::cast(Othello<Size>(stones[0], stones[1], turn));
}

// The solver as a search, so that it runs without the GIL and ends by Ctrl-C.
template <int Size>
class Solve {
public:
    using B = Othello<Size>;
    using Solver = OthelloSolver<Size, OthelloPatterns<Size>>;

    Solve(const B& board, int low, int high, const Cancel* cancel)
        : board_(board), low_(low), high_(high), cancel_(cancel) {}

    void prepare(const Limits& limits) { limits_ = limits; }
    void work(int) {
        Solver solver(stopper, cancel_, limits_.seconds, limits_.nodes, limits_.memory);
        const int guess = OthelloPatterns<Size>::value(board_) / OthelloPatterns<Size>::disc;
        result = solver.solve(board_.own(), board_.other(), low_, high_, std::clamp(guess, -B::cells, B::cells));
        nodes = solver.nodes();
    }
    Report report() const { return {}; }

    Stopper stopper;
    typename Solver::Result result;
    std::uint64_t nodes = 0;

private:
    B board_;
    int low_, high_;
    const Cancel* cancel_;
    Limits limits_;
};

template <int Size>
void bind_size(nb::module_& module, const char* name, const char* search) {
    using B = Othello<Size>;
    bind_board<B>(module, name);
    bind_mcts<B>(module, search);
    bind_alphabeta<B, OthelloPatterns<Size>, OthelloPositional<Size>, OthelloLead<Size>>(module, "alphabeta");
    // (lower bound, upper bound, moves of the best line, nodes)
    module.def(
        "othello_solve",
        [](const B& board, int low, int high, double seconds, std::uint64_t nodes, std::uint64_t memory,
           nb::object cancel) {
            check_running(board);
            if (low > high || low < -B::cells || high > B::cells || low % 2 || high % 2)
                throw std::invalid_argument("low and high are even scores");
            Limits limits;
            limits.seconds = seconds, limits.nodes = nodes, limits.memory = memory;
            Solve<Size> solve(board, low, high, cancel.is_none() ? nullptr : nb::cast<const Cancel*>(cancel));
            run_search(solve, limits, nb::none());
            std::vector<int> line(solve.result.pv.begin(), solve.result.pv.end());
            if (line.empty() && solve.result.move >= 0) line.push_back(B::cell_of(solve.result.move));
            return nb::make_tuple(solve.result.lower, solve.result.upper, line, solve.nodes);
        },
        "board"_a, nb::kw_only(), "low"_a, "high"_a, "seconds"_a, "nodes"_a, "memory"_a, "cancel"_a.none());
}

void load_weights(const nb::bytes& weights) {
    if (!OthelloPatterns8::load(reinterpret_cast<const signed char*>(weights.c_str()), weights.size()))
        throw std::invalid_argument("these are no weights of Othello's patterns");
}

// `games` games against itself as records for tools/train_othello.py; by `positional` if there are no weights yet.
nb::bytes self_play(int games, std::uint64_t seed, int depth, int endgame, const nb::bytes& weights) {
    if (depth < 1 || depth > 12 || endgame < 1 || endgame > 20) throw std::invalid_argument("out of range");
    const bool learned = weights.size() > 0;
    if (learned) load_weights(weights);
    std::string records;
    const auto play = [&](auto&& player) {
        nb::gil_scoped_release release;
        Pulse pulse;
        for (int game = 0; game < games; ++game) {
            player.game(records);
            pulse();
        }
    };
    if (learned)
        play(OthelloSelfPlay<OthelloPatterns<8>>(seed, depth, endgame));
    else
        play(OthelloSelfPlay<OthelloUntaught>(seed, depth, endgame));
    return nb::bytes(records.data(), records.size());
}

}  // namespace

void bind_othello(nb::module_& module) {
    bind_size<4>(module, "Othello4", "Othello4Mcts");
    bind_size<6>(module, "Othello6", "Othello6Mcts");
    bind_size<8>(module, "Othello8", "Othello8Mcts");
    module.def("othello_weights", &load_weights, "weights"_a);
    module.def("othello_selfplay", &self_play, "games"_a, "seed"_a, "depth"_a, "endgame"_a, "weights"_a);
    module.def(
        "othello",
        [](int size, std::string_view cells, int turn) {
            switch (size) {
                case 4: return make<4>(cells, turn);
                case 6: return make<6>(cells, turn);
                case 8: return make<8>(cells, turn);
                default: throw std::invalid_argument("a native Othello board has size 4, 6 or 8");
            }
        },
        "size"_a, "cells"_a, "turn"_a);
}

}  // namespace boyi
