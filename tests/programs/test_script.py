"""Students' Python files: fifteen lines, every style of choose(), every way to fail."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path
from textwrap import dedent

import pytest

import boyi
from boyi.core.clock import Clock, TimeControl
from boyi.core.outcome import RESIGNED
from boyi.core.record import GameRecord
from boyi.players.base import Decision, PlayerFailed
from boyi.players.spec import BadSpec, make_player
from boyi.programs.conformance import check_conformance
from tests.patience import PATIENCE
from tests.programs.children import gone

EXAMPLE = Path(__file__).parents[2] / "examples" / "my_bot.py"


def ask(spec: str, *records: GameRecord, clock: str | None = None) -> list[Decision]:
    async def play() -> list[Decision]:
        player = make_player(spec)
        watch = None if clock is None else Clock.start(TimeControl.parse(clock))
        try:
            return [await asyncio.wait_for(player.choose(record, watch), PATIENCE) for record in records]
        finally:
            await player.close()

    return asyncio.run(play())


def gomoku(moves: str = "") -> GameRecord:
    record = GameRecord(boyi.game("gomoku"))
    record.play_text(moves)
    return record


def write(folder: Path, code: str, name: str = "bot.py") -> str:
    path = folder / name
    path.write_text(dedent(code), encoding="utf-8")
    return f"py:{path}"


def test_the_example_is_under_fifteen_lines_and_wins_when_it_can() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) < 15
    record = gomoku("h8 a1 h9 b1 h10 c1 h11 o1")
    (decision,) = ask(f"py:{EXAMPLE}", record)
    assert decision.move is not None
    assert record.game.format_move(decision.move) in ("h7", "h12")


def test_the_example_plays_every_game_to_its_end() -> None:
    async def play(name: str) -> None:
        record = GameRecord(boyi.game(name))
        player = make_player(f"py:{EXAMPLE}")
        while record.outcome is None:
            decision = await asyncio.wait_for(player.choose(record), PATIENCE)
            assert decision.move is not None
            record.play(decision.move)
        await player.close()

    for name in ("tictactoe", "othello", "nogo"):
        asyncio.run(play(name))


@pytest.mark.parametrize(
    ("method", "move"),
    [
        ("def choose(self, position): return position.moves()[3]", 3),
        ("def choose(self, position): return 'h8'", 112),
        ("def choose(self, position): return Decision.resign()", None),
        ("def choose(self, record, clock): return record.plies + 10", 12),
        ("def choose(self, record, clock=None): return int(clock.left(0))", 30),
        ("def choose(self, record): return record.plies", 2),
        ("async def choose(self, position): return 5", 5),
        ("async def choose(self, record, clock): return Decision(6, 0.25)", 6),
        ("def choose(self, position): return Decision(7, float('nan'))", 7),
        ("def choose(self, position, *, depth=2): return depth", 2),
    ],
)
def test_every_style_of_choose(tmp_path: Path, method: str, move: int | None) -> None:
    spec = write(tmp_path, f"from boyi.players.base import Decision\nclass Bot:\n    {method}\n")
    (decision,) = ask(spec, gomoku("h8 h9"), clock="30/move")
    assert decision.move == move
    assert decision.win_rate == (0.25 if move == 6 else None)


def test_a_forgotten_return_is_said(tmp_path: Path) -> None:
    spec = write(tmp_path, "class Bot:\n    def choose(self, position): position.moves()[3]\n")
    with pytest.raises(PlayerFailed, match=r"^bot\.py: choose\(\) returned None, which resigns\.$") as caught:
        ask(spec, gomoku("h8 h9"))
    assert caught.value.reason == RESIGNED

    async def check() -> dict[str, str]:
        found = check_conformance(lambda: make_player(spec), boyi.game("gomoku"), positions=1)
        return {finding.name: str(finding.text) async for finding in found if not finding.good}

    assert asyncio.run(check())["first"].startswith("bot.py: choose() returned None, which resigns.")


def test_print_and_input_and_neighbours_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("NUMBER = 42\n")
    code = """
        import os, subprocess, sys
        from helper import NUMBER

        print('{"type": "move", "move": 1}')

        class Bot:
            def choose(self, position):
                print('{"type": "move", "move": 2}', flush=True)
                os.write(1, b'{"type": "move", "move": 3}\\n')
                subprocess.run([sys.executable, "-c", "print('move 4')"])
                try:
                    return int(input("Your move? "))
                except EOFError:
                    return NUMBER
        """
    assert ask(write(tmp_path, code), gomoku())[0].move == 42


def test_a_game_has_its_own_player_and_a_process_its_memory(tmp_path: Path) -> None:
    code = """
        games = 0

        class Bot:
            def __init__(self):
                global games
                games += 1
                self.asked = 0

            def choose(self, position):
                self.asked += 1
                return games * 15 + self.asked
        """
    game = gomoku()
    first, second, third = ask(write(tmp_path, code), game, game, gomoku())
    assert [first.move, second.move, third.move] == [16, 17, 31]


def test_the_class_can_be_named(tmp_path: Path) -> None:
    code = """
        class One:
            def choose(self, position): return 1

        class Two(One):
            def choose(self, position): return 2
        """
    spec = write(tmp_path, code)
    assert ask(f"{spec}:Two", gomoku())[0].move == 2
    assert ask(f"{spec}:One?timeout=9", gomoku())[0].move == 1
    with pytest.raises(PlayerFailed, match=r"more than one class with choose\(\): write py:bot.py:One / "):
        ask(spec, gomoku())
    many = "".join(f"class C{number}:\n    def choose(self, p): return 1\n" for number in range(7))
    with pytest.raises(PlayerFailed, match=r"write py:bot.py:C0 / .* / py:bot.py:C6\.$"):
        ask(write(tmp_path, many), gomoku())
    write(tmp_path, code)
    with pytest.raises(PlayerFailed, match="has no class Three with a method choose"):
        ask(f"{spec}:Three", gomoku())


@pytest.mark.parametrize(
    ("parameters", "first", "clocks"),
    [
        ("position", "Board", 0),
        ("record", "GameRecord", 0),
        ("record, clock", "GameRecord", 1),
        ("game, clock=None", "GameRecord", 1),
        ("position, clock", "Board", 1),
    ],
)
def test_choose_is_given_what_its_parameters_name(
    tmp_path: Path, parameters: str, first: str, clocks: int
) -> None:
    names = [word.partition("=")[0] for word in parameters.split(", ")]
    code = f"""
        class Bot:
            def choose(self, {parameters}):
                given = [{", ".join(names)}]
                kind = "Board" if hasattr(given[0], "legal_moves") else type(given[0]).__name__
                raise ValueError((kind, given[1:]))
        """
    with pytest.raises(PlayerFailed, match=re.escape(f"ValueError: {(first, [None] * clocks)}")):
        ask(write(tmp_path, code), gomoku())


@pytest.mark.parametrize(
    ("code", "reason", "says"),
    [
        (
            "class Bot:\n    def choose(self, position):\n        return 1 / 0\n",
            "crash",
            r"^bot\.py failed in line 3: ZeroDivisionError: division by zero\.$",
        ),
        ("import nonsense_module\n", "crash", r"^bot\.py failed in line 1: ModuleNotFoundError: No module"),
        (
            "class Bot:\n    def choose(self position):\n",
            "crash",
            r"^bot\.py failed in line 2: SyntaxError: ",
        ),
        ("x = 1\n", "crash", r"^bot\.py has no class with a method choose\(position\)\.$"),
        (
            "class Bot:\n    def __init__(self, depth): pass\n    def choose(self, position): return 1\n",
            "crash",
            "TypeError: .*depth",
        ),
        ("class Bot:\n    def choose(self, position): return 'z99'\n", "illegal move", "z99"),
        ("class Bot:\n    def choose(self, position): return 2.5\n", "illegal move", "Bot returned '2.5'"),
        ("import os\nclass Bot:\n    def choose(self, position): os._exit(4)\n", "crash", "exit code 4"),
        (
            "class Bot:\n    def choose(self, position):\n        return position.play(999)\n",
            "crash",
            r"^bot\.py failed in line 3: IllegalMove: ",
        ),
        (
            "class Bot:\n    def choose(self, position): raise ValueError('one\\ntwo')\n",
            "crash",
            r"^bot\.py failed in line 2: ValueError: one\.$",
        ),
        ("class Bot:\n    def choose(self, position): raise SystemExit('bye')\n", "crash", "SystemExit: bye"),
        (
            "class Bot:\n    def choose(self, position): return self.choose(position)\n",
            "crash",
            "RecursionError",
        ),
        (
            "class Bot:\n    def choose(self, position):\n        while True: pass\n",
            "time out",
            "did not move",
        ),
        ("while True: pass\n", "time out", "did not (get ready|move)"),
    ],
)
def test_failures_name_the_line_and_the_reason(tmp_path: Path, code: str, reason: str, says: str) -> None:
    spec = write(tmp_path, code)
    with pytest.raises(PlayerFailed, match=says) as caught:
        ask(f"{spec}?timeout={1 if reason == 'time out' else 180}", gomoku())
    assert caught.value.reason == reason
    assert str(caught.value).count("\n") == 0
    assert not Path("/proc/self").exists() or gone(str(tmp_path))


def test_a_number_that_is_no_legal_move_is_left_to_the_judge(tmp_path: Path) -> None:
    spec = write(tmp_path, "class Bot:\n    def choose(self, position): return 10**9\n")
    assert ask(spec, gomoku())[0].move == 10**9


def test_the_class_itself_never_runs_in_our_process(tmp_path: Path) -> None:
    spec = write(
        tmp_path, "import os\nclass Bot:\n    def choose(self, position): return os.getpid() % 200\n"
    )
    ask(spec, gomoku())
    assert not any(
        getattr(module, "__file__", "") == spec.removeprefix("py:") for module in sys.modules.values()
    )


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("py:", "py needs a colon and a path: write py:my_bot.py"),
        ("py:/no/such.py", r"There is no file '/no/such\.py'\."),
        ("py:/no/such.py:Bot", r"There is no file '/no/such\.py'\."),
        ("py:my bot.py:two words", "'two words' is not the name of a class"),
        ("mo:/no/such.py", "There is no file"),
        ("py:x.py?protocol=gtp", "py has no setting 'protocol'"),
    ],
)
def test_bad_files_get_one_sentence(spec: str, says: str) -> None:
    with pytest.raises(BadSpec, match=says):
        make_player(spec)
