from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boyi import Clock, TimeControl
from boyi.core.errors import BadClock


@pytest.mark.parametrize(
    "text", ["none", "30/move", "300", "300+5", "0.5", "600+3x30", "0+3x10", "0.25/move"]
)
def test_controls_round_trip(text: str) -> None:
    assert str(TimeControl.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "0", "0/move", "fast", "-5", "5+", "+5", "1e9", "5+3x", "0+0x0", "٣", "nan", "9" * 30, "0+3x0"],
)
def test_rubbish_is_refused_with_what_is_accepted(text: str) -> None:
    with pytest.raises(BadClock, match=r"Fischer.*\.$"):
        TimeControl.parse(text)


def test_no_limit_never_runs_out() -> None:
    clock = Clock.start(TimeControl.parse("none"))
    assert clock.left(0) is None
    assert clock.spend(1, 1e9) == clock


def test_time_per_move_is_not_carried_over() -> None:
    clock = Clock.start(TimeControl.parse("10/move"))
    assert clock.left(0, elapsed=4) == 6
    after = clock.spend(0, 10)
    assert after is not None
    assert after.left(0) == 10
    assert clock.spend(0, 10.01) is None


def test_increment_is_added_after_the_move() -> None:
    clock = Clock.start(TimeControl.parse("10+3")).spend(1, 10)
    assert clock is not None
    assert (clock.left(0), clock.left(1)) == (10, 3)


def test_byoyomi_loses_only_the_periods_that_ran_out() -> None:
    clock = Clock.start(TimeControl.parse("10+3x5"))
    assert clock.left(0) == 25
    inside = clock.spend(0, 14)  # main time and part of the first period
    assert inside is not None
    assert (inside.sides[0].main, inside.sides[0].periods) == (0, 3)
    second = inside.spend(0, 12)  # two periods ran out
    assert second is not None
    assert second.sides[0].periods == 1
    assert second.left(0) == 5
    last = second.spend(0, 5)  # exactly at the end of the last period: still in time
    assert last is not None
    assert last.sides[0].periods == 1
    assert last.spend(0, 5.1) is None


@given(
    st.sampled_from(["7/move", "60", "60+2", "20+3x5", "0+2x3"]),
    st.lists(st.floats(0, 30), max_size=30),
)
def test_a_side_never_has_less_than_nothing_and_only_the_mover_pays(
    control: str, thinking: list[float]
) -> None:
    clock = Clock.start(TimeControl.parse(control))
    for ply, seconds in enumerate(thinking):
        player = ply % 2
        left = clock.left(player)
        assert left is not None
        after = clock.spend(player, seconds)
        assert (after is None) == (seconds > left)
        if after is None:
            return
        assert (after.left(player) or 0) >= 0
        assert after.sides[1 - player] == clock.sides[1 - player]
        clock = after
