// What Gomoku's boards offer beyond AnyBoard, and how they are made. No Python in here.
#pragma once

#include <functional>

#include "gomoku/board.hpp"
#include "gomoku/search_settings.hpp"
#include "search/any_board.hpp"

namespace boyi {

class GomokuBoard : public AnyBoard {
public:
    struct ForcedWin {
        std::vector<Move> line;  // the winning moves and the replies between them
        bool proven;             // the win, or that there is none
        std::uint64_t nodes;
    };

    using Expired = std::function<bool(std::uint64_t nodes)>;  // asked now and then; a true answer ends a search

    // The moves that the strong search tries; true if every other one surely loses.
    virtual bool candidates(MoveList& list) const = 0;
    // Victory by continuous fours for the side to move.
    virtual ForcedWin vcf(std::uint64_t nodes, const Expired& expired) const = 0;
    // Victory by continuous threats: fours and open threes.
    virtual ForcedWin vct(std::uint64_t nodes, const Expired& expired) const = 0;
};

// By GomokuSmall (small.cpp) and by GomokuLarge (large.cpp).
std::unique_ptr<AnyBoard> make_gomoku_small(int size, GomokuRule rule, std::string_view cells, int turn);
std::unique_ptr<AnyBoard> make_gomoku_large(int size, GomokuRule rule, std::string_view cells, int turn);

// A search by one thread; `sampler` is offered the positions that are evaluated, it may be null.
template <class Kernel>
class PositionSampler;
Report search_gomoku(const GomokuSmall& board, const Limits& limits, PositionSampler<GomokuSmall>* sampler);
Report search_gomoku(const GomokuLarge& board, const Limits& limits, PositionSampler<GomokuLarge>* sampler);
// By other settings; what the game has taught is in the slot, which may be null.
Report search_gomoku(const GomokuSmall& board, const Limits& limits, const GomokuSettings& settings, MemorySlot* slot);
Report search_gomoku(const GomokuLarge& board, const Limits& limits, const GomokuSettings& settings, MemorySlot* slot);

}  // namespace boyi
