// Makes an AnyBoard of a kernel and its evaluations. Included by one source for each kernel, which is where the
// searches of that kernel are compiled. No Python in here.
#pragma once

#include <stdexcept>

#include "search/alphabeta.hpp"
#include "search/any_board.hpp"
#include "search/any_evaluation.hpp"
#include "search/mcts.hpp"
#include "search/minimax.hpp"

namespace boyi {

// An evaluation may have the search run on a board of its own, made from the kernel.
template <class E, class B>
struct SearchedBoard {
    using type = B;
};
template <class E, class B>
    requires requires { typename E::Searched; }
struct SearchedBoard<E, B> {
    using type = typename E::Searched;
};

// The alpha-beta searches of kernel B by an evaluation E, which may name a search of its own, `OwnSearch`, in place of
// AlphaBeta. The other evaluations of a board share the searches.
template <Board B, class E>
struct SearchesBy {
    using Searched = typename SearchedBoard<E, B>::type;

    static std::unique_ptr<Search> alphabeta(const B& board, int multi, std::vector<Key> history, const Cancel* cancel,
                                             [[maybe_unused]] MemorySlot* slot) {
        if constexpr (requires { typename E::OwnSearch; }) {
            if constexpr (can_repeat<B>())
                return std::make_unique<typename E::OwnSearch>(board, multi, std::move(history), cancel, slot);
            else return std::make_unique<typename E::OwnSearch>(board, multi, cancel, slot);
        } else {
            return std::make_unique<AlphaBeta<Searched, AnyEvaluation<Searched>>>(
                Searched(board), multi, std::move(history), cancel, AnyEvaluation<Searched>::template of<E>());
        }
    }
    static std::unique_ptr<Search> minimax(const B& board, const MinimaxConfig& config, const Cancel* cancel) {
        return std::make_unique<Minimax<Searched>>(Searched(board), config, cancel,
                                                   AnyEvaluation<Searched>::template of<E>());
    }
};

// Unqualified, so that a game's own perft is found by its argument.
template <Board B>
std::uint64_t count_leaves(const B& board, int depth, Pulse& pulse) {
    return perft(board, depth, pulse);
}

// Interface is AnyBoard, or what a game derives from it to offer more.
template <Board B, class Interface, class... Evaluations>
class KernelBoard : public Interface {
public:
    explicit KernelBoard(const B& kernel) : kernel_(kernel) {}

    int turn() const override { return kernel_.turn(); }
    int area() const override { return kernel_.area(); }
    int stone(int cell) const override { return kernel_.stone(cell); }
    Key key() const override { return kernel_.key(); }
    Outcome outcome() const override { return kernel_.outcome(); }
    void moves(MoveList& list) const override { kernel_.moves(list); }
    bool is_legal(Move move) const override { return kernel_.is_legal(move); }
    Move random_move(Rng& rng) const override { return kernel_.random_move(rng); }
    Playout playout(Rng& rng, int cap) const override { return random_playout(kernel_, rng, cap); }
    std::uint64_t perft(int depth, Pulse& pulse) const override { return count_leaves(kernel_, depth, pulse); }

    int evaluate(std::string_view evaluation) const override { return find(evaluation).value(kernel_); }
    int gain(std::string_view evaluation, Move move) const override { return find(evaluation).gain(kernel_, move); }
    std::unique_ptr<Search> alphabeta(std::string_view evaluation, int multi, std::vector<Key> history,
                                      const Cancel* cancel, MemorySlot* slot) const override {
        return find(evaluation).alphabeta(kernel_, multi, std::move(history), cancel, slot);
    }
    std::unique_ptr<Search> minimax(std::string_view evaluation, const MinimaxConfig& config,
                                    const Cancel* cancel) const override {
        return find(evaluation).minimax(kernel_, config, cancel);
    }
    std::unique_ptr<TreeSearch> mcts(const MctsConfig& config, std::vector<Key> history) const override {
        return std::make_unique<Mcts<B>>(kernel_, config, std::move(history));
    }

protected:
    B kernel_;

    template <class Derived>
    std::unique_ptr<AnyBoard> after_as(Move move) const {
        // nanobind frees what it is given by the plain operator delete.
        static_assert(alignof(Derived) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
        B next = kernel_;
        next.play(move);
        return std::make_unique<Derived>(next);
    }

private:
    // An evaluation, and the searches by it.
    struct Entry {
        std::string_view name;
        bool (*loaded)();
        int (*value)(const B&);
        int (*gain)(const B&, Move);
        decltype(&SearchesBy<B, NoOpinion<B>>::alphabeta) alphabeta;
        decltype(&SearchesBy<B, NoOpinion<B>>::minimax) minimax;

        template <class E>
        static constexpr Entry of() {
            return {E::name,
                    &has_weights<E>,
                    [](const B& board) { return E::value(board); },
                    [](const B& board, Move move) { return E::gain(board, move); },
                    &SearchesBy<B, E>::alphabeta,
                    &SearchesBy<B, E>::minimax};
        }
    };

    // Evaluations that need weights say `loaded`.
    template <class E>
    static bool has_weights() {
        if constexpr (requires { E::loaded(); }) return E::loaded();
        else return true;
    }

    static const Entry& find(std::string_view name) {
        static constexpr Entry entries[] = {Entry::template of<Evaluations>()..., Entry::template of<NoOpinion<B>>()};
        for (const Entry& entry : entries)
            if (entry.name == name) {
                if (!entry.loaded()) throw std::invalid_argument("the learned weights are not loaded");
                return entry;
            }
        throw std::invalid_argument("unknown evaluation");
    }
};

}  // namespace boyi
