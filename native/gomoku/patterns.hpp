// What a stone on an empty cell would make of the line through it: tables over everything that can stand beside it.
// src/boyi/games/gomoku/patterns.py has the same definitions in a readable form.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "gomoku/board.hpp"

namespace boyi {

// In rising order; each is named by what the stone makes. `open_x` can become `open_(x+1)`, and an open four has
// two ways to five of which the enemy can stop only one.
enum Shape : std::uint8_t { dead, one, open_one, two, open_two, three, open_three, four, open_four, five };
inline constexpr int shape_count = 10;

// The four shapes of one cell taken together, in rising order of force. Alone: a stone would work together with no
// other; quiet: with some, but threaten nothing.
enum class Threat : std::uint8_t { alone, quiet, three, double_three, four, four_three, double_four, open_four, five };
inline constexpr int threat_count = 9;

// A line is two bits a cell: empty, black, white, off the board. Place p (0-based) is at bits 2p + 2, so that one
// place off the board on either side fits, too.
using LineWord = std::uint64_t;
inline constexpr LineWord off_board = 3;
constexpr int line_shift(int place) { return 2 * place + 2; }

// Shapes of both colours by the five cells on either side (four decide under freestyle rules).
class ShapeTable {
public:
    // Built when first asked for: a few milliseconds. Never destroyed: threads may search until the process ends.
    static const ShapeTable& of(GomokuRule rule) {
        switch (rule) {
            case GomokuRule::freestyle: {
                static const ShapeTable& table = *new ShapeTable(4, Five::any, Five::any);
                return table;
            }
            case GomokuRule::standard: {
                static const ShapeTable& table = *new ShapeTable(5, Five::exact, Five::exact);
                return table;
            }
            case GomokuRule::renju: {
                static const ShapeTable& table = *new ShapeTable(5, Five::exact, Five::any);
                return table;
            }
            default: {
                static const ShapeTable& table = *new ShapeTable(5, Five::open, Five::open);
                return table;
            }
        }
    }

    // Black's shape in the low four bits, white's in the high ones.
    std::uint8_t look(LineWord line, int place) const {
        return reach_ == 4 ? look<4>(line, place) : look<5>(line, place);
    }
    template <int Reach>
    std::uint8_t look(LineWord line, int place) const {
        constexpr LineWord mask = (1 << 2 * Reach) - 1;
        const int shift = line_shift(place - Reach);
        const LineWord before = shift >= 0 ? line >> shift : line << -shift, after = line >> line_shift(place + 1);
        return shapes_[before_[before & mask] + after_[after & mask]];
    }
    // How many cells on either side matter.
    int reach() const { return reach_; }
    // The empty cells among `reach` that feel a new stone, as bits from the first on: those on this side of the edge
    // that are not behind stones of both colours. By the two bits a cell of the cells before it, or after it.
    std::uint8_t felt_before(LineWord cells) const { return felt_[0][cells]; }
    std::uint8_t felt_after(LineWord cells) const { return felt_[1][cells]; }
    // The same for a place of a line under freestyle rules: `use(distance)`.
    template <class Use>
    void each_feeling(LineWord line, int place, Use&& use) const {
        constexpr int reach = 4;
        constexpr LineWord mask = (1 << 2 * reach) - 1;
        const int shift = line_shift(place - reach);
        const LineWord before = (shift >= 0 ? line >> shift : line << -shift) & mask;
        const LineWord after = line >> line_shift(place + 1) & mask;
        unsigned felt = felt_before(before) | static_cast<unsigned>(felt_after(after)) << (reach + 1);
        for (; felt; felt &= felt - 1) use(std::countr_zero(felt) - reach);
    }

private:
    enum class Five { any, exact, open };  // what wins: five or more; exactly five; the same, not closed by two enemies
    // One side of a cell: its cells up to the edge, as bit sets, the nearest first.
    struct Side {
        unsigned own = 0, enemy = 0, empty = 0;
        std::uint16_t swapped = 0;  // the side with the colours exchanged
    };
    using Kind = std::vector<std::uint8_t>;

    ShapeTable(int reach, Five black, Five white)
        : reach_(reach), mask_((1u << 2 * reach) - 1), before_(mask_ + 1), after_(mask_ + 1) {
        // Sides with k cells before the edge are numbered from (3^k - 1) / 2 on: one more stone, a larger number.
        for (int cells = 0, first = 0, power = 1; cells <= reach; ++cells, first += power, power *= 3) {
            for (int code = 0; code < power; ++code) {
                Side side;
                int swapped = first;
                for (int i = 0, rest = code, place = 1; i < cells; ++i, rest /= 3, place *= 3) {
                    (rest % 3 == 0 ? side.empty : rest % 3 == 1 ? side.own : side.enemy) |= 1u << i;
                    swapped += (3 - rest % 3) % 3 * place;
                }
                side.swapped = static_cast<std::uint16_t>(swapped);
                sides_.push_back(side);
            }
        }
        const std::size_t count = sides_.size();
        for (unsigned field = 0; field <= mask_; ++field) {
            felt_[0].push_back(felt(field, true));
            felt_[1].push_back(felt(field, false));
            after_[field] = number(field, false);
            before_[field] = number(field, true) * static_cast<std::uint32_t>(count);
        }
        const Kind first = classify(black), second = white == black ? first : classify(white);
        shapes_.resize(count * count);
        for (std::size_t before = 0; before < count; ++before)
            for (std::size_t after = 0; after < count; ++after)
                shapes_[before * count + after] =
                    static_cast<std::uint8_t>(first[before * count + after] |
                                              second[sides_[before].swapped * count + sides_[after].swapped] << 4);
    }

    std::uint8_t felt(unsigned field, bool mirrored) const {
        unsigned cells = 0, seen = 0;
        for (int i = 0; i < reach_; ++i) {
            const int place = mirrored ? reach_ - 1 - i : i;
            const unsigned content = field >> 2 * place & 3;
            seen |= content;
            if (seen == off_board) break;
            if (content == 0) cells |= 1u << place;
        }
        return static_cast<std::uint8_t>(cells);
    }

    // The number of a side from its two bits a cell; `mirrored` if the nearest cell is the highest.
    std::uint32_t number(unsigned field, bool mirrored) const {
        std::uint32_t code = 0, power = 1, first = 0;
        for (int i = 0; i < reach_; ++i, first += power, power *= 3) {
            const unsigned content = field >> 2 * (mirrored ? reach_ - 1 - i : i) & 3;
            if (content == off_board) break;
            code += content * power;
        }
        return first + code;
    }

    // The shapes of one colour. More stones have larger numbers, so going down finds every successor done.
    Kind classify(Five rule) const {
        const int count = static_cast<int>(sides_.size());
        Kind shapes(static_cast<std::size_t>(count) * count);
        for (int before = count - 1; before >= 0; --before) {
            for (int after = before; after >= 0; --after) {
                const std::uint8_t shape = classify_one(shapes, count, before, after, rule);
                shapes[before * count + after] = shapes[after * count + before] = shape;
            }
        }
        return shapes;
    }
    std::uint8_t classify_one(const Kind& shapes, int count, int before, int after, Five rule) const {
        const Side &low = sides_[before], &high = sides_[after];
        const int back = std::countr_one(low.own), ahead = std::countr_one(high.own), length = back + 1 + ahead;
        if (length >= 5) {
            if (rule == Five::any) return five;
            if (length > 5) return dead;
            if (rule == Five::exact || !(low.enemy >> back & 1) || !(high.enemy >> ahead & 1)) return five;
        }
        int best = dead, completions = 0, stops = 0;
        const auto look = [&](const Side& side, int step, int place) {
            for (int i = 0, power = 1; i < reach_; ++i, power *= 3) {
                if (!(side.empty >> i & 1)) continue;
                const int next = shapes[place + power * step];
                best = std::max(best, next);
                if (next < five) continue;
                ++completions;
                // In caro an enemy stone can also close the other five.
                stops += shapes[place + 2 * power * step] < four;
            }
        };
        const int place = before * count + after;
        look(low, count, place);
        look(high, 1, place);
        if (best == five) return completions >= 2 && stops == 0 ? open_four : four;
        return static_cast<std::uint8_t>(best >= two ? best - 2 : dead);
    }

    int reach_;
    unsigned mask_;
    std::vector<Side> sides_;
    std::vector<std::uint32_t> before_, after_;
    std::vector<std::uint8_t> shapes_, felt_[2];
};

// What the evaluation thinks of an empty cell for one colour, by its shapes in the four directions (four bits each).
struct CellTable {
    struct Entry {
        std::int16_t worth[2];
        Threat threat;
    };
    // Of each pair the first is for the side to move, the second for the side that waits.
    static constexpr int worth[2][shape_count] = {{0, 0, 0, 3, 3, 18, 35, 69, 150, 150},
                                                  {0, 0, 0, 2, 2, 19, 27, 74, 159, 150}};
    static constexpr int worth_bonus[2][threat_count] = {{0, 0, 0, 0, 0, 145, 60, 0, 0},
                                                         {0, 0, 0, 0, 0, 189, 60, 0, 0}};
    static constexpr int urge[2][shape_count] = {{0, 25, 20, 65, 230, 235, 370, 380, 900, 3000},
                                                 {0, 0, 0, 0, 30, 105, 215, 420, 700, 2000}};
    static constexpr int urge_bonus[2][threat_count] = {{0, 0, 180, 420, 230, 600, 700, 1500, 4000},
                                                        {0, 0, 80, 100, 0, 180, 250, 300, 3000}};

    static const CellTable& get() {
        static const auto& table = *new CellTable;  // never destroyed, as above
        return table;
    }
    const Entry& operator[](unsigned shapes) const { return entries_[shapes]; }
    int order(unsigned shapes, bool waits) const { return order_[waits][shapes]; }

    static Threat combine(const int (&counts)[shape_count]) {
        if (counts[five]) return Threat::five;
        if (counts[open_four]) return Threat::open_four;
        if (counts[four] > 1) return Threat::double_four;
        if (counts[four]) return counts[open_three] ? Threat::four_three : Threat::four;
        if (counts[open_three]) return counts[open_three] > 1 ? Threat::double_three : Threat::three;
        return counts[dead] + counts[one] + counts[open_one] == 4 ? Threat::alone : Threat::quiet;
    }

private:
    CellTable() : entries_(1 << 16), order_{std::vector<std::int16_t>(1 << 16), std::vector<std::int16_t>(1 << 16)} {
        constexpr int n = shape_count;
        for (int code = 0; code < n * n * n * n; ++code) {
            int counts[shape_count] = {}, value[2] = {}, order[2] = {};
            unsigned packed = 0;
            for (int direction = 0, rest = code; direction < 4; ++direction, rest /= n) {
                const int shape = rest % n;
                ++counts[shape];
                packed |= static_cast<unsigned>(shape) << 4 * direction;
                for (int waits = 0; waits < 2; ++waits) {
                    value[waits] += worth[waits][shape];
                    order[waits] += urge[waits][shape];
                }
            }
            const Threat threat = combine(counts);
            entries_[packed].threat = threat;
            for (int waits = 0; waits < 2; ++waits) {
                const int index = static_cast<int>(threat);
                entries_[packed].worth[waits] = static_cast<std::int16_t>(value[waits] + worth_bonus[waits][index]);
                order_[waits][packed] = static_cast<std::int16_t>(order[waits] + urge_bonus[waits][index]);
            }
        }
    }
    std::vector<Entry> entries_;
    std::vector<std::int16_t> order_[2];
};

}  // namespace boyi
