// The Python face of Mcts<B>; src/boyi/native/mcts.py is its only caller.
#pragma once

#include <nanobind/stl/unique_ptr.h>

#include <atomic>

#include "bind_search.hpp"
#include "mcts.hpp"

namespace boyi {

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

inline MctsConfig mcts_config(const nb::dict& options) {
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
        else if (name == "rave_bias") config.rave_bias = number();
        else if (name == "grave_ref") config.grave_ref = whole();
        else if (name == "bias") config.bias = number();
        else if (name == "decisive") config.decisive = flag();
        else if (name == "fpu") config.fpu = number();
        else if (name == "expand") config.expand = whole();
        else if (name == "virtual_loss") config.virtual_loss = number();
        else throw std::invalid_argument("unknown option: " + name.substr(0, 40));
    }
    config.check();
    return config;
}

// A search that Python may hold, and even call from several threads: only one call at a time gets in, but for stop.
template <Board B>
class PythonMcts {
public:
    PythonMcts(const B& board, const nb::dict& options, std::vector<Key> history)
        : search_(board, mcts_config(options), std::move(history)) {}

    nb::tuple run(double seconds, std::uint64_t nodes, int threads, std::uint64_t seed, std::uint64_t memory,
                  nb::object progress) {
        const Entry entry(busy_);
        Limits limits;
        limits.seconds = seconds;
        limits.nodes = nodes;
        limits.threads = threads;
        limits.seed = seed;
        limits.memory = memory;
        return run_search(search_, limits, std::move(progress));
    }
    void advance(std::int64_t move) {
        const Entry entry(busy_);
        if (move < 0 || move > 0xFFFF || !search_.board().is_legal(static_cast<Move>(move)))
            throw std::invalid_argument("illegal move");
        nb::gil_scoped_release release;
        search_.advance(static_cast<Move>(move));
    }
    void stop() { search_.stopper.stop(); }
    Key key() {
        const Entry entry(busy_);
        return search_.board().key();
    }
    std::uint64_t visits() const { return search_.visits(); }

private:
    struct Entry {
        std::atomic<bool>& busy;
        explicit Entry(std::atomic<bool>& flag) : busy(flag) {
            if (busy.exchange(true)) throw std::runtime_error("this search is running");
        }
        ~Entry() { busy = false; }
    };

    Mcts<B> search_;
    std::atomic<bool> busy_{false};
};

// Adds the class `name` and lets `mcts(board, options, history)` make one for this kind of board.
template <Board B>
void bind_mcts(nb::module_& module, const char* name) {
    using Search = PythonMcts<B>;
    nb::class_<Search>(module, name)
        .def("run", &Search::run, "seconds"_a, "nodes"_a, "threads"_a, "seed"_a, "memory"_a,
             "progress"_a.none() = nb::none())
        .def("advance", &Search::advance, "move"_a)
        .def("stop", &Search::stop)
        .def_prop_ro("key", &Search::key)
        .def_prop_ro("visits", &Search::visits);
    module.def(
        "mcts",
        [](const B& board, const nb::dict& options, std::vector<Key> history) {
            return std::make_unique<Search>(board, options, std::move(history));
        },
        "board"_a, "options"_a, "history"_a);
}

}  // namespace boyi
