// One interface over all kernels, so that the bindings are compiled once and know no kernel. No Python in here.
//
// Calls cost a virtual function each: loops over nodes or plies belong behind it, in kernel_board.hpp and the searches.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/board.hpp"
#include "search/cancel.hpp"
#include "search/mcts_config.hpp"
#include "search/minimax_config.hpp"
#include "search/search.hpp"

namespace boyi {

class AnyBoard {
public:
    virtual ~AnyBoard() = default;

    // As in concept Board.
    virtual int turn() const = 0;
    virtual int area() const = 0;
    virtual int stone(int cell) const = 0;
    virtual Key key() const = 0;
    virtual Outcome outcome() const = 0;
    virtual void moves(MoveList& list) const = 0;
    virtual bool is_legal(Move move) const = 0;
    virtual Move random_move(Rng& rng) const = 0;
    virtual std::unique_ptr<AnyBoard> after(Move move) const = 0;

    virtual Playout playout(Rng& rng, int cap) const = 0;
    virtual std::uint64_t perft(int depth, Pulse& pulse) const = 0;

    // By the evaluation's name; an unknown one, or one without its weights, is a std::invalid_argument.
    virtual int evaluate(std::string_view evaluation) const = 0;
    virtual int gain(std::string_view evaluation, Move move) const = 0;

    // The game is not over. `cancel` and `slot` may be null and must outlive the search.
    virtual std::unique_ptr<Search> alphabeta(std::string_view evaluation, int multi, std::vector<Key> history,
                                              const Cancel* cancel, MemorySlot* slot) const = 0;
    virtual std::unique_ptr<Search> minimax(std::string_view evaluation, const MinimaxConfig& config,
                                            const Cancel* cancel) const = 0;
    virtual std::unique_ptr<TreeSearch> mcts(const MctsConfig& config, std::vector<Key> history) const = 0;
};

}  // namespace boyi
