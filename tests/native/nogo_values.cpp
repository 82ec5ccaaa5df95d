// Known values of small combinatorial games. Built and run by test_nogo_endgame.py; prints nothing if all is well.
#include <cstdio>
#include <cstdlib>

#include "nogo/values.hpp"

using namespace boyi;

#define CHECK(condition)                                        \
    do {                                                        \
        if (!(condition)) {                                     \
            std::printf("line %d: %s\n", __LINE__, #condition); \
            std::exit(1);                                       \
        }                                                       \
    } while (false)

int main() {
    GameValues values(100'000);
    constexpr int unit = GameValues::unit;
    const auto zero = values.of_number(0), one = values.of_number(unit), minus = values.of_number(-unit);
    CHECK(zero == GameValues::zero);
    CHECK(values.make({}, {}) == zero && values.make({zero}, {}) == one && values.make({}, {zero}) == minus);
    CHECK(values.add(one, minus) == zero);

    // Numbers: {0|1} is a half, {-5|5} is zero, {0|3} is one.
    const auto half = values.make({zero}, {one});
    CHECK(values.is_number(half) && values.number(half) == unit / 2);
    CHECK(values.add(half, half) == one);
    CHECK(values.make({values.of_number(-5 * unit)}, {values.of_number(5 * unit)}) == zero);
    CHECK(values.make({zero}, {values.of_number(3 * unit)}) == one);

    // A star is its own negative and confused with zero.
    const auto star = values.make({zero}, {zero});
    CHECK(!values.is_number(star) && values.add(star, star) == zero && values.negative(star) == star);
    CHECK(!values.at_most(star, zero) && !values.at_most(zero, star));

    // Up = {0|*} is positive and smaller than every positive number; up + star = {0,*|0}.
    const auto up = values.make({zero}, {star});
    CHECK(values.at_most(zero, up) && !values.at_most(up, zero) && values.at_most(up, half));
    CHECK(values.add(up, star) == values.make({zero, star}, {zero}));
    CHECK(values.add(up, values.negative(up)) == zero);

    // A switch {1|-1} is its own negative; its stops are 1 and -1. A number is added to both.
    const auto hot = values.make({one}, {minus});
    CHECK(values.stop(hot, 0) == unit && values.stop(hot, 1) == -unit && values.add(hot, hot) == zero);
    CHECK(values.add(hot, one) == values.make({values.of_number(2 * unit)}, {zero}));

    // Dominated and reversible options disappear: {0,-1|1} is a half, {up|down} is a star.
    CHECK(values.make({zero, minus}, {one}) == half);
    CHECK(values.make({up}, {values.negative(up)}) == star);

    // Nothing new once it is full.
    GameValues few(3);
    few.of_number(40 * unit);
    CHECK(few.full() && few.of_number(41 * unit) == GameValues::unknown && few.make({0}, {0}) == GameValues::unknown);
    return 0;
}
