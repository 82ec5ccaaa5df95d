"""How to play Lines of Action."""

from __future__ import annotations

from boyi.core.guide import Guide, Lesson
from boyi.core.message import Message

SMALL = {"size": 6}

GUIDE = Guide(
    (
        Lesson(
            Message("Count the line"),
            Message(
                "A piece moves straight, in any of the eight directions. It goes exactly as many "
                "squares as there are pieces on that whole line, of both colours, itself included. "
                "Black begins."
            ),
            task=Message("Choose a black piece and one of the squares that it can reach."),
            done=Message("It went as far as there were pieces on its line."),
        ),
        Lesson(
            Message("Over your own, not over others"),
            Message(
                "A piece may jump over pieces of its own colour. It may not jump over pieces of the "
                "other side, and it may not end on one of its own."
            ),
            "6/2o3/6/1xoo2/6/2x3 x",
            "illegal",
            Message("Choose a black piece, then a square that it cannot reach. The board says why."),
            Message("So the number of pieces on a line decides everything."),
            SMALL,
        ),
        Lesson(
            Message("Capturing"),
            Message("A piece that ends on a piece of the other side takes it off the board."),
            "1x1ox1/o4o/o4o/3xxo/o4o/1x1xx1 x",
            ("d3xd6", "d1xf3"),
            Message("Capture a white piece."),
            Message("Captured. White now has fewer pieces to bring together."),
            SMALL,
        ),
        Lesson(
            Message("All together wins"),
            Message(
                "Whoever has all own pieces in one group wins. Neighbours count in all eight directions."
            ),
            "5x2/3x1o2/2o1x3/8/4xo2/8/8/4o3 x",
            ("e4-e7",),
            Message("Bring the last black piece home."),
            Message("All black pieces touch: black wins."),
        ),
        Lesson(
            Message("One piece is a group"),
            Message(
                "A single piece is connected. Whoever captures the other side down to one piece makes "
                "it win. (Under the rule of the course program it loses instead.)"
            ),
            "6/o2xx1/6/4ox/6/6 x",
            "win",
            Message("Win with black. Both captures would lose."),
            Message("All black pieces touch, and white still has two."),
            SMALL,
        ),
    ),
    Message(
        "A move names the square where the piece stands and the one to which it goes: b1-b3. A capture "
        "is written with x: b1xb3. a1 is at the bottom left."
    ),
    (
        Message("Build your group in the middle: pieces at the edge have a long way to go."),
        Message("A row of your pieces is a wall: the other side cannot jump over it."),
        Message("Hold back a piece of the other side far from its friends; it has to come home alone."),
        Message("Every capture helps the other side too: fewer pieces are easier to bring together."),
    ),
)
