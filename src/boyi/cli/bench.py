"""``boyi bench``: fixed positions, fixed work: one signature for what all searches do, and their speed."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from boyi.cli.options import add_json
from boyi.players.bench import Sample, bench_games, samples, signature


def add_arguments(parser: ArgumentParser) -> None:
    """What can be typed after ``boyi bench``."""
    parser.add_argument("--backend", metavar="python|native", help="Which rules to run. 后端")
    add_json(parser)


def run(arguments: Namespace) -> None:
    """Search and print."""
    games = bench_games(arguments.backend)
    found: list[Sample] = []
    if not arguments.json:
        print(f"{'game':<8} {'player':<10} {'move':<6} {'nodes':>8} {'nodes/s':>12}", flush=True)
    for sample in samples(games):
        found.append(sample)
        if not arguments.json:
            speed = f"{sample.nodes / sample.seconds:,.0f}"
            print(
                f"{sample.game:<8} {sample.player:<10} {sample.move:<6} {sample.nodes:>8,} {speed:>12}",
                flush=True,
            )
    nodes, seconds = sum(sample.nodes for sample in found), sum(sample.seconds for sample in found)
    if arguments.json:
        print(
            json.dumps(
                {
                    "signature": signature(found),
                    "nodes": nodes,
                    "seconds": round(seconds, 6),
                    "nodes_per_second": round(nodes / seconds, 1),
                }
            )
        )
    else:
        print(f"{nodes:,} nodes in {seconds:.2f} s, {nodes / seconds:,.0f} nodes/s")
        print(f"Signature: {signature(found)}")
