"""How to play Gomoku."""

from __future__ import annotations

from boyi.core.guide import Guide, Lesson
from boyi.core.message import Message

SMALL = {"size": 9}

GUIDE = Guide(
    (
        Lesson(
            Message("Five in a row wins"),
            Message(
                "Black and white take turns and put one stone on any empty crossing. Stones never move. "
                "Whoever first has five in a row wins: across, down or diagonally."
            ),
            "9/9/4o4/3o5/2xxxx3/3ooo3/9/9/9 x",
            "win",
            Message("Black has four. Make it five."),
            Message("Five in a row: black wins."),
            SMALL,
        ),
        Lesson(
            Message("A four must be stopped"),
            Message(
                "Four stones with an empty end threaten to become five. The other side has one move to "
                "stop it."
            ),
            "9/9/3x5/9/2oooox2/3xx4/9/9/9 x",
            ("b5",),
            Message("White threatens five. Stop it."),
            Message("Both ends are closed now: this four is worth nothing."),
            SMALL,
        ),
        Lesson(
            Message("An open four wins"),
            Message(
                "A four with both ends empty threatens five in two places, and only one of them can be "
                "stopped. So three stones with room at both ends, an open three, are a threat too."
            ),
            "9/9/9/4o4/3xxx3/4o4/9/9/9 x",
            ("c5", "g5"),
            Message("Make an open four."),
            Message("White can close only one end."),
            SMALL,
        ),
        Lesson(
            Message("Two threats at once"),
            Message(
                "One stone can make two threats in different lines. The other side can answer only one "
                "of them."
            ),
            "9/9/5x3/5x3/1oxxx4/3oo4/4o4/9/9 x",
            ("f5",),
            Message("Find the stone that makes a four and an open three."),
            Message("White must stop the four; then the three becomes an open four."),
            SMALL,
        ),
        Lesson(
            Message("Renju: forbidden points"),
            Message(
                "Moving first is an advantage. Under the renju rule black may not make two open threes "
                "or two fours at once, nor more than five in a row. White may. The other rules forbid "
                "nothing."
            ),
            "9/7o1/4x4/4x4/2xx5/9/6o2/9/9 x",
            "illegal",
            Message("Click the point that is forbidden for black."),
            Message("There black would have two open threes at once."),
            {"size": 9, "rule": "renju"},
        ),
    ),
    Message(
        "A move is the name of a crossing: a letter for the column, from the left, and a number for the "
        "row, from the bottom. On the usual board of 15 lines h8 is the middle."
    ),
    (
        Message("Play near the stones that are there: far away nothing threatens."),
        Message("Look at every move of the other side first: does it make a four or an open three?"),
        Message("Keep your stones connected in several lines; that is where two threats at once come from."),
        Message("A four is a move that must be answered. Do not use it up without a reason."),
    ),
)
