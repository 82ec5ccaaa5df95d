"""``boyi.lab.explain``: which searches can be explained, with which settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from boyi.core.errors import BadOption, BoyiError, UnknownName, did_you_mean, shorten
from boyi.core.game import Position
from boyi.core.message import Message, Term, listing
from boyi.core.result import require_ongoing
from boyi.lab.alphabeta_steps import AlphaBetaExplanation
from boyi.lab.annealing_steps import explain_annealing
from boyi.lab.demonstrations import explain_payoff, explain_pi
from boyi.lab.explanation import Explanation
from boyi.lab.fivetuple_steps import explain_five_tuple
from boyi.lab.mcts_steps import MctsExplanation
from boyi.lab.search_size import Estimate, mcts_size, minimax_size
from boyi.lab.trace_limit import TraceLimit
from boyi.players.spec import Spec
from boyi.settings.alphabeta import (
    HISTORY,
    ITERATIVE,
    ORDERED,
    TABLE,
    AlphaBetaSettings,
    FastAlphaBetaConfig,
)
from boyi.settings.limits import DEPTH, ITERATIONS, SEED
from boyi.settings.mcts import MctsSettings
from boyi.settings.setting import (
    Configuration,
    Setting,
    check_names,
    declare,
    number,
    setting_in,
    settings_in,
    switch,
    word,
)
from boyi.textbook.alphabeta import AlphaBetaConfig
from boyi.textbook.annealing import judge_of
from boyi.textbook.fivetuple import require_lines_of_five
from boyi.textbook.mcts import MctsConfig

MOST_ITERATIONS = 100_000
MOST_POINTS = 1_000_000


@dataclass(frozen=True)
class ExplainedMcts(MctsSettings):
    """What an explained tree search can be given."""

    iterations: int = declare(ITERATIONS, default=200, high=MOST_ITERATIONS)
    seed: int = declare(SEED)
    letters: bool = switch("nodes are called a, b, c … in the order in which they are made", False)
    script: str = word(
        "results of the random games, for the side to move at the root: + won, - lost, = drawn",
        "",
        ("",),
        pattern=r"[-+=]{1,1000}",
        sample="-+++",
    )


@dataclass(frozen=True)
class ExplainedAlphaBeta(AlphaBetaSettings):
    """What an explained search of the minimax family can be given."""

    depth: int = declare(DEPTH, default=2, otherwise=None, high=20)
    evaluation: str | None = declare(setting_in(FastAlphaBetaConfig, "evaluation"))
    ordered: bool = declare(ORDERED)
    table: bool = declare(TABLE)
    history: bool = declare(HISTORY)
    iterative: bool = declare(ITERATIVE)


@dataclass(frozen=True)
class ExplainedFiveTuple(Configuration):
    """What the five-tuple method can be given."""

    seed: int | None = declare(SEED, default=None, otherwise=Term("the first of equals"))


@dataclass(frozen=True)
class ExplainedAnnealing(Configuration):
    """What the annealed window can be given."""

    depth: int = declare(DEPTH, default=2, otherwise=None, high=4)
    plies: int = number("moves of the player with the window", 10, 1, 100)
    seed: int = declare(SEED)


@dataclass(frozen=True)
class ExplainedPi(Configuration):
    """What the random points can be given."""

    points: int = number("random points", 10_000, 1, MOST_POINTS)
    seed: int = declare(SEED)


@dataclass(frozen=True)
class ExplainedPayoff(Configuration):
    """What the pay-off table can be given."""

    table: str = word(
        "the rows of the table",
        "80 10/50 30",
        (),
        pattern=r"-?\d{1,6}( -?\d{1,6}){0,7}(/-?\d{1,6}( -?\d{1,6}){0,7}){0,7}",
        sample="80 10/50 30",
    )


def _mcts_config(given: Any) -> MctsConfig:
    config = MctsConfig(**MctsSettings.pick(vars(given)), iterations=given.iterations, seed=given.seed)
    if given.script:
        config = replace(config, iterations=min(config.iterations, len(given.script)))
    return config


def _mcts(name: str, position: Position, given: Any, limit: TraceLimit | None) -> Explanation:
    config = _mcts_config(given)
    rollout = _scripted(given.script, position.turn) if given.script else None
    found = MctsExplanation(name, position, config, rollout, limit=limit, letters=given.letters)
    if given.letters:
        found.truncate = True  # as the thesis writes its numbers
    return found


def _scripted(script: str, side: int) -> Callable[[Position], tuple[tuple[int, ...], float]]:
    """Random games whose results were written down before."""
    results = iter(script)

    def play(_: Position) -> tuple[tuple[int, ...], float]:
        reward = {"+": 1.0, "-": -1.0, "=": 0.0}[next(results, "=")]
        return (), reward if side == 0 else -reward

    return play


def _mcts_size(_: str, position: Position, given: Any) -> Estimate:
    return mcts_size(position, _mcts_config(given))


def _alphabeta_config(name: str, position: Position, given: Any) -> AlphaBetaConfig:
    judge = position.game.evaluation(given.evaluation)
    return AlphaBetaConfig(
        **AlphaBetaSettings.pick(vars(given)),
        depth=given.depth,
        method=name,  # type: ignore[arg-type]  # the searches have the names of the methods
        evaluate=judge.value,
        gain=judge.gain if given.ordered else None,
        table=given.table,
        history=given.history,
        iterative=given.iterative,
    )


def _alphabeta(name: str, position: Position, given: Any, limit: TraceLimit | None) -> Explanation:
    judge = position.game.evaluation(given.evaluation)
    shown = {"evaluation": judge.name, "ordered": given.ordered}
    return AlphaBetaExplanation(name, position, _alphabeta_config(name, position, given), shown, limit=limit)


def _alphabeta_size(name: str, position: Position, given: Any) -> Estimate:
    return minimax_size(position, _alphabeta_config(name, position, given))


def _needs_evaluation(position: Position, given: Any) -> None:
    position.game.evaluation(given.evaluation)


def _five_tuple(_: str, position: Position, given: Any, __: TraceLimit | None) -> Explanation:
    return explain_five_tuple(position, given.seed)


def _annealing(_: str, position: Position, given: Any, limit: TraceLimit | None) -> Explanation:
    return explain_annealing(position, given.depth, given.plies, given.seed, limit)


def _annealing_size(_: str, position: Position, given: Any) -> Estimate:
    """Two searches for each move; there is no trace."""
    one = minimax_size(position, AlphaBetaConfig(depth=given.depth, evaluate=judge_of(position).value))
    searches = 2 * given.plies
    return Estimate(one.least * searches, one.most * searches, 0, one.seconds * searches)


def _pi(_: str, __: None, given: Any, ___: TraceLimit | None) -> Explanation:
    return explain_pi(given.points, given.seed)


def _payoff(_: str, __: None, given: Any, ___: TraceLimit | None) -> Explanation:
    return explain_payoff([[int(cell) for cell in row.split()] for row in given.table.split("/")])


@dataclass(frozen=True)
class Explainable:
    """A search that can be explained: its settings, and how its explanation is made."""

    about: Message
    settings: type[Configuration]
    make: Callable[..., Explanation]
    needs_position: bool = True
    check: Callable[[Position, Any], object] = lambda position, settings: None
    """Raises a sentence if the position's game has not what the search needs."""
    size: Callable[[str, Position, Any], Estimate] | None = None
    """How large it is going to be; None: it is small with any settings."""

    def read(self, texts: Sequence[tuple[str, str]]) -> dict[str, Any]:
        """The settings that a spec gives."""
        known: Mapping[str, Setting] = {setting.name: setting for setting in settings_in(self.settings)}
        check_names(dict(texts), self.settings)
        return {name: known[name].read(text) for name, text in texts}


FAMILY = Explainable(
    Message("every node, window and cut-off of a search of the minimax family"),
    ExplainedAlphaBeta,
    _alphabeta,
    check=_needs_evaluation,
    size=_alphabeta_size,
)
SEARCHES: Mapping[str, Explainable] = {
    "mcts": Explainable(
        Message("Monte Carlo tree search, phase by phase"), ExplainedMcts, _mcts, size=_mcts_size
    ),
    "minimax": FAMILY,
    "negamax": FAMILY,
    "alphabeta": FAMILY,
    "aspiration": FAMILY,
    "pvs": FAMILY,
    "five-tuple": Explainable(
        Message("the weight of every cell and of its lines"),
        ExplainedFiveTuple,
        _five_tuple,
        check=lambda position, _: require_lines_of_five(position),
    ),
    "annealing": Explainable(
        Message("a game with an annealed window"),
        ExplainedAnnealing,
        _annealing,
        check=lambda position, _: judge_of(position),
        size=_annealing_size,
    ),
    "pi": Explainable(Message("pi by random points"), ExplainedPi, _pi, False),
    "payoff": Explainable(Message("the equilibrium of a pay-off table"), ExplainedPayoff, _payoff, False),
}


def find_search(name: str) -> Explainable:
    """The search of that name, or a sentence on which there are."""
    if name not in SEARCHES:
        message = Message(
            "There is no search {name} to explain: choose {offered}.",
            name=shorten(name),
            offered=listing(SEARCHES),
        )
        raise UnknownName.of(did_you_mean(message, name, SEARCHES))
    return SEARCHES[name]


def explain(
    search: str, position: Position | None = None, *, limit: TraceLimit | None = None, **settings: Any
) -> Explanation:
    """Run a search on a position and explain its steps; settings also in the text: ``"mcts:c=0.7"``.

    A search that comes to the ``limit`` is stopped there and says so; its steps until then can be seen.

    >>> import boyi
    >>> position = boyi.game("tictactoe").start().play_text("a1 b1 b2 c1")
    >>> with explain("mcts:c=0.7", position, iterations=20) as found:
    ...     view = found.view(2)
    ...     found.count("iteration")
    21
    >>> view["kind"], view["text"]["en"]
    ('backup', 'Back up: the 2 nodes from c3 to the root add the reward as it counts for them.')
    """
    name, found, config = read_search(search, position, **settings)
    return found.make(name, position, config, limit)


def estimate(search: str, position: Position | None = None, **settings: Any) -> Estimate | None:
    """How large a search is going to be, in a moment and without running it; None of one that is small.

    >>> import boyi
    >>> found = estimate("alphabeta:depth=3,width=8", boyi.game("othello").start().play_text("f5 d6"))
    >>> found.least < found.most, found.is_large(TraceLimit())
    (True, False)
    """
    name, found, config = read_search(search, position, **settings)
    if found.size is None or position is None:
        return None
    try:
        return found.size(name, position, config)
    except BoyiError:  # a setting that the game cannot have, such as a reward: the search says so
        return None


def read_search(
    search: str, position: Position | None = None, **settings: Any
) -> tuple[str, Explainable, Configuration]:
    """A search with its settings, or a sentence on why it cannot be run on the position; nothing is run."""
    name, _, rest = search.partition(":")
    name = name.strip().lower()
    found = find_search(name)
    check_names(settings, found.settings)
    given = found.read(Spec.parse(f"search:{rest}").settings) if rest else {}
    config = found.settings(**given | settings)
    if found.needs_position:
        if position is None:
            raise BadOption("The search {name} needs a position.", name=name)
        require_ongoing(position.outcome)
        found.check(position, config)
    return name, found, config
