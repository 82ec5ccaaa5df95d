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

}  // namespace boyi
