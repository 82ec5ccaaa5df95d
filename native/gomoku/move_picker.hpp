// The moves of gomoku worth searching on a ShapeBoard: all that can answer a threat, else the cells near stones.
#pragma once

#include "gomoku/shape_board.hpp"

namespace boyi {

// A set of cells.
template <class Kernel>
struct CellSet {
    std::uint64_t words[ShapeBoard<Kernel>::max_words] = {};

    void add(int cell) { words[cell >> 6] |= std::uint64_t{1} << (cell & 63); }
    bool has(int cell) const { return words[cell >> 6] >> (cell & 63) & 1; }
    void operator&=(const CellSet& other) {
        for (int word = 0; word < ShapeBoard<Kernel>::max_words; ++word) words[word] &= other.words[word];
    }
};

template <class Kernel>
class MovePicker {
public:
    using Board = ShapeBoard<Kernel>;
    using Set = CellSet<Kernel>;

    explicit MovePicker(const Board& board)
        : board_(board), own_(board.turn()), enemy_(1 - own_), fouls_(board.rule() == GomokuRule::renju) {}

    // Black's fouls need two lines of some strength or a line with too many stones, which counts as dead; else the
    // kernel need not be asked.
    bool may_play(int cell) const {
        if (!fouls_ || own_ == 1) return true;
        int strong = 0;
        for (int direction = 0; direction < 4; ++direction) {
            const Shape shape = board_.shape(own_, cell, direction);
            if (shape == five) return true;
            strong += shape == dead || shape == open_four ? 2 : shape >= open_three;
        }
        return strong < 2 || board_.is_legal(static_cast<Move>(cell));
    }

    // A move after which the enemy, who has no four, cannot stop a five; -1 if there is none.
    int decisive() const {
        int found = -1;
        for (const Threat threat : {Threat::open_four, Threat::double_four}) {
            if (!board_.count(own_, threat) || (threat == Threat::double_four && fouls_ && own_ == 0)) continue;
            board_.each(own_, threat, [&](int cell) {
                if (found < 0 && may_play(cell)) found = cell;
            });
        }
        return found;
    }

    // What stops the enemy's five; false if nothing does.
    bool stop_five(Board& board, MoveList& list) const {
        list.count = 0;
        if (board.rule() == GomokuRule::caro) {
            stop_fives(board, list);
        } else if (board.count(enemy_, Threat::five) == 1) {
            const int cell = board.first(enemy_, Threat::five);
            if (may_play(cell)) list.add(cell);
        }
        return list.count > 0;
    }

    // Caro: the cells that leave the enemy without a five.
    void stop_fives(Board& board, MoveList& list) const {
        list.count = 0;
        Move found[64];
        int count = 0;
        board.each_stop(enemy_, [&](int cell) {
            if (count < 64 && std::find(found, found + count, cell) == found + count)
                found[count++] = static_cast<Move>(cell);
        });
        for (int index = 0; index < count; ++index) {
            board.play(found[index]);
            const bool stopped = board.count(enemy_, Threat::five) == 0;
            board.undo();
            if (stopped) list.add(found[index]);
        }
    }

    // The enemy, if not answered, makes an open four: fours and what spoils it. False if no such cell is open to it.
    bool stop_open_fours(MoveList& list, bool& complete) const {
        Set common;
        bool any = false;
        board_.each(enemy_, Threat::open_four, [&](int cell) {
            if (fouls_ && enemy_ == 0 && board_.kernel().is_foul(static_cast<Move>(cell))) return;
            Set here;
            mark(here, cell);
            if (any) common &= here;
            else common = here;
            any = true;
        });
        if (!any) return false;
        // In renju a white stone may also make black's cell forbidden.
        complete = !(fouls_ && own_ == 1);
        list_set(list, common);
        return true;
    }

    // The enemy, if not answered, wins by the continuous fours of `line` (its move first): what interferes with them.
    void stop_line(MoveList& list, const std::vector<Move>& line, bool& complete) const {
        Set cells, replies;
        for (std::size_t index = 0; index < line.size(); ++index) {
            cells.add(line[index]);
            if (index % 2) replies.add(line[index]);
        }
        // A stone that gives one of the replies the force of a four: three others in a window without enemy stones.
        for (std::size_t index = 1; index < line.size(); index += 2) {
            const int reply = line[index];
            for (int direction = 0; direction < 4; ++direction) {
                for (int start = -4; start <= 0; ++start) {
                    int with = 0, window[5];
                    for (int offset = 0; offset < 5; ++offset) {
                        const int cell = window[offset] = board_.along(reply, direction, start + offset);
                        if (cell < 0 || board_.stone(cell) == enemy_) {
                            with = -9;
                            break;
                        }
                        with += replies.has(cell) || board_.stone(cell) == own_;
                    }
                    if (with < 3) continue;
                    for (const int cell : window)
                        if (board_.is_empty(cell)) cells.add(cell);
                }
            }
        }
        if (board_.rule() == GomokuRule::caro) {
            // Closing the ends of a five stops it, too.
            for (std::size_t index = 0; index < line.size(); index += 2)
                for (int direction = 0; direction < 4; ++direction)
                    for (int distance = -5; distance <= 5; ++distance)
                        if (const int cell = board_.along(line[index], direction, distance);
                            cell >= 0 && board_.is_empty(cell))
                            cells.add(cell);
        }
        // In caro the line shows one of several defences only, in renju stones change what is forbidden.
        complete = board_.rule() == GomokuRule::freestyle || board_.rule() == GomokuRule::standard;
        list_set(list, cells);
    }

    // The moves to search at the root, at least one; true if every move left out surely loses.
    bool root(Board& board, MoveList& list) const {
        bool complete = true;
        list.count = 0;
        if (board.count(own_, Threat::five)) list.add(board.first(own_, Threat::five));
        else if (board.count(enemy_, Threat::five)) {
            if (board.rule() == GomokuRule::caro) stop_fives(board, list);
            else if (const int cell = board.first(enemy_, Threat::five); may_play(cell)) list.add(cell);
        } else if (const int cell = decisive(); cell >= 0) list.add(cell);
        else if (!(board.count(enemy_, Threat::open_four) && stop_open_fours(list, complete))) near(list, complete);
        if (list.count == 0) central(list);
        return complete;
    }

    // The cells near stones; `complete` if these are all legal moves.
    void near(MoveList& list, bool& complete) const {
        list.count = 0;
        int seen = 0;
        const bool all = board_.empties() <= small;
        if (all) {
            for (int cell = 0; cell < board_.area(); ++cell) {
                if (!board_.is_empty(cell)) continue;
                ++seen;
                if (may_play(cell)) list.add(cell);
            }
        } else {
            for (int word = 0; word < board_.words(); ++word) {
                for (std::uint64_t rest = board_.near(word); rest; rest &= rest - 1) {
                    const int cell = 64 * word + std::countr_zero(rest);
                    ++seen;
                    if (may_play(cell)) list.add(cell);
                }
            }
        }
        complete = seen == board_.empties();
    }

    // The legal moves that the list does not hold.
    void rest(MoveList& list) const { add_rest(board_.kernel(), list); }

    // The legal move nearest to the centre, or none.
    void central(MoveList& list) const {
        MoveList legal;
        board_.kernel().moves(legal);
        const int size = board_.size();
        const auto distance = [size](int cell) {
            return std::max(std::abs(2 * (cell / size) - size + 1), std::abs(2 * (cell % size) - size + 1));
        };
        const auto best =
            std::min_element(legal.begin(), legal.end(), [&](int a, int b) { return distance(a) < distance(b); });
        if (best != legal.end()) list.add(*best);
    }

    // With so few empty cells all moves are listed.
    static constexpr int small = 16;

private:
    // The cells of the set and all fours, where they are legal.
    void list_set(MoveList& list, const Set& set) const {
        list.count = 0;
        Set wanted = set;
        for (const Threat threat : {Threat::four, Threat::four_three, Threat::double_four, Threat::open_four})
            board_.each(own_, threat, [&](int cell) { wanted.add(cell); });
        for (int word = 0; word < board_.words(); ++word) {
            for (std::uint64_t rest = wanted.words[word]; rest; rest &= rest - 1) {
                const int cell = 64 * word + std::countr_zero(rest);
                if (board_.is_empty(cell) && may_play(cell)) list.add(cell);
            }
        }
    }
    // The cells where a stone would leave this one less than an open four.
    void mark(Set& set, int cell) const {
        const ShapeTable& table = board_.table();
        set.add(cell);
        for (int direction = 0; direction < 4; ++direction) {
            if (board_.shape(enemy_, cell, direction) != open_four) continue;
            int place;
            const LineWord line = board_.line(cell, direction, place), stone = static_cast<LineWord>(own_ + 1);
            for (int distance = -table.reach(); distance <= table.reach(); ++distance) {
                const int there = board_.along(cell, direction, distance);
                if (distance == 0 || there < 0 || !board_.is_empty(there)) continue;
                const unsigned shapes = table.look(line | stone << line_shift(place + distance), place);
                if ((shapes >> 4 * enemy_ & 15) < open_four) set.add(there);
            }
        }
    }

    const Board& board_;
    const int own_, enemy_;
    const bool fouls_;
};

}  // namespace boyi
