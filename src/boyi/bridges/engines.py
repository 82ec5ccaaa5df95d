"""The engine side of each protocol by its name: the conversation, and who thinks for it."""

from __future__ import annotations

import boyi
from boyi.bridges.thinking import Thinker, in_discs
from boyi.core.game import Game
from boyi.core.grid import GridGame
from boyi.protocols.actions import Identity
from boyi.protocols.conversation import Conversation

BOTZONE_SECONDS = 1.0


def make_conversation(
    protocol: str,
    game: Game | None,
    *,
    seconds: float | None = None,
    seed: int = 0,
    keep_running: bool = False,
) -> Conversation:
    """The conversation of a protocol; each module is loaded only if it is spoken."""
    identity = Identity(version=boyi.__version__)
    match protocol:
        case "gomocup":
            from boyi.protocols.gomocup import GomocupEngine

            engine = GomocupEngine(identity, opening=seed)
            if game is not None:
                from boyi.protocols.gomocup_info import mask_of_rule

                engine.info = engine.info.told(f"rule {mask_of_rule(str(game.settings['rule']))}")
            return engine
        case "gtp":
            from boyi.protocols.gtp import GtpEngine

            assert isinstance(game, GridGame)
            return GtpEngine(game, identity)
        case "nboard":
            from boyi.protocols.nboard import NBoardEngine

            return NBoardEngine(identity, seconds)
        case "botzone" | "botzone-simple":
            from boyi.protocols.botzone import BotzoneEngine

            assert isinstance(game, GridGame)
            return BotzoneEngine(game, keep_running=keep_running, seconds=seconds or BOTZONE_SECONDS)
    from boyi.protocols.analysis import AnalysisEngine

    return AnalysisEngine(identity)


def make_thinker(
    protocol: str,
    player: str | None,
    *,
    seconds: float | None = None,
    threads: int | None = None,
    seed: int | None = None,
) -> Thinker:
    """Who thinks in a protocol: as strong as it can unless a player is named."""
    # Queries of the analysis are strangers to each other, and run at the same time.
    lasting = protocol != "analysis"
    unit = in_discs if protocol == "nboard" else None
    return Thinker(player, seconds=seconds, threads=threads, seed=seed, lasting=lasting, unit=unit)
