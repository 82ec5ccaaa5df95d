// Renju's forbidden points for black, judged in full; src/boyi/games/gomoku/renju.py has the definitions.
#pragma once

#include <algorithm>

namespace boyi {

// Judges black's moves on a copy of the board, by putting stones down and taking them up again. Row r, column c
// of the board is bit c + 1 of rows[r + 1]; what is off the board is neither black nor free.
template <class Row, int Rows>
class RenjuJudge {
public:
    RenjuJudge(const Row* black, const Row* free) {
        std::copy(black, black + Rows, black_);
        std::copy(free, free + Rows, free_);
    }

    // Whether a black stone on this free point would be a foul.
    bool forbidden(int row, int column) { return made({row, column}) == Made::foul; }

private:
    enum class Made { nothing, five, foul };
    struct Point {
        int row, column;
    };
    struct Step {
        int rows, columns;
    };
    // One side of the unbroken row through a stone: how many black stones follow, whether the point that ends
    // the row is free, and if so how many black stones follow behind that point.
    struct Side {
        int near, beyond;
        bool open;
    };
    struct Line {
        Side back, ahead;
        int length() const { return back.near + 1 + ahead.near; }
    };
    static constexpr Step steps[4] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

    static Point along(Point from, Step step, int count) {
        return {from.row + step.rows * count, from.column + step.columns * count};
    }
    bool is_black(Point point) const { return black_[point.row] >> point.column & 1; }
    bool is_free(Point point) const { return free_[point.row] >> point.column & 1; }
    int walk(Point from, Step step, int sign) const {
        int count = 0;
        while (is_black(along(from, step, sign * (count + 1)))) ++count;
        return count;
    }

    Made made(Point point) {
        const Row bit = static_cast<Row>(Row{1} << point.column);
        black_[point.row] ^= bit;
        free_[point.row] ^= bit;
        const Made result = look(point);
        black_[point.row] ^= bit;
        free_[point.row] ^= bit;
        return result;
    }

    Made look(Point stone) {
        Line lines[4];
        bool overline = false;
        int fours = 0;
        for (int i = 0; i < 4; ++i) {
            lines[i] = {side(stone, steps[i], -1), side(stone, steps[i], 1)};
            const int length = lines[i].length();
            if (length == 5) return Made::five;
            overline = overline || length > 5;
            fours += count_fours(lines[i]);
        }
        if (overline || fours > 1) return Made::foul;

        // Shapes first: only where two lines look like threes is it worth asking whether they really are.
        Point completions[4][2];
        int counts[4], shapes = 0;
        for (int i = 0; i < 4; ++i) {
            counts[i] = find_completions(stone, steps[i], lines[i], completions[i]);
            shapes += counts[i] > 0;
        }
        for (int i = 0, threes = 0; i < 4 && threes + shapes > 1; ++i) {
            if (counts[i] == 0) continue;
            --shapes;
            for (int k = 0; k < counts[i]; ++k) {
                if (made(completions[i][k]) != Made::nothing) continue;
                if (++threes == 2) return Made::foul;
                break;
            }
        }
        return Made::nothing;
    }

    Side side(Point stone, Step step, int sign) const {
        const int near = walk(stone, step, sign);
        const Point end = along(stone, step, sign * (near + 1));
        const bool open = is_free(end);
        return {near, open ? walk(end, step, sign) : 0, open};
    }

    // How many fours the row is part of: one line may hold two.
    static int count_fours(const Line& line) {
        const int length = line.length();
        const int count = (line.back.open && length + 1 + line.back.beyond == 5) +
                          (line.ahead.open && length + 1 + line.ahead.beyond == 5);
        // The two ways to complete an unbroken row of four complete one and the same four.
        return length == 4 ? std::min(count, 1) : count;
    }

    // The points where one more stone makes a straight four of this row, fouls not yet considered.
    int find_completions(Point stone, Step step, const Line& line, Point* found) const {
        int count = 0;
        if (!line.back.open || !line.ahead.open) return 0;
        for (const int sign : {-1, 1}) {
            const Side &front = sign < 0 ? line.back : line.ahead, &rear = sign < 0 ? line.ahead : line.back;
            if (line.length() + 1 + front.beyond != 4 || rear.beyond > 0) continue;
            const Point end = along(stone, step, sign * (front.near + 1));
            const Point last = along(end, step, sign * (front.beyond + 1));
            if (is_free(last) && !is_black(along(last, step, sign))) found[count++] = end;
        }
        return count;
    }

    Row black_[Rows], free_[Rows];
};

}  // namespace boyi
