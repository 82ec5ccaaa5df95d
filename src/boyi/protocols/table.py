"""Every protocol that programs can be spoken to in, by its name: ours, and those of installed packages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boyi.core.game import Game
from boyi.core.grid import GridGame
from boyi.core.loading import load
from boyi.core.plugins import PROTOCOLS as GROUP
from boyi.core.plugins import installed

if TYPE_CHECKING:  # every spec needs the names; only a conversation needs the rest
    from boyi.protocols.actions import Identity
    from boyi.protocols.conversation import Conversation
    from boyi.protocols.host import Host


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """What the engine side of a protocol may be given."""

    identity: Identity
    game: Game | None = None
    seconds: float | None = None
    """At most so many for a move."""
    seed: int = 0
    keep_running: bool = False
    """Botzone: whether to ask to stay for the whole game."""

    @property
    def grid(self) -> GridGame:
        """The game, of a protocol that needs one."""
        assert isinstance(self.game, GridGame)
        return self.game


@dataclass(frozen=True, slots=True)
class Protocol:
    """A protocol: its games and its two sides, whose modules are loaded when they are used."""

    games: tuple[str, ...]
    """Its usual one first; none: all."""
    engine: Callable[[EngineSettings], Conversation]
    host: Callable[[], Host]
    is_silent: bool = False
    """Whether it never says which game is played: an engine must be told, and a host may play others too."""


def make_host(name: str) -> Host:
    """A fresh host that speaks the protocol."""
    protocol = PROTOCOLS[name]
    host = protocol.host()
    host.games = () if protocol.is_silent else protocol.games
    return host


def _gomocup_engine(settings: EngineSettings) -> Conversation:
    from boyi.protocols.gomocup.engine import GomocupEngine

    engine = GomocupEngine(settings.identity, opening=settings.seed)
    if settings.game is not None:
        from boyi.protocols.gomocup.info import mask_of_rule

        engine.info = engine.info.told(f"rule {mask_of_rule(str(settings.game.settings['rule']))}")
    return engine


def _gomocup_host() -> Host:
    from boyi.protocols.gomocup.host import GomocupHost

    return GomocupHost()


def _gtp_engine(settings: EngineSettings) -> Conversation:
    from boyi.protocols.gtp.engine import GtpEngine

    return GtpEngine(settings.grid, settings.identity)


def _gtp_host() -> Host:
    from boyi.protocols.gtp.host import GtpHost

    return GtpHost()


def _nboard_engine(settings: EngineSettings) -> Conversation:
    from boyi.protocols.nboard.engine import NBoardEngine

    return NBoardEngine(settings.identity, settings.seconds)


def _nboard_host() -> Host:
    from boyi.protocols.nboard.host import NBoardHost

    return NBoardHost()


BOTZONE_SECONDS = 1.0
"""Botzone's limit for a turn, which it does not tell."""


def _botzone_engine(settings: EngineSettings) -> Conversation:
    from boyi.protocols.botzone.engine import BotzoneEngine

    seconds = settings.seconds or BOTZONE_SECONDS
    return BotzoneEngine(settings.grid, keep_running=settings.keep_running, seconds=seconds)


def _botzone_host() -> Host:
    from boyi.protocols.botzone.host import BotzoneHost

    return BotzoneHost()


def _botzone_keep_host() -> Host:
    from boyi.protocols.botzone.host import BotzoneHost

    return BotzoneHost(keep=True)


def _botzone_simple_host() -> Host:
    from boyi.protocols.botzone.host import BotzoneHost

    return BotzoneHost("simple")


def _analysis_engine(settings: EngineSettings) -> Conversation:
    from boyi.protocols.analysis.engine import AnalysisEngine

    return AnalysisEngine(settings.identity)


def _analysis_host() -> Host:
    from boyi.protocols.analysis.host import AnalysisHost

    return AnalysisHost()


class ProtocolTable(Mapping[str, Protocol]):
    """Protocols by name; installed packages are asked only for names that Boyi does not know."""

    def __init__(self, own: Mapping[str, Protocol]) -> None:
        self._own = own

    def __getitem__(self, name: str) -> Protocol:
        if name in self._own:
            return self._own[name]
        found: Protocol = load(installed(GROUP)[name])
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._own or name in installed(GROUP)

    def __iter__(self) -> Iterator[str]:
        yield from dict.fromkeys((*self._own, *installed(GROUP)))

    def __len__(self) -> int:
        return len({*self._own, *installed(GROUP)})


_FOUR = ("nogo", "gomoku", "othello", "loa")
_OWN: Mapping[str, Protocol] = {
    "gomocup": Protocol(("gomoku",), _gomocup_engine, _gomocup_host),
    "gtp": Protocol(_FOUR, _gtp_engine, _gtp_host),
    "nboard": Protocol(("othello",), _nboard_engine, _nboard_host),
    "botzone": Protocol(_FOUR, _botzone_engine, _botzone_host, is_silent=True),
    "botzone-keep": Protocol(_FOUR, _botzone_engine, _botzone_keep_host, is_silent=True),
    "botzone-simple": Protocol(_FOUR, _botzone_engine, _botzone_simple_host, is_silent=True),
    "analysis": Protocol((), _analysis_engine, _analysis_host),
}
PROTOCOLS = ProtocolTable(_OWN)
