// The moves of gomoku worth searching: forced replies where there is a threat, else the best cells by their shapes.
#pragma once

#include "gomoku/threats.hpp"

namespace boyi {

template <class Kernel>
class GomokuCandidates {
public:
    using Threats = GomokuThreats<Kernel>;
    static constexpr int most = 16;

    explicit GomokuCandidates(const Threats& board)
        : board_(board), own_(board.turn()), enemy_(1 - board.turn()), fouls_(board.rule() == GomokuRule::renju) {}

    // Fills the list, the best first, with at least one move. True if every move left out surely loses (or wins no
    // sooner than what is listed).
    bool find(MoveList& list) const {
        list.count = 0;
        // Step 1. Five at once
        if (board_.count(own_, Threat::five)) {
            list.add(board_.find_threat(own_, Threat::five));
            return true;
        }
        // Step 2. Stop the enemy's five
        if (board_.count(enemy_, Threat::five)) {
            stop_five(list);
            if (list.count == 0) any(list);
            return true;
        }
        // Step 3. An open four: five follows, for the enemy has no four
        for (int cell = -1, left = board_.count(own_, Threat::open_four); left > 0; --left) {
            cell = board_.find_threat(own_, Threat::open_four, cell + 1);
            if (!may_play(cell)) continue;
            list.add(cell);
            return true;
        }
        // Step 4. The enemy would make an open four: only fours and what spoils it
        if (board_.count(enemy_, Threat::open_four) && stop_open_four(list)) return !(fouls_ && own_ == 1);
        // Step 5. No hurry
        const bool all = best(list);
        if (list.count == 0) any(list);
        return all;
    }

    // How promising a cell looks for both sides; every listed move is played for one and kept from the other.
    static int urge(const Threats& board, int cell) { return board.urge(0, cell) + board.urge(1, cell); }

private:
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

    void stop_five(MoveList& list) const {
        if (board_.rule() == GomokuRule::caro) {
            board_.each_stop(enemy_, [&](int cell) {
                Threats after = board_;
                after.play(static_cast<Move>(cell));
                if (!after.count(enemy_, Threat::five) && std::find(list.begin(), list.end(), cell) == list.end())
                    list.add(cell);
            });
            if (list.count) return;
        }
        const int cell = board_.find_threat(enemy_, Threat::five);
        if (may_play(cell)) list.add(cell);
    }

    // Every cell that could be an open four needs an answer, so only cells in reach of all of them are listed, and
    // fours. False if no such cell is really open to the enemy.
    bool stop_open_four(MoveList& list) const {
        std::uint8_t near[Kernel::max_size * Kernel::max_size];
        std::fill_n(near, board_.area(), std::uint8_t{0});
        int threats = 0, first = -1;
        for (int cell = -1, left = board_.count(enemy_, Threat::open_four); left > 0; --left) {
            cell = board_.find_threat(enemy_, Threat::open_four, cell + 1);
            if (fouls_ && enemy_ == 0 && board_.kernel().is_foul(static_cast<Move>(cell))) continue;
            if (first < 0) first = cell;
            ++threats;
            mark(near, cell, threats);
        }
        if (threats == 0) return false;
        Ranked ranked[Kernel::max_size * Kernel::max_size];
        int count = 0;
        for (int cell = 0; cell < board_.area(); ++cell) {
            if (near[cell] != threats && board_.threat(own_, cell) < Threat::four) continue;
            if (board_.stone(cell) < 0 && may_play(cell)) ranked[count++] = {-urge(board_, cell), cell};
        }
        std::sort(ranked, ranked + count);
        for (int index = 0; index < count; ++index) list.add(ranked[index].second);
        if (list.count == 0) may_play(first) ? list.add(first) : any(list);
        return true;
    }
    // Counts the cells where a stone would leave this one less than an open four.
    void mark(std::uint8_t* near, int cell, int threats) const {
        const ShapeTable& table = ShapeTable::of(board_.rule());
        const auto add = [&](int there) {
            if (near[there] == threats - 1) near[there] = static_cast<std::uint8_t>(threats);
        };
        add(cell);
        for (int direction = 0; direction < 4; ++direction) {
            if (board_.shape(enemy_, cell, direction) != open_four) continue;
            int place;
            const LineWord line = board_.line(cell, direction, place), stone = static_cast<LineWord>(own_ + 1);
            for (int distance = -table.reach(); distance <= table.reach(); ++distance) {
                const int there = board_.along(cell, direction, distance);
                if (distance == 0 || there < 0 || board_.stone(there) >= 0) continue;
                const unsigned shapes = table.look(line | stone << line_shift(place + distance), place);
                if ((shapes >> 4 * enemy_ & 15) < open_four) add(there);
            }
        }
    }

    // True if these are all moves: where few cells are left, none is left out.
    bool best(MoveList& list) const {
        Ranked ranked[Kernel::max_size * Kernel::max_size];
        int count = 0;
        const int empty = board_.kernel().empties();
        for (int cell = 0; cell < board_.area(); ++cell)
            if (empty <= most ? board_.stone(cell) < 0 : board_.is_near(cell))
                ranked[count++] = {-urge(board_, cell), cell};
        const int kept = std::min<int>(count, most + 8);
        std::partial_sort(ranked, ranked + kept, ranked + count);
        int index = 0;
        for (; index < kept && list.count < most; ++index)
            if (may_play(ranked[index].second)) list.add(ranked[index].second);
        return index == empty && list.count > 0;
    }

    // Nothing is near a stone, or nothing helps: the legal move nearest to the centre.
    void any(MoveList& list) const {
        MoveList legal;
        legal.moves[0] = 0;
        board_.moves(legal);
        const int size = board_.size();
        const auto distance = [size](int cell) {
            return std::max(std::abs(2 * (cell / size) - size + 1), std::abs(2 * (cell % size) - size + 1));
        };
        list.add(
            *std::min_element(legal.begin(), legal.end(), [&](int a, int b) { return distance(a) < distance(b); }));
    }

    using Ranked = std::pair<int, int>;
    const Threats& board_;
    const int own_, enemy_;
    const bool fouls_;
};

}  // namespace boyi
