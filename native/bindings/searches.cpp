// The searches for Python; src/boyi/native/alphabeta.py and mcts.py are their only callers.
#include <atomic>
#include <optional>

#include "bindings/bindings.hpp"
#include "search/evaluation.hpp"

namespace boyi {

namespace {

// The textbook's method of that name; none for the strong search.
std::optional<Method> minimax_method(std::string_view name) {
    if (name == "strong") return std::nullopt;
    if (name == "minimax") return Method::minimax;
    if (name == "negamax") return Method::negamax;
    if (name == "alphabeta") return Method::alphabeta;
    if (name == "aspiration") return Method::aspiration;
    if (name == "pvs") return Method::pvs;
    throw std::invalid_argument("unknown method");
}

// What the settings accept is declared and checked in src/boyi/settings; here only the types are.
nb::tuple alphabeta(const AnyBoard& board, std::string_view evaluation, std::string_view method, unsigned width,
                    bool ordered, unsigned window, unsigned multi, std::vector<Key> history, double seconds,
                    std::uint64_t nodes, int depth, std::uint64_t memory, int threads, std::uint64_t seed,
                    nb::object progress, const Cancel* cancel, MemorySlot* slot, bool iterative, bool processor) {
    check_running(board);
    const auto minimax = [&](Method chosen) {
        const MinimaxConfig config{.method = chosen,
                                   .width = static_cast<int>(width),
                                   .ordered = ordered,
                                   .window = static_cast<int>(window),
                                   .iterative = iterative};
        return board.minimax(evaluation, config, cancel);
    };
    const std::optional<Method> chosen = minimax_method(method);
    const std::unique_ptr<Search> search =
        chosen ? minimax(*chosen)
               : board.alphabeta(evaluation, static_cast<int>(multi), std::move(history), cancel, slot);
    return run_search(*search, {seconds, nodes, depth, memory, threads, seed, processor}, std::move(progress));
}

// One of a few words as the enumerator at the same place.
template <class Enum>
Enum chosen(const std::string& word, std::initializer_list<const char*> words) {
    int place = 0;
    for (const char* known : words) {
        if (word == known) return static_cast<Enum>(place);
        ++place;
    }
    throw std::invalid_argument("unknown choice: " + word.substr(0, 40));
}

// The settings by name: all of them, and no others.
MctsConfig mcts_config(const nb::dict& options) {
    std::size_t taken = 0;
    const auto take = [&](const char* name) {
        if (!options.contains(name)) throw std::invalid_argument(std::string("missing option: ") + name);
        ++taken;
        return nb::object(options[name]);
    };
    const auto number = [&](const char* name) { return nb::cast<double>(take(name)); };
    const auto whole = [&](const char* name) { return nb::cast<int>(take(name)); };
    const auto word = [&](const char* name) { return nb::cast<std::string>(take(name)); };
    const auto flag = [&](const char* name) { return nb::cast<bool>(take(name)); };
    const MctsConfig config{
        .c = number("c"),
        .factor = whole("factor"),
        .unit = chosen<int>(word("scale"), {"signed", "unit"}) == 1,
        .rollouts = whole("rollouts"),
        .cap = whole("cap"),
        .cap_value = chosen<CapValue>(word("cap_value"), {"half", "black-loss", "eval"}),
        .game_cap = whole("game_cap"),
        .lead = whole("lead"),
        .backup = chosen<Backup>(word("backup"), {"negamax", "computer"}),
        .final = chosen<Final>(word("final"), {"visits", "rate", "ucb"}),
        .tie = chosen<Tie>(word("tie"), {"first", "last", "random"}),
        .shuffle = flag("shuffle"),
        .solver = flag("solver"),
        .lookahead = flag("lookahead"),
        .forced = flag("forced"),
        .rave = flag("rave"),
        .rave_bias = number("rave_bias"),
        .grave_ref = whole("grave_ref"),
        .bias = number("bias"),
        .decisive = flag("decisive"),
        .fpu = number("fpu"),
        .expand = whole("expand"),
        .virtual_loss = number("virtual_loss"),
        .learned = number("learned"),
        .policy = number("policy"),
        .reduction = number("reduction"),
        .endgame = whole("endgame"),
        .solve_after = number("solve_after"),
    };
    if (options.size() != taken) throw std::invalid_argument("unknown option");
    return config;
}

// A search that Python may hold, and even call from several threads: only one call at a time gets in, but for stop.
class PythonMcts {
public:
    explicit PythonMcts(std::unique_ptr<TreeSearch> search) : search_(std::move(search)) {}

    nb::tuple run(double seconds, std::uint64_t nodes, int threads, std::uint64_t seed, std::uint64_t memory,
                  nb::object progress, bool processor) {
        const Entry entry(busy_);
        Limits limits;
        limits.seconds = seconds;
        limits.nodes = nodes;
        limits.threads = threads;
        limits.seed = seed;
        limits.memory = memory;
        limits.processor = processor;
        return run_search(*search_, limits, std::move(progress));
    }
    void advance(std::int64_t move) {
        const Entry entry(busy_);
        if (move < 0 || move > 0xFFFF || !search_->is_legal(static_cast<Move>(move)))
            throw std::invalid_argument("illegal move");
        const ReleaseGil release;
        search_->advance(static_cast<Move>(move));
    }
    void stop() { search_->stopper.stop(); }
    Key key() {
        const Entry entry(busy_);
        return search_->key();
    }
    std::uint64_t visits() const { return search_->visits(); }

private:
    struct Entry {
        std::atomic<bool>& busy;
        explicit Entry(std::atomic<bool>& flag) : busy(flag) {
            if (busy.exchange(true)) throw std::runtime_error("this search is running");
        }
        ~Entry() { busy = false; }
    };

    std::unique_ptr<TreeSearch> search_;
    std::atomic<bool> busy_{false};
};

}  // namespace

void bind_searches(nb::module_& module) {
    nb::class_<Cancel>(module, "Cancel", "Lets another thread end a search.")
        .def(nb::init<>())
        .def("cancel", &Cancel::cancel)
        .def_prop_ro("cancelled", &Cancel::cancelled);
    nb::class_<MemorySlot>(module, "MemorySlot", "What a search keeps from move to move of a game.").def(nb::init<>());
    module.def(
        "evaluate", [](const AnyBoard& board, std::string_view evaluation) { return board.evaluate(evaluation); },
        "board"_a, "evaluation"_a, "The value of a position for the side to move.");
    module.def(
        "gain",
        [](const AnyBoard& board, std::string_view evaluation, std::int64_t move) {
            return board.gain(evaluation, checked_move(board, move));
        },
        "board"_a, "evaluation"_a, "move"_a, "How promising a legal move looks to the evaluation.");
    module.def("alphabeta", &alphabeta, "board"_a, nb::kw_only(), "evaluation"_a, "method"_a, "width"_a, "ordered"_a,
               "window"_a, "multi"_a, "history"_a, "seconds"_a, "nodes"_a, "depth"_a, "memory"_a, "threads"_a, "seed"_a,
               "progress"_a.none(), "cancel"_a.none(), "slot"_a.none(), "iterative"_a, "processor"_a = false,
               nb::sig("def alphabeta(board: Board, *, evaluation: str, method: str, width: int, ordered: bool, "
                       "window: int, multi: int, history: Sequence[int], seconds: float, nodes: int, depth: int, "
                       "memory: int, threads: int, seed: int, progress: Callable[[Report], bool] | None, "
                       "cancel: Cancel | None, slot: MemorySlot | None, iterative: bool, "
                       "processor: bool = False) -> Report"));
    nb::class_<PythonMcts>(module, "MctsSearch", "A tree search that lives on from move to move.")
        .def("run", &PythonMcts::run, "seconds"_a, "nodes"_a, "threads"_a, "seed"_a, "memory"_a,
             "progress"_a.none() = nb::none(), "processor"_a = false,
             nb::sig("def run(self, seconds: float, nodes: int, threads: int, seed: int, memory: int, "
                     "progress: Callable[[Report], bool] | None = None, processor: bool = False) -> Report"))
        .def("advance", &PythonMcts::advance, "move"_a)
        .def("stop", &PythonMcts::stop)
        .def_prop_ro("key", &PythonMcts::key)
        .def_prop_ro("visits", &PythonMcts::visits);
    module.def(
        "mcts",
        [](const AnyBoard& board, const nb::dict& options, std::vector<Key> history) {
            return std::make_unique<PythonMcts>(board.mcts(mcts_config(options), std::move(history)));
        },
        "board"_a, "options"_a, "history"_a,
        nb::sig("def mcts(board: Board, options: dict[str, Any], history: Sequence[int]) -> MctsSearch"));
}

}  // namespace boyi
