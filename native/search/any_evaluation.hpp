// An evaluation chosen at run time. One search compiled for it serves all evaluations of a board that are not worth a
// copy of the search of their own: an indirect call costs little beside what it calls, and compiling costs seconds.
#pragma once

#include "search/evaluation.hpp"

namespace boyi {

template <Board B>
class AnyEvaluation {
public:
    template <Evaluation<B> E>
    static AnyEvaluation of() {
        AnyEvaluation any;
        any.name = E::name;
        any.scale = any.odds = E::scale;
        if constexpr (requires { E::odds; }) any.odds = E::odds;
        any.value_ = [](const B& board) { return E::value(board); };
        any.gain_ = [](const B& board, Move move) { return E::gain(board, move); };
        if constexpr (HasCandidates<E, B>) any.candidates_ = E::candidates;
        if constexpr (HasForced<E, B>) any.forced_ = E::forced;
        if constexpr (HasProof<E, B>) any.prove_ = E::prove;
        if constexpr (HasTakeover<E, B>) any.take_over_ = E::take_over;
        return any;
    }

    const char* name = "";
    int scale = 1, odds = 1;

    int value(const B& board) const { return value_(board); }
    int gain(const B& board, Move move) const { return gain_(board, move); }
    bool candidates(const B& board, MoveList& list) const {
        if (candidates_) return candidates_(board, list);
        board.moves(list);
        return true;
    }
    bool forced(const B& board) const { return forced_ && forced_(board); }
    Proof prove(const B& board) const { return prove_ ? prove_(board) : Proof{}; }
    bool take_over(const B& board, const Limits& limits, Stopper& stopper, const Cancel* cancel, Report& report) const {
        return take_over_ && take_over_(board, limits, stopper, cancel, report);
    }

private:
    int (*value_)(const B&) = nullptr;
    int (*gain_)(const B&, Move) = nullptr;
    bool (*candidates_)(const B&, MoveList&) = nullptr;
    bool (*forced_)(const B&) = nullptr;
    Proof (*prove_)(const B&) = nullptr;
    bool (*take_over_)(const B&, const Limits&, Stopper&, const Cancel*, Report&) = nullptr;
};

}  // namespace boyi
