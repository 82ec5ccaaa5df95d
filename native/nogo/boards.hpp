// What NoGo's boards offer beyond AnyBoard, and how they are made. No Python in here.
#pragma once

#include <array>

#include "nogo/endgame.hpp"
#include "search/any_board.hpp"

namespace boyi {

class NoGoBoard : public AnyBoard {
public:
    // For each side the points that only it can play.
    virtual std::array<int, 2> territory() const = 0;
    virtual NoGoView view() const = 0;
    virtual std::unique_ptr<NoGoBoard> next(Move move) const = 0;  // `move` is legal
};

// By NoGoSmall (small.cpp) and by NoGoLarge (large.cpp).
std::unique_ptr<AnyBoard> make_nogo_small(int size, std::string_view cells, int turn);
std::unique_ptr<AnyBoard> make_nogo_large(int size, std::string_view cells, int turn);

}  // namespace boyi
