"""How to play NoGo."""

from __future__ import annotations

from boyi.core.guide import Guide, Lesson
from boyi.core.message import Message

SMALL = {"size": 5}

GUIDE = Guide(
    (
        Lesson(
            Message("Stones and liberties"),
            Message(
                "Black and white take turns and put one stone on an empty crossing. Stones of one "
                "colour that touch along a line are a group. The empty crossings beside a group are its "
                "liberties."
            ),
            "5/5/2o2/5/5 x",
            task=Message("Put a black stone."),
            done=Message("Your stone is a group of its own, and the crossings beside it are its liberties."),
            options=SMALL,
        ),
        Lesson(
            Message("You may not capture"),
            Message("A stone that would take the last liberty of a group of the other side may not be put."),
            "5/5/2x2/x4/o4 x",
            "illegal",
            Message("Click the point where black would capture."),
            Message("The white stone in the corner would have no liberty left."),
            SMALL,
        ),
        Lesson(
            Message("You may not fill yourself in"),
            Message("A stone may not leave its own group without a liberty either."),
            "5/5/1x3/oo3/1o3 x",
            "illegal",
            Message("Click the point where a black stone would have no liberty."),
            Message("White may play there, black may not: that is a move in hand for white."),
            SMALL,
        ),
        Lesson(
            Message("A move in hand"),
            Message(
                "A point that only you may play is a move in hand. You play it when there is nothing "
                "else left, so do not fill it early."
            ),
            "5/2o2/1x3/x1x2/5 x",
            ("B1",),
            Message("Play so that white may never play the corner A1."),
            Message("In the corner a white stone would have no liberty now."),
            SMALL,
        ),
        Lesson(
            Message("Whoever cannot move loses"),
            Message(
                "There is no passing. The side that has no permitted point on its turn loses, so moves "
                "in hand decide."
            ),
            "1xoo1/x1ooo/xoxxo/xooxx/x1xo1 x",
            "win",
            Message("Three points are open to black. Find the one after which white has none."),
            Message("White has no move: black wins."),
            SMALL,
        ),
    ),
    Message(
        "A move is the name of a crossing: a letter for the column, from the left, and a number for the "
        "row, from the bottom. As in Go the letter I is left out."
    ),
    (
        Message("Make small eyes: a point with your stones around it is yours alone."),
        Message("Do not fill your own eyes while there are other moves."),
        Message("Corners and edges need fewer stones for an eye."),
        Message("Put a stone where the other side could make an eye."),
    ),
)
