"""How to play Othello."""

from __future__ import annotations

from boyi.core.guide import Guide, Lesson
from boyi.core.message import Message

SMALL = {"size": 6}

GUIDE = Guide(
    (
        Lesson(
            Message("Enclose and turn over"),
            Message(
                "Put a disc so that discs of the other colour stand in a straight line between it and "
                "another disc of yours. All of them are turned over to your colour. Black begins."
            ),
            task=Message("Play a black disc on one of the marked squares."),
            done=Message("The white disc between your two is black now."),
        ),
        Lesson(
            Message("No turn, no move"),
            Message("A disc may only be put where it turns over at least one disc of the other side."),
            goal="illegal",
            task=Message("Click an empty square where black may not play."),
            done=Message("Nothing stands between this square and another black disc."),
        ),
        Lesson(
            Message("In all directions at once"),
            Message(
                "Lines count across, down and diagonally. One disc turns over every line that it encloses."
            ),
            "6/2x1x1/2ooo1/3ox1/2xo2/6 x",
            ("c4",),
            Message("Turn over three discs with one move."),
            Message("One to the right, one above and one on the diagonal."),
            SMALL,
        ),
        Lesson(
            Message("Passing"),
            Message(
                "A player who can turn nothing over must pass. Whoever can move must move. The game "
                "ends when neither side can."
            ),
            "oooooo/1xx3/6/6/6/6 x",
            ("pass",),
            Message("Black has no move here: pass."),
            Message("Now it is white's turn again."),
            SMALL,
        ),
        Lesson(
            Message("The most discs win"),
            Message(
                "At the end the discs are counted; empty squares do not matter. Discs in a corner can "
                "never be turned over, and those that lean on it are safe too."
            ),
            "xxxxx1/xxxxxo/xxxxo1/xxxox1/xxoxxo/1xxxxx x",
            "win",
            Message("Black has two moves. Find the one that ends the game at once."),
            Message("White cannot move any more, and black has far more discs."),
            SMALL,
        ),
    ),
    Message(
        "A move is the name of a square: a letter for the column, from the left, and a number for the "
        "row, from the top. f5 is the sixth square of the fifth row."
    ),
    (
        Message("Take corners. Do not give them away: the squares beside an empty corner are dangerous."),
        Message(
            "Few discs in the middle of the game are good: you keep more moves, the other side runs out "
            "of them."
        ),
        Message("Play on the inside; discs at the outside of the group open moves to the other side."),
        Message("Count the empty squares near the end. Who plays last in a corner region gains."),
    ),
)
