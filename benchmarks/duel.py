"""Two native engines against each other at equal time, in colour-swapped pairs from random openings.

    python benchmarks/duel.py loa best mcts:cap=4,cap_value=eval --time 0.1 --games 40
    python benchmarks/duel.py loa best source --rule capture
    python benchmarks/duel.py nogo best alphabeta:evaluation=territory,depth=3 --time-b 0.3 --size 9

An engine is `best`, `source` (the Lines of Action program of the sources), `alphabeta[:setting=value,…]` or
`mcts[:setting=value,…]` with the settings of boyi.native.alphabeta and boyi.native.mcts, `nodes` and `depth`.
Each search starts afresh. Prints wins, draws and losses of the first engine and its share with one standard error.
"""

from __future__ import annotations

import argparse
import random
from ast import literal_eval
from collections.abc import Callable
from dataclasses import fields, replace

import boyi
from boyi.core.game import Game, Position
from boyi.native.alphabeta import AlphaBetaConfig, Limits, alphabeta
from boyi.native.best import BEST
from boyi.native.mcts import FastMcts, FastMctsConfig, MctsLimits

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


def play(
    start: Position, engines: tuple[Engine, Engine], times: tuple[float, float], seed: int
) -> int | None:
    """The winner's number, or None for a draw."""
    position, keys = start, list[int]()
    while (outcome := position.outcome) is None:
        if keys.count(position.key) >= 2 or len(keys) >= 300:
            return None
        move = engines[position.turn](position, keys, times[position.turn], seed + len(keys))
        keys.append(position.key)
        position = position.play(move)
    return outcome.winner


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
    parser.add_argument("--opening", type=int, nargs=2, default=(2, 4), help="fewest and most random plies")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int)
    parser.add_argument("--rule")
    asked = parser.parse_args()
    options = {name: value for name in ("size", "rule") if (value := getattr(asked, name)) is not None}
    game = boyi.game(asked.game, backend="native", **options)
    first, second = engine(asked.first, game), engine(asked.second, game)
    times = asked.time, asked.time_b or asked.time
    draw = random.Random(asked.seed)
    tally = {1.0: 0, 0.5: 0, 0.0: 0}
    for number in range(asked.games):
        if number % 2 == 0:
            start = None
            while start is None or start.outcome is not None:
                start = game.start()
                for _ in range(draw.randint(*asked.opening)):
                    if start.outcome is None:
                        start = start.play(draw.choice(list(start.legal_moves)))
        assert start is not None
        swapped = number % 2
        engines, clocks = ((second, first), times[::-1]) if swapped else ((first, second), times)
        winner = play(start, engines, clocks, asked.seed * 100_000 + number * 1_000)
        tally[0.5 if winner is None else float(winner == swapped)] += 1
    games = sum(tally.values())
    share = sum(points * count for points, count in tally.items()) / games
    error = (sum(count * (points - share) ** 2 for points, count in tally.items()) / games / games) ** 0.5
    print(f"{asked.game} {asked.first} v {asked.second}, {times[0]} s v {times[1]} s, {games} games:")
    print(f"  +{tally[1.0]} ={tally[0.5]} -{tally[0.0]}  {100 * share:.1f}% (+-{100 * error:.1f})")


if __name__ == "__main__":
    main()
