"""Are Gomoku's proofs proofs? Games of the search against itself, with every claim watched and checked.

    python -m benchmarks.proofs [--games N] [--nodes N] [--rules R,R…] [--sizes N,N…] [--seed N] [--check N]

``claims``: games in which a side reported a proven win. ``dropped``: it did not report it again at a later
move; ``late``: it won later than it had said; ``lost``: it did not win. ``checked``: claims (of wins and of
losses) that were played against every legal defence; ``refuted``: those that failed. ``dropped``, ``late``,
``lost`` and ``refuted`` must be 0.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from random import Random

import boyi
from boyi.core.grid import GridGame, GridPosition, as_grid
from boyi.core.result import WIN, SearchResult
from boyi.games.gomoku.rules import RULES


class DefenceChecker:
    """Plays proven wins against every legal defence; the rules judge the ends, new searches answer."""

    def __init__(self, budget: int, nodes: int = 200_000) -> None:
        self.budget, self.nodes = budget, nodes
        """Positions that are still searched, and nodes for each of them."""
        self.known: dict[int, str] = {}

    def attack(self, position: GridPosition) -> str:
        """Why the side to move has no proven win, or ""; "budget" where the question stays open."""
        from boyi.native.alphabeta import alphabeta
        from boyi.native.solve_request import SolveRequest
        from boyi.native.vcf import vcf

        if position.key not in self.known:
            if vcf(SolveRequest(position, nodes=self.nodes)).line is not None:
                self.known[position.key] = ""
            elif self.budget <= 0:
                return "budget"
            else:
                self.budget -= 1
                found = alphabeta(position, nodes=self.nodes)
                problem = "not proven again"
                if found.proven == "win":
                    problem = self.defend(as_grid(position.play(found.move)), 1 - position.turn)
                self.known[position.key] = problem
        return self.known[position.key]

    def defend(self, position: GridPosition, defender: int) -> str:
        """Why ``defender``, who is to move, does not surely lose, or ""."""
        if position.outcome is not None:
            return "" if position.outcome.winner == 1 - defender else "the game ends"
        for reply in position.moves():
            after = as_grid(position.play(reply))
            problem = "the defender ends the game" if after.outcome is not None else self.attack(after)
            if problem:
                return problem
        return ""


@dataclass(slots=True)
class Monitor:
    """What became of the claims of one kind of game."""

    games: int = 0
    claims: int = 0
    dropped: int = 0
    late: int = 0
    lost: int = 0
    claimed: list[tuple[GridPosition, bool]] = field(default_factory=list)
    """Positions with a claim, and whether the side to move claimed to win."""

    def play(self, game: GridGame, nodes: int, random: Random) -> None:
        """One game from a few random stones; the limit of nodes varies, each side keeps what it learned."""
        from boyi._native import MemorySlot
        from boyi.native.alphabeta import alphabeta

        position, slots = opened(game, random), (MemorySlot(), MemorySlot())
        until: dict[int, int] = {}  # the ply by which a side said that it would have won
        told_loss, dropped, ply = False, False, 0
        while position.outcome is None:
            side = position.turn
            result: SearchResult = alphabeta(
                position,
                nodes=random.randint(nodes // 2, 2 * nodes),
                seed=random.getrandbits(30),
                slot=slots[side],
            )
            assert result.score is not None
            if result.proven == "win":
                if side not in until:
                    self.claimed.append((position, True))
                until[side] = min(until.get(side, game.area), ply + round(WIN - result.score))
            elif side in until:
                dropped = True
            if result.proven == "loss" and not told_loss:
                told_loss = True
                self.claimed.append((position, False))
            position = as_grid(position.play(result.move))
            ply += 1
        self.games += 1
        self.claims += len(until)
        self.dropped += dropped
        for side, last in until.items():
            won = position.outcome.winner == side
            self.lost += not won
            self.late += won and ply > last


def opened(game: GridGame, random: Random) -> GridPosition:
    """A running game after three to seven random stones near the middle."""
    while True:
        position, middle = game.start(), min(game.size, 7)
        low = (game.size - middle) // 2
        for _ in range(random.randint(3, 7)):
            near = [
                row * game.size + column
                for row in range(low, low + middle)
                for column in range(low, low + middle)
                if position.is_legal(row * game.size + column)
            ]
            position = position.play(random.choice(near))
            if position.outcome is not None:
                break
        else:
            return as_grid(position)


def gomoku(rule: str, size: int) -> GridGame:
    """The native game."""
    game = boyi.game("gomoku", backend="native", rule=rule, size=size)
    assert isinstance(game, GridGame)
    return game


def main() -> int:
    """Play, check and print; 1 if a claim was wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=25)
    parser.add_argument("--nodes", type=int, default=2_000)
    parser.add_argument("--rules", default=",".join(RULES))
    parser.add_argument("--sizes", default="10,15,20")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", type=int, default=3, help="claims to check for each kind of game")
    asked = parser.parse_args()
    wrong = 0
    print("rule       size  games  claims  dropped  late  lost  checked  refuted")
    for rule in asked.rules.split(","):
        for size in map(int, asked.sizes.split(",")):
            monitor, random = Monitor(), Random(f"{rule} {size} {asked.seed}")
            for _ in range(asked.games):
                monitor.play(gomoku(rule, size), asked.nodes, random)
            problems = []
            for position, wins in random.sample(monitor.claimed, min(asked.check, len(monitor.claimed))):
                checker = DefenceChecker(budget=200)
                problems.append(checker.attack(position) if wins else checker.defend(position, position.turn))
            checked = [problem for problem in problems if problem != "budget"]
            refuted = sum(problem != "" for problem in checked)
            print(
                f"{rule:10} {size:4}  {monitor.games:5}  {monitor.claims:6}  {monitor.dropped:7}"
                f"  {monitor.late:4}  {monitor.lost:4}  {len(checked):7}  {refuted:7}",
                flush=True,
            )
            wrong += monitor.dropped + monitor.late + monitor.lost + refuted
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
