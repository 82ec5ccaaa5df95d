"""A PostgreSQL server of the tests' own: in a temporary folder, on a Unix socket, never as root."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from tests.patience import PATIENCE

MISSING = "There is no PostgreSQL server here (Debian: apt-get install postgresql)."


def find_binaries() -> Path | None:
    """The folder of initdb and pg_ctl, which Debian keeps off the path."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))
    return folders[-1] if folders else None


class Server:
    """A running server; every database asked for is empty."""

    def __init__(self, binaries: Path, folder: Path) -> None:
        self._binaries = binaries
        self.folder = folder
        self._numbers = count()
        self._owner: dict[str, Any] = {}
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            user = next(entry for entry in pwd.getpwall() if entry.pw_name in ("postgres", "nobody"))
            os.chown(folder, user.pw_uid, user.pw_gid)
            self._owner = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        self._run("initdb", "--no-sync", "--auth=trust", "--username=boyi", "--encoding=UTF8", "--no-locale")

    def _run(self, program: str, *arguments: str) -> None:
        # Into a file and not a pipe, which the server would keep open for as long as it lives.
        with (self.folder / f"{program}.log").open("ab") as log:
            done = subprocess.run(
                [self._binaries / program, "-D", self.folder / "data", *arguments],
                stdout=log,
                stderr=log,
                cwd="/",
                timeout=PATIENCE,
                **self._owner,
            )
        if done.returncode:
            raise RuntimeError((self.folder / f"{program}.log").read_text("utf-8"))

    def start(self) -> None:
        # Programs are killed here and not machines, so nothing needs to wait for the disk.
        options = f"-k {self.folder} -c listen_addresses='' -c shared_buffers=16MB -c fsync=off"
        self._run("pg_ctl", "-w", "-l", str(self.folder / "server.log"), "-o", options, "start")

    def stop(self, mode: str = "fast") -> None:
        self._run("pg_ctl", "-w", "-m", mode, "stop")

    def new_database(self) -> str:
        """The URL of a place without tables: a schema of its own, which takes less time than a database."""
        name = f"boyi{next(self._numbers)}"
        with psycopg.connect(f"host={self.folder} user=boyi dbname=postgres", autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(name)))
        return f"postgresql+psycopg://boyi@/postgres?host={self.folder}&options=-csearch_path%3D{name}"


@contextmanager
def run_server(binaries: Path) -> Iterator[Server]:
    # Not in pytest's folder: only the user who runs the tests may enter that one.
    folder = Path(tempfile.mkdtemp(prefix="boyi-pg-"))
    try:
        server = Server(binaries, folder)
        server.start()
        try:
            yield server
        finally:
            server.stop("immediate")
    finally:
        shutil.rmtree(folder)
