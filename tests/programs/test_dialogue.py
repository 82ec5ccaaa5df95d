"""What a bot prints and what a program and Boyi say to each other is kept with its game."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from boyi.arena.folder import Folder, GameFolder
from boyi.arena.play import play_series
from boyi.arena.report.replay import said_in
from boyi.arena.report.tournament import tournament_report
from boyi.arena.settings import SeriesSettings
from boyi.arena.tournament import Entrant, EventSettings, TournamentSettings, play_tournament
from boyi.core.language import ENGLISH
from boyi.programs.dialogue import (
    CUT,
    LONGEST_LINE,
    MOST_LINES,
    MOST_PRINTED,
    Dialogue,
    read_dialogue,
    write_dialogue,
)

TALKER = """
import sys

class Talker:
    def choose(self, position):
        print("I see", len(position.legal_moves), "moves")
        print("to stderr", file=sys.stderr)
        return position.legal_moves[0]
"""


@pytest.mark.parametrize("concurrency", [1, 2])
def test_what_a_bot_prints_stands_with_the_move_it_thought_about(tmp_path: Path, concurrency: int) -> None:
    (tmp_path / "talker.py").write_text(TALKER, "utf-8")
    spec = f"py:{tmp_path}/talker.py"
    settings = SeriesSettings("tictactoe", spec, "random", games=2, seed=4, openings="random:0")
    with Folder.create(tmp_path / "match", settings) as folder:
        play_series(settings, folder, concurrency)
        for number, record in folder.games():
            lines = list(read_dialogue(folder.log(number).read_text("utf-8")))
            asked = [line for line in lines if line.voice == ">" and '"choose"' in line.text]
            printed = [line for line in lines if line.voice == "!" and line.text.startswith("I see")]
            assert [line.ply for line in printed] == [line.ply for line in asked]
            assert len(printed) == len(record.moves[1 - number % 2 :: 2])
            assert all(line.text == f"I see {9 - line.ply} moves" for line in printed)
            assert sum(line.text == "to stderr" for line in lines) == len(asked)
            assert {line.player for line in lines} == {"A"}


def test_the_dialogue_of_a_protocol_is_kept(tmp_path: Path) -> None:
    peer = Path(__file__).parent / "programs" / "peer.py"
    spec = f"cmd:{sys.executable} {peer} gtp nogo?protocol=gtp&sandbox=plain"
    settings = SeriesSettings("nogo", "random", spec, games=2, seed=4, options={"size": 3})
    with Folder.create(tmp_path / "match", settings) as folder:
        play_series(settings, folder)
        lines = list(read_dialogue(folder.log(1).read_text("utf-8")))
    assert {line.player for line in lines} == {"B"}
    assert any(line.voice == ">" and "genmove w" in line.text for line in lines)
    assert any(line.voice == "<" and line.text.startswith("=") for line in lines)
    assert any(line.voice == "!" and line.text == "hello from stderr" for line in lines)


def test_players_of_ours_leave_no_dialogue(tmp_path: Path) -> None:
    settings = SeriesSettings("tictactoe", "random", "random", games=2)
    with Folder.create(tmp_path / "match", settings) as folder:
        play_series(settings, folder)
    assert not list((tmp_path / "match").glob("*.log"))


def test_too_much_is_cut() -> None:
    dialogue = Dialogue("A")
    dialogue.add("!", "x" * (LONGEST_LINE + 5))
    for _ in range(MOST_LINES + 10):
        dialogue.add("!", "more\x1b[31m")
    assert dialogue.lines[0].text == "x" * LONGEST_LINE + CUT
    assert len(dialogue.lines) == MOST_LINES + 1
    assert dialogue.lines[-1].text == CUT
    assert "\x1b" not in write_dialogue([dialogue])
    assert list(read_dialogue(write_dialogue([dialogue]))) == dialogue.lines


def test_of_a_flood_some_kilobytes_are_kept() -> None:
    dialogue = Dialogue("A")
    for turn in range(100):
        dialogue.ply = turn
        dialogue.add(">", "genmove b")
        for _ in range(20):
            dialogue.add("!", "x" * 500)
        dialogue.add("<", "= D4")
    printed = [line for line in dialogue.lines if line.voice != ">"]
    assert MOST_PRINTED - 1_000 < sum(len(line.text) + 1 for line in printed) <= MOST_PRINTED + 2
    assert printed[-1].text == CUT
    # What it was told afterwards stays.
    assert [line.ply for line in dialogue.lines if line.voice == ">"] == list(range(100))


FLOOD = """
class Flood:
    def choose(self, position):
        for _ in range(1000):
            print("x" * 1000)
        return position.legal_moves[0]
"""


@pytest.mark.outside
def test_a_bot_that_floods_leaves_a_small_folder_and_a_small_report(tmp_path: Path) -> None:
    (tmp_path / "flood.py").write_text(FLOOD, "utf-8")
    players = (Entrant("flood", f"py:{tmp_path}/flood.py"), Entrant("other", "random"))
    settings = TournamentSettings("Cup", players, (EventSettings("tictactoe"),), games=4, seed=3)
    with GameFolder.create(tmp_path / "cup", settings) as folder:
        run = play_tournament(settings, folder)
        sizes = [folder.log(number).stat().st_size for number in folder.numbers()]
        assert len(sizes) == 4
        assert max(sizes) < MOST_PRINTED + 20_000
        assert len(tournament_report(run, ENGLISH)) < sum(sizes) + 100_000
        # A log of an earlier Boyi may be long: a report shows its beginning.
        folder.log(1).write_text("0 A ! " + "y" * 50_000_000, "utf-8")
        assert len(tournament_report(run, ENGLISH)) < sum(sizes) + 300_000


def test_no_half_line_of_a_long_log_is_shown(tmp_path: Path) -> None:
    players = (Entrant("a", "random"), Entrant("b", "random"))
    settings = TournamentSettings("Cup", players, (EventSettings("tictactoe"),))
    with GameFolder.create(tmp_path / "cup", settings) as folder:
        line = "0 A ! " + "x" * (MOST_PRINTED - 10)
        folder.log(1).parent.mkdir(parents=True, exist_ok=True)
        folder.log(1).write_text(f"{line}\n" * 3, "utf-8")
        assert {str(one) for one in said_in(folder, 1)} == {line}
