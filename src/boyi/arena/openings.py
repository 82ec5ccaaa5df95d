"""Where the games of a series begin: a few random moves, or the openings of a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from boyi.core.errors import BoyiError, shorten
from boyi.core.game import Game
from boyi.core.message import Message, Term
from boyi.core.record import GameRecord
from boyi.core.registry import make_game
from boyi.engines.search import search
from boyi.formats import FORMATS, BadFile, detect, read, read_all
from boyi.formats.encoding import decode

MOST_PLIES = 200
ATTEMPTS = 200
"""How often random moves may end the game before it is given up."""
KINDS = ("random", "even")
EVEN = (0.35, 0.65)
"""Win rates between which an opening counts as even."""
JUDGEMENT = 5_000
"""Nodes of the search that says so; ``Game.opening_nodes`` of a second one, which not every game needs."""
OFFSETS = re.compile(r"\s*-?[0-9]{1,2}\s*,\s*-?[0-9]{1,2}(\s*,\s*-?[0-9]{1,2}\s*,\s*-?[0-9]{1,2})*\s*,?\s*")
"""A line of Piskvork's list of openings: columns and rows, counted from the middle."""
ACCEPTED = Message(
    "random:K for K random moves, even:K for such that decide nothing, or a file with openings"
)


Tell = Callable[[Message], object]


class BadOpenings(BoyiError):
    """Openings from which no game can be played."""


@dataclass(frozen=True, slots=True)
class MadeOpenings:
    """Openings that are made up: random moves, or random moves after which both sides have a chance."""

    kind: str
    plies: int


@dataclass(frozen=True, slots=True)
class Opening:
    """A starting position and the moves that are played before the players are asked.

    >>> import boyi
    >>> game = boyi.game("gomoku")
    >>> Opening(moves="h8 h9").record(game).plies
    2
    """

    moves: str = ""
    """In the game's notation."""
    start: str = ""
    """A position string; empty: where the game usually begins."""

    @classmethod
    def of(cls, record: GameRecord) -> Opening:
        """The main line of a record."""
        usual = record.start == record.game.start()
        return cls(record.text(), "" if usual else record.game.format_position(record.start))

    def record(self, game: Game) -> GameRecord:
        """A new record with the moves played."""
        record = GameRecord(game, game.parse_position(self.start) if self.start else None)
        record.play_text(self.moves)
        return record

    def to_data(self) -> dict[str, str]:
        """The opening as plain data."""
        return {"moves": self.moves, "start": self.start}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Opening:
        """What ``to_data`` wrote."""
        return cls(str(data["moves"]), str(data["start"]))


def random_opening(game: Game, random: Random, made: MadeOpenings | None = None) -> Opening:
    """Random moves after which the game is not over, among those that the game chooses for this.

    Without ``made`` as many as are usual in the game, or fewer on boards that are too small for them.
    """
    usual = [MadeOpenings("random", plies) for plies in range(game.opening_plies, -1, -1)]
    for wanted in usual if made is None else [made]:
        for _ in range(ATTEMPTS):
            record = GameRecord(game)
            while record.plies < wanted.plies and record.outcome is None:
                record.play(random.choice(game.opening_moves(record.position)))
            if record.outcome is None and (wanted.kind == "random" or _is_even(record)):
                return Opening.of(record)
    assert made is not None
    what = Message("are over") if made.kind == "random" else Message("are over or decided")
    raise BadOpenings(
        "Random games of {game} {what} after {plies} moves: ask for fewer.",
        game=Term(game.name),
        what=what,
        plies=made.plies,
    )


def _is_even(record: GameRecord) -> bool:
    """Whether a short search gives both sides a chance; always the same answer for the same moves."""
    low, high = EVEN
    judgements = [JUDGEMENT]
    if record.game.opening_nodes and record.game.backend == "native":  # in Python it would take minutes
        judgements.append(record.game.opening_nodes)
    return all(low <= search(record, nodes=nodes).win_rate <= high for nodes in judgements)


def made_openings(text: str) -> MadeOpenings | None:
    """What ``random:K`` or ``even:K`` says; None if the text says something else (a file's name).

    >>> made_openings("random:8"), made_openings("openings.sgf")
    (MadeOpenings(kind='random', plies=8), None)
    """
    kind, colon, number = text.partition(":")
    if kind not in KINDS or not colon:
        return None
    if not re.fullmatch(r"[0-9]{1,4}", number) or int(number) > MOST_PLIES:
        raise BadOpenings(
            "{text} is not accepted: write {accepted}; K is a whole number up to {most}.",
            text=shorten(text),
            accepted=ACCEPTED,
            most=MOST_PLIES,
        )
    return MadeOpenings(kind, int(number))


def read_openings(
    data: bytes | str, game: Game, name: str = "the file", tell: Tell | None = None
) -> tuple[Opening, ...]:
    """The openings of a game file of any format, or of lists of moves, one a line.

    Lines that do not fit the board are left out, unless none does; ``tell`` hears how many.
    """
    openings = []
    records, skipped = _records(data, game, name)
    if skipped and tell is not None:
        tell(
            Message(
                "{name}: {skipped} of {count} lines do not fit on a board of {size}x{size} and are skipped.",
                name=name,
                skipped=skipped,
                count=skipped + len(records),
                size=game.settings["size"],
            )
        )
    for number, record in enumerate(records, start=1):
        if record.game != game:
            raise BadOpenings(
                "Opening {number} of {name} is of {one}; the match is of {other}.",
                number=number,
                name=name,
                one=repr(record.game),
                other=repr(game),
            )
        record.result = None  # of the game it was taken from
        if (ended := record.outcome) is not None:
            raise BadOpenings(
                "Opening {number} of {name} is a whole game ({reason}): leave moves to be played.",
                number=number,
                name=name,
                reason=Term(ended.reason),
            )
        openings.append(Opening.of(record))
    return tuple(openings)


def _records(data: bytes | str, game: Game, name: str) -> tuple[list[GameRecord], int]:
    """The records, and how many lines do not fit the board."""
    try:
        if (offsets := _offsets(data, game)) is not None:
            return offsets
        if detect(data) != "moves":
            return list(read_all(data, game=game)), 0
        lines = decode(data).splitlines()
        head = [line for line in lines[:1] if line.lstrip().startswith("#")]
        wanted = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
        if not wanted:
            raise BadFile("There is no opening in it.")
        return _fitting(("\n".join([*head, line]) for line in wanted), game)
    except BoyiError as error:
        raise BadOpenings("{name} cannot be used for openings: {error}", name=name, error=error) from None


def _fitting(lines: Iterable[str], game: Game) -> tuple[list[GameRecord], int]:
    """The games of the lines that fit the board, and how many lines do not."""
    records, errors = [], []
    for line in lines:
        try:
            records.append(read(line, game=game))
        except BoyiError as error:
            if not _fits_larger(line, game):
                raise
            errors.append(error)
    if errors and not records:
        raise errors[0]
    return records, len(errors)


def _fits_larger(line: str, game: Game) -> bool:
    """Whether a line that cannot be read is one of the same game on its largest board."""
    larger: dict[str, Any] = dict(game.settings)
    sizes = [size for option in game.options if option.name == "size" for size in option.choices]
    if not sizes:
        return False
    with suppress(BoyiError):
        larger["size"] = max(map(int, sizes))
        read(line, game=make_game(game.name, **larger))
        return True
    return False


def _offsets(data: bytes | str, game: Game) -> tuple[list[GameRecord], int] | None:
    """The openings of a list as Piskvork has them, one a line; None if it is something else."""
    lines = [line for line in decode(data).splitlines() if line.strip()]
    if game.name not in FORMATS["psq"].games or not lines or not all(map(OFFSETS.fullmatch, lines)):
        return None
    size, records, skipped = int(game.settings["size"]), [], list[str]()
    for line in lines:
        places = [size // 2 + int(number) for number in re.findall("-?[0-9]+", line)]
        if not all(0 <= place < size for place in places):
            skipped.append(line)
            continue
        records.append(GameRecord(game))
        for column, row in zip(places[::2], places[1::2], strict=True):
            records[-1].play(row * size + column)
    if not records:
        raise BadFile("{line} does not fit on a board of {size}x{size}.", line=shorten(skipped[0]), size=size)
    return records, len(skipped)
