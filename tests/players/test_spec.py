"""Player specs: reading, writing, refusing."""

from __future__ import annotations

import pytest

from boyi.engines.playout import PlayoutPlayer
from boyi.engines.random import RandomPlayer
from boyi.players.spec import BadSpec, Spec, make_player, player_kinds
from boyi.settings.limits import SEED


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("random", Spec("random")),
        (" Random ", Spec("random")),
        ("level:5", Spec("level", "5")),
        ("mcts:c=1.4,rollouts=4", Spec("mcts", "", (("c", "1.4"), ("rollouts", "4")))),
        ("classic:alphabeta,depth=6,width=4", Spec("classic", "alphabeta", (("depth", "6"), ("width", "4")))),
        ("classic:reversi-mcts,reward=lead/16", Spec("classic", "reversi-mcts", (("reward", "lead/16"),))),
        ("py:C:/bots/my_bot.py", Spec("py", "C:/bots/my_bot.py")),
        ("py:a,b=c.py:Bot?timeout=5", Spec("py", "a,b=c.py:Bot", (("timeout", "5"),))),
        (
            "cmd:./pbrain-foo --depth 3,4?protocol=gomocup&timeout=5&name=Foo Bar&memory=512",
            Spec(
                "cmd",
                "./pbrain-foo --depth 3,4",
                (("protocol", "gomocup"), ("timeout", "5"), ("name", "Foo Bar"), ("memory", "512")),
            ),
        ),
        ("cmd:play 'why?' x=1", Spec("cmd", "play 'why?' x=1")),
        ("cmd:play what?now=1?", Spec("cmd", "play what?now=1")),
        ("cmd:play?name=R%26D, who%3F 100%25", Spec("cmd", "play", (("name", "R&D, who? 100%"),))),
    ],
)
def test_specs_are_read_and_written(text: str, spec: Spec) -> None:
    assert Spec.parse(text) == spec
    assert Spec.parse(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "names no player"),
        (":x", "names no player"),
        ("随机", "names no player"),
        ("a" * 10_000, "names no player"),
        ("my_bot.py", "'my_bot.py' is a file: write py:my_bot.py."),
        ("./bots/my_bot.py ", "write py:./bots/my_bot.py."),
        ("a" * 10_000 + ".py", "names no player"),
        ("playout:time=1,c", "'c' in 'playout:time=1,c' is not key=value"),
        ("playout:time=", "is not key=value"),
        ("playout:c=1,c=2", "c is given twice"),
        ("playot", "There is no player 'playot': choose random.*Did you mean playout?"),
        ("playout:fast", "playout takes no name 'fast': write playout:time=…,playouts=…"),
        ("random:time=1", "random has no setting 'time': write random:seed=…"),
        ("playout:time=soon", "time=soon is not accepted: give a number from 0.001 to 86400"),
        ("playout:time=0", "time=0 is not accepted"),
        ("playout:time=nan", "time=nan is not accepted"),
        ("playout:time=1_0", "time=1_0 is not accepted"),
        ("playout:time=３", "time=３ is not accepted"),
        ("mcts:nodes=1_0", "nodes=1_0 is not accepted: give a whole number"),
        ("level:３", "level=３ is not accepted: give a whole number from 1 to 10"),
        ("playout:playouts=1.5", "playouts=1.5 is not accepted: give a whole number"),
        ("level", "level needs a colon and a whole number from 1 to 10: write level:5."),
        ("level:11", "level=11 is not accepted: give a whole number from 1 to 10"),
        ("classic", "There is more than one classic: choose classic:five-tuple, "),
        ("classic:fivetuple", "There is no classic player 'fivetuple': .* Did you mean five-tuple?"),
        (
            "classic:loa-mcts,depth=3",
            "classic:loa-mcts has no setting 'depth': write classic:loa-mcts,time=…",
        ),
        ("mcts:final=best", "final=best is not accepted: choose visits, rate, ucb"),
        ("mcts:rave=on", "rave=on is not accepted: choose yes or no"),
        ("mcts:reward=lead/0", "reward=lead/0 is not accepted: choose win, lead/16"),
        ("alphabeta:method=" + "x" * 5000, "is not accepted: choose strong, minimax"),
        ("random:seed=-1", "seed=-1 is not accepted"),
        ("random:seed=" + "9" * 5000, "is not accepted"),
    ],
)
def test_bad_specs_get_one_sentence(text: str, says: str) -> None:
    with pytest.raises(BadSpec, match=says) as caught:
        make_player(text)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("name", ["a?", "a??", "a?b=1", "a?b=1?", "?", "100%26", "a b,c=d"])
@pytest.mark.parametrize("settings", [(), (("name", "x&y?=%"),), (("name", "a?b=1"), ("memory", "7"))])
def test_any_command_survives_a_round_trip(name: str, settings: tuple[tuple[str, str], ...]) -> None:
    spec = Spec("cmd", name, settings)
    assert Spec.parse(str(spec)) == spec


def test_players_are_built_from_specs() -> None:
    assert set(player_kinds()) >= {"random", "playout"}
    player = make_player("playout:time=2,c=0.7", seed=9)
    assert isinstance(player, PlayoutPlayer)
    assert (player.config.time, player.config.c, player.config.seed) == (2.0, 0.7, 9)
    assert isinstance(make_player("random"), RandomPlayer)
    assert SEED.read("7") == 7


def test_a_seed_in_the_spec_wins() -> None:
    player = make_player("playout:seed=3", seed=9)
    assert isinstance(player, PlayoutPlayer)
    assert player.config.seed == 3
