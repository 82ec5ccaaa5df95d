"""``boyi play``: a game in the terminal, against the computer or between two people."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from secrets import randbelow

from boyi.cli.options import add_game, add_position, read_game, read_record, whole_number
from boyi.cli.parser import BadArgument
from boyi.cli.words import choose_language
from boyi.core.errors import shorten
from boyi.core.game import Game
from boyi.players import builtin
from boyi.players.spec import Spec, make_player
from boyi.store.specs import resolve_spec

HUMAN = "human"
ADVISER = "level:10"
"""Who gives hints."""
LARGEST_SEED = builtin.SEED.high


def add_arguments(parser: ArgumentParser) -> None:
    """What can be typed after ``boyi play``."""
    add_game(parser)
    parser.add_argument(
        "--opponent",
        metavar="SPEC",
        default="level:3",
        help="level:1 to level:10, human, random, mcts:time=2, classic:five-tuple, … 对手",
    )
    parser.add_argument("--side", metavar="black|white", help="Your side; black begins. 执黑或执白")
    parser.add_argument("--seed", metavar="N", help="Makes the computer's choices repeatable. 种子")
    parser.add_argument("--language", metavar="en|zh", help="Language of the game. 语言")
    parser.add_argument("--plain", action="store_true", help="Letters instead of stones, no colours. 纯文本")
    add_position(parser)


def run(arguments: Namespace) -> None:
    """Play until the person leaves."""
    words = choose_language(arguments.language)
    game = read_game(arguments)
    seed = arguments.seed
    number = randbelow(1_000_000) if seed is None else whole_number(seed, "--seed", 0, int(LARGEST_SEED))
    own = parse_side(game, arguments.side) if arguments.side is not None else 0
    spec = Spec.parse(resolve_spec(arguments.opponent))
    if spec.kind == HUMAN and (spec != Spec(HUMAN) or arguments.side is not None):
        raise BadArgument("With --opponent human two people share the keyboard: no settings and no --side.")
    computer = None if spec == Spec(HUMAN) else make_player(spec, number, others=[HUMAN])
    read_record(game, arguments)  # a bad position or move is said before anything is drawn

    # Rich and asyncio are loaded once the arguments are known to be good.
    from boyi.cli.screen import Screen
    from boyi.cli.session import Seat, Session

    person = Seat(words("you" if computer else "person"))
    seats = [person, person]
    if computer:
        seeded = any(key == "seed" for key, _ in spec.settings)
        seats[1 - own] = Seat(str(spec) if seeded else f"{spec}, seed {number}", computer)
    Session(
        Screen(arguments.plain),
        words,
        lambda: read_record(game, arguments),
        (seats[0], seats[1]),
        make_player(ADVISER, number),
    ).run()


def parse_side(game: Game, text: str) -> int:
    """The side a person wants: by the game's name for it, or first and second."""
    names = [*game.players, "first", "second"]
    if text.lower() not in names:
        raise BadArgument(f"--side {shorten(text)} is not accepted: choose {' or '.join(game.players)}.")
    return names.index(text.lower()) % 2
