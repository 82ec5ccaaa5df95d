"""Runs the dialogues of docs/protocols: the documents are the tests."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import boyi
from boyi.core.grid import GridGame
from boyi.core.result import Candidate, SearchResult
from boyi.protocols.actions import Action, Choice, LoadFile, Quit, Reply, Result, StopSearch, Think
from boyi.protocols.analysis.engine import AnalysisEngine
from boyi.protocols.botzone.engine import BotzoneEngine
from boyi.protocols.conversation import Conversation
from boyi.protocols.gomocup.engine import GomocupEngine
from boyi.protocols.gtp.engine import GtpEngine
from boyi.protocols.nboard.engine import NBoardEngine
from boyi.protocols.situation import Situation

DOCUMENTS = Path(__file__).parents[2] / "docs" / "protocols"


@dataclass(frozen=True)
class Dialogue:
    """One fenced block of a document."""

    protocol: str
    settings: dict[str, str]
    lines: list[str]


def dialogues(protocol: str) -> list[Dialogue]:
    text = (DOCUMENTS / f"{protocol}.md").read_text("utf-8")
    found = []
    for words, block in re.findall(r"^```dialogue ([^\n]*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        name, *pairs = words.split()
        settings = dict(pair.split("=") for pair in pairs)
        found.append(Dialogue(name, settings, [line for line in block.split("\n") if line.strip()]))
    return found


def grid(name: str) -> GridGame:
    game = boyi.game(name)
    assert isinstance(game, GridGame)
    return game


def make_engine(dialogue: Dialogue) -> Conversation:
    match dialogue.protocol:
        case "gomocup":
            return GomocupEngine()
        case "gtp":
            return GtpEngine()
        case "nboard":
            return NBoardEngine()
        case "botzone":
            keep = dialogue.settings.get("keep_running") == "true"
            return BotzoneEngine(grid(dialogue.settings["game"]), keep_running=keep)
        case "analysis":
            return AnalysisEngine()
    raise AssertionError(dialogue.protocol)


@dataclass
class Stage:
    """Plays the runner: keeps what the engine asked for until the script deals with it."""

    engine: Conversation
    replies: list[str] = field(default_factory=list)
    jobs: dict[int, Think | LoadFile] = field(default_factory=dict)
    stops: list[int] = field(default_factory=list)
    left: bool = False

    def take(self, actions: list[Action]) -> None:
        for action in actions:
            assert not self.left, f"{action} after Quit"
            match action:
                case Reply(text):
                    assert "\n" not in text
                    self.replies.append(text)
                case Think(ticket) | LoadFile(ticket):
                    assert ticket not in self.jobs
                    self.jobs[ticket] = action
                case StopSearch(ticket):
                    self.stops.append(ticket)
                case Quit():
                    self.left = True

    def job(self, number: str | None) -> Think | LoadFile:
        ticket = int(number) if number else max(self.jobs)
        return self.jobs[ticket]


def moves_of(situation: Situation, text: str) -> tuple[int, ...]:
    moves, position = [], situation.position
    for word in text.split(","):
        moves.append(position.game.parse_move(word, position))
        position = position.play(moves[-1])
    return tuple(moves)


def parse_result(think: Think, script: str) -> Result:
    """``f5 score=1 … | f5 visits=9 …``: the result of a scripted search; also checks ``within``."""
    first, *others = script.split("|")
    word, *rest = first.split()
    if word == "none":
        return None
    if word == "stones":
        return Choice(tuple(think.situation.game.parse_move(stone) for stone in rest))
    values = dict(pair.split("=") for pair in rest)
    if "within" in values:
        assert think.limits.seconds == float(values["within"])
    if "depth_limit" in values:
        assert think.limits.depth == int(values["depth_limit"])
    candidates = []
    for other in others:
        name, *more = other.split()
        about = dict(pair.split("=") for pair in more)
        candidates.append(
            Candidate(
                move=moves_of(think.situation, name)[0],
                visits=int(about.get("visits", 0)),
                win_rate=float(about.get("winrate", 0.5)),
                score=float(about.get("score", 0)),
                pv=moves_of(think.situation, about["pv"]) if "pv" in about else (),
            )
        )
    return SearchResult(
        move=moves_of(think.situation, word)[0],
        score=float(values.get("score", 0)),
        win_rate=float(values.get("winrate", 0.5)),
        pv=moves_of(think.situation, values["pv"]) if "pv" in values else (),
        candidates=tuple(candidates),
        nodes=int(values.get("nodes", 0)),
        depth=int(values.get("depth", 0)),
        seconds=float(values.get("seconds", 0)),
        confidence=int(values["confidence"]) if "confidence" in values else None,
    )


def perform(dialogue: Dialogue, load: Callable[[str], boyi.GameRecord]) -> None:
    """Go through the script line by line; every line must be exactly what happens next."""
    stage = Stage(make_engine(dialogue))
    for line in dialogue.lines:
        if line.startswith("<"):
            assert stage.replies, f"nothing was said where {line!r} is expected"
            said = stage.replies.pop(0)
            assert said == line[2:], f"{said!r} was said, the document has {line!r}"
            continue
        if not line.startswith("stop"):  # which may have been asked for together with replies
            assert not stage.replies, f"{stage.replies} not expected before {line!r}"
        if line.startswith(">"):
            assert not stage.stops
            stage.take(stage.engine.receive(line[2:]))
            continue
        found = re.fullmatch(r"(think|progress|stop|load|quit|end of input)(?: ([0-9]+))?: ?(.*)", line)
        assert found is not None, f"{line!r} is no line of a dialogue"
        word, number, rest = found.groups()
        if word == "end of input":
            stage.take(stage.engine.close())
        elif word == "quit":
            assert stage.left
        elif word == "stop":
            assert stage.stops.pop(0) == stage.job(number).ticket
        else:
            job = stage.job(number)
            if isinstance(job, LoadFile):
                assert (word, job.path) == ("load", rest)
                stage.take(stage.engine.loaded(job.ticket, load(rest)))
                continue
            result = parse_result(job, rest)
            if word == "progress":
                assert isinstance(result, SearchResult)
                assert job.report_every
                stage.take(stage.engine.progress(job.ticket, result))
            else:
                stage.jobs.pop(job.ticket)
                stage.take(stage.engine.answer(job.ticket, result))
    assert not stage.replies
    assert not stage.stops
