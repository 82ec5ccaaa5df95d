"""Monte Carlo tree search in C++: the fast twin of ``boyi.textbook.mcts``, with the same options and more."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from boyi.core.errors import BadOption, BoyiError, shorten
from boyi.core.message import Message
from boyi.core.result import SearchResult, require_ongoing
from boyi.native.position import NativePosition
from boyi.native.provider import MISSING
from boyi.native.report import to_result
from boyi.native.resources import explained

if TYPE_CHECKING:
    from boyi._native import Report
    from boyi.core.game import Game, Position


def _require(good: bool, name: str, value: object, accepted: str) -> None:
    if not good:
        raise BadOption(f"{name} {shorten(value)} is not accepted: choose {accepted}.")


def _whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and least <= value <= most


@dataclass(frozen=True)
class FastMctsConfig:
    """Every knob of the search; the first twelve are those of the textbook search."""

    c: float = 1.0
    """Weight of exploration in UCB1."""
    factor: Literal[1, 2] = 2
    """UCB1 = Q/N + c * sqrt(factor * ln N_parent / N)."""
    scale: Literal["signed", "unit"] = "signed"
    """Whether UCB1 sees means from -1 to 1, or win rates from 0 to 1."""
    rollouts: int = 1
    """Random games from each leaf, each with its own back-up and each a node of the limit."""
    cap: int = 0
    """Plies after which a random game is cut short; 0: never (but for the game's own cap)."""
    cap_value: Literal["half", "black-loss", "eval"] = "half"
    """What a cut game counts: a draw, a loss for the first player, or what the game's evaluation says."""
    reward: str = "win"
    """``win``: +1, -1, 0 for a draw; ``lead/N``: the point lead divided by N (games with a score)."""
    backup: Literal["negamax", "computer"] = "negamax"
    """For whom a node's Q counts: the player who moved into it, or the root's player at every node."""
    final: Literal["visits", "rate", "ucb"] = "visits"
    """The move played: most visits, best mean, or best UCB value including exploration."""
    tie: Literal["first", "last", "random"] = "first"
    """Which of equally good children is taken."""
    shuffle: bool = True
    """Whether untried moves are tried in random order."""

    solver: bool = True
    """Whether proven wins, losses and draws are carried up the tree; a proven position ends the search."""
    lookahead: bool = True
    """With the solver: whether the first two plies are checked for moves that end the game at once."""
    forced: bool = True
    """Whether a single legal move is answered after one simulation."""
    rave: bool = False
    """Whether moves are also judged by how they do later in the games (RAVE, GRAVE)."""
    rave_bias: float = 1e-4
    """How soon that gives way to a move's own results; 0: slowest."""
    grave_ref: int = 50
    """Nodes with fewer visits take these statistics from an ancestor."""
    bias: float = 1.0
    """Weight of the game's own knowledge of moves, where it has some; fades with 1 / (N + 1)."""
    decisive: bool = True
    """Whether random games take wins and parry threats, where the game offers to see them."""
    fpu: float = math.inf
    """An untried move's mean; inf: each move is tried once first (but with RAVE or knowledge: as nan);
    nan: the mean of its tried siblings."""
    expand: int = 0
    """Visits after which a leaf gets children; 0: one, and more where there are many moves."""
    virtual_loss: float = 1.0
    """How lost, from 0 to 1, a move looks to other threads while one is below it."""

    def __post_init__(self) -> None:
        for name in ("rollouts", "cap", "grave_ref", "expand"):
            self._require(isinstance(getattr(self, name), int), name, "a whole number")
        for name in ("c", "rave_bias", "bias", "fpu", "virtual_loss"):
            self._require(isinstance(getattr(self, name), (int, float)), name, "a number")
        self._require(0 <= self.c <= 1e6, "c", "0 to 1e6")
        self._require(self.factor in (1, 2), "factor", "1 or 2")
        self._require(self.scale in ("signed", "unit"), "scale", "signed or unit")
        self._require(1 <= self.rollouts <= 1_000_000, "rollouts", "1 to 1000000")
        self._require(0 <= self.cap < 2**31, "cap", "0 (never) or a number of plies")
        self._require(
            self.cap_value in ("half", "black-loss", "eval"), "cap_value", "half, black-loss or eval"
        )
        matched = isinstance(self.reward, str) and re.fullmatch(r"win|lead/[1-9][0-9]{0,3}", self.reward)
        self._require(bool(matched), "reward", "win or lead/N, for example lead/16")
        self._require(self.backup in ("negamax", "computer"), "backup", "negamax or computer")
        self._require(self.final in ("visits", "rate", "ucb"), "final", "visits, rate or ucb")
        self._require(self.tie in ("first", "last", "random"), "tie", "first, last or random")
        self._require(0 <= self.rave_bias <= 1e6, "rave_bias", "0 to 1e6")
        self._require(0 <= self.grave_ref < 2**31, "grave_ref", "0 or more visits")
        self._require(0 <= self.bias <= 1e6, "bias", "0 to 1e6")
        self._require(math.isnan(self.fpu) or self.fpu >= -1e6, "fpu", "a number, inf or nan")
        self._require(0 <= self.expand < 2**31, "expand", "0 or more visits")
        self._require(0 <= self.virtual_loss <= 1, "virtual_loss", "0 to 1")

    def _require(self, good: bool, name: str, accepted: str) -> None:
        _require(good, name, getattr(self, name), accepted)

    @classmethod
    def strong(cls, game: Game) -> FastMctsConfig:
        """The settings that play a game best, as far as matches have shown."""
        return replace(cls(), **game.tree_search)

    def options(self, game_cap: int) -> dict[str, Any]:
        """What the native search is told."""
        options = asdict(self)
        reward = options.pop("reward")
        return {**options, "lead": 0 if reward == "win" else int(reward[5:]), "game_cap": game_cap}


@dataclass(frozen=True)
class MctsLimits:
    """When a search ends, whichever comes first, and what it may use."""

    seconds: float | None = None
    """How long it may take; None: no limit, or one second if ``nodes`` is None too."""
    nodes: int | None = None
    """How many simulations it may make. With one thread, the answer then depends on nothing but the seed."""
    threads: int = 1
    seed: int = 0
    memory: int = 256 << 20
    """Bytes for the tree; when they are used up, the least visited half of it is recycled."""

    def __post_init__(self) -> None:
        seconds = 0 if self.seconds is None else self.seconds
        nodes = 1 if self.nodes is None else self.nodes
        _require(isinstance(seconds, (int, float)) and seconds >= 0, "seconds", seconds, "0 or more")
        _require(_whole(nodes, 1, 2**63 - 1), "nodes", nodes, "1 or more")
        _require(_whole(self.threads, 1, 256), "threads", self.threads, "1 to 256")
        _require(_whole(self.seed, 0, 2**64 - 1), "seed", self.seed, "0 to 2^64 - 1")
        _require(_whole(self.memory, 1 << 16, 1 << 36), "memory", self.memory, "65536 bytes to 64 GiB")


Progress = Callable[[SearchResult], object]
"""Called about ten times a second with the answer so far; a true answer stops the search."""


class FastMcts:
    """A search that lives on from move to move: ``advance`` keeps what is known of the positions to come."""

    def __init__(
        self, position: Position, config: FastMctsConfig | None = None, history: Sequence[int] = ()
    ) -> None:
        """``history`` holds the keys of the game's earlier positions; only games that can repeat use it."""
        if not isinstance(position, NativePosition):
            why = MISSING or Message("this position is on the {name} back end.", name=position.game.backend)
            raise BoyiError("The native search needs a native position: {why}", why=why)
        require_ongoing(position.outcome)
        self.config = config or FastMctsConfig.strong(position.game)
        self.position = position
        import boyi._native as _native  # only there if native positions are

        options = self.config.options(position.game.playout_cap)
        try:
            self._search = _native.mcts(position.board, options, list(history))
        except ValueError as error:
            raise BadOption(f"{position.game.name} cannot be searched so: {error}.") from None

    @property
    def visits(self) -> int:
        """Simulations through the position the search stands at, those before ``advance`` included."""
        return self._search.visits

    def run(self, limits: MctsLimits | None = None, progress: Progress | None = None) -> SearchResult:
        """Search until a limit is reached, the position is proven, ``stop`` or ``progress`` says so."""
        limits = limits or MctsLimits()
        require_ongoing(self.position.outcome)
        seconds = limits.seconds
        if seconds is None:
            seconds = 1.0 if limits.nodes is None else math.inf
        start = time.perf_counter()

        def tell(report: Report) -> bool:
            assert progress is not None
            return bool(progress(to_result(report, time.perf_counter() - start)))

        with explained(limits.memory):
            report = self._search.run(
                seconds=min(seconds, 1e8),
                nodes=limits.nodes or 2**63,
                threads=limits.threads,
                seed=limits.seed,
                memory=limits.memory,
                progress=None if progress is None else tell,
            )
        return to_result(report, time.perf_counter() - start)

    def stop(self) -> None:
        """End a running search at once; may be called from any thread."""
        self._search.stop()

    def advance(self, move: int) -> None:
        """Go on to the position after ``move``, keeping the part of the tree below it."""
        position = self.position.play(move)
        assert isinstance(position, NativePosition)
        self._search.advance(move)
        self.position = position


def search(
    position: Position,
    config: FastMctsConfig | None = None,
    limits: MctsLimits | None = None,
    progress: Progress | None = None,
    **knobs: Any,
) -> SearchResult:
    """Search a position once; ``knobs`` change single fields of the config or the limits.

    >>> import boyi
    >>> game = boyi.game("othello")
    >>> result = search(game.start(), nodes=100, rollouts=2)
    >>> result.nodes, sum(candidate.visits for candidate in result.candidates)
    (100, 100)
    """
    limit_names = MctsLimits.__dataclass_fields__
    for_limits = {name: knobs.pop(name) for name in list(knobs) if name in limit_names}
    unknown = [name for name in knobs if name not in FastMctsConfig.__dataclass_fields__]
    if unknown:
        known = ", ".join([*FastMctsConfig.__dataclass_fields__, *limit_names])
        raise BadOption(f"The search has no option {shorten(unknown[0])}; its options: {known}.")
    config = replace(config or FastMctsConfig.strong(position.game), **knobs)
    limits = replace(limits or MctsLimits(), **for_limits)
    return FastMcts(position, config).run(limits, progress)
