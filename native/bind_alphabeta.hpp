// Offers the alpha-beta searches of one kind of board to Python, with its evaluations by name.
#pragma once

#include <nanobind/stl/optional.h>

#include <optional>

#include "alphabeta.hpp"
#include "bind_search.hpp"
#include "plain.hpp"

namespace boyi {

// Calls `use(E{})` for the evaluation of that name.
template <Board B, class... Evaluations, class Use>
auto with_evaluation(std::string_view name, Use&& use) {
    std::optional<decltype(use(NoOpinion<B>{}))> result;
    const auto attempt = [&]<class E>(E evaluation) {
        if (!result && name == E::name) result.emplace(use(evaluation));
    };
    (attempt(Evaluations{}), ..., attempt(NoOpinion<B>{}));
    if (!result) throw std::invalid_argument("unknown evaluation");
    return *result;
}

template <Board B>
void check_running(const B& board) {
    if (board.outcome().over()) throw std::invalid_argument("the game is over");
}

inline std::optional<Method> plain_method(std::string_view name) {
    if (name == "strong") return std::nullopt;
    if (name == "minimax") return Method::minimax;
    if (name == "negamax") return Method::negamax;
    if (name == "alphabeta") return Method::alphabeta;
    if (name == "aspiration") return Method::aspiration;
    if (name == "pvs") return Method::pvs;
    throw std::invalid_argument("unknown method");
}

// Defines `name`(board, …), `evaluate`(board, evaluation) and `gain`(board, evaluation, move). Called once for each
// kind of board with the same name: Python sees one function that takes any of them.
template <Board B, class... Evaluations>
void bind_alphabeta(nb::module_& module, const char* name) {
    static_assert((Evaluation<Evaluations, B> && ...));
    if (!nb::type<Cancel>().is_valid())
        nb::class_<Cancel>(module, "Cancel")
            .def(nb::init<>())
            .def("cancel", &Cancel::cancel)
            .def_prop_ro("cancelled", &Cancel::cancelled);
    module.def(
        "evaluate",
        [](const B& board, std::string_view evaluation) {
            return with_evaluation<B, Evaluations...>(evaluation, [&]<class E>(E) { return E::value(board); });
        },
        "board"_a, "evaluation"_a);
    module.def(
        "gain",
        [](const B& board, std::string_view evaluation, std::int64_t move) {
            if (move < 0 || move > 0xFFFF || !board.is_legal(static_cast<Move>(move)))
                throw std::invalid_argument("illegal move");
            return with_evaluation<B, Evaluations...>(
                evaluation, [&]<class E>(E) { return E::gain(board, static_cast<Move>(move)); });
        },
        "board"_a, "evaluation"_a, "move"_a);
    module.def(
        name,
        [](const B& board, std::string_view evaluation, std::string_view method, int width, bool ordered, int window,
           int multi, const std::vector<Key>& history, double seconds, std::uint64_t nodes, int depth,
           std::uint64_t memory, int threads, std::uint64_t seed, nb::object progress, nb::object cancel) {
            check_running(board);
            if (width < 0) throw std::invalid_argument("width must not be negative");
            if (window < 1 || window > decided) throw std::invalid_argument("window is out of range");
            if (multi < 1) throw std::invalid_argument("multi must be at least 1");
            const Limits limits{seconds, nodes, depth, memory, threads, seed};
            check_limits(limits);
            const std::optional<Method> plain = plain_method(method);
            const Cancel* token = cancel.is_none() ? nullptr : nb::cast<const Cancel*>(cancel);
            return with_evaluation<B, Evaluations...>(evaluation, [&]<class E>(E) {
                if (plain) {
                    Plain<B, E> search(board, {*plain, width, ordered, window}, token);
                    return run_search(search, limits, progress);
                }
                AlphaBeta<B, E> search(board, multi, history, token);
                return run_search(search, limits, progress);
            });
        },
        "board"_a, nb::kw_only(), "evaluation"_a, "method"_a, "width"_a, "ordered"_a, "window"_a, "multi"_a,
        "history"_a, "seconds"_a, "nodes"_a, "depth"_a, "memory"_a, "threads"_a, "seed"_a, "progress"_a.none(),
        "cancel"_a.none());
}

}  // namespace boyi
