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

nb::tuple alphabeta(const AnyBoard& board, std::string_view evaluation, std::string_view method, int width,
                    bool ordered, int window, int multi, std::vector<Key> history, double seconds, std::uint64_t nodes,
                    int depth, std::uint64_t memory, int threads, std::uint64_t seed, nb::object progress,
                    const Cancel* cancel, MemorySlot* slot, bool iterative) {
    check_running(board);
    if (width < 0) throw std::invalid_argument("width must not be negative");
    if (window < 1 || window > decided) throw std::invalid_argument("window is out of range");
    if (multi < 1) throw std::invalid_argument("multi must be at least 1");
    const std::optional<Method> chosen = minimax_method(method);
    const std::unique_ptr<Search> search =
        chosen ? board.minimax(evaluation, {*chosen, width, ordered, window, iterative}, cancel)
               : board.alphabeta(evaluation, multi, std::move(history), cancel, slot);
    return run_search(*search, {seconds, nodes, depth, memory, threads, seed}, std::move(progress));
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

MctsConfig mcts_config(const nb::dict& options) {
    MctsConfig config;
    for (const auto& [key, value] : options) {
        const auto name = nb::cast<std::string>(key);
        const auto number = [&] { return nb::cast<double>(value); };
        const auto whole = [&] { return nb::cast<int>(value); };
        const auto word = [&] { return nb::cast<std::string>(value); };
        const auto flag = [&] { return nb::cast<bool>(value); };
        if (name == "c") config.c = number();
        else if (name == "factor") config.factor = whole();
        else if (name == "scale") config.unit = chosen<Tie>(word(), {"signed", "unit"}) != Tie::first;
        else if (name == "rollouts") config.rollouts = whole();
        else if (name == "cap") config.cap = whole();
        else if (name == "cap_value") config.cap_value = chosen<CapValue>(word(), {"half", "black-loss", "eval"});
        else if (name == "game_cap") config.game_cap = whole();
        else if (name == "lead") config.lead = whole();
        else if (name == "backup") config.backup = chosen<Backup>(word(), {"negamax", "computer"});
        else if (name == "final") config.final = chosen<Final>(word(), {"visits", "rate", "ucb"});
        else if (name == "tie") config.tie = chosen<Tie>(word(), {"first", "last", "random"});
        else if (name == "shuffle") config.shuffle = flag();
        else if (name == "solver") config.solver = flag();
        else if (name == "lookahead") config.lookahead = flag();
        else if (name == "forced") config.forced = flag();
        else if (name == "rave") config.rave = flag();
        else if (name == "learned") config.learned = number();
        else if (name == "policy") config.policy = number();
        else if (name == "reduction") config.reduction = number();
        else if (name == "rave_bias") config.rave_bias = number();
        else if (name == "grave_ref") config.grave_ref = whole();
        else if (name == "bias") config.bias = number();
        else if (name == "decisive") config.decisive = flag();
        else if (name == "fpu") config.fpu = number();
        else if (name == "expand") config.expand = whole();
        else if (name == "virtual_loss") config.virtual_loss = number();
        else if (name == "endgame") config.endgame = whole();
        else if (name == "solve_after") config.solve_after = number();
        else throw std::invalid_argument("unknown option: " + name.substr(0, 40));
    }
    config.check();
    return config;
}

// A search that Python may hold, and even call from several threads: only one call at a time gets in, but for stop.
class PythonMcts {
public:
    explicit PythonMcts(std::unique_ptr<TreeSearch> search) : search_(std::move(search)) {}

    nb::tuple run(double seconds, std::uint64_t nodes, int threads, std::uint64_t seed, std::uint64_t memory,
                  nb::object progress) {
        const Entry entry(busy_);
        Limits limits;
        limits.seconds = seconds;
        limits.nodes = nodes;
        limits.threads = threads;
        limits.seed = seed;
        limits.memory = memory;
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
               "progress"_a.none(), "cancel"_a.none(), "slot"_a.none() = nb::none(), "iterative"_a = false,
               nb::sig("def alphabeta(board: Board, *, evaluation: str, method: str, width: int, ordered: bool, "
                       "window: int, multi: int, history: Sequence[int], seconds: float, nodes: int, depth: int, "
                       "memory: int, threads: int, seed: int, progress: Callable[[Report], bool] | None, "
                       "cancel: Cancel | None, slot: MemorySlot | None = None, iterative: bool = False) -> Report"));
    nb::class_<PythonMcts>(module, "MctsSearch", "A tree search that lives on from move to move.")
        .def("run", &PythonMcts::run, "seconds"_a, "nodes"_a, "threads"_a, "seed"_a, "memory"_a,
             "progress"_a.none() = nb::none(),
             nb::sig("def run(self, seconds: float, nodes: int, threads: int, seed: int, memory: int, "
                     "progress: Callable[[Report], bool] | None = None) -> Report"))
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
