// Games of Lines of Action against itself: what `boyi train loa` learns from. No Python in here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "loa/board.hpp"

namespace boyi {

// A position of a game that was searched.
struct LoaRecord {
    static constexpr std::size_t size = 20;  // bytes of a record

    std::uint64_t own = 0, other = 0;  // pieces of the side to move and of the other
    double rate = 0.5;                 // the searched share of points of the side to move
    double points = 0.5;               // what it got in the end

    void append_to(std::string& records) const;
    static LoaRecord read(std::string_view records, std::size_t number);
};

// The games `first` to `first + games - 1` of this seed, so many nodes a move, as records.
std::string loa_self_play(std::string_view evaluation, std::uint64_t seed, int first, int games, std::uint64_t nodes,
                          Pulse& pulse);

}  // namespace boyi
