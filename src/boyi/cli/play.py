"""``boyi play``: a game in the terminal, against the computer or between two people."""

from __future__ import annotations

from secrets import randbelow
from typing import Annotated

import typer

from boyi.cli.app import QuickCommand, new_app
from boyi.cli.options import (
    Backend,
    BadArgument,
    GameName,
    Moves,
    Options,
    PositionText,
    Rule,
    Size,
    make_game,
    start_record,
    whole_number,
)
from boyi.cli.words import choose_language
from boyi.core.errors import shorten
from boyi.core.game import Game
from boyi.players import builtin
from boyi.players.spec import Spec, make_player

HUMAN = "human"
LARGEST_SEED = builtin.SEED.high

app = new_app("Play in the terminal. 在终端对弈")


@app.command(cls=QuickCommand)
def play(
    game: GameName,
    opponent: Annotated[
        str,
        typer.Option(
            "--opponent",
            metavar="SPEC",
            help="playout, random, human, or with settings: playout:time=2. 对手",
        ),
    ] = "playout",
    side: Annotated[
        str, typer.Option("--side", metavar="black|white", help="Your side; black begins. 执黑或执白")
    ] = "",
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="N", help="Makes the computer's choices repeatable. 种子")
    ] = None,
    language: Annotated[
        str | None, typer.Option("--language", metavar="en|zh", help="Language of the game. 语言")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Letters instead of stones, no colours. 纯文本")
    ] = False,
    size: Size = None,
    rule: Rule = None,
    option: Options = None,
    position: PositionText = None,
    moves: Moves = None,
    backend: Backend = None,
) -> None:
    """Play in the terminal. 在终端对弈"""
    words = choose_language(language)
    played = make_game(game, size, rule, option, backend, position)
    number = randbelow(1_000_000) if seed is None else whole_number(seed, "--seed", 0, int(LARGEST_SEED))
    own = parse_side(played, side) if side else 0
    spec = Spec.parse(opponent)
    computer = None if spec == Spec(HUMAN) else make_player(spec, number, others=[HUMAN])
    start_record(played, position, moves)  # a bad position or move is said before anything is drawn

    # Rich and asyncio are loaded once the arguments are known to be good.
    from boyi.cli.screen import Screen
    from boyi.cli.session import Seat, Session

    person = Seat(words("you" if computer else "person"))
    seats = [person, person]
    if computer:
        seats[1 - own] = Seat(f"{spec}, seed {number}", computer)
    Session(
        Screen(plain),
        words,
        lambda: start_record(played, position, moves),
        (seats[0], seats[1]),
        make_player("playout", number),
    ).run()


def parse_side(game: Game, text: str) -> int:
    """The side a person wants: by the game's name for it, or first and second."""
    names = [*game.players, "first", "second"]
    if text.lower() not in names:
        raise BadArgument(f"--side {shorten(text)} is not accepted: choose {' or '.join(game.players)}.")
    return names.index(text.lower()) % 2
