"""A LAN game at the terminal: what is typed goes to the peer, what happens is shown."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from threading import Thread

from rich.text import Text

from boyi.bridges.stdio import read_descriptor
from boyi.cli.commands import LAN, SIDES, find_command
from boyi.cli.screen import Screen
from boyi.core.errors import BoyiError
from boyi.core.message import Message, Term
from boyi.core.reasons import side_label
from boyi.course.computer import LanComputer
from boyi.course.connection import LanEvent, LanHost, LanPeer, Sent, connect
from boyi.course.session import (
    Began,
    Chatted,
    Confirmed,
    Declined,
    Ended,
    Ending,
    Invited,
    Left,
    Played,
    Stuck,
)
from boyi.players.base import Player
from boyi.protocols.lines import LineBuffer

REASONS: Mapping[Ending, Message] = {
    "resigned": Message("resigned"),
    "no move": Message("no legal move is left"),
    "time out": Message("out of time"),
    "illegal move": Message("illegal move"),
    "left": Message("the other side left"),
}
"""How a LAN game can end."""
OTHER = Message("the other side")
"""Who plays with us, as long as it has no name."""
HELP = Message(
    "E5        play a move (as the board is labelled)\n"
    "invite b  ask for a game with black (w: white)\n"
    "yes, no   accept or refuse (no REASON)\n"
    "resign    give the game up\n"
    "say TEXT  send a message\n"
    "board     draw the board again\n"
    "help      this list\n"
    "quit      leave (Ctrl-D too)"
)


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

    def __init__(self, screen: Screen, settings: LanSettings) -> None:
        self.screen, self.settings = screen, settings
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
        self._say(
            Message(
                "{name} waits at {host}:{port} for someone to join.",
                name=given.name,
                host=given.host,
                port=port,
            )
        )
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
                self._say(Message("Someone has connected."))
                await self._meet(arriving.result())
        finally:
            typing.cancel()
            leaving.cancel()
            await host.close()

    async def join(self) -> None:
        """Connect to a host and stay until one of the two leaves."""
        given = self.settings
        peer = await connect(given.host, given.port, given.name, move_seconds=given.move_seconds)
        self._say(
            Message(
                "Connected to {host}:{port} as {name}.", name=given.name, host=given.host, port=given.port
            )
        )
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
            self._say(Message("The computer ({player}) plays for you.", player=self.settings.player))
        else:
            self.screen.say(HELP, "dim")

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
        other = peer.session.peer or OTHER
        match event:
            case Invited(name, colour):
                if self.computer is None:
                    self._say(
                        Message(
                            "{peer} invites you to play {colour}. Type yes or no.",
                            peer=name,
                            colour=self._side(colour),
                        ),
                        "bold",
                    )
            case Began(name, colour):
                seconds = f"{peer.move_seconds:g}"
                self._say(
                    Message(
                        "The game begins: you play {colour} against {peer}; {seconds} s a move.",
                        peer=name,
                        colour=self._side(colour),
                        seconds=seconds,
                    ),
                    "bold",
                )
                self._draw()
            case Declined(name, reason):
                if reason:
                    self._say(Message("{peer} refuses: {reason}", peer=name or other, reason=reason))
                else:
                    self._say(Message("{peer} refuses.", peer=name or other))
                if self.computer is not None:
                    self._quit.set()
                    peer.leave()
            case Sent(move):
                self._say(Message("You play {move}.", move=peer.session.situation.game.format_move(move)))
                if self.computer is None:
                    self._draw()
            case Played(move):
                self._say(
                    Message(
                        "{peer} plays {move}.", peer=other, move=peer.session.situation.game.format_move(move)
                    )
                )
                self._draw()
            case Stuck():
                self._say(Message("{peer} has no move; waiting for it to give up.", peer=other))
            case Ended(winner, reason, disputed):
                why = REASONS[reason]
                if winner == peer.session.colour:
                    self._say(Message("The game is over: you win ({reason}).", reason=why), "bold")
                else:
                    self._say(
                        Message("The game is over: {peer} wins ({reason}).", peer=other, reason=why), "bold"
                    )
                if disputed:
                    self._say(Message("(Our own board does not show that.)"))
                if self.computer is not None and self.computer.trouble:
                    self._say(Message("The computer had to resign: {reason}", reason=self.computer.trouble))
                self._played += 1
            case Confirmed():
                self._say(
                    Message("Both sides agree. Type invite b or invite w for another game, or quit."), "dim"
                )
            case Chatted(text):
                self._say(Message("{peer}: {text}", peer=other, text=text))
            case Left(name):
                self._say(Message("{peer} has gone.", peer=name or other))

    def _draw(self) -> None:
        assert self.peer is not None
        session = self.peer.session
        last = session.situation.moves[-1] if session.situation.moves else None
        whose = (
            Message("Your turn: type a move such as E5.")
            if session.our_turn
            else Message("{peer} is to move.", peer=session.peer or OTHER)
        )
        other = session.peer or OTHER
        lines = [
            self.screen.text(Message("{side}: {player}", side=self._side(colour), player=name))
            for colour, name in ((session.colour, session.name), (1 - session.colour, other))
        ]
        if session.phase == "playing":
            lines += [Text(), self.screen.text(whose)]
        self.screen.show(session.situation.position, last, lines)

    def _say(self, said: Message, style: str = "") -> None:
        self.screen.say(said, style)
        sys.stdout.flush()

    def _side(self, colour: int) -> Message | Term:
        return side_label(("black", "white")[colour])

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
            self.screen.say(error, "yellow")

    def _obey(self, line: str) -> None:
        if not line.strip():
            return
        word, _, rest = line.strip().partition(" ")
        command, rest = find_command(word, LAN), rest.strip()
        if command == "quit":
            self._leave()
            return
        if command == "help":
            self.screen.say(HELP)
            return
        if (peer := self.peer) is None:
            self._say(Message("Wait until someone has connected."))
            return
        match command:
            case "invite":
                self._invite(SIDES.get(rest.lower()))
            case "accept":
                peer.accept()
            case "decline":
                peer.decline(rest)
                self._say(Message("You refuse."))
            case "resign":
                peer.resign()
            case "say":
                peer.chat(rest)
            case "board":
                self._draw()
            case _:
                self._play(peer, line.strip())

    def _play(self, peer: LanPeer, text: str) -> None:
        if peer.session.phase != "playing":
            self._say(Message("There is no such command or move. Type help."))
            return
        situation = peer.session.situation
        move = situation.game.parse_move(text, situation.position)
        peer.play(move)

    def _invite(self, colour: int | None = None) -> None:
        assert self.peer is not None
        colour = (self.settings.colour or 0) if colour is None else colour
        self.peer.invite(colour)
        self._invited_first = True
        self._say(Message("You invite the other side; you would play {colour}.", colour=self._side(colour)))

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
