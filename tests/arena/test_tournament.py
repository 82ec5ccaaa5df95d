"""Tournaments: who meets whom, what it comes to, and that no game is lost, doubled or credited wrongly."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import zipfile
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from boyi.arena.folder import BadFolder, GameFolder
from boyi.arena.jobs import Job
from boyi.arena.report.tournament import tournament_report
from boyi.arena.results import GameResult
from boyi.arena.tournament import (
    BadTournament,
    Entrant,
    EventSettings,
    TournamentRun,
    TournamentSettings,
    play_tournament,
    tables_of,
)
from boyi.arena.tournament.export import write_exports
from boyi.arena.tournament.pairings import jobs_of, known_pairings, score_of
from boyi.arena.tournament.settings import FORMATS, Format
from boyi.arena.tournament.standings import totals_of
from boyi.cli.tournament import table_lines
from boyi.core.language import ENGLISH, Language


def settings_of(count: int = 5, form: Format = "round-robin", **others: object) -> TournamentSettings:
    players = tuple(
        Entrant(f"p{place}", "random" if place % 2 else "mcts:nodes=20") for place in range(count)
    )
    given: dict[str, object] = {"events": (EventSettings("tictactoe"),), "format": form, "seed": 4, **others}
    return TournamentSettings("Cup", players, **given)  # type: ignore[arg-type]


def simulate(settings: TournamentSettings, points: object = None, seed: int = 0) -> dict[int, GameResult]:
    """Results without playing: by ``points(job)``, else at random."""
    random, results = Random(seed), dict[int, GameResult]()
    while missing := [job for job in jobs_of(settings, results) if job.name not in results]:
        job: Job = random.choice(missing)  # games end in any order
        won = points(job) if callable(points) else random.choice([0.0, 0.5, 1.0])
        results[job.name] = GameResult(job.number, won, "three", "", 9, (5, 4), (0.1, 0.1))
    return results


# Who meets whom


@pytest.mark.parametrize("count", [2, 3, 4, 7, 8])
def test_round_robin_everybody_meets_everybody_once(count: int) -> None:
    pairings = known_pairings(settings_of(count), 0, {})
    met = Counter(frozenset((pairing.first, pairing.second)) for pairing in pairings)
    assert len(met) == count * (count - 1) // 2 == settings_of(count).pairings
    assert set(met.values()) == {1}
    for number in {pairing.round for pairing in pairings}:
        busy = [p for one in pairings if one.round == number for p in (one.first, one.second)]
        assert len(busy) == len(set(busy))  # nobody plays twice in a round
    assert [pairing.index for pairing in pairings] == list(range(len(pairings)))


def test_a_gauntlet_has_heads() -> None:
    players = tuple(Entrant(name, "random", head=name in "ac") for name in "abcd")
    settings = TournamentSettings("Cup", players, (EventSettings("tictactoe"),), "gauntlet", rounds=2)
    met = Counter(frozenset((one.first, one.second)) for one in known_pairings(settings, 0, {}))
    assert met == {frozenset(pair): 2 for pair in ((0, 1), (0, 2), (0, 3), (2, 1), (2, 3))}
    assert settings.pairings == 10


@pytest.mark.parametrize("count", [7, 8, 20])
@pytest.mark.parametrize("seed", [1, 2])
def test_swiss_pairs_equals_and_never_twice(count: int, seed: int) -> None:
    settings = settings_of(count, "swiss", rounds=4)
    assert len(known_pairings(settings, 0, {})) == count // 2  # the next round is not known yet
    results = simulate(settings, seed=seed)
    pairings = known_pairings(settings, 0, results)
    assert len(pairings) == 4 * (count // 2) == settings.pairings
    met = Counter(frozenset((one.first, one.second)) for one in pairings)
    assert set(met.values()) == {1}
    table = tables_of(settings, results)[0]
    assert sum(row.byes for row in table.rows) == 4 * (count % 2)
    assert max(row.byes for row in table.rows) <= 1
    assert sum(row.points for row in table.rows) == 4 * 2 * (count // 2 + count % 2)
    # Winners of the first round meet winners: the two sides of a pairing are close.
    second = [one for one in pairings if one.round == 2]
    after = {
        player: score
        for one in pairings
        if one.round == 1
        for player, score in zip(
            (one.first, one.second),
            (score_of(settings, one, results).first, score_of(settings, one, results).second),
            strict=True,
        )
    }
    gaps = [abs(after.get(one.first, 2) - after.get(one.second, 2)) for one in second]
    assert sum(gaps) / len(gaps) <= 1


@pytest.mark.parametrize("count", [2, 3, 6, 8, 9])
def test_a_knock_out_has_one_winner(count: int) -> None:
    settings = settings_of(count, "knockout")
    results = simulate(settings, seed=count)
    pairings = known_pairings(settings, 0, results)
    assert len(pairings) == count - 1 == settings.pairings
    losers = []
    for one in pairings:
        score = score_of(settings, one, results)
        assert score.is_over
        losers.append(one.first if score.winner == 1 else one.second)
    assert len(set(losers)) == count - 1
    winner = tables_of(settings, results)[0].rows[0]
    assert winner.player not in losers


def test_a_tie_of_a_knock_out_is_played_on_and_then_goes_to_the_first_in_the_list() -> None:
    settings = settings_of(2, "knockout")
    results = simulate(settings, lambda job: 0.5)
    assert len(results) == 2 + 6
    assert tables_of(settings, results)[0].rows[0].name == "p0"
    decided = simulate(settings, lambda job: 0.5 if job.number < 3 else float(job.number == 4))
    assert len(decided) == 6  # one point each in games 3 and 4 is still a tie
    decided = simulate(settings, lambda job: 0.5 if job.number < 3 else 0.0)
    assert len(decided) == 4
    assert tables_of(settings, decided)[0].rows[0].name == "p1"


def test_the_first_two_of_the_list_can_only_meet_in_the_final() -> None:
    settings = settings_of(8, "knockout")
    best = simulate(settings, lambda job: 1.0 if job.settings.names[0] < job.settings.names[1] else 0.0)
    final = known_pairings(settings, 0, best)[-1]
    assert {final.first, final.second} == {0, 1}


@pytest.mark.parametrize("form", FORMATS)
def test_numbers_of_games_are_one_each(form: Format) -> None:
    events = (EventSettings("tictactoe"), EventSettings("nogo", {"size": 3}))
    settings = settings_of(6, form, rounds=2, events=events)
    jobs = list(jobs_of(settings, simulate(settings)))
    assert len({job.name for job in jobs}) == len(jobs)
    for job in jobs:
        game = settings.game_of(job.name)
        assert game is not None
        assert game == job.settings.rules_of_game
    assert settings.game_of(0) is None
    assert settings.game_of(10**9) is None


# What it comes to


def test_tables_and_ratings_of_known_strengths() -> None:
    settings = settings_of(4, games=40)
    order = ["p2", "p0", "p3", "p1"]
    random = Random(3)

    def points(job: Job) -> float:
        gap = order.index(job.settings.names[1]) - order.index(job.settings.names[0])
        return float(random.random() < 1 / (1 + 10 ** (-gap * 150 / 400)))

    results = simulate(settings, points)
    table = tables_of(settings, results)[0]
    assert [rating.name for rating in table.ratings.players] == order
    for upper, lower in pairwise(order):
        gap = table.ratings.by_name[upper].elo - table.ratings.by_name[lower].elo
        assert 40 < gap < 300
    assert sum(row.points for row in table.rows) == len(results)
    for (one, other), (won, games) in table.crosstable.items():
        assert games == 40
        assert won + table.crosstable[other, one][0] == games
    assert totals_of([table, table])[0][1] == 2 * table.rows[0].points


# Playing


def played(settings: TournamentSettings, folder: Path | None = None, concurrency: int = 1) -> dict[int, str]:
    texts: dict[int, str] = {}
    kept = None if folder is None else GameFolder.create(folder, settings)
    try:
        play_tournament(
            settings, kept, concurrency, lambda game: texts.__setitem__(game.job.name, game.game.text)
        )
    finally:
        if kept is not None:
            kept.close()
    return texts


def moves_of(text: str) -> str:
    return text[text.index("\n") :]


@pytest.mark.outside
@pytest.mark.parametrize("form", ["round-robin", "swiss"])
def test_the_same_games_one_by_one_and_at_once(form: Format) -> None:
    """A game depends on its settings alone, so neither the order nor the processes matter."""
    settings = settings_of(4, form, rounds=2 if form == "swiss" else 1, nodes=None)
    alone, together = played(settings), played(settings, concurrency=3)
    assert alone.keys() == together.keys()
    plain = {key: [part for part in text.split(";") if "BYTS" not in part] for key, text in alone.items()}
    assert {key: len(parts) for key, parts in plain.items()}
    from boyi import formats

    for key, text in alone.items():
        assert formats.read(text).text() == formats.read(together[key]).text()


@pytest.mark.parametrize("form", FORMATS)
def test_a_tournament_that_is_stopped_goes_on(form: Format, tmp_path: Path) -> None:
    settings = settings_of(4, form, rounds=2)
    whole = played(settings)

    async def part(games: int) -> TournamentRun:
        path = tmp_path / "cup"
        folder = (
            GameFolder.open(path, TournamentSettings) if path.exists() else GameFolder.create(path, settings)
        )
        with folder:
            run, count = TournamentRun(folder.settings, folder), 0
            async for _ in run.play():
                count += 1
                if count == games:
                    break
            return run

    asyncio.run(part(3))
    asyncio.run(part(2))
    run = asyncio.run(part(1000))
    assert run.is_over
    assert run.results.keys() == whole.keys()
    from boyi import formats

    with GameFolder.open(tmp_path / "cup", TournamentSettings) as folder:
        for key, record in folder.games():
            assert record.text() == formats.read(whole[key]).text()


def test_a_game_of_somebody_else_is_not_counted(tmp_path: Path) -> None:
    settings = settings_of(3)
    played(settings, tmp_path / "cup")
    with GameFolder.open(tmp_path / "cup", TournamentSettings) as folder:
        file = folder.file(1)
        text = file.read_text("utf-8")
        swapped = text.replace('"black": "p1"', '"black": "p?"').replace('"white": "p1"', '"white": "p?"')
        assert swapped != text
        file.write_text(swapped, "utf-8")
        with pytest.raises(BadFolder, match="Delete it to have the game played again"):
            TournamentRun(settings, folder)


@pytest.mark.outside
def test_illegal_answers_can_be_forgiven(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "class Bot:\n"
        "    def choose(self, position):\n"
        "        taken = [move for move in range(9) if move not in position.legal_moves]\n"
        "        return taken[0] if taken else 0\n",
        "utf-8",
    )
    players = (Entrant("wrong", f"py:{bot}"), Entrant("right", "random"))
    for allowed, reasons in ((0, {"illegal move"}), (9, {"three", "full board"})):
        settings = TournamentSettings(
            "Cup", players, (EventSettings("tictactoe", openings="random:0"),), illegal_moves=allowed
        )
        with GameFolder.create(tmp_path / f"cup{allowed}", settings) as folder:
            run = play_tournament(settings, folder)
            assert {result.reason for result in run.results.values()} <= reasons
            log = folder.log(2).read_text("utf-8")
            assert ("illegal answer replaced" in log) == bool(allowed)


def test_games_that_mostly_end_by_a_crash_are_said_to(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("class Bot:\n    def choose(self, position): raise KeyError\n")
    for spec, warned in ((f"py:{bot}", True), ("random", False)):
        players = (Entrant("first", spec), Entrant("second", "random"))
        run = play_tournament(TournamentSettings("Cup", players, (EventSettings("tictactoe"),)))
        sentence = "games ended by a crash or by the time"
        assert (sentence in "".join(table_lines(run, ENGLISH))) == warned
        assert (sentence in tournament_report(run, ENGLISH)) == warned


def test_the_files_that_stay(tmp_path: Path) -> None:
    events = (EventSettings("tictactoe"), EventSettings("nogo", {"size": 3}))
    settings = settings_of(3, events=events)
    with GameFolder.create(tmp_path / "cup", settings) as folder:
        run = play_tournament(settings, folder)
        page = tournament_report(run, ENGLISH)
        write_exports(run, page)
        assert page.count('<details class="game"') == 12
        assert "Crosstable" in page
        assert "循环赛" in tournament_report(run, Language("zh_CN"))
    rows = list(csv.DictReader(io.StringIO((tmp_path / "cup" / "games.csv").read_text("utf-8"))))
    assert len(rows) == 12
    standings = list(csv.DictReader(io.StringIO((tmp_path / "cup" / "standings.csv").read_text("utf-8"))))
    for event in ("1", "2"):
        for row in (row for row in standings if row["event"] == event):
            own = [
                float(game["black_points"])
                if game["black"] == row["player"]
                else 1 - float(game["black_points"])
                for game in rows
                if game["event"] == event and row["player"] in (game["black"], game["white"])
            ]
            assert float(row["points"]) == sum(own)
            assert int(row["games"]) == len(own)
    data = json.loads((tmp_path / "cup" / "results.json").read_text("utf-8"))
    assert data["over"] is True
    with zipfile.ZipFile(tmp_path / "cup" / "archive.zip") as archive:
        names = archive.namelist()
        assert archive.testzip() is None
    assert sum(name.endswith((".sgf", ".json")) and "/game-" in name for name in names) == 12
    assert "cup/report.html" in names


def test_wrong_settings_are_refused_in_a_sentence() -> None:
    for wrong, says in (
        ({"form": "swis"}, "Did you mean swiss"),
        ({"count": 1}, "2 to"),
        ({"form": "knockout", "games": 3}, "even number"),
        ({"events": ()}, "at least one"),
        ({"games": 0}, "1 to"),
        ({"illegal_moves": -1}, "from 0"),
    ):
        with pytest.raises(BadTournament, match=says):
            settings_of(**wrong)
    twice = (Entrant("a", "random"), Entrant("a", "random"))
    with pytest.raises(BadTournament, match="own name"):
        TournamentSettings("Cup", twice, (EventSettings("tictactoe"),))
    unknown = (Entrant("a", "random"), Entrant("b", "nobody:3"))
    with pytest.raises(BadTournament, match=r"^b: "):
        TournamentSettings("Cup", unknown, (EventSettings("tictactoe"),)).check()
    settings = settings_of(3, "swiss", time=0.5, memory=100)
    assert TournamentSettings.from_data(json.loads(json.dumps(settings.to_data()))) == settings
    assert settings.limited("py:x.py?memory=5") == "py:x.py?memory=5"
    assert settings.limited("py:x.py") == "py:x.py?memory=100"
    assert settings.limited("level:3") == "level:3"
