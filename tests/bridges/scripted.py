"""A child program: the real runner, with searches that do what a document's dialogue says.

Arguments: the protocol, the number of its dialogue, and a descriptor on which the parent releases steps.
"""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from collections import defaultdict

from boyi import formats
from boyi.bridges.game_file import read_file
from boyi.bridges.stdio import EngineRunner, read_descriptor, write_descriptor
from boyi.core.record import GameRecord
from boyi.core.result import SearchResult
from boyi.core.stop import Stop
from boyi.players.engine import Progress
from boyi.protocols.actions import LoadFile, Result, Think, move_only
from tests.patience import PATIENCE
from tests.protocols.dialogue import Dialogue, Stage, dialogues, make_engine, parse_result

STEP = re.compile(r"(think|progress|stop|load|quit|end of input)(?: ([0-9]+))?: ?(.*)")
Steps = dict[int, list[tuple[int, str, str]]]


def load(path: str) -> GameRecord:
    return formats.read(read_file(path))


def steps_of(dialogue: Dialogue) -> Steps:
    """What each search does, as (line, verb, script): found by going through the dialogue once."""
    steps: Steps = defaultdict(list)
    stage = Stage(make_engine(dialogue))
    for number, line in enumerate(dialogue.lines):
        if line.startswith(">"):
            stage.take(stage.engine.receive(line[2:]))
        elif (found := STEP.fullmatch(line)) is not None:
            verb, which, script = found.groups()
            if verb == "end of input":
                stage.take(stage.engine.close())
            if verb not in ("think", "progress", "stop", "load"):
                continue
            job = stage.job(which)
            steps[job.ticket].append((number, verb, script))
            if isinstance(job, LoadFile):
                stage.take(stage.engine.loaded(job.ticket, load(script)))
            elif verb == "think":
                stage.jobs.pop(job.ticket)
                stage.take(stage.engine.answer(job.ticket, parse_result(job, script)))
    return steps


class Script:
    """Searches by the script; each step waits until the parent has got so far."""

    def __init__(self, steps: Steps, lines: int, control: int) -> None:
        self.steps = steps
        # Made beforehand: two threads that ask for a missing one could each get another.
        self.released = [threading.Event() for _ in range(lines)]
        self.control = control
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        with os.fdopen(self.control) as stream:
            for line in stream:
                self.released[int(line)].set()

    def prepare(self) -> None:
        """There is nothing to load."""

    def close(self) -> None:
        """There is nothing to end."""

    def search(self, think: Think, progress: Progress, stop: Stop) -> Result:
        began = time.monotonic()
        for number, verb, script in self.steps[think.ticket]:
            if verb == "stop":
                assert stop.wait(PATIENCE), "the search was not stopped"
                continue
            assert self.released[number].wait(PATIENCE), "the step did not come"
            result = parse_result(think, script)
            if verb == "think":
                return result
            assert isinstance(result, SearchResult)
            assert think.report_every is not None
            time.sleep(max(0, began + think.report_every - time.monotonic()))
            progress(result)
        assert stop.wait(PATIENCE), "the search was not stopped"
        return move_only(next(iter(think.situation.position.moves())))


def main() -> None:
    protocol, number, control = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    dialogue = dialogues(protocol)[number]
    EngineRunner(
        make_engine(dialogue),
        Script(steps_of(dialogue), len(dialogue.lines), control),
        read=read_descriptor(0),
        write=write_descriptor(1),
        places=8,
    ).run()


if __name__ == "__main__":
    main()
