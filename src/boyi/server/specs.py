"""Which players a client may name: levels, classics and built-in searches within bounds; never a path."""

from __future__ import annotations

from boyi.core.errors import BoyiError, shorten
from boyi.core.game import Game
from boyi.core.message import Term
from boyi.engines.classics import classics_of
from boyi.players.base import Player
from boyi.players.spec import BadSpec, Spec, file_settings, make_engine, make_player
from boyi.server.rooms.players import WorkerPlayer
from boyi.server.search.programs import HostedPlayer, Programs
from boyi.server.search.workers import Workers
from boyi.server.settings import Settings

ALLOWED = frozenset({"level", "classic", "random", "playout", "mcts", "alphabeta", "minimax"})
"""The kinds that run no program of anyone's."""
WITHHELD = frozenset({"threads", "memory", "ponder"})
"""Settings that are the server's own business."""


def check_spec(text: str, game: Game, longest: float = Settings().longest_move) -> str:
    """The spec of a computer player as a client may give it, or a sentence why not."""
    spec = Spec.parse(text)
    if spec.kind not in ALLOWED:
        raise BadSpec(
            "{kind} cannot be played here: choose a level or a classic program.", kind=shorten(spec.kind)
        )
    settings = dict(spec.settings)
    for name in WITHHELD & set(settings):
        raise BadSpec("{name} cannot be chosen here: the server decides it.", name=name)
    for name in file_settings(spec):
        raise BadSpec("{name} cannot name a file here: write yes or no.", name=name)
    make_engine(spec, seed=0)  # says what else is wrong
    if float(settings.get("time", 0)) > longest:
        raise BadSpec("A move may take at most {seconds:g} seconds here.", seconds=longest)
    if spec.kind == "classic" and spec.name not in classics_of(type(game)):
        raise BadSpec("{spec} does not play {game}.", spec=text[:60], game=Term(game.name))
    return str(spec)


def player_of(spec: str, workers: Workers, programs: Programs) -> Player:
    """The player of a spec: ours search in workers, others are programs that need a place."""
    try:
        ours = Spec.parse(spec).kind in ALLOWED
    except BoyiError:
        ours = False
    return WorkerPlayer(workers, spec) if ours else HostedPlayer(programs, make_player(spec))
