"""Files of positions about which something is known, and how players do on them.

A file has a JSON object a line: ``game``, ``options`` (its size, its rule), ``position`` or ``moves``, a
``name`` and a ``group``, and what is known, all for the side to move: ``result`` (``win``, ``loss``,
``draw``, or ``no win`` of the kind that a solver looks for), ``score`` (exact), ``best`` (moves) and
``scores`` (the exact scores of moves).
"""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from time import process_time
from typing import IO, Any, Protocol, Self

from boyi.arena.builds import is_build, resolve_build
from boyi.core.errors import BoyiError, shorten
from boyi.core.game import Game
from boyi.core.record import GameRecord
from boyi.core.registry import make_game
from boyi.engines.search import search
from boyi.engines.solvers import solve
from boyi.players.limit import Limit
from boyi.players.spec import Spec

SOLVER, STATIC = "solve", "static"
"""Beside players: the game's solver (``solve:KIND``) and its evaluation (``static:NAME``)."""
EXACT = 100
"""The confidence of an exact score."""


class BadSuite(BoyiError):
    """A file that does not hold positions."""


@dataclass(frozen=True)
class KnownPosition:
    """A position of a file, and what is known about it.

    >>> known = KnownPosition("tictactoe", moves="a1 b2", best=("c3",))
    >>> KnownPosition.from_data(known.to_data()) == known, known.record.plies
    (True, 2)
    """

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    position: str = ""
    """Where the moves begin; empty: where the game does."""
    moves: str = ""
    name: str = ""
    group: str = ""
    """Positions of a group are counted together."""
    result: str | None = None
    plies: int | None = None
    """Moves of both sides until the proven end."""
    score: int | None = None
    best: tuple[str, ...] = ()
    scores: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def record(self) -> GameRecord:
        """The game so far."""
        game = make_game(self.game, **self.options)
        record = GameRecord(game, game.parse_position(self.position) if self.position else None)
        record.play_text(self.moves)
        return record

    def to_data(self) -> dict[str, Any]:
        """What a line of a file holds; what is not known is left out."""
        return {
            one.name: getattr(self, one.name)
            for one in fields(self)
            if getattr(self, one.name) not in (None, "", (), {})
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """What ``to_data`` wrote."""
        return cls(**{**data, "best": tuple(data.get("best", ()))})


def read_suite(path: Path) -> list[KnownPosition]:
    """The positions of a file."""
    found = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        try:
            known = KnownPosition.from_data(json.loads(line))
            _ = known.record
        except (BoyiError, ValueError, TypeError, AttributeError) as error:
            raise BadSuite(
                "{file}, line {number} is no position: {error}",
                file=path,
                number=number,
                error=error if isinstance(error, BoyiError) else shorten(str(error)),
            ) from None
        found.append(known if known.name else replace(known, name=str(number)))
    return found


def suite_text(positions: Iterable[KnownPosition]) -> str:
    """The file of these positions."""
    return "".join(json.dumps(known.to_data()) + "\n" for known in positions)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a player says of a position."""

    move: str
    score: float | None
    win_rate: float | None
    proven: str | None
    exact: bool
    """Whether the score is proven."""
    depth: int
    nodes: int
    seconds: float
    processor: float = 0.0
    """Seconds of all threads."""


class Searcher(Protocol):
    """Answers for positions, each without what it has learned from others."""

    def answer(self, record: GameRecord) -> Answer:
        """Search the end of the record."""
        ...

    def close(self) -> None:
        """End what it keeps running."""


@dataclass(frozen=True, slots=True)
class _Engine:
    """A player of this build."""

    spec: str | None
    limit: Limit
    threads: int

    def answer(self, record: GameRecord) -> Answer:
        limit = self.limit
        found = search(
            record,
            player=self.spec,
            time=limit.time,
            nodes=limit.nodes,
            depth=limit.depth,
            threads=self.threads,
        )
        return Answer(
            record.game.format_move(found.move, record.position),
            found.score,
            found.win_rate if found.rated else None,
            found.proven,
            # A stopped iteration may not have come to the best move yet.
            found.confidence == EXACT and all(one.depth == found.depth for one in found.candidates[:1]),
            found.depth,
            found.nodes,
            found.seconds,
        )

    def close(self) -> None:
        pass


@dataclass(frozen=True, slots=True)
class _Solver:
    kind: str | None
    limit: Limit
    threads: int

    def answer(self, record: GameRecord) -> Answer:
        position = record.position
        found = solve(position, kind=self.kind, seconds=self.limit.time, threads=self.threads)
        said = {True: "win", False: "no win", None: None}[found.win]
        move = found.best[0] if found.best else found.pv[0] if found.pv else None
        return Answer(
            "" if move is None else position.game.format_move(move, position),
            found.score,
            None,
            found.result or said,
            found.exact,
            0,
            found.nodes,
            found.seconds,
        )

    def close(self) -> None:
        pass


@dataclass(frozen=True, slots=True)
class _Static:
    name: str | None

    def answer(self, record: GameRecord) -> Answer:
        evaluation = record.game.evaluation(self.name)
        value = evaluation.value(record.position)
        return Answer("", value / (evaluation.point or 1), None, None, False, 0, 1, 0.0)

    def close(self) -> None:
        pass


class _Build:
    """Another build of Boyi, asked by the analysis protocol."""

    def __init__(self, spec: str, game: Game, limit: Limit, threads: int) -> None:
        command = shlex.split(str(Spec.parse(resolve_build(spec, game.name)).name))
        self.limits = {"seconds": limit.time, "nodes": limit.nodes, "depth": limit.depth, "threads": threads}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self.answer(GameRecord(game))  # it loads what the others need

    def answer(self, record: GameRecord) -> Answer:
        """Ask, and wait for what is not a report on the way."""
        usual = record.start == record.game.start()
        query: dict[str, Any] = {
            "id": "0",
            "game": record.game.name,
            "options": dict(record.game.settings),
            "moves": record.text(),
            "limits": {name: value for name, value in self.limits.items() if value is not None},
        }
        if not usual:
            query["position"] = record.game.format_position(record.start)
        requests, answers = self.process.stdin, self.process.stdout
        assert requests is not None
        assert answers is not None
        print(json.dumps(query), file=requests, flush=True)
        said = self._read(answers)
        while said["type"] == "progress":
            said = self._read(answers)
        if said["type"] == "error":
            raise BadSuite("The build says: {text}", text=shorten(str(said.get("error"))))
        return Answer(
            str(said["move"]),
            said.get("score"),
            said.get("win_rate"),
            said.get("proven"),
            said.get("confidence") == EXACT
            and all(one.get("depth") == said["depth"] for one in said.get("candidates", [])[:1]),
            said["depth"],
            said["nodes"],
            said["seconds"],
        )

    @staticmethod
    def _read(answers: IO[str]) -> dict[str, Any]:
        line = answers.readline()
        if not line:
            raise BadSuite("The build ended without an answer.")
        found: dict[str, Any] = json.loads(line)
        return found

    def close(self) -> None:
        """Its input ends, and so does it."""
        with self.process:
            assert self.process.stdin is not None
            self.process.stdin.close()


def make_searcher(spec: str | None, game: Game, limit: Limit, threads: int = 1) -> Searcher:
    """A player of this or of another build, the game's solver, or its evaluation; None: the best engine."""
    kind, _, rest = (spec or "").partition(":")
    if kind == SOLVER:
        return _Solver(rest or None, limit, threads)
    if kind == STATIC:
        return _Static(rest or None)
    if spec is not None and is_build(spec):
        return _Build(spec, game, limit, threads)
    return _Engine(spec, limit, threads)


@dataclass(frozen=True, slots=True)
class Verdict:
    """An answer beside what is known; None: there is nothing to compare."""

    known: KnownPosition
    answer: Answer

    @property
    def solved(self) -> bool | None:
        """Whether what is known was proven; a wrong proof is not, and is ``wrong`` as well."""
        known, answer = self.known, self.answer
        if known.score is not None and (answer.exact or known.result is None):
            return answer.exact and answer.score == known.score
        return None if known.result is None else answer.proven == known.result

    @property
    def wrong(self) -> bool:
        """Whether something else was proven; that a win of one kind is not there denies no other win."""
        if self.known.score is not None and self.answer.exact:
            return self.solved is False
        return self.known.result is not None and self.answer.proven not in (None, "no win", self.known.result)

    @property
    def right_side(self) -> bool | None:
        """Whether the win rate is on the side of one half of the result."""
        if self.known.result not in ("win", "loss") or self.answer.win_rate is None:
            return None
        return (self.answer.win_rate > 0.5) == (self.known.result == "win")

    @property
    def best_move(self) -> bool | None:
        """Whether the move is one of the best."""
        best, scores = self.known.best, self.known.scores
        if scores:
            best = tuple(move for move, score in scores.items() if score == max(scores.values()))
        return self.answer.move in best if best and self.answer.move else None

    @property
    def loss(self) -> int | None:
        """What the move loses, where the scores of the moves are known."""
        scores = self.known.scores
        return max(scores.values()) - scores[self.answer.move] if self.answer.move in scores else None

    @property
    def error(self) -> float | None:
        """The score less the known one."""
        known, found = self.known.score, self.answer.score
        return None if known is None or found is None else found - known


def judge(
    positions: Iterable[KnownPosition], spec: str | None, limit: Limit, threads: int = 1
) -> Iterator[Verdict]:
    """The answers of a player, one by one; positions of several games are asked of a searcher each.

    >>> known = KnownPosition("tictactoe", moves="a1 b1 a2 b2", best=("a3",), result="win")
    >>> (verdict,) = judge([known], "alphabeta", Limit(nodes=100))
    >>> verdict.solved, verdict.best_move, verdict.wrong
    (True, True, False)
    """
    searchers: dict[str, Searcher] = {}
    with ExitStack() as opened:
        for known in positions:
            if known.game not in searchers:
                searcher = make_searcher(spec, known.record.game, limit, threads)
                searchers[known.game] = opened.enter_context(closing(searcher))
            began = process_time()
            answer = searchers[known.game].answer(known.record)
            yield Verdict(known, replace(answer, processor=process_time() - began))
