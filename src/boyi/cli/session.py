"""A game at the terminal: whose turn it is, what was typed, what the computer does, how it ends."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from rich.text import Text

from boyi.cli.commands import PLAY, find_command
from boyi.cli.heading import settings_of
from boyi.cli.keeper import Keeper
from boyi.cli.screen import Screen
from boyi.core.errors import BoyiError
from boyi.core.message import Message, Term, listing
from boyi.core.reasons import reason_label, side_label
from boyi.core.record import GameRecord
from boyi.match import Event, GameOver, Match, MatchRules, MovePlayed, NotNow
from boyi.match.replay import last_to_choose
from boyi.match.turn import Signal
from boyi.players.base import Player
from boyi.players.human import HumanPlayer

HINTS = 3
FEWEST_MOVE_LINES = 3
HELP = (
    Message("undo      take your last move back"),
    Message("hint      show good moves"),
    Message("moves     list the legal moves"),
    Message("board     draw the board again"),
    Message("new       start a new game"),
    Message("resign    give the game up"),
    Message("help      this list"),
    Message("quit      leave (Ctrl-D too)"),
)
"""After the line on playing a move."""
RULES = MatchRules(take_back="free", reopen=True)

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class TerminalSeat:
    """Who plays one side: a person at the keyboard if there is no player."""

    name: str
    player: Player | None = None


class Session:
    """Runs games between two seats until someone leaves."""

    def __init__(
        self,
        screen: Screen,
        new_record: Callable[[], GameRecord],
        seats: tuple[TerminalSeat, TerminalSeat],
        adviser: Player,
        keeper: Keeper | None = None,
        record: GameRecord | None = None,
    ) -> None:
        """``record``: a game to resume; without one a new one begins."""
        self.screen = screen
        self.new_record = new_record
        self.seats = seats
        self.adviser = adviser
        self.keeper = keeper
        self.record = new_record() if record is None else record
        self._runner = asyncio.Runner()
        self._match = self._new_match()
        self._signals: deque[Signal] = deque()
        self._signalled = asyncio.Event()
        self._stale = True  # the board on the screen is not the board of the game
        self._announced = False
        self._left = False

    def run(self) -> None:
        """Play until the person quits or the input ends."""
        self.screen.say(Message("Type a move such as {example}, or help.", example=self._example()), "dim")
        if self.keeper is not None:
            self.keeper.begin(self.record)
        with self._runner:
            try:
                self._runner.run(self._start())
                while not self._left:
                    self._go_on()
                    self._keep()
            finally:
                if self.keeper is not None:
                    self.keeper.close()
                self._runner.run(self._match.stop())
                for seat in self.seats:
                    if seat.player is not None:
                        with suppress(Exception):  # nobody waits for it any more
                            self._runner.run(seat.player.close())
        if self.keeper is not None and self.keeper.goes_on(self.record):
            self.screen.say(Message("The game is saved; resume it with: boyi play --resume"))
        self.screen.say(Message("Goodbye."))

    def _keep(self) -> None:
        """Store what has changed, before it is shown."""
        if self.keeper is not None:
            self.keeper.keep(self.record)

    def _prepare(self) -> None:
        """Open the library while someone thinks."""
        if self.keeper is not None:
            self.keeper.prepare()

    def _new_match(self) -> Match:
        """The judge of the game."""
        first, second = (HumanPlayer() if seat.player is None else seat.player for seat in self.seats)
        return Match(self.record, (first, second), RULES)

    async def _start(self) -> None:
        def post(signal: Signal) -> None:
            self._signals.append(signal)
            self._signalled.set()

        self._match.start(post)

    def _go_on(self) -> None:
        """Something that has happened, a step of the match, or a line of the keyboard."""
        turn = self.record.position.turn
        if events := self._match.take_events():
            for event in events:
                self._show(event)
        elif self._match.over is not None:
            self._announce()
            self._listen(Message("game over> "))
        elif self._match.advance():
            pass
        elif self.seats[turn].player is not None:
            self._prepare()
            self._think(self._wait(), Message("{player} is thinking…", player=self.seats[turn].name))
        else:
            self._draw()
            self._listen(Message("{side}> ", side=self._side(turn)))

    async def _wait(self) -> None:
        """Wait for the player that was asked."""
        while not self._signals:
            self._signalled.clear()
            await self._signalled.wait()
        self._match.handle(self._signals.popleft())

    # What was typed

    def _listen(self, prompt: Message) -> None:
        self._prepare()
        typed = self.screen.ask(prompt)
        if typed is None:
            self._left = True
        elif (command := find_command(typed, PLAY)) is not None:
            {
                "undo": self._undo,
                "hint": self._hint,
                "moves": self._list_moves,
                "board": self._draw_again,
                "new": self._start_anew,
                "resign": self._resign,
                "help": self._help,
                "quit": self._leave,
            }[command]()
        elif typed.strip():
            self._try_move(typed.strip())

    def _try_move(self, text: str) -> None:
        position = self.record.position
        try:
            self._match.submit(position.turn, self.record.game.parse_move(text, position))
        except BoyiError as error:
            self.screen.say(error, "yellow")

    def _undo(self) -> None:
        before, stated = self.record.text().split(), self.record.result is not None
        people = [side for side in (0, 1) if self.seats[side].player is None]
        last = last_to_choose(self.record, people)
        try:
            self._match.ask_take_back(people[0] if last is None else last)
        except NotNow:
            self.screen.say(Message("There is nothing to take back."))
            return
        self._stale, self._announced = True, False
        gone = before[self.record.plies :]
        if stated and not gone:
            self.screen.say(Message("The resignation is taken back."))
        else:
            self.screen.say(Message("Taken back: {moves}", moves=" ".join(gone)))

    def _hint(self) -> None:
        if self._finished():
            return
        decision = self._think(self.adviser.choose(self.record), Message("Hint: {moves}", moves="…"))
        position, game = self.record.position, self.record.game
        shown = []
        for candidate in decision.candidates[:HINTS]:
            name = game.format_move(candidate.move, position)
            if decision.win_rate is None:
                shown.append(name)
            else:
                shown.append(
                    self.screen.language(
                        Message("{move} ({percent})", move=name, percent=f"{candidate.win_rate:.0%}")
                    )
                )
        self.screen.say(Message("Hint: {moves}", moves="  ".join(shown)), "green")

    def _list_moves(self) -> None:
        if self._finished():
            return
        position = self.record.position
        names = [self.record.game.format_move(move, position) for move in position.moves()]
        self.screen.say(Message("Legal moves ({count}):", count=len(names)))
        line = ""
        for name in names:
            if len(line) + len(name) + 1 > self.screen.console.width - 1:
                self.screen.say(line)
                line = ""
            line += " " + name
        self.screen.say(line)

    def _draw_again(self) -> None:
        self._stale = True
        self._draw()

    def _start_anew(self) -> None:
        self._runner.run(self._match.stop())
        self.record = self.new_record()
        self._match = self._new_match()
        self._signals.clear()
        self._runner.run(self._start())
        if self.keeper is not None:
            self.keeper.begin(self.record)
        self._stale, self._announced = True, False
        self.screen.say(Message("A new game."))

    def _resign(self) -> None:
        if self._finished():
            return
        self._match.resign(self.record.position.turn)

    def _help(self) -> None:
        self.screen.say(Message("{example}    play a move", example=f"{self._example():<6}"))
        for line in HELP:
            self.screen.say(line)

    def _leave(self) -> None:
        self._left = True

    def _finished(self) -> bool:
        """Say what is left to do if the game is over."""
        if self.record.outcome is None:
            return False
        self.screen.say(Message("Another game? Type new, undo or quit."))
        return True

    # What the match says

    def _show(self, event: Event) -> None:
        if isinstance(event, GameOver):
            if event.detail:  # whatever a program does, it loses the game and the person stays
                self.screen.say(event.detail, "yellow")
        elif isinstance(event, MovePlayed):
            self._stale = True
            self._keep()
            if event.forced:
                self.screen.say(Message("{side} has no move and passes.", side=self._side(event.player)))
            elif self.seats[event.player].player is not None:
                self._say_move(event)

    def _say_move(self, event: MovePlayed) -> None:
        notes = []
        if event.win_rate is not None:
            notes.append(Message("win rate {percent}", percent=f"{event.win_rate:.0%}"))
        if event.playouts:
            notes.append(Message("{count} playouts", count=f"{event.playouts:,}"))
        name = self.seats[event.player].name
        played = Message(
            "{side} ({player}) plays {move}", side=self._side(event.player), player=name, move=event.text
        )
        self.screen.say(
            Message("{played} ({notes})", played=played, notes=listing(notes)) if notes else played
        )

    def _think(self, work: Coroutine[Any, Any, Result], said: Message) -> Result:
        self.screen.flash(said)
        try:
            return self._runner.run(work)
        finally:
            self.screen.unflash()

    # What is shown

    def _announce(self) -> None:
        """Show the final board and who won, once."""
        if self._announced:
            return
        self._announced = True
        self._draw()
        outcome = self.record.outcome
        assert outcome is not None
        reason = reason_label(outcome.reason, drawn=outcome.winner is None)
        if outcome.score:
            reason = Message("{reason} (+{lead})", reason=reason, lead=abs(outcome.score))
        if outcome.winner is None:
            self.screen.say(Message("A draw: {reason}.", reason=reason), "bold")
        else:
            self.screen.say(
                Message(
                    "{side} ({player}) wins: {reason}.",
                    side=self._side(outcome.winner),
                    player=self.seats[outcome.winner].name,
                    reason=reason,
                ),
                "bold",
            )
        self.screen.say(Message("Another game? Type new, undo or quit."))

    def _draw(self) -> None:
        if not self._stale:
            return
        self._stale = False
        last = self.record.nodes[self.record.end].move
        self.screen.show(self.record.position, last, self._panel())

    def _panel(self) -> list[Text]:
        game, turn = self.record.game, self.record.position.turn
        title = self.screen.language(game.title)
        lines = [Text(" ".join([title, *settings_of(game)]))]
        for player, seat in enumerate(self.seats):
            name = self.screen.language(
                Message("{side}: {player}", side=self._side(player), player=seat.name)
            )
            lines.append(self.screen.stone(game, player).append(f" {name}"))
        if self.record.outcome is None:
            lines.append(Text())
            lines.append(self.screen.text(Message("{side} to move", side=self._side(turn))))
        room = int(game.settings.get("size", 0)) - len(lines)
        return [*lines, Text(), *map(Text, self._move_list(room))]

    def _move_list(self, room: int) -> list[str]:
        """The last moves, a pair in each line, in as many lines as there is room for."""
        moves = self.record.text().split()
        if self.record.start.turn:
            moves.insert(0, "…")
        pairs = [
            f"{place // 2 + 1:>3}. {' '.join(moves[place : place + 2])}" for place in range(0, len(moves), 2)
        ]
        return (
            [self.screen.language(Message("Moves")), *pairs[-max(room - 1, FEWEST_MOVE_LINES) :]]
            if pairs
            else []
        )

    def _side(self, player: int) -> Message | Term:
        return side_label(self.record.game.players[player])

    def _example(self) -> str:
        """A move to show as an example: one from the middle of the list of legal ones."""
        start = self.record.start
        moves = start.moves() or self.record.game.start().moves()
        return self.record.game.format_move(moves[len(moves) // 2], start)
