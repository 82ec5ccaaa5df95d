"""Other builds of Boyi as players: ``build:REV`` is a git revision or a folder, built once and kept.

A build runs in a process of its own and is talked to by the analysis protocol.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from boyi.core.errors import BoyiError, shorten
from boyi.core.message import Message
from boyi.players.spec import COMMAND, Spec

KIND = "build"
VARIABLE = "BOYI_BUILDS"
"""Names the folder of the builds, where it is not the user's cache."""
SOURCES = ("src", "native", "CMakeLists.txt", "pyproject.toml", "README.md", "LICENSE")
"""What a build is made of; a folder is built again when one of them has changed."""
LONGEST_BUILD = 3600.0
RUN = (
    "import sys;"
    "sys.meta_path[:] = [one for one in sys.meta_path if 'editable' not in type(one).__module__];"
    "sys.path.insert(0, sys.argv[1]);"
    "from boyi.cli.main import main;"
    "sys.exit(main(sys.argv[2:]))"
)
"""Starts the build whose folder is the first argument, not the Boyi that runs it."""


class BadBuild(BoyiError):
    """A build that cannot be made."""


@dataclass(frozen=True, slots=True)
class BuildSpec:
    """``build:REV`` or ``build:FOLDER``, and after another colon the player that it is to be.

    >>> BuildSpec.parse("build:HEAD~2:level:5")
    BuildSpec(source='HEAD~2', player='level:5')
    """

    source: str
    player: str = ""

    @classmethod
    def parse(cls, text: str) -> BuildSpec:
        """Read the text after checking that it is one."""
        _, _, rest = text.partition(":")
        source, _, player = rest.partition(":")
        if not source or source.startswith("-"):
            raise BadBuild("{text} names no revision and no folder: write build:HEAD~1.", text=shorten(text))
        return cls(source, player)


def is_build(text: str) -> bool:
    """Whether a spec names a build."""
    return text.partition(":")[0].strip() == KIND


def resolve_build(text: str, game: str, tell: Callable[[Message], object] = lambda message: None) -> str:
    """The spec of a program that is this build, which is made now if it is not kept yet.

    Any other text comes back as it is. ``tell`` hears what takes long.
    """
    if not is_build(text):
        return text
    wanted = BuildSpec.parse(text)
    site = find_build(wanted.source, tell)
    words = [sys.executable, "-P", "-c", RUN, str(site), "engine", game, "--protocol", "analysis"]
    if wanted.player:
        words += ["--player", wanted.player]
    return str(Spec(COMMAND, shlex.join(words), (("protocol", "analysis"), ("name", KIND))))


def find_build(source: str, tell: Callable[[Message], object] = lambda message: None) -> Path:
    """The folder with the modules of a build."""
    folder = Path(source).expanduser()
    if (folder / "pyproject.toml").is_file():
        key, fill = _folder_key(folder), lambda target: _copy(folder, target)
    else:
        repository = _repository()
        commit = _git(repository, "rev-parse", "--verify", "--quiet", f"{source}^{{commit}}")
        if commit is None:
            raise BadBuild(
                "{source} is no revision of {repository}, and no folder with Boyi's sources.",
                source=shorten(source),
                repository=repository,
            )
        key, fill = commit, lambda target: _export(repository, commit, target)
    kept = builds_folder() / f"{key[:40]}-{sys.implementation.cache_tag}"
    if not (kept / "boyi").is_dir():
        tell(Message("Building {source} ({key}), once…", source=source, key=key[:10]))
        _build(fill, kept, source)
    return kept


def builds_folder() -> Path:
    """Where builds are kept."""
    own = os.environ.get(VARIABLE)
    if own:
        return Path(own)
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "boyi" / "builds"


def _build(fill: Callable[[Path], None], kept: Path, source: str) -> None:
    """Build into a folder that is there whole or not at all."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="boyi-build-", dir=kept.parent) as name:
        sources, site = Path(name) / "sources", Path(name) / "site"
        sources.mkdir()
        fill(sources)
        environment = dict(os.environ)
        if shutil.which("ccache"):
            environment.setdefault("CMAKE_CXX_COMPILER_LAUNCHER", "ccache")
            environment |= {"CCACHE_BASEDIR": str(sources), "CCACHE_NOHASHDIR": "1"}
        install = [
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-index",
            "--no-deps",
        ]
        command = [sys.executable, *install, "--no-build-isolation", "--target", str(site), str(sources)]
        try:
            made = subprocess.run(
                command, capture_output=True, text=True, env=environment, timeout=LONGEST_BUILD, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise _failed(source, str(error)) from None
        if made.returncode or not (site / "boyi").is_dir():
            raise _failed(source, made.stderr or made.stdout)
        # Without its native module a build would play far weaker, which is not what is compared.
        if (sources / "native").is_dir() and not list((site / "boyi").glob("_native*")):
            raise _failed(source, "the native module was not built")
        try:
            site.rename(kept)
        except OSError:
            if not (kept / "boyi").is_dir():  # else another program was quicker
                raise


def _failed(source: str, said: str) -> BadBuild:
    lines = [line for line in said.splitlines() if line.strip()]
    last = shorten(lines[-1] if lines else "", 300)
    return BadBuild("{source} cannot be built: {last}.", source=shorten(source), last=last)


def _folder_key(folder: Path) -> str:
    """Changes when a source in the folder does."""
    found = sha256(str(folder.resolve()).encode())
    for name in SOURCES:
        top = folder / name
        for file in sorted([top] if top.is_file() else top.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                about = file.stat()
                found.update(f"{file.relative_to(folder)} {about.st_size} {about.st_mtime_ns}\n".encode())
    return found.hexdigest()


def _copy(folder: Path, target: Path) -> None:
    for name in SOURCES:
        place = folder / name
        if place.is_dir():
            shutil.copytree(place, target / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        elif place.is_file():
            shutil.copy2(place, target / name)


def _export(repository: Path, commit: str, target: Path) -> None:
    archive = subprocess.run(
        ["git", "-C", str(repository), "archive", commit], capture_output=True, check=True
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        tar.extractall(target, filter="data")


def _repository() -> Path:
    """Boyi's own repository: the one we are in, else the one that this Boyi was installed from."""
    import boyi

    for place in (Path.cwd(), Path(boyi.__file__).parent):
        top = _git(place, "rev-parse", "--show-toplevel")
        if top is not None and (Path(top) / "src" / "boyi").is_dir():
            return Path(top)
    raise BadBuild("There is no git repository of Boyi here: build:REV needs one, build:FOLDER does not.")


def _git(place: Path, *words: str) -> str | None:
    """What git answers; None if it refuses."""
    try:
        done = subprocess.run(
            ["git", "-C", str(place), *words], capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    text = done.stdout.strip()
    return text if done.returncode == 0 and re.search(r"\S", text) else None
