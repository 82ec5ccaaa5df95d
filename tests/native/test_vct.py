"""Continuous threats: every claimed win is checked against every legal defence, by the Python rules."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import boyi
from boyi.cli.main import main
from boyi.core.grid import GridGame, GridPosition
from boyi.games.gomoku.rules import RULES
from tests.native.vcf_oracle import judge

pytest.importorskip("boyi._native")

from boyi.native.solve_request import SolveRequest
from boyi.native.vcf import vcf, vct
from tests.effort import some


def gomoku(backend: str = "native", **options: Any) -> GridGame:
    game = boyi.game("gomoku", backend=backend, **options)
    assert isinstance(game, GridGame)
    return game


def fours(position: GridPosition) -> list[int] | None:
    line = vcf(position).line
    return None if line is None else list(line)


class Checker:
    """Plays the solver's answers against every legal reply; the rules judge ends and continuous fours."""

    def __init__(self, judged: GridGame) -> None:
        self.judged = judged
        self.known: set[int] = set()
        self.judged_fours = 0

    def problem(self, position: GridPosition) -> str:
        """Why the side to move has no proven win, or ""."""
        if position.key in self.known:
            return ""
        self.known.add(position.key)
        line = fours(position)
        if line is not None:
            # The slow judge looks at a part of the lines; the others end in a five by the same rules.
            self.judged_fours += 1
            if self.judged_fours % 40 == 1:
                slow = self.judged.from_cells(position.cells, position.turn)
                assert isinstance(slow, GridPosition)
                return judge(slow, line, fours)
            return self._end(position, line)
        found = vct(position)
        if found.line is None:
            return "no answer"
        after = position.play(found.line[0])
        assert isinstance(after, GridPosition)
        if after.outcome is not None:
            return "" if after.outcome.winner == position.turn else "the attacker ends the game"
        for reply in after.moves():
            answered = after.play(reply)
            assert isinstance(answered, GridPosition)
            if answered.outcome is not None:
                return "the defender ends the game"
            if problem := self.problem(answered):
                return problem
        return ""

    @staticmethod
    def _end(position: GridPosition, line: list[int]) -> str:
        after = position
        for move in line:
            if not after.is_legal(move):
                return "an illegal move"
            following = after.play(move)
            assert isinstance(following, GridPosition)
            after = following
        return "" if after.outcome is not None and after.outcome.winner == position.turn else "no five"


def attacks(rule: str, count: int) -> list[GridPosition]:
    """Positions on a small board that are won by threats but not by fours alone."""
    rng, game, found = random.Random(f"{rule} 3"), gomoku(size=10, rule=rule), list[GridPosition]()
    while len(found) < count:
        position = game.start()
        centre = [row * 10 + column for row in range(2, 8) for column in range(2, 8)]
        for _ in range(rng.randint(8, 12)):
            legal = [move for move in centre if position.is_legal(move)]
            position = position.play(rng.choice(legal))
            if position.outcome is not None:
                break
        if position.outcome is not None or vcf(SolveRequest(position, nodes=20_000)).line is not None:
            continue
        result = vct(SolveRequest(position, nodes=4_000))
        if result.line is not None and len(result.line) <= 9:
            assert isinstance(position, GridPosition)
            found.append(position)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULES)
def test_every_defence_loses(rule: str) -> None:
    for position in attacks(rule, 2):
        line = vct(position).line
        assert line is not None
        assert Checker._end(position, list(line)) == ""
        assert Checker(gomoku("python", size=10, rule=rule)).problem(position) == "", position


@pytest.mark.parametrize("rule", RULES)
def test_lines_are_legal_and_end_in_a_five(rule: str) -> None:
    for position in attacks(rule, some(3)):
        line = vct(position).line
        assert line is not None
        assert Checker._end(position, list(line)) == ""


def test_a_quiet_board_has_no_threats() -> None:
    found = vct(gomoku().start().play_text("h8 a1"))
    assert (found.line, found.proven) == (None, True)


def test_a_limit_leaves_the_question_open() -> None:
    position = gomoku().start().play_text("h8 i7 g10 j9 f8 h6")
    assert vct(position).line is not None
    found = vct(SolveRequest(position, nodes=5))
    assert (found.line, found.proven) == (None, False)


def test_boyi_solve(capsys: pytest.CaptureFixture[str]) -> None:
    def solve(*words: str) -> dict[str, Any]:
        assert main(["solve", "gomoku", *words, "--json"]) == 0
        data: dict[str, Any] = json.loads(capsys.readouterr().out)
        return data

    moves = "h8 i7 g10 j9 f8 h6"
    won = solve("--moves", moves)
    assert (won["win"], won["kind"], won["best"]) == (True, "vct", won["pv"][:1])
    assert solve("--moves", moves, "--kind", "vcf")["win"] is False
    fours_only = solve("--moves", "h8 a1 i8 a3 j8 a5")
    assert (fours_only["win"], fours_only["kind"]) == (True, "vcf")
