// Games of Lines of Action against itself: what `boyi train loa` learns from. No Python in here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "loa/board.hpp"

namespace boyi {

// A position that was searched: one of a game, or one that such a search evaluated.
struct LoaRecord {
    static constexpr std::size_t size = 20;  // bytes of a record

    std::uint64_t own = 0, other = 0;  // pieces of the side to move and of the other
    double rate = 0.5;                 // the searched share of points of the side to move
    std::optional<double> points;      // what it got in the end, if it is of a game

    void append_to(std::string& records) const;
    // How many records these bytes are; throws std::invalid_argument if they are none, and so does `read`.
    static std::size_t count(std::string_view records);
    static LoaRecord read(std::string_view records, std::size_t number);
};

struct LoaSelfPlay {
    std::string_view evaluation;
    std::uint64_t seed;
    std::uint64_t nodes;  // of a search
    int samples;          // positions that the search of each move evaluated, if it is by the network
};

// The games `first` to `first + games - 1` as records.
std::string loa_self_play(const LoaSelfPlay& settings, int first, int games, Pulse& pulse);

}  // namespace boyi
