"""Series whose games begin with swap2: the points go to the right player, whatever the colours."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from boyi import formats
from boyi.arena.folder import Folder
from boyi.arena.play import play_series
from boyi.arena.results import GameResult
from boyi.arena.series import GameFinished, SeriesEvent
from boyi.arena.settings import BadSeries, SeriesSettings
from boyi.match import replay
from boyi.match.events import MovePlayed

PROGRAM = Path(__file__).parents[1] / "programs" / "programs" / "swap2_engine.py"
PBRAIN = f"cmd:{sys.executable} -m boyi engine --protocol gomocup?protocol=gomocup"
SWAP2 = {"opening": "swap2"}


def swap2_engine(how: str) -> str:
    return f"cmd:{sys.executable} -S {PROGRAM} {how}?protocol=gomocup"


def series(a: str, b: str, games: int = 2, seed: int = 2, **settings: object) -> SeriesSettings:
    return SeriesSettings("gomoku", a, b, games=games, seed=seed, options=SWAP2, **settings)  # type: ignore[arg-type]


def finished(settings: SeriesSettings, concurrency: int = 1) -> list[GameFinished]:
    events: list[SeriesEvent] = []
    play_series(settings, None, concurrency, events.append)
    games = [event for event in events if isinstance(event, GameFinished)]
    return sorted(games, key=lambda game: game.result.number)


@pytest.mark.parametrize("concurrency", [1, 2])
def test_points_and_headers_follow_the_colours(concurrency: int) -> None:
    swapped = set()
    for seed in range(1, 9):  # the colours are chosen by a search: until both choices were seen
        games = finished(series("level:5", "random", 6, seed, names=("strong", "weak")), concurrency)
        assert [game.result.points for game in games] == [1.0] * 6
        for game in games:
            check_colours(game)
        swapped |= {game.result.swapped for game in games}
        if len(swapped) == 2:
            break
    assert swapped == {True, False}


def check_colours(game: GameFinished) -> None:
    record = formats.read(game.text)
    ended = record.outcome
    assert ended is not None
    assert ended.winner is not None
    assert record.headers[("black", "white")[ended.winner]] == "strong"
    assert game.result.a_is_black == (record.headers["black"] == "strong")
    assert GameResult.of(game.result.number, record) == game.result
    assert record.game.settings["opening"] == "swap2"
    assert [event.move for event in replay(record) if isinstance(event, MovePlayed)] == record.moves
    assert [record.nodes[step].spent for step in record.main_line()[1:4]] == [None] * 3


def test_games_repeat_and_a_folder_is_gone_on_with(tmp_path: Path) -> None:
    settings = series("level:3", "level:2", games=6)
    with Folder.create(tmp_path / "match", settings) as folder:
        whole = play_series(settings, folder)
    texts = {file.name: file.read_text() for file in (tmp_path / "match").glob("*.sgf")}
    for number in (2, 5):
        (tmp_path / "match" / f"game-{number:06}.sgf").unlink()
    with Folder.open(tmp_path / "match") as folder:
        again = play_series(folder.settings, folder)
    assert again.tally == whole.tally
    assert again.reasons == whole.reasons
    for name, text in texts.items():
        record = formats.read((tmp_path / "match" / name).read_text())
        assert record.moves == formats.read(text).moves


def test_pbrain_boyi_opens_by_swap2_and_plays_many_games() -> None:
    games = finished(series(PBRAIN, "level:2", games=4, time=0.2, margin=1.0))
    assert len(games) == 4
    assert not {game.result.reason for game in games} & {"crash", "illegal move", "time out"}
    assert sum(game.result.points for game in games) >= 3


@pytest.mark.parametrize(("a", "b"), [("white", "black"), ("more", "black"), ("black", "more")])
def test_a_program_plays_on_the_board_that_swap2_left(a: str, b: str) -> None:
    games = finished(series(swap2_engine(a), swap2_engine(b), games=4, max_plies=60, margin=1.0))
    assert all(game.result.reason in ("five", "length limit", "length") for game in games), games


@pytest.mark.parametrize(
    ("how", "reason"), [("words", "illegal move"), ("unknown", "crash"), ("quits", "crash")]
)
def test_a_program_that_does_not_know_swap2_loses_every_game(how: str, reason: str) -> None:
    games = finished(series("random", swap2_engine(how), games=2))
    assert [(game.result.points, game.result.reason) for game in games] == [(1.0, reason)] * 2
    assert all(game.result.detail for game in games)
    assert [formats.read(game.text).plies for game in games] == [3, 0]


def test_openings_and_swap2_exclude_each_other() -> None:
    with pytest.raises(BadSeries, match="leave --openings away"):
        series("random", "random", openings="random:2")
