"""A request or a message that is not understood: what is wrong with it is said in both languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from boyi.server.bodies import NewGame
from boyi.server.client_messages import client_messages
from boyi.server.schema import make_schema
from boyi.server.validation import OTHER, what_is_wrong
from tests.chinese import chinese
from tests.server.in_process import application, run

SEATS = [{"kind": "human"}, {"kind": "human"}]
BODIES: list[tuple[Any, str]] = [
    ({"game": "gomoku"}, "it is missing"),
    ({"game": "gomoku", "seats": SEATS[:1]}, "it needs at least 2 entries"),
    ({"game": "gomoku", "seats": SEATS * 2}, "it has at most 2 entries"),
    ({"game": "gomoku", "seats": 3}, "it is a list"),
    ({"game": "gomoku", "seats": [3, 4]}, "it is an object with fields"),
    ({"game": "gomoku", "seats": SEATS, "colour": "red"}, "there is no such field"),
    ({"game": 3, "seats": SEATS}, "it is a text"),
    ({"game": "g" * 41, "seats": SEATS}, "it has at most 40 characters"),
    ({"game": "gomoku", "seats": SEATS, "pace": 11}, "it is at most 10"),
    ({"game": "gomoku", "seats": SEATS, "pace": -1}, "it is at least 0"),
    ({"game": "gomoku", "seats": SEATS, "pace": "x"}, "it is a number"),
    ({"game": "gomoku", "seats": SEATS, "take_back": "no"}, "it is one of never, ask, free"),
    ({"game": "gomoku", "seats": SEATS, "start": {"from": {"id": "!"}}}, "characters"),
    ({"game": "gomoku", "seats": SEATS, "start": {"from": {"id": "A", "node": "x"}}}, "it is a whole number"),
]
MESSAGES = [
    ("{", "it is no JSON"),
    ("[]", "it is an object with fields"),
    ("{}", "it has no type"),
    ('{"type": "dance"}', "there is no type 'dance'; types: join"),
    ('{"type": "say", "ref": 1, "text": ""}', "it needs at least 1 characters"),
    ('{"type": "watch", "ref": 1, "on": 7}', "it is true or false"),
]


TYPES = make_schema()["properties"]["client"]["discriminator"]["mapping"]
TYPED = {"type", "true", "false", "never", "ask", "free"} | {
    part for name in TYPES for part in name.split("-")
}
"""Words that a program writes."""


def judged(error: ValidationError) -> str:
    """What is wrong, in English; its Chinese is checked."""
    said = what_is_wrong(error.errors(include_url=False)[0])
    assert said != OTHER, error.errors()[0]["type"]
    chinese(said, TYPED)
    return str(said)


@pytest.mark.parametrize(("body", "sentence"), BODIES)
def test_bodies(body: Any, sentence: str) -> None:
    with pytest.raises(ValidationError) as caught:
        NewGame.model_validate_json(json.dumps(body))
    assert sentence in judged(caught.value)


@pytest.mark.parametrize(("text", "sentence"), MESSAGES)
def test_messages(text: str, sentence: str) -> None:
    with pytest.raises(ValidationError) as caught:
        client_messages.validate_json(text)
    assert sentence in judged(caught.value)


def test_the_answer_of_the_server(database: Path) -> None:
    async def ask() -> None:
        async with application(database) as app:
            given: dict[str, Any] = {"game": "gomoku", "seats": SEATS[:1]}
            text = (await app.call("POST", "/api/games", 422, json=given))["error"]["text"]
            assert text["en"] == "The request is not understood: body.seats: it needs at least 2 entries."
            assert text["zh_CN"] == "看不懂这个请求：body.seats：至少要有 2 项。"
            given = {"game": "gomoku", "seats": SEATS, "x" * 1000: 1}
            text = (await app.call("POST", "/api/games", 422, json=given))["error"]["text"]
            assert len(text["en"]) < 200

    run(ask())
