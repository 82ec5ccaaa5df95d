"""The library, files, pictures and positions over REST."""

from __future__ import annotations

import asyncio
import io
import json
import re
import zipfile
from uuid import uuid4

import pytest

from boyi import formats
from boyi.server.api.files import read_sources
from boyi.server.api.lanes import Cancellation
from tests.server.client import HUMAN, Server, computer, enter


def upload(server: Server, files: dict[str, bytes], **fields: str) -> tuple[int, dict[str, object]]:
    """A form with files, as a browser sends it."""
    edge = uuid4().hex
    parts = []
    for name, content in files.items():
        head = f'Content-Disposition: form-data; name="files"; filename="{name}"'
        parts.append(f"--{edge}\r\n{head}\r\n\r\n".encode() + content + b"\r\n")
    for name, value in fields.items():
        head = f'Content-Disposition: form-data; name="{name}"'
        parts.append(f"--{edge}\r\n{head}\r\n\r\n{value}\r\n".encode())
    body = b"".join(parts) + f"--{edge}--\r\n".encode()
    kind = {"Content-Type": f"multipart/form-data; boundary={edge}"}
    status, answer, _ = server.call("POST", "/api/import", body, kind)
    return status, answer


def test_the_catalog(server: Server) -> None:
    status, catalog, _ = server.call("GET", "/api/catalog")
    assert status == 200
    assert [game["name"] for game in catalog["games"]] == ["gomoku", "othello", "loa", "nogo"]
    assert [level["spec"] for level in catalog["levels"]] == [f"level:{level}" for level in range(1, 11)]
    for game in catalog["games"]:
        assert game["title"]["zh_CN"]
        assert len(game["board"]["columns"]) == game["board"]["size"]
        for option in game["options"]:
            assert option["default"] in option["choices"]
            assert set(option["label"]) == {"en", "zh_CN"}
            assert option["name"] == "size" or set(option["labels"]) == set(option["choices"])
        for classic in game["classics"]:
            seats = [HUMAN, {"kind": "computer", "spec": classic["spec"]}]
            assert server.new(game["name"], seats)["id"]
    assert catalog["needs_token"] is False


def test_what_an_import_leaves_out_is_said(server: Server) -> None:
    game = b"(;GM[4]SZ[15];B[hh])"
    games, errors = read_sources([("many.sgf", game * 7), ("after.sgf", game)], None, 5, Cancellation())
    assert len(games) == 5
    assert [error.name for error in errors] == ["many.sgf", "after.sgf"]
    assert all("5" in words for error in errors for words in error.text.values())
    status, answer = upload(server, {f"{number}.sgf": game for number in range(103)})
    assert status == 200
    assert isinstance(answer["errors"], list)
    assert [error["name"] for error in answer["errors"]] == ["100.sgf", "101.sgf", "102.sgf"]


def test_import_library_export_delete(server: Server) -> None:
    mark = uuid4().hex[:8]
    sgf = f"(;GM[4]SZ[15]PB[Ann {mark}]PW[Bob];B[hh];W[hi](;B[ii])(;B[aa]C[no]))".encode()
    status, answer = upload(
        server, {"one.sgf": sgf * 2, "two.txt": b"f5d6c3", "bad.sgf": b"\x00\xff nothing"}, game=""
    )
    assert status == 200
    games = answer["games"]
    assert isinstance(games, list)
    assert len(games) == 3
    assert [error["name"] for error in answer["errors"]] == ["bad.sgf"]  # type: ignore[attr-defined]
    listing = server.call("GET", f"/api/games?player={mark}&state=unfinished&limit=1")[1]
    assert listing["total"] == 2
    assert len(listing["games"]) == 1
    line = listing["games"][0]
    assert (line["game"], line["plies"], line["phase"]) == ("gomoku", 3, "review")
    ids = [game["id"] for game in games]
    status, text, headers = server.call("GET", f"/api/games/{ids[0]}/export?format=sgf")
    assert status == 200
    assert headers["Content-Disposition"] == f'attachment; filename="gomoku-{ids[0]}.sgf"'
    record = formats.read(text)
    assert (record.plies, len(record.nodes)) == (3, 5)
    collection = server.call("POST", "/api/export", {"ids": ids[:2], "format": "sgf"})[1]
    assert len(list(formats.read_all(collection))) == 2
    archive = server.call("POST", "/api/export", {"ids": ids, "format": "json"})[1]
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        assert len(opened.namelist()) == 3
    assert server.call("POST", "/api/games/delete", {"ids": [*ids, "gone"]})[1] == {"deleted": 3}
    assert server.call("GET", f"/api/games/{ids[0]}")[0] == 404


@pytest.mark.parametrize(
    ("text", "plies"),
    [("(;GM[4]SZ[15];B[zz", None), ("(;GM[4]SZ[15];B[hh];W[hh];B[aa])", 1), ("(;GM[4]SZ[15];B[hh];W[ii", 1)],
)
def test_the_good_part_of_a_broken_file_is_kept_and_said(
    server: Server, text: str, plies: int | None
) -> None:
    status, answer = upload(server, {"broken.sgf": text.encode()})
    assert status == 200
    errors = answer["errors"]
    assert isinstance(errors, list)
    [error] = errors
    assert error["name"] == "broken.sgf"
    assert error["text"]["en"].startswith("This SGF file")
    assert re.fullmatch("这个(五子棋)? SGF 文件.*处有错：.*。", error["text"]["zh_CN"])
    games = answer["games"]
    assert isinstance(games, list)
    assert [game["summary"]["plies"] for game in games] == ([] if plies is None else [plies])


def test_what_is_too_large_is_told_its_limit_and_a_way(server: Server) -> None:
    status, answer = upload(server, {"large.sgf": b"x" * 4_100_000})
    assert status == 413
    text = answer["error"]["text"]  # type: ignore[index]
    assert text["en"].startswith("No more than 4 MB")
    assert text["zh_CN"].startswith("一次最多传 4 MB")
    for said in text.values():
        assert "boyi library import" in said


@pytest.mark.parametrize(
    ("wanted", "begins"),
    [
        ("json", b"{"),
        ("psq", b"Piskvorky"),
        ("txt", b""),
        ("svg", b"<svg"),
        ("png", b"\x89PNG"),
        ("gif", b"GIF8"),
    ],
)
def test_every_format_is_written(server: Server, wanted: str, begins: bytes) -> None:
    made = server.new("gomoku", [HUMAN, HUMAN], start={"moves": "h8 h9 i8"})
    status, content, _ = server.call("GET", f"/api/games/{made['id']}/export?format={wanted}&node=2")
    assert status == 200
    data = json.dumps(content).encode() if isinstance(content, dict) else content
    assert data.startswith(begins)


def test_the_wrong_format_is_refused_with_a_sentence(server: Server) -> None:
    made = server.new("gomoku")
    status, answer, _ = server.call("GET", f"/api/games/{made['id']}/export?format=dat")
    assert status == 400
    assert answer["error"]["text"]["en"]
    assert server.call("GET", f"/api/games/{made['id']}/export?format=exe")[0] == 422
    assert server.call("GET", f"/api/games/{made['id']}/export?node=77")[0] == 404


def test_looking_at_a_position(server: Server) -> None:
    cells = "." * 40 + "x" + "." * 40
    status, seen, _ = server.call(
        "POST", "/api/look", {"game": "nogo", "options": {"size": 9}, "cells": cells, "turn": 1}
    )
    assert status == 200
    assert seen["text"] == "9/9/9/9/4x4/9/9/9/9 o"
    assert len(seen["position"]["moves"]) == 80
    again = server.call("POST", "/api/look", {"game": "nogo", "position": seen["text"], "moves": "A1 B1"})[1]
    assert again["position"]["ply"] == 2
    pasted = server.call("POST", "/api/look", {"game": "othello", "moves": " f5d6c3\n"})[1]
    assert pasted["position"]["ply"] == 3
    status, answer, _ = server.call("POST", "/api/look", {"game": "gomoku", "position": "x"})
    assert status == 400
    assert "15 行" in answer["error"]["text"]["zh_CN"]


def test_the_invitation_as_a_qr_code(server: Server) -> None:
    made = server.new("gomoku", [HUMAN, {"kind": "friend"}])
    token = made["tokens"]["seats"][1]
    status, svg, headers = server.call("GET", f"/api/games/{made['id']}/qr?token={token}")
    assert status == 200
    assert headers["Content-Type"] == "image/svg+xml"
    assert svg != server.call("GET", f"/api/games/{made['id']}/qr")[1]


def test_a_game_of_the_library_is_claimed(server: Server) -> None:
    async def play() -> None:
        made = server.new("gomoku", [HUMAN, computer()])
        async with enter(server, made["id"]) as guest:
            assert guest.you["seats"] == []
        token = server.call("POST", f"/api/games/{made['id']}/claim")[1]["tokens"]["owner"]
        for owner in (token, made["tokens"]["owner"]):
            async with enter(server, made["id"], owner) as client:
                assert client.you["seats"] == [0]

    asyncio.run(play())
