"""Two native engines against each other at equal time, in colour-swapped pairs from random openings.

    python benchmarks/duel.py loa best mcts:cap=4,cap_value=eval --time 0.1 --games 40
    python benchmarks/duel.py loa best source --rule capture
    python benchmarks/duel.py nogo best alphabeta:evaluation=territory,depth=3 --time-b 0.3 --size 9

An engine is `best`, `source` (the Lines of Action program of the sources), `alphabeta[:setting=value,…]` or
`mcts[:setting=value,…]` with the settings of boyi.native.alphabeta and boyi.native.mcts, `nodes` and `depth`.
Each search starts afresh. Prints what `boyi match` prints, from the first engine's side.
"""

from __future__ import annotations

import argparse
from ast import literal_eval
from collections.abc import Callable
from dataclasses import fields, replace

import boyi
from boyi.arena.series import play_series
from boyi.arena.settings import SeriesSettings
from boyi.cli.match_table import lines, title
from boyi.cli.words import Words
from boyi.core.clock import Clock
from boyi.core.game import Game, Position
from boyi.native.alphabeta import AlphaBetaConfig, Limits, alphabeta
from boyi.native.best import BEST
from boyi.native.mcts import FastMcts, FastMctsConfig, MctsLimits
from boyi.players.base import Decision, in_thread
from boyi.players.builtin import SEED
from boyi.players.engine import Situation
from boyi.players.spec import Kind, register_player

Engine = Callable[[Position, list[int], float, int], int]
"""From a position, the keys before it, seconds and a seed to a move."""

SOURCE = (
    "mcts:rollouts=16,cap=24,cap_value='black-loss',factor=1,c=1,scale='unit',final='ucb',solver=False,"
    "lookahead=False,rave=False,bias=0,decisive=False,nodes=65536"
)


def engine(text: str, game: Game) -> Engine:
    """The engine that a text on the command line stands for."""
    if text == "source":
        text = SOURCE
    kind, _, rest = text.partition(":")
    settings: dict[str, object] = {}
    for pair in filter(None, rest.split(",")):
        name, _, value = pair.partition("=")
        try:
            settings[name] = literal_eval(value)
        except (ValueError, SyntaxError):
            settings[name] = float(value) if value in ("inf", "nan") else value
    nodes, depth = settings.pop("nodes", None), settings.pop("depth", 99)
    if not isinstance(nodes, int | None) or not isinstance(depth, int):
        raise SystemExit("nodes and depth are whole numbers.")
    config: AlphaBetaConfig | FastMctsConfig
    if kind == "best":
        config = BEST[game.name].config
    else:
        config = AlphaBetaConfig() if kind == "alphabeta" else FastMctsConfig()
    unknown = set(settings) - {field.name for field in fields(config)}
    if kind not in ("best", "alphabeta", "mcts") or unknown:
        raise SystemExit(f"{text} is no engine: see --help ({', '.join(sorted(unknown)) or kind}).")
    config = replace(config, **settings)  # type: ignore[arg-type]

    def choose(position: Position, history: list[int], seconds: float, seed: int) -> int:
        if isinstance(config, FastMctsConfig):
            budget = MctsLimits(seconds=seconds, nodes=nodes, seed=seed, memory=64 << 20)
            return FastMcts(position, config, history).run(budget).move
        limits = Limits(seconds, nodes or 1 << 62, depth, memory=64 << 20, seed=seed)
        return alphabeta(position, config, limits, history=history).move

    return choose


class Duellist:
    """One side of the match: an engine with its seconds a move; each game has its own seed."""

    def __init__(self, search: Engine, seconds: float, seed: int) -> None:
        self.search, self.seconds, self.seed = search, seconds, seed

    async def choose(self, record: boyi.GameRecord, clock: Clock | None = None) -> Decision:
        """Search afresh."""
        asked = Situation.of(record)
        seed = self.seed + asked.plies
        move = await in_thread(lambda: self.search(asked.position, list(asked.history), self.seconds, seed))
        return Decision(move)


def main() -> None:
    """Play the match and print its result."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--time", type=float, default=0.1, help="seconds a move")
    parser.add_argument("--time-b", type=float, help="the second engine's, if not the same")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--opening", type=int, default=4, help="random plies before the engines begin")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int)
    parser.add_argument("--rule")
    asked = parser.parse_args()
    options = {name: value for name in ("size", "rule") if (value := getattr(asked, name)) is not None}
    game = boyi.game(asked.game, backend="native", **options)
    for side, text, seconds in (("first", asked.first, asked.time), ("second", asked.second, asked.time_b)):
        register(side, engine(text, game), seconds or asked.time)
    settings = SeriesSettings(
        asked.game,
        "first",
        "second",
        games=asked.games,
        seed=asked.seed,
        options=options,
        names=(asked.first, asked.second),
        openings=f"random:{asked.opening}",
        max_plies=300,
        backend="native",
    )
    words = Words("en")
    print(f"{title(settings, words)}, {asked.time} s against {asked.time_b or asked.time} s a move")
    print(*lines(play_series(settings), settings, words), sep="\n")


def register(side: str, search: Engine, seconds: float) -> None:
    """Let a spec name the engine."""
    register_player(side, Kind(lambda values: Duellist(search, seconds, values["seed"]), (SEED,)))


if __name__ == "__main__":
    main()
