"""Random records with everything a record can hold, for the round trips."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

import boyi
from boyi.core.grid import GridGame
from boyi.core.record import ROOT

SETTINGS: dict[str, list[dict[str, Any]]] = {
    "gomoku": [
        {},
        {"size": 5},
        {"size": 28},
        {"size": 20, "rule": "standard"},
        {"rule": "renju", "opening": "swap2"},
    ],
    "othello": [{}, {"size": 4}, {"size": 6}, {"size": 10, "limits": "mo"}],
    "loa": [{}, {"size": 6, "rule": "capture"}, {"size": 12, "both": "draw"}],
    "nogo": [{}, {"size": 2}, {"size": 5}, {"size": 28}],
    "tictactoe": [{}],
    "coin2x2": [{}, {"toss": "xoxoxoxoxoxoxoxo"}],
}

# Brackets, backslashes, colons, line breaks, quotes, Chinese: what file formats stumble over.
texts = st.text(
    st.one_of(
        st.sampled_from("]\\:[;()\n\"',/ 棋盘é😀"),
        st.characters(exclude_categories=["Cs"], exclude_characters="\r"),
    ),
    max_size=12,
)
seconds = st.one_of(st.none(), st.integers(0, 10**6).map(lambda ms: ms / 1000), st.floats(1e-9, 1e9))
results = st.one_of(
    st.none(),
    st.builds(
        boyi.Outcome,
        st.sampled_from([0, 1, None]),
        st.sampled_from(["resigned", "time out", "illegal move", "crashed", "agreed", "discs", "draw"]),
        st.one_of(st.none(), st.integers(-64, 64)),
    ),
)


def random_start(game: boyi.Game, chooser: random.Random) -> boyi.Position:
    """A set-up: a few stones anywhere, either side to move."""
    assert isinstance(game, GridGame)
    cells = "".join(chooser.choice("xo....") for _ in range(game.area))
    return game.from_cells(cells, chooser.randrange(2))


@st.composite
def games(draw: st.DrawFn, *names: str) -> boyi.Game:
    name = draw(st.sampled_from(names))
    return boyi.game(name, **draw(st.sampled_from(SETTINGS[name])))


@st.composite
def lines(draw: st.DrawFn, *names: str, setups: bool = False) -> boyi.GameRecord:
    """A record of one line, perhaps up to the end of the game."""
    game = draw(games(*names))
    chooser = random.Random(draw(st.integers(0, 2**32)))
    record = boyi.GameRecord(game, random_start(game, chooser) if setups and draw(st.booleans()) else None)
    for _ in range(draw(st.sampled_from([0, 1, 5, 30, 200]))):
        if record.outcome is not None:
            break
        record.play(chooser.choice(record.position.moves()))
    return record


@st.composite
def trees(draw: st.DrawFn, *names: str) -> boyi.GameRecord:
    """A record with variations, comments, clocks, evaluations, unknown properties, headers and a result."""
    record = draw(lines(*names, setups=True))
    chooser = random.Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, 12))):
        at = chooser.choice(list(record.walk()))
        if record.position_at(at).outcome is None and record.outcome_at(at) is None:
            record.play(chooser.choice(record.position_at(at).moves()), at)
    for _ in range(draw(st.integers(0, 4))):
        place = chooser.choice(list(record.walk()))
        node = record.nodes[place]
        node.comment = draw(texts)
        node.spent = draw(seconds)
        node.clock = draw(seconds) if place != ROOT else None
        node.evaluation = draw(
            st.one_of(st.none(), st.floats(0, 1, allow_subnormal=False).map(lambda x: round(x, 9)))
        )
        if draw(st.booleans()):
            node.properties["LB"] = [
                "aa:" + word for word in draw(st.lists(texts.map(escaped), min_size=1, max_size=3))
            ]
            node.properties["ZZ"] = [""]
    record.headers.update(
        draw(
            st.dictionaries(st.one_of(st.sampled_from(["black", "white", "date"]), texts), texts, max_size=4)
        )
    )
    record.result = draw(results)
    return record


def escaped(text: str) -> str:
    """Unknown properties are kept raw, so a valid one has its escapes."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def content(record: boyi.GameRecord) -> dict[str, Any]:
    """All a record holds; a result that the board overrules does not count."""
    data = record.to_data()
    given, record.result = record.result, None
    if record.outcome is not None:
        data["result"] = None
    record.result = given
    return data
