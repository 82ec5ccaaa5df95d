"""Damaged rows and damaged files: the library and the other files of an import stay."""

from __future__ import annotations

import socket
import sqlite3
from collections.abc import Iterator

import pytest

from tests.patience import PATIENCE
from tests.server.client import HUMAN, Server, computer, running
from tests.server.test_files import upload


def damage(server: Server, statement: str, game_id: str) -> None:
    with sqlite3.connect(server.database) as connection:
        assert connection.execute(statement, (game_id,)).rowcount == 1


DAMAGE = {
    "UPDATE games SET options = '{' WHERE id = ?": "its options cannot be read",
    "UPDATE games SET extra = 'no JSON' WHERE id = ?": "its extra cannot be read",
    "UPDATE games SET extra = '{\"room\": 1}' WHERE id = ?": "'seats'",
    "DELETE FROM moves WHERE game_id = ? AND ply = 1": "it has 1 moves, but the last is move 2",
}


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str, dict[str, str]]]:
    """A server, a sound game, and a game for each kind of damage."""
    with running(tmp_path_factory.mktemp("damage") / "games.db") as server:
        sound = server.new(seats=[HUMAN, HUMAN])["id"]
        hurt = {kind: server.new(seats=[HUMAN, HUMAN], start={"moves": "h8 a1"})["id"] for kind in DAMAGE}
        server.kill()  # the rooms leave the memory at once
        for statement, game_id in hurt.items():
            damage(server, statement, game_id)
        server.start()
        yield server, sound, hurt


@pytest.mark.parametrize("statement", DAMAGE)
def test_a_damaged_game_is_listed_and_says_so_when_opened(
    damaged: tuple[Server, str, dict[str, str]], statement: str
) -> None:
    server, sound, all_hurt = damaged
    hurt = all_hurt[statement]
    status, listing, _ = server.call("GET", "/api/games")
    assert status == 200, listing
    games = {game["id"]: game for game in listing["games"]}
    assert set(games) == {sound, *all_hurt.values()}
    assert games[sound]["result"] is None
    result = games[hurt]["result"]
    assert (result["winner"], result["reason"]) == (None, "damaged")
    assert DAMAGE[statement] in result["text"]["en"]
    assert "已损坏" in result["text"]["zh_CN"]
    status, answer, _ = server.call("GET", f"/api/games/{hurt}")
    assert status == 409, answer
    assert f"The stored game {hurt} is damaged" in answer["error"]["text"]["en"]
    assert "已损坏" in answer["error"]["text"]["zh_CN"]
    assert server.call("GET", f"/api/games/{sound}")[0] == 200


def test_one_damaged_file_does_not_lose_the_others(server: Server) -> None:
    psq = b"Piskvorky 20x20, 11:11, 0\n11,11,0\n12\x1f,10,0\none\ntwo\n"
    status, answer = upload(server, {"bad.psq": psq, "good.sgf": b"(;GM[2];B[f5];W[d6])"})
    assert status == 200, answer
    games, errors = answer["games"], answer["errors"]
    assert isinstance(games, list)
    assert isinstance(errors, list)
    assert "othello" in [game["summary"]["game"] for game in games]
    assert [error["name"] for error in errors] == ["bad.psq"]
    assert "control character U+001F" in errors[0]["text"]["en"]
    assert "控制字符" in errors[0]["text"]["zh_CN"]


def test_a_length_in_other_digits_is_no_error_of_the_server(server: Server) -> None:
    """``"²".isdigit()`` is true, and ``int`` refuses it."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        connection.sendall(b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \xb2\r\n\r\n")
        connection.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))
    assert answer.startswith(b"HTTP/1.1 4"), answer
    body = {"game": "gomoku", "seats": [HUMAN, computer("level:²")]}
    assert server.call("POST", "/api/games", body)[0] == 400
