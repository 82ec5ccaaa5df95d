"""A LAN game at the terminal: what is typed goes to the peer, what happens is shown."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Thread

from rich.text import Text

from boyi.bridges.lan import LanEvent, LanHost, LanPeer, Sent, connect
from boyi.bridges.lan_computer import LanComputer
from boyi.bridges.stdio import read_descriptor
from boyi.cli.lan_words import REASONS, SIDES, find_command
from boyi.cli.screen import Screen
from boyi.cli.words import Words
from boyi.core.errors import BoyiError
from boyi.players.base import Player
from boyi.protocols.lan.session import (
    Began,
    Chatted,
    Confirmed,
    Declined,
    Ended,
    Invited,
    Left,
    Played,
    Stuck,
)
from boyi.protocols.lines import LineBuffer


@dataclass(frozen=True, slots=True)
class LanSettings:
    """What was given on the command line."""

    name: str
    host: str
    port: int
    colour: int | None
    move_seconds: float
    games: int | None
    """Leave after so many; None: never."""
    make_player: Callable[[], Player] | None
    player: str = ""


class LanTerminal:
    """One person (or computer) at one end of the line."""

    def __init__(self, screen: Screen, words: Words, settings: LanSettings) -> None:
        self.screen, self.words, self.settings = screen, words, settings
        self.peer: LanPeer | None = None
        self.computer: LanComputer | None = None
        self._played = 0
        self._invited_first = False
        self._quit = asyncio.Event()

    # The two ways to find a peer

    async def host(self) -> None:
        """Wait for one peer after the other until the person leaves."""
        given = self.settings
        host = LanHost(given.name, move_seconds=given.move_seconds)
        port = await host.start(given.host, given.port)
        self._say("listening", name=given.name, host=given.host, port=port)
        self._introduce()
        typing = asyncio.ensure_future(self._listen())
        leaving = asyncio.ensure_future(self._quit.wait())
        try:
            while not self._quit.is_set():
                arriving = asyncio.ensure_future(host.peer())
                await asyncio.wait({arriving, leaving}, return_when=asyncio.FIRST_COMPLETED)
                if not arriving.done():
                    arriving.cancel()
                    break
                self._say("arrived")
                await self._meet(arriving.result())
        finally:
            typing.cancel()
            leaving.cancel()
            await host.close()

    async def join(self) -> None:
        """Connect to a host and stay until one of the two leaves."""
        given = self.settings
        peer = await connect(given.host, given.port, given.name, move_seconds=given.move_seconds)
        self._say("joined", name=given.name, host=given.host, port=given.port)
        self._introduce()
        typing = asyncio.ensure_future(self._listen())
        try:
            if given.make_player is not None or given.colour is not None:
                self.peer = peer
                self._invite()
            await self._meet(peer)
        finally:
            typing.cancel()
            await peer.close()

    def _introduce(self) -> None:
        if self.settings.make_player is not None:
            self._say("computer", player=self.settings.player)
        else:
            self.screen.say(self.words("help_lan"), "dim")

    async def _meet(self, peer: LanPeer) -> None:
        self.peer = peer
        if (make := self.settings.make_player) is not None:
            self.computer = LanComputer(peer, make(), self.settings.colour)
        async for event in peer:
            self._show(event)
            if self.computer is not None:
                self._attempt(partial(self.computer.handle, event))
            if isinstance(event, Confirmed):
                self._go_on(peer)
        if self.computer is not None:
            await self.computer.close()
        self.peer = self.computer = None
        if self._enough:
            self._quit.set()

    @property
    def _enough(self) -> bool:
        """Whether all games that were wanted are played."""
        return self.settings.games is not None and self._played >= self.settings.games

    def _go_on(self, peer: LanPeer) -> None:
        """After a game: leave, or offer another one if we are the computer that invited."""
        if self._enough:
            peer.leave()
        elif self.computer is not None and self._invited_first:
            self._attempt(self._invite)

    # What happens

    def _show(self, event: LanEvent) -> None:
        peer = self.peer
        assert peer is not None
        other = peer.session.peer or self.words("peer")
        match event:
            case Invited(name, colour):
                if self.computer is None:
                    self._say("invited", "bold", peer=name, colour=self._side(colour))
            case Began(name, colour):
                seconds = f"{peer.move_seconds:g}"
                self._say("began", "bold", peer=name, colour=self._side(colour), seconds=seconds)
                self._draw()
            case Declined(name, reason):
                self._say("declined_why" if reason else "declined", peer=name or other, reason=reason)
                if self.computer is not None:
                    self._quit.set()
                    peer.leave()
            case Sent(move):
                self._say("you_played", move=peer.session.situation.game.format_move(move))
                if self.computer is None:
                    self._draw()
            case Played(move):
                self._say("peer_played", peer=other, move=peer.session.situation.game.format_move(move))
                self._draw()
            case Stuck():
                self._say("stuck", peer=other)
            case Ended(winner, reason, disputed):
                why = REASONS[reason]
                key = "over_won" if winner == peer.session.colour else "over_lost"
                self._say(key, "bold", peer=other, reason=why)
                if disputed:
                    self._say("disputed")
                if self.computer is not None and self.computer.trouble:
                    self._say("trouble", reason=self.words.sentence(self.computer.trouble))
                self._played += 1
            case Confirmed():
                self._say("confirmed", "dim")
            case Chatted(text):
                self._say("chatted", peer=other, text=text)
            case Left(name):
                self._say("left", peer=name or other)

    def _draw(self) -> None:
        assert self.peer is not None
        session = self.peer.session
        last = session.situation.moves[-1] if session.situation.moves else None
        key = "your_turn" if session.our_turn else "their_turn"
        other = session.peer or self.words("peer")
        lines = [
            Text(self.words("seat", side=self._side(colour), player=name))
            for colour, name in ((session.colour, session.name), (1 - session.colour, other))
        ]
        if session.phase == "playing":
            lines += [Text(), Text(self.words(key, peer=other))]
        self.screen.show(session.situation.position, last, lines)

    def _say(self, key: str, style: str = "", **values: object) -> None:
        self.screen.say(self.words(key, **values), style)
        sys.stdout.flush()

    def _side(self, colour: int) -> str:
        return self.words.side(("black", "white")[colour])

    # What is typed

    async def _listen(self) -> None:
        typed: asyncio.Queue[str | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def tell(line: str | None) -> None:
            loop.call_soon_threadsafe(typed.put_nowait, line)

        if sys.stdin is not None:
            Thread(target=_read_lines, args=(sys.stdin.fileno(), tell), daemon=True).start()
            while (line := await typed.get()) is not None:
                self._attempt(partial(self._obey, line))
                if self._quit.is_set():
                    return
        if self.settings.make_player is None:  # a computer plays on without anybody at the keyboard
            self._leave()

    def _attempt(self, act: Callable[[], object]) -> None:
        try:
            act()
        except BoyiError as error:
            self.screen.say(self.words.sentence(error), "yellow")

    def _obey(self, line: str) -> None:
        if not line.strip():
            return
        found = find_command(line)
        if found is not None and found[0] in ("help", "quit"):
            if found[0] == "quit":
                self._leave()
            else:
                self.screen.say(self.words("help_lan"))
            return
        if (peer := self.peer) is None:
            self._say("waiting")
            return
        match found:
            case ("invite", rest):
                self._invite(SIDES.get(rest.lower()))
            case ("accept", _):
                peer.accept()
            case ("decline", rest):
                peer.decline(rest)
                self._say("refused")
            case ("resign", _):
                peer.resign()
            case ("say", rest):
                peer.chat(rest)
            case ("board", _):
                self._draw()
            case _:
                self._play(peer, line.strip())

    def _play(self, peer: LanPeer, text: str) -> None:
        if peer.session.phase != "playing":
            self._say("unknown")
            return
        situation = peer.session.situation
        move = situation.game.parse_move(text, situation.position)
        peer.play(move)

    def _invite(self, colour: int | None = None) -> None:
        assert self.peer is not None
        colour = (self.settings.colour or 0) if colour is None else colour
        self.peer.invite(colour)
        self._invited_first = True
        self._say("inviting", colour=self._side(colour))

    def _leave(self) -> None:
        self._quit.set()
        if self.peer is not None:
            self.peer.leave()


def _read_lines(descriptor: int, tell: Callable[[str | None], None]) -> None:
    """Hand on what is typed; the thread may outlive the game, so it reads without Python's own buffers."""
    lines, read = LineBuffer(), read_descriptor(descriptor)
    try:
        while data := read():
            for line in lines.feed(data):
                tell(line)
        for line in lines.finish():
            tell(line)
        tell(None)
    except (OSError, RuntimeError):  # the terminal or the game has gone
        return
