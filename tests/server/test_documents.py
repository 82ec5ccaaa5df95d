"""The dialogue of docs/server.md happens as it is written; the OpenAPI document keeps its word."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from boyi.server.messages import server_messages
from boyi.server.schema import make_schema
from tests.patience import PATIENCE
from tests.server.client import HUMAN, Server, computer, enter, running

ROOT = Path(__file__).parents[2]


def holds(message: Any, expected: Any) -> bool:
    """Whether a message has all that is expected of it."""
    if isinstance(expected, dict):
        return isinstance(message, dict) and all(holds(message.get(k), v) for k, v in expected.items())
    return bool(message == expected)


def test_the_dialogue_of_the_document(server: Server) -> None:
    text = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    found = re.search(r"```dialogue\n(.*?)```", text, re.DOTALL)
    assert found is not None
    lines = [(line[0], json.loads(line[1:])) for line in found[1].splitlines()]
    assert len(lines) > 15

    async def play() -> None:
        made = server.new("gomoku", [HUMAN, computer("level:1")], clock="300+5")
        async with enter(server, made["id"]) as client:
            await client.socket.close()
        from websockets.asyncio.client import connect

        address = f"ws://127.0.0.1:{server.port}/api/games/{made['id']}/socket"
        async with connect(address, proxy=None, open_timeout=PATIENCE, ping_interval=None) as socket:
            heard: list[Any] = []
            for direction, message in lines:
                if direction == "→":
                    words = json.dumps(message).replace("OWNER", made["tokens"]["owner"])
                    await socket.send(words)
                    continue
                while True:
                    async with asyncio.timeout(PATIENCE):
                        heard.append(json.loads(await socket.recv()))
                    server_messages.validate_python(heard[-1])
                    if heard[-1]["type"] == message["type"]:
                        assert holds(heard[-1], message), (heard[-1], message)
                        break

    asyncio.run(play())


def test_the_schema_knows_every_message() -> None:
    schema = make_schema()
    for side in ("client", "server"):
        kinds = schema["properties"][side]["discriminator"]["mapping"]
        assert len(kinds) >= 14
    assert json.loads(json.dumps(schema)) == schema


@pytest.mark.outside
@pytest.mark.parametrize("seconds", [3, pytest.param(40, marks=pytest.mark.soak)])
def test_no_request_breaks_the_server(seconds: int, tmp_path: Path) -> None:
    # A server of its own: the requests also lock it.
    with running(tmp_path / "games.db") as server:
        ask_at_random(server, tmp_path, seconds)


def ask_at_random(server: Server, tmp_path: Path, least: int) -> None:
    """Send all kinds of requests, except those that open the server to the network or connect elsewhere."""
    game = server.new("gomoku", start={"moves": "h8 h9"})["id"]
    # As a file: on a busy machine the server may need longer for it than the tool waits.
    document = tmp_path / "openapi.json"
    document.write_text(json.dumps(server.call("GET", "/api/openapi.json")[1]), encoding="utf-8")
    for number, more in enumerate(("", f'[parameters]\n"path.game_id" = "{game}"\n')):
        config = tmp_path / f"{number}.toml"
        config.write_text(more, encoding="utf-8")
        command = [str(Path(sys.executable).with_name("st")), "--config-file", str(config), "run"]
        command += [str(document), "--url", server.url, "--checks", "not_a_server_error", "--seed", "7"]
        command += ["--max-examples", "4", "--no-color"]
        command += ["--exclude-path", "/api/course", "--exclude-path-regex", "^/api/network/(open|close)$"]
        command += ["--generation-database", "none", "--phases", "coverage,fuzzing"]
        command += ["--exclude-method", "DELETE"] if more else []
        for seconds in (
            least,
            10 * least,
            50 * least,
        ):  # more only where the machine is so busy that nothing was asked
            limited = [*command, "--max-time", str(seconds)]
            limit = PATIENCE + seconds
            done = subprocess.run(
                limited, capture_output=True, text=True, timeout=limit, cwd=tmp_path, check=False
            )
            assert done.returncode == 0, done.stdout[-3000:]
            if re.search(r"[1-9]\d* passed", done.stdout):
                break
        else:
            raise AssertionError(done.stdout[-3000:])
    assert server.call("GET", "/api/catalog")[0] == 200


@pytest.mark.parametrize(
    "command", [["--version"], ["games"], ["perft", "othello", "2"], ["serve", "--help"]]
)
def test_other_commands_do_not_load_the_server(command: list[str]) -> None:
    code = (
        "import sys; from boyi.cli.main import main; main(sys.argv[1:]);"
        "heavy = {'fastapi', 'uvicorn', 'pydantic', 'sqlalchemy', 'starlette'} & set(sys.modules);"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code, *command], check=True, capture_output=True, timeout=PATIENCE)


def test_a_port_in_use_is_said_in_a_sentence(server: Server, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "boyi", "serve", "--no-browser", "--port", str(server.port)]
    done = subprocess.run(
        [*command, "--db", str(tmp_path / "x.db")],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == f"The port {server.port} is in use: choose another with --port.\n"


def test_a_database_that_cannot_be_opened_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_text("this is not a database, but long enough to look like a file" * 20)
    command = [sys.executable, "-m", "boyi", "serve", "--no-browser", "--port", "0"]
    done = subprocess.run(
        [*command, "--db", str(tmp_path / "x.db")],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2
    assert "is not a database that Boyi can read" in done.stderr
    assert "Traceback" not in done.stderr
