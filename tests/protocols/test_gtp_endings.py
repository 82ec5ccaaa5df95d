"""GTP: a game that was resigned is over."""

from boyi.protocols.actions import Reply, Think
from boyi.protocols.gtp.engine import GtpEngine


def told(engine: GtpEngine, line: str) -> list[str]:
    return [action.text for action in engine.receive(line) if isinstance(action, Reply) and action.text]


def test_a_game_that_the_engine_resigned_is_over() -> None:
    engine = GtpEngine()
    (think,) = engine.receive("genmove b")
    assert isinstance(think, Think)
    assert Reply("= resign") in engine.answer(think.ticket, None)
    assert told(engine, "genmove b") == ["= resign"]
    assert told(engine, "genmove w") == ["= pass"]
    assert told(engine, "final_score") == ["= W+1"]
    engine.receive("clear_board")
    assert isinstance(engine.receive("genmove b")[0], Think)


def test_a_game_that_the_controller_resigned_is_over() -> None:
    engine = GtpEngine()
    engine.receive("play w resign")
    assert told(engine, "genmove b") == ["= pass"]
    assert told(engine, "genmove w") == ["= resign"]
