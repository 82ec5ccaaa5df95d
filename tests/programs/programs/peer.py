"""A well-behaved program for the tests: our own engine side of a protocol, playing random moves."""

from __future__ import annotations

import random
import sys

import boyi
from boyi.core.grid import GridGame
from boyi.protocols.actions import Action, Quit, Reply, Think, move_only
from boyi.protocols.analysis.engine import AnalysisEngine
from boyi.protocols.botzone.engine import BotzoneEngine
from boyi.protocols.conversation import Conversation
from boyi.protocols.gomocup.engine import GomocupEngine
from boyi.protocols.gtp.engine import GtpEngine
from boyi.protocols.nboard.engine import NBoardEngine


def obey(engine: Conversation, actions: list[Action]) -> None:
    for action in actions:
        if isinstance(action, Reply):
            print(action.text, flush=True)
        elif isinstance(action, Quit):
            sys.exit()
        elif isinstance(action, Think):
            move = random.choice(list(action.situation.position.moves()))
            obey(engine, engine.answer(action.ticket, move_only(move)))


def main(protocol: str, name: str) -> None:
    game = boyi.game(name)
    assert isinstance(game, GridGame)
    engines: dict[str, Conversation] = {
        "gomocup": GomocupEngine(),
        "gtp": GtpEngine(),
        "nboard": NBoardEngine(),
        "analysis": AnalysisEngine(),
        "botzone": BotzoneEngine(game),
        "botzone-keep": BotzoneEngine(game, keep_running=True),
        "botzone-simple": BotzoneEngine(game),
    }
    engine = engines[protocol]
    print("hello from stderr", file=sys.stderr)
    for line in sys.stdin:
        obey(engine, engine.receive(line.rstrip("\r\n")))
    obey(engine, engine.close())


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
