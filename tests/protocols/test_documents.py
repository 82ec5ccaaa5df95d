"""Each dialogue of docs/protocols runs exactly as it is written."""

from __future__ import annotations

import doctest

import pytest

import boyi
from boyi import GameRecord
from boyi.course import message as lan_message
from boyi.course import session as lan
from boyi.protocols import table
from boyi.protocols.actions import Reply
from boyi.protocols.analysis.engine import ACTIONS
from boyi.protocols.analysis.query import FIELDS, LIMITS
from boyi.protocols.gomocup.engine import GomocupEngine
from boyi.protocols.gomocup.info import NUMBERS
from boyi.protocols.gtp.engine import GtpEngine
from tests.protocols.dialogue import DOCUMENTS, Dialogue, dialogues, perform

PROTOCOLS = tuple(dict.fromkeys(name.partition("-")[0] for name in table.PROTOCOLS))
CASES = [
    pytest.param(dialogue, id=f"{name}-{number}")
    for name in PROTOCOLS
    for number, dialogue in enumerate(dialogues(name), 1)
]


def one_of_mine(path: str) -> GameRecord:
    record = GameRecord(boyi.game("gomoku", size=9))
    record.play_text("e4 e6 d4 d6")
    return record


def test_every_document_has_a_dialogue() -> None:
    assert {path.stem for path in DOCUMENTS.glob("*.md")} == {*PROTOCOLS, "lan", "mo", "README"}
    assert all(dialogues(name) for name in (*PROTOCOLS, "lan"))


@pytest.mark.parametrize("dialogue", CASES)
def test_dialogue(dialogue: Dialogue) -> None:
    perform(dialogue, one_of_mine)


@pytest.mark.parametrize("dialogue", dialogues("lan"))
def test_lan_dialogue(dialogue: Dialogue) -> None:
    session = lan.LanSession("Ann")
    due: list[str] = []
    for line in dialogue.lines:
        if line.startswith(("<", "event:")):
            assert due
            assert due.pop(0) == line
            continue
        assert not due
        if line.startswith(">"):
            actions = session.receive(line[2:])
        else:
            verb, _, rest = line.removeprefix("do: ").partition(" ")
            match verb:
                case "invite":
                    actions = session.invite("bw".index(rest))
                case "play":
                    actions = session.play(lan_message.parse_cell(rest))
                case "decline" | "chat":
                    actions = getattr(session, verb)(rest)
                case _:
                    actions = getattr(session, verb)()
        due = [f"< {a.text}" if isinstance(a, Reply) else f"event: {a}" for a in actions]
    assert not due


def test_the_mo_document_runs() -> None:
    failed, tried = doctest.testfile(str(DOCUMENTS / "mo.md"), module_relative=False, encoding="utf-8")
    assert tried >= 7
    assert failed == 0


def test_the_documents_name_every_command() -> None:
    gtp = (DOCUMENTS / "gtp.md").read_text("utf-8")
    names = [action.text for action in GtpEngine().receive("list_commands") if isinstance(action, Reply)]
    for name in names[1:-1]:
        assert f"`{name}`" in gtp or f"`{name.removeprefix('gogui-rules')}`" in gtp, name
    gomocup = (DOCUMENTS / "gomocup.md").read_text("utf-8")
    for name in [*GomocupEngine().commands, *NUMBERS]:
        assert f"`{name}`" in gomocup, name
    lan_text = (DOCUMENTS / "lan.md").read_text("utf-8")
    for op in lan_message.Op:
        assert f"| {op.value} | {op.name} |" in lan_text
    analysis = (DOCUMENTS / "analysis.md").read_text("utf-8")
    for name in [*FIELDS, *LIMITS, *ACTIONS]:
        assert f"`{name}`" in analysis, name
