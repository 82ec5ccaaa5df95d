"""Continuous fours by the Python rules alone, slowly: a judge of claimed lines and an exhaustive search."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from boyi.core.grid import GridPosition


def wins_at_once(position: GridPosition, side: int) -> list[int]:
    """The moves with which ``side`` would win if it were to move."""
    asked = position.game.from_cells(position.cells, side)
    if asked.outcome is not None:
        return []
    found = []
    for move in asked.moves():
        outcome = asked.play(move).outcome
        if outcome is not None and outcome.winner == side:
            found.append(move)
    return found


def defences(position: GridPosition, threats: list[int]) -> list[int]:
    """The moves of the side to move after which none of ``threats`` wins."""
    attacker = 1 - position.turn
    kept = []
    for move in position.moves():
        after = position.play(move)
        assert isinstance(after, GridPosition)
        for threat in threats:
            if threat != move and after.is_legal(threat):
                outcome = after.play(threat).outcome
                if outcome is not None and outcome.winner == attacker:
                    break
        else:
            kept.append(move)
    return kept


def judge(
    position: GridPosition, line: Sequence[int], other: Callable[[GridPosition], Sequence[int] | None]
) -> str:
    """Why ``line`` is no proven win by continuous fours, or "" if it is one.

    ``other`` gives the lines against defences that are not in this one (only caro has several).
    """
    attacker = position.turn
    for place in range(0, len(line), 2):
        if not position.is_legal(line[place]):
            return f"move {place} is not legal"
        after = position.play(line[place])
        assert isinstance(after, GridPosition)
        if after.outcome is not None:
            won = after.outcome.winner == attacker
            return "" if won and place == len(line) - 1 else f"the game ends with move {place}"
        threats = wins_at_once(after, attacker)
        if not threats:
            return f"move {place} is no four"
        if wins_at_once(after, 1 - attacker):
            return f"the defender wins after move {place}"
        if place + 2 >= len(line):
            return "the line ends without a five"
        replies = defences(after, threats)
        reply = line[place + 1]
        if replies and reply not in replies:
            return f"reply {place + 1} does not stop the five"
        for another in replies:
            if another == reply:
                continue
            branch = after.play(another)
            assert isinstance(branch, GridPosition)
            rest = other(branch)
            if rest is None:
                return f"another reply to move {place} is not answered"
            problem = judge(branch, rest, other)
            if problem:
                return f"against another reply to move {place}: {problem}"
        following = after.play(reply)
        assert isinstance(following, GridPosition)
        position = following
    return "the line ends without a five"


def has_fours_win(position: GridPosition) -> bool:
    """Whether the side to move wins by continuous fours; looks at everything."""
    attacker = position.turn
    if wins_at_once(position, attacker):
        return True
    for move in position.moves():
        after = position.play(move)
        assert isinstance(after, GridPosition)
        if after.outcome is not None:
            continue
        threats = wins_at_once(after, attacker)
        if not threats or wins_at_once(after, 1 - attacker):
            continue
        if all(_goes_on(after, reply) for reply in defences(after, threats)):
            return True
    return False


def _goes_on(position: GridPosition, reply: int) -> bool:
    after = position.play(reply)
    assert isinstance(after, GridPosition)
    return after.outcome is None and has_fours_win(after)
