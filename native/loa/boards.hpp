// What boards of Lines of Action offer beyond AnyBoard, and how they are made. No Python in here.
#pragma once

#include "loa/board.hpp"
#include "search/any_board.hpp"

namespace boyi {

class LoaBoard : public AnyBoard {
public:
    virtual const Loa& kernel() const = 0;
};

std::unique_ptr<AnyBoard> make_loa(const Loa& kernel);

// A search by the network in one thread. `past`: keys of earlier positions of the game; `sampler` is offered the
// positions that are evaluated, it may be null.
template <class Kernel>
class PositionSampler;
Report search_loa(const Loa& board, const std::vector<Key>& past, const Limits& limits, PositionSampler<Loa>* sampler);

}  // namespace boyi
