// The six-cell windows of the source program; src/boyi/games/gomoku/sixcell.py has the definitions.
#pragma once

#include "gomoku/threats.hpp"
#include "search/evaluation.hpp"

namespace boyi {

// What a window of six cells is worth to its side as the computer and as its opponent.
struct SixCellTable {
    static constexpr int windows = 1 << 12;
    // score[side][window]: for the computer playing `side`.
    std::int32_t score[2][windows];

    static const SixCellTable& get() {
        static const SixCellTable table;
        return table;
    }

private:
    enum Kind { nothing, open_one, two, open_two, three, open_three, four, open_four, five };
    static constexpr int computer[] = {0, 1, 1, 20, 20, 400, 400, 50'000, 1'000'000};
    static constexpr int opponent[] = {0, 3, 3, 50, 50, 8'000, 100'000, 100'000, 10'000'000};

    SixCellTable() {
        for (unsigned window = 0; window < windows; ++window) {
            const Kind black = kind(window, 1), white = kind(window, 2);
            score[0][window] = computer[black] - opponent[white];
            score[1][window] = computer[white] - opponent[black];
        }
    }
    static Kind kind(unsigned window, unsigned own) {
        unsigned stones = 0, empty = 0;
        for (int i = 0; i < 6; ++i) {
            const unsigned content = window >> 2 * i & 3;
            stones |= static_cast<unsigned>(content == own) << i;
            empty |= static_cast<unsigned>(content == 0) << i;
        }
        const int middle = std::popcount(stones & 0b011110);
        if ((stones & 0b011111) == 0b011111 || (stones & 0b111110) == 0b111110) return five;
        if ((stones | empty) == 0b111111 && !(stones & 0b100001) && middle > 0) {
            constexpr Kind open[] = {nothing, open_one, open_two, open_three, open_four};
            return open[middle];
        }
        // Closed: one of the two halves of five cells holds nothing of the enemy.
        int most = 0;
        for (const unsigned half : {0b011111u, 0b111110u})
            if (((stones | empty) & half) == half) most = std::max(most, std::popcount(stones & half));
        return most == 4 ? four : most == 3 ? three : most == 2 ? two : nothing;
    }
};

// Who the computer is: the side that has just moved, or always the same.
enum class Computer { waiting, black, white };

// The values of the windows by who the computer is, 0 or 1. Compiled once for the three evaluations below.
template <class Kernel>
class SixCellWindows {
public:
    using Searched = GomokuThreats<Kernel>;
    static constexpr int far = -100'000'000;

    [[gnu::noinline]] static int value(const Searched& board, int computer) {
        const std::int32_t* score = SixCellTable::get().score[computer];
        std::int64_t sum = 0;
        const int last = board.size() - 5;
        for (const LineWord* line = board.begin_lines(); line != board.end_lines(); ++line)
            for (int place = -1; place <= last; ++place) sum += score[*line >> line_shift(place) & 0xFFF];
        return clip(computer == board.turn() ? sum : -sum);
    }

    [[gnu::noinline]] static int gain(const Searched& board, Move move, int computer) {
        if (!near(board, move)) {
            const int size = board.size();
            return far - std::max(std::abs(2 * (move / size) - size + 1), std::abs(2 * (move % size) - size + 1));
        }
        const std::int32_t* score = SixCellTable::get().score[computer];
        const LineWord stone = static_cast<LineWord>(board.turn() + 1);
        std::int64_t sum = 0;
        for (int direction = 0; direction < 4; ++direction) {
            int place;
            const LineWord line = board.line(move, direction, place);
            const LineWord after = line | stone << line_shift(place);
            for (int start = std::max(place - 5, -1); start <= std::min(place, board.size() - 5); ++start)
                sum += score[after >> line_shift(start) & 0xFFF] - score[line >> line_shift(start) & 0xFFF];
        }
        return clip(computer == board.turn() ? sum : -sum);
    }

    // Within three steps of a stone in one of the eight directions, by gain.
    [[gnu::noinline]] static void candidates(const Searched& board, MoveList& list, int computer) {
        board.moves(list);
        std::vector<std::pair<int, Move>> ranked;
        for (const Move move : list) ranked.push_back({-gain(board, move, computer), move});
        std::sort(ranked.begin(), ranked.end());
        int count = 0;
        for (const auto& [loss, move] : ranked)
            if (count == 0 || -loss > far) list.moves[count++] = move;
        list.count = count;
    }

private:
    static int clip(std::int64_t sum) {
        return static_cast<int>(std::clamp<std::int64_t>(sum, 1 - decided, decided - 1));
    }
    static bool near(const Searched& board, int cell) {
        for (int direction = 0; direction < 4; ++direction) {
            int place;
            const LineWord line = board.line(cell, direction, place);
            const int shift = line_shift(place - 3);
            const LineWord around = shift >= 0 ? line >> shift : line << -shift;
            // A stone is 1 or 2; empty and off the board have two equal bits.
            if ((around ^ around >> 1) & 0x1555) return true;
        }
        return false;
    }
};

template <class Kernel, Computer Who>
struct GomokuSixCell {
    using Windows = SixCellWindows<Kernel>;
    using Searched = typename Windows::Searched;
    static constexpr const char* name = Who == Computer::waiting ? "sixcell"
                                        : Who == Computer::black ? "sixcell-black"
                                                                 : "sixcell-white";
    static constexpr int scale = 4'000;

    static int value(const Kernel& board) { return value(Searched(board)); }
    static int value(const Searched& board) { return Windows::value(board, computer(1 - board.turn())); }
    static int gain(const Kernel& board, Move move) { return gain(Searched(board), move); }
    static int gain(const Searched& board, Move move) { return Windows::gain(board, move, computer(board.turn())); }
    static bool candidates(const Searched& board, MoveList& list) {
        Windows::candidates(board, list, computer(board.turn()));
        return false;
    }

private:
    static int computer(int unless_fixed) {
        return Who == Computer::waiting ? unless_fixed : Who == Computer::black ? 0 : 1;
    }
};

}  // namespace boyi
