"""Other people's programs: whole games over every protocol, and every way to misbehave."""

from __future__ import annotations

import asyncio
import random
import shutil
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

import boyi
from boyi.arena.tournament.toml import spec_in
from boyi.core.clock import Clock, TimeControl
from boyi.core.language import language
from boyi.core.record import GameRecord
from boyi.players.base import Decision, Player, PlayerFailed
from boyi.players.spec import BadSpec, Spec, make_player
from boyi.programs.config import ProcessConfig, SandboxKind
from boyi.programs.process import ProcessPlayer
from boyi.programs.sandbox import SANDBOXES, protection
from boyi.store.specs import absolute_spec
from tests.patience import PATIENCE
from tests.programs.children import gone, living

PROGRAMS = Path(__file__).parent / "programs"
linux = pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are counted by /proc")


def needs(sandbox: SandboxKind) -> None:
    if protection(sandbox).sandbox != sandbox:
        pytest.skip(f"{sandbox} does not work on this computer")


class Rogue:
    """A misbehaving program with a word by which its processes are found."""

    def __init__(self, how: str, *more: str, sandbox: SandboxKind = "bubblewrap", **config: Any) -> None:
        self.word = f"rogue-{uuid4().hex}"
        command = [sys.executable, "-S", str(PROGRAMS / "rogue.py"), how, *more, self.word]
        setting = "best" if sandbox == "bubblewrap" else sandbox
        settings = {"timeout": PATIENCE, "name": "Rogue", "sandbox": setting, **config}
        self.player = ProcessPlayer(command, ProcessConfig(**settings))
        self.record = GameRecord(boyi.game("gomoku"))

    async def move(self, seconds: float = PATIENCE) -> Decision:
        decision = await asyncio.wait_for(self.player.choose(self.record), seconds)
        if decision.move is not None and self.record.position.is_legal(decision.move):
            self.record.play(decision.move)
        return decision

    async def reply(self) -> None:
        self.record.play(max(self.record.position.moves()))


MISBEHAVIOUR = {
    "silent": ("time out", r"^Rogue did not move within 0\.8 s\.$"),
    "crash": ("crash", r"^Rogue ended with exit code 1: 'my own last words'\.$"),
    "flood": ("flood", r"^Rogue printed more than 8 MB without a move\.$"),
    "memory": ("crash", "exit code 1: 'MemoryError'"),
    "closes": ("crash", r"^Rogue closed its output\.$"),
    "slow": ("time out", "did not move within"),
    "killed": ("crash", r"^Rogue was ended by signal 11\.$"),
    "flood-line": ("flood", "printed more than 8 MB"),
    "outside": ("illegal move", r"^Rogue: '99,99' is outside the 15x15 board\.$"),
    "half": ("time out", "did not move within"),
    "binary": ("time out", "did not move within"),
    "no-start": ("time out", "did not (get ready|move)"),
    "refuses": ("crash", r"^Rogue refuses: 'only 20x20'\.$"),
}
CASES: list[tuple[SandboxKind, str]] = [("bubblewrap", how) for how in MISBEHAVIOUR]
CASES += [(sandbox, how) for sandbox in ("namespaces", "plain") for how in list(MISBEHAVIOUR)[:5]]


@linux
@pytest.mark.parametrize(("sandbox", "how"), CASES)
def test_misbehaviour_loses_with_a_clear_reason(sandbox: SandboxKind, how: str) -> None:
    needs(sandbox)
    reason, says = MISBEHAVIOUR[how]
    if sandbox != "plain" and how == "closes":
        reason, says = "time out", "did not move"  # the sandbox itself holds the output open
    rogue = Rogue(how, sandbox=sandbox, memory=1024, timeout=0.8 if reason == "time out" else PATIENCE)

    async def play() -> None:
        await rogue.move()

    with pytest.raises(PlayerFailed, match=says) as caught:
        asyncio.run(play())
    assert caught.value.reason == reason
    assert caught.value.outcome is None
    assert gone(rogue.word)


@linux
@pytest.mark.parametrize("how", ["good", "chat", "binary-first", "flood-errors", "ignores-quit", "twice"])
def test_deviations_that_are_tolerated(how: str) -> None:
    rogue = Rogue(how)

    async def play() -> list[int | None]:
        moves = []
        for _ in range(3):
            moves.append((await rogue.move()).move)
            await rogue.reply()
            if how == "twice":
                await asyncio.sleep(0.1)  # what comes before the next question answers nothing
        assert living(rogue.word)
        await rogue.player.close()
        return moves

    assert asyncio.run(play()) == [0, 1, 2]
    assert gone(rogue.word)


@linux
def test_a_program_can_use_all_the_memory_that_it_is_told() -> None:
    rogue = Rogue("fills", memory=256)

    async def play() -> Decision:
        decision = await rogue.move()
        await rogue.player.close()
        return decision

    assert asyncio.run(play()) == Decision(0)


WITH_FILES = """
import sys

place = int(open("weights.txt").read())
for line in sys.stdin:
    if line.startswith("START"):
        print("OK", flush=True)
    elif line.startswith("BEGIN"):
        print(f"{place},0", flush=True)
"""


@linux
@pytest.mark.parametrize("sandbox", SANDBOXES)
@pytest.mark.parametrize("command", ["./pbrain-files", f"{sys.executable} pbrain-files?protocol=gomocup"])
def test_a_program_runs_in_its_folder(tmp_path: Path, sandbox: SandboxKind, command: str) -> None:
    needs(sandbox)
    folder = tmp_path / "an & engine"
    folder.mkdir()
    (folder / "weights.txt").write_text("7")
    program = folder / "pbrain-files"
    program.write_text(f"#!{sys.executable}\n{WITH_FILES}")
    program.chmod(0o755)
    spec = Spec.parse(f"cmd:{command}").with_settings({"cwd": str(folder), "sandbox": sandbox})
    for text in (str(spec), absolute_spec(str(spec)), spec_in(str(spec), tmp_path)):
        player = make_player(text)

        async def play(player: Player = player) -> Decision:
            decision = await player.choose(GameRecord(boyi.game("gomoku")))
            await player.close()
            return decision

        assert asyncio.run(play()) == Decision(7)


def test_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadSpec, match=r"^There is no folder '.*nowhere'\.$"):
        make_player(f"cmd:./pbrain-files?cwd={tmp_path}/nowhere")
    with pytest.raises(BadSpec, match=r"^There is no program '.*pbrain-files' that can be run"):
        make_player(f"cmd:./pbrain-files?cwd={tmp_path}")


@linux
def test_an_illegal_move_is_left_to_the_judge() -> None:
    rogue = Rogue("taken")

    async def play() -> Decision:
        rogue.record.play_text("h8")
        decision = await rogue.move()
        await rogue.player.close()
        return decision

    assert asyncio.run(play()) == Decision(112)  # h8 again


@linux
def test_a_program_that_dies_between_moves_loses_and_can_be_asked_again() -> None:
    rogue = Rogue("dies-after")

    async def play() -> None:
        await rogue.move()
        assert gone(rogue.word)
        await rogue.reply()
        with pytest.raises(PlayerFailed, match=r"^Rogue ended with exit code 3\.$") as caught:
            await rogue.move()
        assert caught.value.reason == "crash"
        rogue.record = GameRecord(boyi.game("gomoku"))
        assert (await rogue.move()).move == 0
        await rogue.player.close()

    asyncio.run(play())
    assert gone(rogue.word)


def children_go(sandbox: SandboxKind) -> None:
    """Let a program start a hundred children that leave its group, then end it."""
    seconds = f"100.{uuid4().int}"  # found by it, among all that sleep on this computer
    rogue = Rogue("children", seconds, sandbox=sandbox)

    async def play() -> None:
        await rogue.move()
        assert len(living(f"sleep {seconds}")) >= 90
        await rogue.player.close()

    asyncio.run(play())
    assert gone(rogue.word)
    assert gone(f"sleep {seconds}")


@linux
@pytest.mark.parametrize("sandbox", ["bubblewrap", "namespaces"])
def test_children_go_with_their_parent(sandbox: SandboxKind) -> None:
    needs(sandbox)
    children_go(sandbox)


@linux
def test_output_between_turns_is_held_back_and_forgotten() -> None:
    rogue = Rogue("ponders")

    async def play() -> list[int | None]:
        moves = []
        for _ in range(2):
            moves.append((await rogue.move()).move)
            await asyncio.sleep(0.2)  # in which it would print six megabytes
            await rogue.reply()
        await rogue.player.close()
        return moves

    assert asyncio.run(play()) == [0, 1]
    assert gone(rogue.word)


@linux
def test_children_go_with_their_parent_without_a_wall() -> None:
    """In a process namespace of the test's own, so that nothing can be left on this computer."""
    needs("namespaces")
    spaces = ["--user", "--map-current-user", "--pid", "--fork", "--kill-child=KILL", "--mount-proc"]
    program = "from tests.programs.test_process import children_go; children_go('plain'); print('all gone')"
    command = ["unshare", *spaces, sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.stdout, done.returncode) == ("all gone\n", 0), done.stderr


@linux
def test_a_cancelled_question_ends_the_program() -> None:
    rogue = Rogue("silent", timeout=PATIENCE)

    async def play() -> None:
        clock = Clock.start(TimeControl.parse("1/move"))
        await asyncio.wait_for(rogue.player.choose(rogue.record, clock), 0.7)

    with pytest.raises(TimeoutError):
        asyncio.run(play())
    assert gone(rogue.word)


@linux
def test_a_forgotten_player_takes_its_program_along() -> None:
    rogue = Rogue("good")
    word = rogue.word
    asyncio.run(rogue.move())
    assert living(word)
    del rogue
    assert gone(word)


HOST = """
import asyncio, sys, time
from tests.programs.test_process import Rogue

rogue = Rogue("good", sys.argv[2], sandbox=sys.argv[1])
asyncio.run(rogue.move())
print("moved", flush=True)
time.sleep(100)
"""


@linux
@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_when_boyi_is_killed_its_programs_go_too(sandbox: SandboxKind) -> None:
    needs(sandbox)
    word = f"orphan-{uuid4().hex}"
    host = subprocess.Popen([sys.executable, "-c", HOST, sandbox, word], stdout=subprocess.PIPE)
    assert host.stdout is not None
    with host.stdout:
        assert host.stdout.readline() == b"moved\n"
    assert len(living(word)) > 1
    host.kill()
    host.wait()
    assert gone(word)


@linux
def test_a_program_outlives_the_event_loop_it_was_started_in() -> None:
    rogue = Rogue("good")
    moves = []
    for _ in range(3):
        moves.append(asyncio.run(rogue.move()).move)
        asyncio.run(rogue.reply())
    asyncio.run(rogue.player.close())
    assert moves == [0, 1, 2]  # it counts its own moves: one process
    assert gone(rogue.word)


@linux
def test_the_wall_keeps_files_and_the_network_out_of_reach() -> None:
    needs("bubblewrap")
    assert "no network" in str(protection().text)
    assert "无网络" in language("zh_CN")(protection().text)
    with pytest.raises(PlayerFailed, match="Read-only file system"):
        asyncio.run(Rogue("writes").move())
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        with pytest.raises(PlayerFailed, match=r"refused|unreachable"):
            asyncio.run(Rogue("connects", port).move())
        asyncio.run(Rogue("connects", port, sandbox="plain").move())
        server.accept()[0].close()


@linux
def test_secrets_of_the_environment_are_not_handed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOYI_TEST_SECRET", "hush")
    spy = tmp_path / "spy.py"
    spy.write_text("import os, sys\nsys.exit(' '.join(sorted(os.environ)))\n")
    player = ProcessPlayer([sys.executable, str(spy)], ProcessConfig())
    with pytest.raises(PlayerFailed) as caught:
        asyncio.run(player.choose(GameRecord(boyi.game("gomoku"))))
    assert "PATH" in str(caught.value)
    assert "BOYI_TEST_SECRET" not in str(caught.value)


# Whole games


async def play_game(record: GameRecord, players: Sequence[Player]) -> None:
    for player in players:
        await player.prepare(record)
    while record.outcome is None:
        decision = await asyncio.wait_for(players[record.position.turn].choose(record), PATIENCE)
        if decision.move is None:
            break
        record.play(decision.move)


def peer(protocol: str, game: str) -> ProcessPlayer:
    player = make_player(
        f"cmd:{sys.executable} {PROGRAMS / 'peer.py'} {protocol} {game}"
        f"?protocol={protocol}&timeout=180&name=Peer"
    )
    assert isinstance(player, ProcessPlayer)
    return player


@pytest.mark.parametrize(
    ("protocol", "game", "options"),
    [
        ("gomocup", "gomoku", {"size": 9, "rule": "renju"}),
        ("gtp", "nogo", {"size": 7}),
        ("gtp", "othello", {"size": 6}),
        ("nboard", "othello", {}),
        ("botzone-keep", "othello", {}),
        ("analysis", "loa", {"size": 6}),
    ],
)
def test_two_games_in_one_process_with_a_move_taken_back(
    protocol: str, game: str, options: dict[str, Any]
) -> None:
    async def play() -> None:
        player, chance = peer(protocol, game), random.Random(3)
        clock = Clock.start(TimeControl.parse("60"))
        pids = set()
        for side in (0, 1):
            record = GameRecord(boyi.game(game, **options))
            await player.prepare(record, clock)
            plies = 0
            while record.outcome is None and plies < 40:
                if record.position.turn == side:
                    decision = await asyncio.wait_for(player.choose(record, clock), PATIENCE)
                    if decision.move is None:
                        break
                    record.play(decision.move)
                    assert player._child is not None
                    pids.add(player._child.pid)
                else:
                    record.play(chance.choice(list(record.position.moves())))
                plies += 1
                if plies == 9:
                    record.take_back(4)
            assert plies > 9
        await player.close()
        # Botzone has no word for a game that is not the last one continued: that takes another process.
        assert len(pids) == 1 or protocol.startswith("botzone")

    asyncio.run(play())


@pytest.mark.parametrize(("protocol", "game"), [("botzone", "nogo"), ("botzone-simple", "gomoku")])
def test_botzone_programs_get_a_process_for_each_turn(protocol: str, game: str) -> None:
    async def play() -> None:
        player = peer(protocol, game)
        record = GameRecord(boyi.game(game))
        for _ in range(3):
            decision = await asyncio.wait_for(player.choose(record), PATIENCE)
            assert decision.move is not None
            record.play(decision.move)
            assert player._child is None
        await player.close()

    asyncio.run(play())


def test_a_program_is_not_asked_for_a_game_its_protocol_cannot_say() -> None:
    with pytest.raises(PlayerFailed, match="cannot play tictactoe: gtp is for nogo, gomoku, othello, loa"):
        asyncio.run(peer("gtp", "othello").choose(GameRecord(boyi.game("tictactoe"))))


def rhino() -> str:
    for place in ("/usr/games/gtp-rhino", "gtp-rhino"):
        if shutil.which(place):
            return f"cmd:{place}?protocol=gtp&time=1&timeout=180"
    pytest.skip("GRhino (Debian: grhino) is not installed")


@pytest.mark.parametrize("opponent", ["random:seed=5", "level:3"])
@pytest.mark.parametrize("side", [0, 1])
def test_grhino_plays_complete_games_of_othello(opponent: str, side: int) -> None:
    async def play() -> GameRecord:
        record = GameRecord(boyi.game("othello"))
        players = [make_player(rhino()), make_player(opponent, seed=11)]
        if side:
            players.reverse()
        await play_game(record, players)
        for player in players:
            await player.close()
        assert getattr(players[side], "name", "") == "GTP GRhino"
        return record

    record = asyncio.run(play())
    ended = record.outcome
    assert ended is not None
    assert ended.reason == "discs"
    if opponent.startswith("random"):
        assert ended.winner == side


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("cmd:", r"cmd needs a colon and a command: write cmd:\./engine\?protocol=gtp\."),
        ("cmd:/no/such/program?protocol=gtp", "There is no program '/no/such/program'"),
        ("cmd:sh 'open", "no command: check its quotation marks"),
        ("cmd:sh -c true", "needs .protocol=…: choose gomocup, gtp"),
        ("cmd:sh?protocol=chess", "protocol=chess is not accepted: choose gomocup"),
        ("cmd:sh?speed=1", "cmd has no setting 'speed': write cmd:COMMAND.protocol=…&timeout"),
        ("cmd:sh?protocol=gtp&timeout=soon", "timeout=soon is not accepted"),
    ],
)
def test_bad_commands_get_one_sentence(spec: str, says: str) -> None:
    with pytest.raises(BadSpec, match=says):
        make_player(spec)
