"""The two contracts everything else stands on: ``Game`` (the rules) and ``Position`` (a value)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import index
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex, overload

from boyi.core import backend as backends
from boyi.core.errors import BadOption, BoyiError, IllegalMove, shorten
from boyi.core.evaluation import Evaluation, find_evaluation
from boyi.core.message import Message, Template, Term, listing
from boyi.core.option import Option, Value
from boyi.core.outcome import Outcome, no_more_moves
from boyi.core.playout import PlayoutTally, check_limits, tally_playouts
from boyi.core.sample import Sample

if TYPE_CHECKING:
    from boyi.core.guide import Guide
    from boyi.core.level import Level
    from boyi.core.reasons import Reason


class LegalMoves(Sequence[int]):
    """A view of a position's legal moves: iterable, ``len``, ``in``, indexable, ascending."""

    __slots__ = ("_position",)

    def __init__(self, position: Position) -> None:
        self._position = position

    def __iter__(self) -> Iterator[int]:
        return iter(self._position.moves())

    def __len__(self) -> int:
        return len(self._position.moves())

    def __contains__(self, move: object) -> bool:
        return isinstance(move, int) and self._position.is_legal(move)

    @overload
    def __getitem__(self, item: int) -> int: ...
    @overload
    def __getitem__(self, item: slice) -> Sequence[int]: ...
    def __getitem__(self, item: int | slice) -> int | Sequence[int]:
        return self._position.moves()[item]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # a view, not a value

    def __repr__(self) -> str:
        game, position = self._position.game, self._position
        return f"<LegalMoves {' '.join(game.format_move(move, position) for move in self)}>"


class Position(ABC):
    """What stands on the board and who is to move; immutable, hashable, without history."""

    __slots__ = ("game",)

    game: Game

    @property
    @abstractmethod
    def turn(self) -> int:
        """The side to move: 0 (black, the first player) or 1."""

    @abstractmethod
    def moves(self) -> Sequence[int]:
        """The legal moves in ascending order; empty once the game is over."""

    @abstractmethod
    def is_legal(self, move: int) -> bool:
        """Whether ``move`` may be played; any integer may be asked."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is not over."""

    @property
    @abstractmethod
    def key(self) -> int:
        """64 bits; equal positions have equal keys, whatever the back end."""

    @abstractmethod
    def _after(self, move: int) -> Position:
        """The position after a move that is known to be legal."""

    @property
    def legal_moves(self) -> LegalMoves:
        """A lazy view of the legal moves."""
        return LegalMoves(self)

    def play(self, move: SupportsIndex) -> Position:
        """Return the position after ``move``; raise ``IllegalMove`` and change nothing if illegal."""
        try:
            number = index(move)
        except TypeError:
            raise IllegalMove(
                "{move} is not a move number; turn text into one with game.parse_move().", move=shorten(move)
            ) from None
        if not self.is_legal(number):
            raise IllegalMove.of(self.why_illegal(number))
        return self._after(number)

    def play_text(self, text: str) -> Position:
        """Play moves written in the game's notation, separated by spaces."""
        position: Position = self
        for word in text.split():
            position = position.play(position.game.parse_move(word, position))
        return position

    def why_illegal(self, move: int) -> Message:
        """One sentence on why ``move`` is not allowed here."""
        if self.outcome is not None:
            return no_more_moves(self.outcome)
        return self._refusal(move)

    def _refusal(self, move: int) -> Message:
        """The game's own sentence for an illegal move of a game that is not over."""
        try:
            text = self.game.format_move(move, self)
        except BoyiError:
            text = shorten(move)
        return Message("Move {move} is not legal here.", move=text)

    def perft(self, depth: int) -> int:
        """Count the move sequences of ``depth`` plies; a finished game counts 1 at every depth."""
        if depth <= 0:
            return 1
        moves = self.moves()
        if not moves:
            return 1
        if depth == 1:
            return len(moves)
        return sum(self._after(move).perft(depth - 1) for move in moves)

    def playouts(self, count: int | None = None, seconds: float | None = None, seed: int = 0) -> PlayoutTally:
        """Play random games from here until ``count`` are played or ``seconds`` are over."""
        return self._playouts(*check_limits(count, seconds), seed)

    def _playouts(self, count: int, seconds: float, seed: int) -> PlayoutTally:
        """The random games, with limits that were checked."""
        return tally_playouts(self, count, seconds, seed)

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[object, ...]]:
        return _reread, (self.game, self.game.format_position(self))

    def __str__(self) -> str:
        return self.game.draw(self)

    def __repr__(self) -> str:
        return f"<{self.game.name} {self.game.format_position(self)}>"

    def _repr_svg_(self) -> str:
        return self.game.draw_svg(self)


class Game(ABC):
    """The rules of one game at one choice of options; a value, equal by name and options.

    A subclass also brings all else that Boyi needs to know of the game. Only ``name``, the titles and the
    abstract methods must be there; what stands in a module of its own is named by ``"package.module:NAME"``.
    """

    # What it is called
    name: ClassVar[str]
    title: ClassVar[Message]
    about: ClassVar[Message | None] = None
    """One short sentence on the aim of the game."""
    translations: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """Of a game from elsewhere: its templates in other languages, ``{"zh_CN": {"Hex": "六贯棋"}}``."""
    players: ClassVar[tuple[str, str]] = ("black", "white")
    options: ClassVar[tuple[Option, ...]] = ()
    reasons: ClassVar[tuple[Reason, ...]] = ()
    """What the game's own reasons of an outcome mean."""

    points: ClassVar[Template | None] = None
    """How points of its score are said, such as ``{points} discs``; None: it is only won or lost."""

    # How it is shown
    is_listed: ClassVar[bool] = True
    """Whether the page offers it; small games for lessons and tests are not listed."""
    sample: ClassVar[Sample] = Sample()
    """A typical position, for the picture of the game."""
    guide: ClassVar[Guide | str | None] = None
    """How to play it; without one ``boyi.core.guide`` makes one from the options and a free board."""

    # How it is played well
    evaluations: ClassVar[tuple[Evaluation, ...] | str] = ()
    """Judgements for searches, the default first."""
    engine: ClassVar[str] = "mcts"
    """The spec of the search that plays it best."""
    tree_search: ClassVar[Mapping[str, Any]] = {}
    """The settings of the native tree search that play it best, where they are not the usual ones."""
    levels: ClassVar[tuple[Level, ...] | str] = "boyi.core.level:UNRATED"
    """What ``level:1`` to ``level:10`` are in this game."""
    level_ratings: ClassVar[tuple[int, ...] | str] = "boyi.core.level:NOMINAL"
    """The strength of each level in Elo, as matches have found it."""
    classics: ClassVar[Mapping[str, object] | str] = {}
    """Players of this game alone, by name, each a ``boyi.players.spec.Kind``: ``classic:NAME``."""
    solver: ClassVar[object | str | None] = None
    """What answers ``boyi solve``, a ``boyi.engines.solvers.GameSolver``."""
    has_pass: ClassVar[bool] = False
    """Whether a player can have no other move than to pass, which is ``pass_move``."""
    playout_cap: ClassVar[int] = 1000
    """Random playouts longer than this count as draws (only games that can go in circles reach it)."""
    repetition_limit: ClassVar[int | None] = None
    """How many occurrences of a position with the same side to move end the game as a draw."""
    opening_plies: ClassVar[int] = 0
    """How many random plies usually begin the games of a match."""
    opening_nodes: ClassVar[int] = 0
    """Nodes of the second search that an ``even:K`` opening has to pass; 0: the first one is enough."""
    bench: ClassVar[tuple[str, ...]] = ()
    """Lines of moves whose ends are searched for the signature of ``boyi bench``; none: not a part of it."""

    def __init__(self, *, backend: str | None = None, **settings: object) -> None:
        known = {option.name: option for option in self.options}
        for name in settings:
            if name not in known:
                raise BadOption(
                    "{game} has no option {option}; its options: {offered}.",
                    game=Term(self.name),
                    option=shorten(name),
                    offered=listing(known or [Message("none")]),
                )
        self.settings: Mapping[str, Value] = MappingProxyType(
            {
                option.name: option.accept(settings[option.name])
                if option.name in settings
                else option.default
                for option in self.options
            }
        )
        self._prepare()
        self.backend, self._kernel = backends.choose(self, backend)

    def _prepare(self) -> None:
        """Set up what the options imply (called before a back end is chosen)."""

    @property
    def pass_move(self) -> int:
        """The number of the pass, in games that have one."""
        raise NotImplementedError

    @abstractmethod
    def start(self) -> Position:
        """The position in which a game begins."""

    @abstractmethod
    def parse_position(self, text: str) -> Position:
        """Read a position string; raise ``BadPosition`` with a sentence if it is none."""

    @abstractmethod
    def format_position(self, position: Position) -> str:
        """Write the position string; ``parse_position`` reads it back to an equal position."""

    @abstractmethod
    def parse_move(self, text: str, position: Position | None = None) -> int:
        """Read a move in the game's notation; raise ``BadMove`` with a sentence if it is none."""

    @abstractmethod
    def format_move(self, move: int, position: Position | None = None) -> str:
        """Write a move; some notations say more when they know the position before it."""

    @abstractmethod
    def draw(self, position: Position, last: int | None = None) -> str:
        """The board as text, with ``last`` (a move) marked."""

    @abstractmethod
    def draw_svg(self, position: Position, last: int | None = None) -> str:
        """The board as an SVG document, with ``last`` (a move) marked."""

    @property
    def symmetries(self) -> int:
        """How many symmetries the board has; numbered from 0, the identity."""
        return 1

    def transform(self, position: Position, symmetry: int) -> Position:
        """The position seen through a symmetry of the board."""
        return position

    def transform_move(self, move: int, symmetry: int) -> int:
        """The move that corresponds to ``move`` under a symmetry of the board."""
        return move

    def evaluation(self, name: str | None = None) -> Evaluation:
        """One of the game's evaluations by name, by default its first; every game has ``none``."""
        return find_evaluation(self.name, self.evaluations, name)

    def opening_moves(self, position: Position) -> Sequence[int]:
        """The moves among which a random opening chooses."""
        return position.moves()

    def tree_settings(self) -> Mapping[str, Any]:
        """``tree_search`` for this game's options: a size may have settings of its own."""
        return self.tree_search

    def moves_to_go(self, position: Position) -> int:
        """How many more moves the side to move may have to make, with a margin, for sharing out its time."""
        return 30

    @classmethod
    def has_choice(cls, option: str, value: Value) -> bool:
        """Whether the game has this option and the option this choice."""
        return any(known.name == option and value in known.choices for known in cls.options)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Game) and self.name == other.name and self.settings == other.settings

    def __hash__(self) -> int:
        return hash((self.name, *self.settings.values()))

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[object, ...]]:
        # A registered game is found by its name: the module of a file may have another name elsewhere.
        from boyi.core.registry import registered

        kind = type(self)
        known = registered().get(self.name) is kind
        return _remake, (self.name if known else kind, self.backend, dict(self.settings))

    def __repr__(self) -> str:
        words = [repr(self.name), *(f"{name}={value!r}" for name, value in self.settings.items())]
        return f"boyi.game({', '.join(words)})"


def _remake(kind: type[Game] | str, backend: str, settings: dict[str, Value]) -> Game:
    if isinstance(kind, str):
        from boyi.core.registry import game_class

        kind = game_class(kind)
    return kind(backend=backend, **settings)


def _reread(game: Game, text: str) -> Position:
    return game.parse_position(text)


Kernel = Callable[[Game, str, int], Position]
"""Makes a back end's position from the cells (``x``, ``o``, ``.``) and the side to move."""
