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
    // The unbroken row through a stone: how many black stones follow on either side of it.
    struct Reach {
        int back, ahead;
        int length() const { return back + 1 + ahead; }
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
        Reach reach[4];
        bool overline = false;
        for (int i = 0; i < 4; ++i) {
            reach[i] = {walk(stone, steps[i], -1), walk(stone, steps[i], 1)};
            if (reach[i].length() == 5) return Made::five;
            overline = overline || reach[i].length() > 5;
        }
        if (overline) return Made::foul;

        int fours = 0;
        for (int i = 0; i < 4; ++i) fours += count_fours(stone, steps[i], reach[i]);
        if (fours > 1) return Made::foul;

        // Shapes first: only where two lines look like threes is it worth asking whether they really are.
        Point completions[4][2];
        int counts[4], shapes = 0;
        for (int i = 0; i < 4; ++i) {
            counts[i] = find_completions(stone, steps[i], reach[i], completions[i]);
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

    // How many fours the row is part of: one line may hold two.
    int count_fours(Point stone, Step step, Reach reach) const {
        int count = 0;
        for (const int sign : {-1, 1}) {
            const Point end = along(stone, step, sign * ((sign < 0 ? reach.back : reach.ahead) + 1));
            if (is_free(end) && reach.length() + 1 + walk(end, step, sign) == 5) ++count;
        }
        // The two ways to complete an unbroken row of four complete one and the same four.
        return reach.length() == 4 ? std::min(count, 1) : count;
    }

    // The points where one more stone makes a straight four of this row, fouls not yet considered.
    int find_completions(Point stone, Step step, Reach reach, Point* found) const {
        int count = 0;
        for (const int sign : {-1, 1}) {
            const int near = sign < 0 ? reach.back : reach.ahead, far = sign < 0 ? reach.ahead : reach.back;
            const Point end = along(stone, step, sign * (near + 1));
            if (reach.length() > 3 || !is_free(end)) continue;
            const int beyond = walk(end, step, sign);
            if (reach.length() + 1 + beyond != 4) continue;
            const Point front = along(end, step, sign * (beyond + 1)), back = along(stone, step, -sign * (far + 1));
            if (!is_free(front) || is_black(along(front, step, sign))) continue;
            if (!is_free(back) || is_black(along(back, step, -sign))) continue;
            found[count++] = end;
        }
        return count;
    }

    Row black_[Rows], free_[Rows];
};

}  // namespace boyi
