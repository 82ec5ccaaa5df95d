"""The match of a room: what it allows, by what is kept of the room."""

from __future__ import annotations

from secrets import randbelow

from boyi.core.clock import TimeControl
from boyi.core.record import GameRecord
from boyi.match import Match, MatchRules
from boyi.match.rules import MARGIN
from boyi.players.base import Player
from boyi.server.rooms.seats import RoomInfo


def make_match(
    record: GameRecord, info: RoomInfo, players: tuple[Player, Player], margin: float | None
) -> Match:
    """A match that begins or resumes where the record ends; ``margin``: other than the usual one."""
    alone = info.take_back != "never" and not info.needs_consent
    rules = MatchRules(
        control=TimeControl.parse(info.clock),
        take_back="free" if alone else info.take_back,
        reopen=alone,
        draw_offers=info.needs_consent and not info.with_course,
        kept=info.prefix if info.origin else _stones(record, info),
        thinking=True,
        margin=MARGIN if margin is None else margin,
    )
    return Match(record, players, rules, opening=info.opening, seed=randbelow(1 << 30))


def _stones(record: GameRecord, info: RoomInfo) -> int:
    """How many stones of a swap2 opening that is over are not taken back: they have no time."""
    if not info.swap2 or info.opening:
        return 0
    return sum(record.nodes[node].spent is None for node in record.main_line()[1:])
