"""Series of games: pairs, seeds, misbehaving players, folders, workers, the sequential test."""

from __future__ import annotations

import asyncio
import json
import math
import os
import signal
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi import formats
from boyi.arena.executors import ProcessExecutor, SeriesFailed
from boyi.arena.folder import BadFolder, Folder
from boyi.arena.jobs import Job, PlayedGame
from boyi.arena.play import play_series
from boyi.arena.results import GameResult, Standing
from boyi.arena.seats import Seats
from boyi.arena.series import GameFinished, Series, SeriesEvent, SeriesOver
from boyi.arena.settings import BadSeries, SeriesSettings
from boyi.core.errors import BoyiError
from boyi.match import GameOver, GameStarted, Match, MovePlayed, replay
from tests.arena.players import awkward_players
from tests.patience import PATIENCE


def settings_of(a: str = "random", b: str = "random", game: str = "gomoku", **others: Any) -> SeriesSettings:
    values: dict[str, Any] = {"games": 4, "seed": 7, "options": {"size": 7} if game == "gomoku" else {}}
    return SeriesSettings(game, a, b, **(values | others))


def play(settings: SeriesSettings, folder: Folder | None = None, concurrency: int = 1) -> list[SeriesEvent]:
    events: list[SeriesEvent] = []
    play_series(settings, folder, concurrency, events.append)
    return events


def games(events: list[SeriesEvent]) -> dict[int, str]:
    """The moves of each game."""
    found = [event for event in events if isinstance(event, GameFinished)]
    assert len({event.result.number for event in found}) == len(found)
    return {event.result.number: formats.read(event.text).text() for event in found}


def test_pairs_share_the_opening_and_swap_colours() -> None:
    settings = settings_of("random", "mcts:nodes=20", games=6, openings="random:3")
    events = play(settings)
    records = [formats.read(event.text) for event in events if isinstance(event, GameFinished)]
    for first, second in zip(records[::2], records[1::2], strict=True):
        assert first.moves[:3] == second.moves[:3]
        assert first.moves != second.moves
        assert (first.headers["black"], first.headers["white"]) == ("random", "mcts:nodes=20")
        assert (second.headers["black"], second.headers["white"]) == ("mcts:nodes=20", "random")
    assert len({tuple(record.moves[:3]) for record in records}) == 3
    seeds = [record.headers[f"{side} seed"] for record in records for side in ("black", "white")]
    assert len(set(seeds)) == 12


def test_the_seed_repeats_everything_and_another_does_not() -> None:
    settings = settings_of("mcts:nodes=30", "random", game="othello")
    assert games(play(settings)) == games(play(settings))
    assert games(play(settings)) != games(play(settings_of("mcts:nodes=30", "random", "othello", seed=8)))


def test_two_at_once_play_the_same_games() -> None:
    settings = settings_of("mcts:nodes=30", "random", game="nogo", options={"size": 5}, games=7)
    alone, together = play(settings), play(settings, concurrency=2)
    assert games(alone) == games(together)
    assert isinstance(alone[-1], SeriesOver)
    assert isinstance(together[-1], SeriesOver)
    assert alone[-1].standing.tally == together[-1].standing.tally


def test_the_numbers_are_from_the_first_players_side() -> None:
    forward = play_series(settings_of("mcts:nodes=100", "random", "tictactoe", games=8))
    backward = play_series(settings_of("random", "mcts:nodes=100", "tictactoe", games=8))
    assert forward.tally.wins > forward.tally.losses
    assert backward.tally.wins < backward.tally.losses
    assert sum(forward.reasons["wins"].values()) == forward.tally.wins
    assert sum(forward.tally.pairs) == 4


@pytest.mark.parametrize(
    ("fault", "reason", "sentence"),
    [
        ("slow", "time out", "no move within"),
        ("block", "time out", "no move within"),
        ("illegal", "illegal move", "not legal"),
        ("text", "illegal move", "no decision"),
        ("crash", "crash", "out of order"),
        ("exit", "crash", "left the program"),
        ("resign", "resigned", ""),
    ],
)
def test_a_player_that_misbehaves_loses_its_game_and_the_series_goes_on(
    fault: str, reason: str, sentence: str
) -> None:
    with awkward_players() as made:
        # Less than a blocked second; and nobody else may run out of time, however busy the machine is.
        limit = 0.5 if reason == "time out" else PATIENCE
        settings = settings_of(f"awkward:{fault}", "random", games=4, time=limit, margin=0.05)
        events = play(settings)
        results = [event.result for event in events if isinstance(event, GameFinished)]
        assert [result.number for result in results] == [1, 2, 3, 4]
        # The one that resigns is sound: it stays for all games and has no moves left after the first.
        assert {result.points for result in results} == {0.0}
        assert {result.reason for result in results} == {reason}
        assert all(sentence in str(result.detail) for result in results)
        used = [player for player in made if player.games]
        assert len(used) == (1 if fault == "resign" else 4)
        assert {player.closed for player in used} == {1}


def test_a_player_that_keeps_something_running_is_used_again_and_closed_once() -> None:
    with awkward_players() as made:
        play(settings_of("awkward:none", "random", games=4))
        (used,) = [player for player in made if player.games]
        assert used.games == {"1", "2", "3", "4"}
        assert used.closed == 1


def test_a_player_that_cannot_be_made_again_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    series = Series(settings_of("mcts:nodes=5", "random", games=2))

    def fail(*arguments: object, **others: object) -> None:
        raise BoyiError("The program is gone.")

    monkeypatch.setattr("boyi.arena.seats.make_player", fail)

    async def run() -> Standing:
        async for event in series.play():
            if isinstance(event, SeriesOver):
                return event.standing
        raise AssertionError

    standing = asyncio.run(run())
    assert standing.reasons["losses"] + standing.reasons["wins"] == Counter({"crash": 2})


def test_stopping_the_stream_puts_the_players_away() -> None:
    with awkward_players() as made:

        async def run() -> None:
            stream = Series(settings_of("awkward:slow", "random")).play()
            waiting = asyncio.ensure_future(anext(aiter(_drain(stream))))
            while not any(player.after < 0 for player in made):
                await asyncio.sleep(0.01)
            waiting.cancel()
            await asyncio.wait({waiting})

        asyncio.run(asyncio.wait_for(run(), PATIENCE))
        assert [player.closed for player in made if player.games] == [1]


async def _drain(stream: Any) -> Any:
    async for _ in stream:
        pass
    yield None


def test_saved_games_say_everything_and_replay() -> None:
    settings = settings_of("mcts:nodes=40", "mcts:nodes=30", "othello", clock="60+1", openings="random:4")
    lived: dict[int, list[Any]] = {}

    async def run() -> dict[int, boyi.GameRecord]:
        records = {}
        for number in (1, 2):
            plan = settings.plan(number)
            record = plan.opening.record(settings.rules_of_game)
            from boyi.players.spec import make_player

            players = make_player(settings.a, plan.seed_a), make_player(settings.b, plan.seed_b)
            match = Match(record, players, settings.rules(0))
            kept = (MovePlayed, GameStarted, GameOver)
            lived[number] = [event async for event in match.play() if isinstance(event, kept)]
            records[number] = record
        return records

    for number, record in asyncio.run(run()).items():
        for kind in ("sgf", "json"):
            again = list(replay(formats.read(formats.write(record, kind), game=settings.rules_of_game)))
            assert again[5:] == lived[number][1:]
            assert isinstance(again[0], GameStarted)
            assert (again[0].ply, lived[number][0].ply) == (0, 4)
        assert all(event.win_rate is not None for event in lived[number][1:-1] if not event.forced)
    finished = next(event for event in play(settings) if isinstance(event, GameFinished))
    record = formats.read(finished.text)
    assert {"black", "white", "black seed", "white seed", "seed", "round", "date", "clock"} <= set(
        record.headers
    )
    assert record.nodes[record.end].clock is not None
    assert record.nodes[record.end].evaluation is not None


def test_the_ending_is_in_the_file() -> None:
    with awkward_players():
        finished = next(
            e for e in play(settings_of("awkward:crash", "random")) if isinstance(e, GameFinished)
        )
    record = formats.read(finished.text)
    assert record.outcome == boyi.Outcome(1, "crash")
    assert record.headers["ending"] == "RuntimeError: out of order"
    assert GameResult.of(1, record) == finished.result


def test_lengths_and_clocks_are_judged() -> None:
    standing = play_series(settings_of(max_plies=4, openings="random:0"))
    assert standing.reasons["draws"] == Counter({"length": 4})
    assert standing.plies == 16
    assert standing.moves == [8, 8]


# Folders


def test_a_folder_is_gone_on_with(tmp_path: Path) -> None:
    settings = settings_of("mcts:nodes=20", "random", games=6)
    whole = games(play(settings))
    folder = Folder.create(tmp_path / "a", settings)

    async def some() -> None:
        async for event in Series(settings, folder).play():
            if isinstance(event, GameFinished) and event.result.number == 3:
                break

    asyncio.run(some())
    folder.close()
    assert len(list((tmp_path / "a").glob("game-*.sgf"))) == 3
    folder = Folder.open(tmp_path / "a")
    assert folder.settings == settings
    rest = games(play(folder.settings, folder))
    assert set(rest) == {4, 5, 6}
    assert {number: record.text() for number, record in folder.games()} == whole
    assert not list((tmp_path / "a").glob(".*.part"))
    folder.close()


def test_games_that_sgf_cannot_hold_are_kept_as_json(tmp_path: Path) -> None:
    settings = settings_of(game="tictactoe", games=2)
    with Folder.create(tmp_path / "a", settings) as folder:
        play(settings, folder)
        assert len(list((tmp_path / "a").glob("game-*.json"))) == 2
        assert len(folder.results()) == 2


def test_folders_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    settings = settings_of(games=2)
    folder = Folder.create(tmp_path / "a", settings)
    with pytest.raises(BadFolder, match="Another program"):
        Folder.open(tmp_path / "a")
    play(settings, folder)
    folder.close()
    with pytest.raises(BadFolder, match="--resume"):
        Folder.create(tmp_path / "a", settings)
    with pytest.raises(BadFolder, match="holds no match"):
        Folder.open(tmp_path / "b")
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "letter.txt").write_text("x")
    with pytest.raises(BadFolder, match="not empty"):
        Folder.create(tmp_path / "c", settings)
    (tmp_path / "a" / "game-000002.sgf").write_text("(;GM[4]SZ[7];B[aa]")
    opened = Folder.open(tmp_path / "a")
    with pytest.raises(BadFolder, match="Delete it"):
        opened.results()
    opened.close()
    for text in (
        "",
        "[]",
        "{",
        '{"format":"boyi-match","version":1,"settings":{}}',
        '{"format":1}',
        "\ud800",
    ):
        (tmp_path / "a" / "match.json").write_bytes(text.encode("utf-8", "surrogatepass"))
        with pytest.raises(BadFolder, match=r"cannot be (read|used)"):
            Folder.open(tmp_path / "a")


def test_settings_survive_json_and_say_what_differs() -> None:
    settings = settings_of(sprt=(0.0, 10.0), clock="60+1", openings="random:4")
    again = SeriesSettings.from_data(json.loads(json.dumps(settings.to_data())))
    assert again == settings
    assert settings.differences(settings_of(sprt=(0.0, 5.0), clock="60+1", openings="random:4")) == ["sprt"]
    for wrong in (
        {"games": 0},
        {"time": 1.0, "clock": "10"},
        {"margin": -1.0},
        {"max_plies": 0},
        {"sprt": (5.0, 5.0)},
        {"format": "dat"},
        {"openings": "file.sgf"},
        {"clock": "soon"},
        {"time": 0.0001},
    ):
        with pytest.raises(BoyiError):
            settings_of(**wrong)
    with pytest.raises(BadSeries):
        SeriesSettings.from_data({"game": 3})


# Workers


def test_a_worker_that_dies_plays_its_game_again() -> None:
    settings = settings_of("mcts:nodes=40", "random", "othello", games=2)

    async def run() -> PlayedGame:
        host = ProcessExecutor()
        try:
            await host.play(Job(settings, 1))
            assert host._process is not None
            playing = asyncio.ensure_future(host.play(Job(settings, 2)))
            await asyncio.sleep(0)
            os.kill(host._process.pid, signal.SIGKILL)
            return await playing
        finally:
            await host.close()

    played = asyncio.run(asyncio.wait_for(run(), PATIENCE))
    alone = games(play(settings))
    assert formats.read(played.text).text() == alone[played.result.number]


def test_closing_that_is_cancelled_can_be_done_again() -> None:
    async def run() -> None:
        host = ProcessExecutor()
        await host.play(Job(settings_of("random", "random", games=2), 1))
        process = host._process
        assert process is not None
        assert process.stdin is not None
        closing = asyncio.ensure_future(host.close())
        while not process.stdin.is_closing():
            await asyncio.sleep(0)
        closing.cancel()
        await asyncio.wait({closing})
        await host.close()
        assert process.returncode == 0

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


def test_a_game_that_always_kills_its_worker_ends_the_series(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boyi.arena.executors.sys.executable", "/bin/true")

    async def run() -> None:
        host = ProcessExecutor()
        try:
            await host.play(Job(settings_of(), 1))
        finally:
            await host.close()

    with pytest.raises(SeriesFailed, match="twice"):
        asyncio.run(asyncio.wait_for(run(), PATIENCE))


def test_a_worker_that_cannot_make_the_players_says_so() -> None:
    with awkward_players():  # known here, not in another process
        events = play(settings_of("awkward:none", "random", games=2), concurrency=2)
    assert {e.result.reason for e in events if isinstance(e, GameFinished)} == {"crash"}


# The sequential test


def test_the_test_stops_the_series_and_says_why() -> None:
    settings = settings_of(
        "mcts:nodes=60", "random", "nogo", options={"size": 5}, games=400, sprt=(0.0, 300.0)
    )
    alone = play(settings)[-1]
    together = play(settings, concurrency=2)[-1]
    assert isinstance(alone, SeriesOver)
    assert isinstance(together, SeriesOver)
    assert (alone.ending, alone.verdict) == ("test", "better")
    assert alone.standing.tally.games < 200
    assert alone.standing.tally == together.standing.tally  # quick games do not come first
    settings = settings_of(
        "random", "mcts:nodes=60", "nogo", options={"size": 5}, games=400, sprt=(0.0, 300.0)
    )
    worse = play(settings)[-1]
    assert isinstance(worse, SeriesOver)
    assert worse.verdict == "not better"


def test_numbers_without_an_end_are_none_in_data() -> None:
    settings = settings_of(sprt=(0.0, 10.0))
    empty = Standing().as_data(settings)
    assert (empty["games"], empty["score"], empty["elo"], empty["elo_error"]) == (0, 0.5, 0.0, None)
    clean = Standing.of(GameResult(number, 1.0, "five") for number in range(1, 9)).as_data(settings)
    assert (clean["elo"], clean["elo_error"]) == (None, None)
    assert math.isfinite(clean["sprt"]["llr"])
    json.dumps([empty, clean], allow_nan=False)


def test_checks_come_before_the_first_game() -> None:
    for wrong in ({"a": "nobody"}, {"a": "mcts:nodes=x"}, {"nodes": 5}, {"openings": "random:200"}):
        with pytest.raises(BoyiError):
            Seats(settings_of(**wrong)).check()


def test_a_game_that_the_other_side_stopped_is_no_fault() -> None:
    standing = Standing.of(
        [GameResult(1, 0.0, "crash", "It crashed."), GameResult(2, 1.0, "stopped", "A answered Q.")]
    )
    assert standing.faults == ["It crashed.", ""]
