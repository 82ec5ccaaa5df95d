"""``boyi play``: a game in the terminal, against the computer or between two people."""

from __future__ import annotations

from argparse import Namespace
from secrets import randbelow
from typing import TYPE_CHECKING

from boyi.cli.options import add_game_options, add_position, read_game, read_record, whole_number
from boyi.cli.parser import BadArgument, Parser
from boyi.core.errors import shorten
from boyi.core.game import Game
from boyi.core.language import Language
from boyi.core.message import Message, alternatives
from boyi.core.record import GameRecord
from boyi.match.replay import SIDES
from boyi.players.spec import HUMAN, Spec, make_player
from boyi.settings.limits import SEED
from boyi.store.specs import absolute_spec, resolve_spec

if TYPE_CHECKING:
    from boyi.cli.keeper import Found

OPPONENT = "level:3"
ADVISER = "level:10"
"""Who gives hints."""
LARGEST_SEED = SEED.high


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi play``."""
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help=Message("gomoku, othello, … (see boyi games).")
    )
    add_game_options(parser)
    parser.add_argument(
        "--opponent",
        metavar="SPEC",
        help=Message("level:1 to level:10, human, random, mcts:time=2, classic:five-tuple, …"),
    )
    parser.add_argument("--side", metavar="black|white", help=Message("Your side; black begins."))
    parser.add_argument("--seed", metavar="N", help=Message("Makes the computer's choices repeatable."))
    parser.add_argument(
        "--plain", action="store_true", help=Message("Letters instead of stones, no colours.")
    )
    parser.add_argument(
        "--resume",
        metavar="ID",
        nargs="?",
        const="",
        help=Message("Resume a stored game, or the last unfinished one."),
    )
    parser.add_argument("--no-save", action="store_true", help=Message("Do not keep the game."))
    add_position(parser)


def run(arguments: Namespace) -> None:
    """Play until the person leaves."""
    say: Language = arguments.language
    found = None if arguments.resume is None else _find(arguments)
    if found is None:
        if arguments.game is None:
            raise BadArgument("Which game? Try boyi play gomoku, or boyi play --resume; see boyi games.")
        game = read_game(arguments)
        if game.settings.get("opening", "none") != "none":
            raise BadArgument("The terminal has no swap2 (pbrain-boyi has): leave the option opening away.")
    else:
        game = found.record.game
    sitting = None if found is None else found.sitting
    seed = arguments.seed
    if seed is not None:
        number = whole_number(seed, "--seed", 0, int(LARGEST_SEED))
    else:
        number = randbelow(1_000_000) if sitting is None else sitting.seed
    own = 0 if sitting is None else sitting.side
    if arguments.side is not None:
        own = parse_side(game, arguments.side)
    opponent = arguments.opponent or (OPPONENT if sitting is None else sitting.opponent)
    spec = Spec.parse(resolve_spec(opponent, game=game.name))
    if spec.kind == HUMAN and (spec != Spec(HUMAN) or arguments.side is not None):
        raise BadArgument("With --opponent human two people share the keyboard: no settings and no --side.")
    computer = None if spec == Spec(HUMAN) else make_player(spec, number, others=[HUMAN])
    if computer:
        computer.check_game(game)
    if found is None:
        read_record(game, arguments)  # a bad position or move is said before anything is drawn

    # Rich and asyncio are loaded once the arguments are known to be good.
    from boyi.cli.keeper import Keeper, Sitting
    from boyi.cli.screen import Screen
    from boyi.cli.session import Session, TerminalSeat

    person = TerminalSeat(say(Message("you") if computer else Message("player")))
    seats = [person, person]
    if computer:
        seeded = any(key == "seed" for key, _ in spec.settings)
        name = str(spec) if seeded else say(Message("{player}, seed {seed}", player=str(spec), seed=number))
        seats[1 - own] = TerminalSeat(name, computer)

    def new_record() -> GameRecord:
        record = read_record(game, arguments) if found is None else GameRecord(game, found.record.start)
        record.headers |= {side: seat.name for side, seat in zip(SIDES, seats, strict=True)}
        return record

    screen = Screen(arguments.language, arguments.plain)
    keeper = None
    if not arguments.no_save:
        keeper = Keeper(
            Sitting(absolute_spec(str(spec)), own, number),
            lambda error: screen.say(
                Message("This game is not kept any more: {reason}", reason=error), "yellow"
            ),
            None if found is None else found.game_id,
        )
    Session(
        screen,
        new_record,
        (seats[0], seats[1]),
        make_player(ADVISER, number),
        keeper,
        None if found is None else found.record,
    ).run()


def _find(arguments: Namespace) -> Found:
    """The stored game to resume; it knows what else could be said about it."""
    from boyi.cli.keeper import find_unfinished

    given = (arguments.size, arguments.rule, arguments.option, arguments.position, arguments.moves)
    if any(given):
        raise BadArgument("A game that is resumed has its board and moves: leave the other options away.")
    if arguments.game and arguments.resume:
        raise BadArgument("Give --resume a game or an id, not both.")
    return find_unfinished(arguments.resume or arguments.game or "")


def parse_side(game: Game, text: str) -> int:
    """The side a person wants: by the game's name for it, or first and second."""
    names = [*game.players, "first", "second"]
    if text.lower() not in names:
        raise BadArgument(
            "--side {text} is not accepted: choose {offered}.",
            text=shorten(text),
            offered=alternatives(game.players),
        )
    return names.index(text.lower()) % 2
