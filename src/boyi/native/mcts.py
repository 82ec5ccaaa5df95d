"""Monte Carlo tree search in C++: ``boyi.textbook.mcts``, but fast, with the same options and more."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from boyi.core.errors import BadOption, BoyiError
from boyi.core.message import Message, Term
from boyi.core.result import SearchResult, require_ongoing
from boyi.core.search_clock import add_helpers, is_by_processor, search_time
from boyi.native.position import NativePosition
from boyi.native.provider import MISSING, board_to_search
from boyi.native.report import to_result
from boyi.native.resources import explained
from boyi.settings.limits import SearchLimits
from boyi.settings.mcts import FastMctsConfig
from boyi.settings.setting import check_names

if TYPE_CHECKING:
    from boyi._native import Report
    from boyi.core.game import Position


REFUSALS = {
    "no point lead": Message("it has no point lead for the reward"),
    "no evaluation of leaves": Message("it has no learned evaluation of leaves"),
    "no learned policy": Message("it has no learned policy"),
}
"""Why the native search refuses settings, by the words of its error."""
Progress = Callable[[SearchResult], object]
"""Called about ten times a second with the answer so far; a true answer stops the search."""


def native_options(config: FastMctsConfig, game_cap: int) -> dict[str, Any]:
    """What the native search is told; ``game_cap`` ends random games that have no cap of their own."""
    options = asdict(config)
    reward = options.pop("reward")
    return {**options, "lead": 0 if reward == "win" else int(reward[5:]), "game_cap": game_cap}


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

        options = native_options(self.config, position.game.playout_cap)
        try:
            learned = self.config.learned > 0 or self.config.policy > 0
            self._search = _native.mcts(board_to_search(position, learned=learned), options, list(history))
        except ValueError as error:
            if (refusal := REFUSALS.get(str(error))) is None:
                raise
            raise BadOption(
                "{game} cannot be searched so: {error}.", game=Term(position.game.name), error=refusal
            ) from None

    @property
    def visits(self) -> int:
        """Simulations through the position the search stands at, those before ``advance`` included."""
        return self._search.visits

    def run(self, limits: SearchLimits | None = None, progress: Progress | None = None) -> SearchResult:
        """Search until a limit is reached, the position is proven, ``stop`` or ``progress`` says so."""
        limits = limits or SearchLimits()
        require_ongoing(self.position.outcome)
        seconds = limits.time
        if seconds is None:
            seconds = 1.0 if limits.nodes is None else math.inf
        start = search_time()

        def tell(report: Report) -> bool:
            assert progress is not None
            return bool(progress(to_result(report, search_time() - start, evaluated=False)))

        with explained(limits.memory):
            report = self._search.run(
                seconds=min(seconds, 1e8),
                nodes=limits.nodes or 2**63,
                threads=limits.threads,
                seed=limits.seed,
                memory=limits.memory,
                progress=None if progress is None else tell,
                processor=is_by_processor(),
            )
        add_helpers(report[5], limits.threads)
        return to_result(report, search_time() - start, evaluated=False)

    def stop(self) -> None:
        """End a running search at once; may be called from any thread."""
        self._search.stop()

    def advance(self, move: int) -> None:
        """Advance to the position after ``move``, keeping the part of the tree below it."""
        position = self.position.play(move)
        assert isinstance(position, NativePosition)
        self._search.advance(move)
        self.position = position


def search(
    position: Position,
    config: FastMctsConfig | None = None,
    limits: SearchLimits | None = None,
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
    check_names(knobs, FastMctsConfig, SearchLimits)
    config = replace(config or FastMctsConfig.strong(position.game), **FastMctsConfig.pick(knobs))
    limits = replace(limits or SearchLimits(), **SearchLimits.pick(knobs))
    return FastMcts(position, config).run(limits, progress)
