"""The sandboxes of hosted programs, tried by programs that mean harm."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest

from boyi.players.base import PlayerFailed
from boyi.programs import cgroup, seccomp
from boyi.programs.bubblewrap import knows_size
from boyi.programs.child import Child
from boyi.programs.config import SandboxKind
from boyi.programs.sandbox import SANDBOXES, Allowance, Protection, describe, protection
from tests.programs.children import gone, living

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the sandboxes are Linux's")
PATIENCE = 120.0
"""Seconds to wait for what must happen, on a busy machine."""


def needs(sandbox: SandboxKind) -> Protection:
    found = protection(sandbox)
    if found.sandbox != sandbox:
        pytest.skip(f"{sandbox} does not work on this computer")
    return found


def needs_group(sandbox: SandboxKind = "bubblewrap") -> Protection:
    found = needs(sandbox)
    if not found.group:
        pytest.skip("control groups with memory and pids cannot be made on this computer")
    return found


def python(code: str, *arguments: str) -> list[str]:
    return [sys.executable, "-S", "-c", code, *arguments]


def run(
    command: list[str], sandbox: Protection, allowance: Allowance | None = None
) -> tuple[list[str], PlayerFailed]:
    """What a program prints until it ends, and the sentence about its end."""

    async def listen() -> tuple[list[str], PlayerFailed]:
        child = Child(command, "Rogue", sandbox=sandbox, allowance=allowance)
        lines: list[str] = []
        try:
            async with asyncio.timeout(PATIENCE):
                while (line := await child.line()) is not None:
                    lines.append(line)
                return lines, await child.failure()
        except PlayerFailed as failed:
            return lines, failed
        finally:
            child.kill()

    return asyncio.run(listen())


def groups_of(pid: int) -> list[Path]:
    """The control groups that a process of Boyi has made and not removed."""
    return [
        folder
        for parent in cgroup.group_parents().values()
        for folder in parent.glob(f"{cgroup.PREFIX}-*-{pid}-*")
    ]


# Memory and processes of the whole group

HOARD = """
import os, sys, time
for _ in range(5):
    if os.fork() == 0:
        hoard = bytearray(b"x") * 200_000_000
        time.sleep(600)
print("forked", flush=True)
time.sleep(600)
"""


def test_groups_are_used_where_they_can_be_made() -> None:
    if not cgroup.group_parents():
        pytest.skip("control groups with memory and pids cannot be made on this computer")
    assert all(protection(sandbox).group for sandbox in SANDBOXES)


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_memory_is_limited_for_a_program_and_its_children_together(sandbox: SandboxKind) -> None:
    found = needs_group(sandbox)
    word = uuid4().hex
    lines, failed = run(python(HOARD, word), found, Allowance(memory=500))
    assert lines == ["forked"]
    assert str(failed) == "Rogue and its children used more than 500 MB of memory together."
    assert failed.reason == "crash"
    assert gone(word, PATIENCE)
    assert not groups_of(os.getpid())


FORKS = """
import os, time
children = 0
try:
    while children < 2000:
        if os.fork() == 0:
            time.sleep(600)
        children += 1
except OSError as error:
    print(children, error.strerror, flush=True)
"""


@pytest.mark.parametrize("sandbox", ["bubblewrap", "plain"])
def test_the_number_of_processes_is_limited(sandbox: SandboxKind) -> None:
    found = needs_group(sandbox)
    lines, _ = run(python(FORKS), found, Allowance(processes=40))
    children, _, said = lines[0].partition(" ")
    assert 20 < int(children) <= 40 + cgroup.OVERHEAD
    assert said == "Resource temporarily unavailable"


def test_no_group_stays_after_a_program() -> None:
    found = needs_group()
    lines, failed = run(python("print('hello')"), found)
    assert lines == ["hello"]
    assert str(failed) == "Rogue ended with exit code 0."
    assert not groups_of(os.getpid())


HOST = """
import asyncio, sys, time
from boyi.programs.child import Child
from boyi.programs.sandbox import protection

async def start():
    command = [sys.executable, "-S", "-c", sys.argv[1], sys.argv[2]]
    child = Child(command, "Rogue", sandbox=protection("plain"))
    print(await child.line(), flush=True)
    time.sleep(600)

asyncio.run(start())
"""
ESCAPE = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        sleeper = "import time; time.sleep(600)"
        os.execve(sys.executable, [sys.executable, "-S", "-c", sleeper, sys.argv[1]], {})
    os._exit(0)
os.wait()
print("escaped", flush=True)
time.sleep(600)
"""
"""Forks twice, leaves its session and clears its environment."""


def test_the_group_of_a_killed_boyi_is_removed_by_the_next_one() -> None:
    needs_group("plain")
    word = uuid4().hex
    host = subprocess.Popen([sys.executable, "-c", HOST, ESCAPE, word], stdout=subprocess.PIPE)
    try:
        assert host.stdout is not None
        with host.stdout:
            assert host.stdout.readline() == b"escaped\n"
        assert groups_of(host.pid)
    finally:
        host.kill()
        host.wait()
    for parent in cgroup.group_parents().values():
        cgroup.remove_stale(parent)
    assert not groups_of(host.pid)
    assert gone(word, PATIENCE)


def test_groups_of_the_living_and_of_others_are_left_alone(tmp_path: Path) -> None:
    own = cgroup._owner(os.getpid())
    prefix, space, pid, began = own.split("-")
    kept = [f"{own}-00", f"{prefix}-1-{pid}-5-00", "user.slice", prefix, f"{prefix}-{space}"]
    stale = [f"{prefix}-{space}-{pid}-{int(began) + 1}-00", f"{prefix}-{space}-{2**22 + 1}-5-00"]
    for name in [*kept, *stale]:
        (tmp_path / name).mkdir()
    cgroup.remove_stale(tmp_path)
    assert sorted(place.name for place in tmp_path.iterdir()) == sorted(kept)


def unified(folder: Path, handed_on: str, limit: str = "max") -> None:
    """The files of a control group of version 2 that say what can be made below it."""
    folder.mkdir(exist_ok=True)
    for name, text in {
        "cgroup.controllers": "cpu memory pids",
        "cgroup.subtree_control": handed_on,
        "cgroup.type": "domain",
        "memory.max": limit,
    }.items():
        (folder / name).write_text(text + "\n")


@pytest.mark.parametrize(
    ("handed_on", "limit", "found"),
    [
        ("memory pids", "max", "user"),
        ("memory pids", "1000000", None),  # a limit that somebody has set for us holds for our programs too
        ("pids", "max", "."),
    ],
)
def test_a_group_of_version_2_is_made_where_controllers_are_handed_on(
    tmp_path: Path, handed_on: str, limit: str, found: str | None
) -> None:
    unified(tmp_path, "cpu memory pids")
    unified(tmp_path / "user", handed_on)
    unified(tmp_path / "user" / "scope", "", limit)
    mounts = cgroup._mounts(f"25 1 0:22 / {tmp_path} rw - cgroup2 cgroup2 rw\n")
    places = cgroup._parents("0::/user/scope\n", mounts)
    assert places == ({} if found is None else dict.fromkeys(cgroup.CONTROLLERS, tmp_path / found))


LEAVE = """
import glob
for place in glob.glob("/sys/fs/cgroup/**/cgroup.procs", recursive=True):
    try:
        with open(place, "w") as file:
            file.write("0")
        print(place, flush=True)
    except OSError:
        pass
print("tried", flush=True)
"""


def test_a_program_behind_bubblewrap_cannot_leave_its_group() -> None:
    sandbox = needs_group()
    for private in (False, True):
        assert run(python(LEAVE), replace(sandbox, private=private))[0] == ["tried"]


# Children that leave


def escaped(child: Child, word: str) -> None:
    async def listen() -> None:
        assert await asyncio.wait_for(child.line(), PATIENCE) == "escaped"

    asyncio.run(listen())
    end = time.monotonic() + PATIENCE
    while len(living(word)) < 2 and time.monotonic() < end:
        time.sleep(0.02)


@pytest.mark.parametrize("group", [True, False])
def test_without_a_wall_all_children_end_too(group: bool) -> None:
    sandbox = needs_group("plain") if group else describe("plain")
    word = uuid4().hex
    child = Child(python(ESCAPE, word), "Rogue", sandbox=sandbox)
    escaped(child, word)
    child.kill()
    assert gone(word, PATIENCE)


def test_without_a_wall_children_end_when_the_program_does() -> None:
    word = uuid4().hex
    _, failed = run(python(ESCAPE.replace("time.sleep(600)\n", ""), word), describe("plain"))
    assert str(failed) == "Rogue ended with exit code 0."
    assert gone(word, PATIENCE)


def test_without_a_wall_children_end_when_boyi_is_killed() -> None:
    word = uuid4().hex
    program = HOST.replace('protection("plain")', 'describe("plain")').replace("protection", "describe")
    host = subprocess.Popen([sys.executable, "-c", program, ESCAPE, word], stdout=subprocess.PIPE)
    assert host.stdout is not None
    with host.stdout:
        assert host.stdout.readline() == b"escaped\n"
    host.kill()
    host.wait()
    assert gone(word, PATIENCE)


def test_a_program_that_signals_its_own_group_ends_alone() -> None:
    _, failed = run(python("import os, signal; os.kill(0, signal.SIGKILL)"), describe("plain"))
    assert str(failed) == "Rogue was ended by signal 9."


# Files

FILL = """
import os, sys
written = 0
try:
    for number in range(100):
        with open(f"{sys.argv[1]}/{number}", "wb", buffering=0) as file:
            for _ in range(32):
                written += file.write(b"x" * (1 << 20))
except OSError as error:
    print(written >> 20, error.strerror, flush=True)
"""


@pytest.mark.parametrize("place", ["/tmp", "/dev/shm"])
def test_private_folders_are_bounded(place: str) -> None:
    sandbox = needs("bubblewrap")
    if not knows_size():
        pytest.skip("this bubblewrap has no --size")
    lines, _ = run(python(FILL, place), sandbox, Allowance(scratch=80))
    megabytes, _, said = lines[0].partition(" ")
    assert said == "No space left on device"
    assert 70 <= int(megabytes) <= 80


def test_nothing_else_can_be_written() -> None:
    sandbox = needs("bubblewrap")
    program = """
import os
for place in ("/dev", "/run", "/var/tmp", "/home", "/root", "/", "/etc", os.getcwd()):
    try:
        open(f"{place}/boyi-was-here", "wb").write(b"x")
        print(place, flush=True)
    except OSError:
        pass
"""
    for private in (False, True):
        assert run(python(program), replace(sandbox, private=private))[0] == []


# System calls

CALLS = """
import ctypes, errno, sys
libc = ctypes.CDLL(None, use_errno=True)
for number in map(int, sys.argv[1:]):
    ctypes.set_errno(0)
    done = libc.syscall(ctypes.c_long(number), 0, 0, 0, 0, 0, 0)
    print(errno.errorcode.get(ctypes.get_errno(), done), flush=True)
"""
NAMESPACE = """
import ctypes, errno, os
libc = ctypes.CDLL(None, use_errno=True)
done = libc.syscall(ctypes.c_long(56), ctypes.c_long(0x10000000 | 17), 0, 0, 0, 0)
if done == 0:
    os._exit(0)
print(errno.errorcode.get(ctypes.get_errno(), "done"), flush=True)
"""


def needs_filter() -> Protection:
    sandbox = needs("bubblewrap")
    if not sandbox.filtered:
        pytest.skip("system calls cannot be filtered on this computer")
    return sandbox


def test_every_machine_has_a_filter_that_fits_its_jumps() -> None:
    for machine in seccomp.ARCHITECTURES:
        program = seccomp.filter_program(machine)
        assert program is not None
        assert len(program) % 8 == 0
        assert len(program) // 8 < 4096


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="the numbers are those of x86-64")
def test_risky_system_calls_are_refused() -> None:
    sandbox = needs_filter()
    numbers = {name: numbers[0] for name, numbers in seccomp.REFUSED.items() if numbers[0] is not None}
    lines, _ = run(python(CALLS, *map(str, numbers.values())), sandbox)
    wanted = {name: "ENOSYS" if name.startswith("io_uring") else "EPERM" for name in numbers}
    assert dict(zip(numbers, lines, strict=True)) == wanted
    assert run(python(NAMESPACE), sandbox)[0] == ["EPERM"]
    assert run(python(NAMESPACE), replace(sandbox, filtered=False, private=True))[0] == ["done"]


ORDINARY = """
import multiprocessing, os, socket, subprocess, sys, tempfile, threading
thread = threading.Thread(target=print, args=("thread",), kwargs={"flush": True})
thread.start()
thread.join()
print(subprocess.run(["echo", "process"], capture_output=True, text=True).stdout.strip())
with multiprocessing.get_context("fork").Pool(2) as pool:
    print(sum(pool.map(abs, [-1, -2])))
with tempfile.TemporaryFile() as file:
    file.write(b"x")
a, b = socket.socketpair()
os.posix_spawn(sys.executable, [sys.executable, "-S", "-c", ""], {})
print(os.wait()[1])
"""
JAVA = """
public class Player {
    public static void main(String[] arguments) throws Exception {
        Thread thread = new Thread(() -> System.out.println("java"));
        thread.start();
        thread.join();
    }
}
"""


def test_ordinary_programs_run_behind_the_filter(tmp_path: Path) -> None:
    sandbox = needs_filter()
    assert run([sys.executable, "-c", ORDINARY], sandbox)[0] == ["thread", "process", "3", "0"]
    if shutil.which("node"):
        script = "require('fs').readFile('/etc/hostname', () => setTimeout(() => console.log('node'), 5))"
        assert run(["node", "-e", script], sandbox, Allowance(memory=0))[0] == ["node"]


@pytest.mark.skipif(not shutil.which("java") or not shutil.which("javac"), reason="there is no Java here")
def test_java_runs_behind_the_filter(tmp_path: Path) -> None:
    sandbox = needs_filter()
    (tmp_path / "Player.java").write_text(JAVA)
    subprocess.run(["javac", "Player.java"], cwd=tmp_path, check=True, timeout=PATIENCE)

    async def listen() -> str | None:
        command = ["java", "-cp", str(tmp_path), "Player"]
        child = Child(command, "Player", sandbox=sandbox, allowance=Allowance(memory=0), needed=[tmp_path])
        try:
            return await asyncio.wait_for(child.line(), PATIENCE)
        finally:
            child.kill()

    assert asyncio.run(listen()) == "java"
