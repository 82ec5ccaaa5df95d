"""A game at the terminal: whose turn it is, what was typed, what the computer does, how it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from boyi.cli.keeper import Keeper
from boyi.cli.screen import Screen
from boyi.cli.words import COMMANDS, Words, find_command, settings_of
from boyi.core.errors import BoyiError
from boyi.core.language import language
from boyi.core.outcome import Outcome
from boyi.core.record import GameRecord
from boyi.match.asking import ask, fault
from boyi.match.replay import is_forced_pass
from boyi.players.base import Decision, Player, dismiss

HINTS = 3
FEWEST_MOVE_LINES = 3


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays one side: a person at the keyboard if there is no player."""

    name: str
    player: Player | None = None


class Session:
    """Runs games between two seats until someone leaves."""

    def __init__(
        self,
        screen: Screen,
        words: Words,
        new_record: Callable[[], GameRecord],
        seats: tuple[Seat, Seat],
        adviser: Player,
        keeper: Keeper | None = None,
        record: GameRecord | None = None,
    ) -> None:
        """``record``: a game to go on with; without one a new one begins."""
        self.screen = screen
        self.words = words
        self.new_record = new_record
        self.seats = seats
        self.adviser = adviser
        self.keeper = keeper
        self.record = new_record() if record is None else record
        self._runner = asyncio.Runner()
        self._stale = True  # the board on the screen is not the board of the game
        self._announced = False
        self._left = False

    def run(self) -> None:
        """Play until the person quits or the input ends."""
        self.screen.say(self.words("intro", example=self._example()), "dim")
        if self.keeper is not None:
            self.keeper.begin(self.record)
        with self._runner:
            try:
                while not self._left:
                    self._go_on()
                    self._keep()
            finally:
                if self.keeper is not None:
                    self.keeper.close()
                for seat in self.seats:
                    if seat.player is not None:
                        with suppress(Exception):  # nobody waits for it any more
                            self._runner.run(dismiss(seat.player))
        if self.keeper is not None and self.keeper.goes_on(self.record):
            self.screen.say(self.words("resumable"))
        self.screen.say(self.words("bye"))

    def _keep(self) -> None:
        """Store what has changed, before it is shown."""
        if self.keeper is not None:
            self.keeper.keep(self.record)

    def _prepare(self) -> None:
        """Open the library while someone thinks."""
        if self.keeper is not None:
            self.keeper.prepare()

    def _go_on(self) -> None:
        """One move, or one line of the keyboard."""
        position = self.record.position()
        if self.record.outcome() is not None:
            self._announce()
            self._listen(self.words("prompt_over"))
        elif is_forced_pass(self.record, self.record.end):
            self.screen.say(self.words("forced_pass", side=self._side(position.turn)))
            self.record.play(position.moves()[0])
            self._stale = True
        elif (player := self.seats[position.turn].player) is not None:
            self._let_play(player)
        else:
            self._draw()
            self._listen(self.words("prompt", side=self._side(position.turn)))

    # What was typed

    def _listen(self, prompt: str) -> None:
        self._prepare()
        typed = self.screen.ask(prompt)
        if typed is None:
            self._left = True
        elif (command := find_command(typed)) is not None:
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
        try:
            self.record.play(self.record.game.parse_move(text, self.record.position()))
        except BoyiError as error:
            self.screen.say(self.words.sentence(error), "yellow")
        else:
            self._stale = True

    def _undo(self) -> None:
        if self.record.result is not None:
            self.record.result = None
            self._announced = False
            self._stale = True
            self.screen.say(self.words("resigned_undone"))
            return
        line = self.record.main_line()
        own = [place for place, node in enumerate(line[:-1]) if self._decides_at(node)]
        if not own:
            self.screen.say(self.words("nothing_to_undo"))
            return
        gone = self.record.text().split()[own[-1] :]
        self.record.take_back(len(line) - 1 - own[-1])
        self._stale, self._announced = True, False
        self.screen.say(self.words("undone", moves=" ".join(gone)))

    def _decides_at(self, node: int) -> bool:
        """Whether a person had a choice there; a forced pass is taken back together with what led to it."""
        return self.seats[self.record.position(node).turn].player is None and not is_forced_pass(
            self.record, node
        )

    def _hint(self) -> None:
        if self._finished():
            return
        decision = self._think(self.adviser.choose(self.record), self.words("hint", moves="…"))
        position, game = self.record.position(), self.record.game
        shown = []
        for candidate in decision.candidates[:HINTS]:
            name = game.format_move(candidate.move, position)
            if decision.win_rate is None:
                shown.append(name)
            else:
                shown.append(self.words("hint_move", move=name, percent=f"{candidate.win_rate:.0%}"))
        self.screen.say(self.words("hint", moves="  ".join(shown)), "green")

    def _list_moves(self) -> None:
        if self._finished():
            return
        position = self.record.position()
        names = [self.record.game.format_move(move, position) for move in position.moves()]
        self.screen.say(self.words("legal", count=len(names)))
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
        self.record = self.new_record()
        if self.keeper is not None:
            self.keeper.begin(self.record)
        self._stale, self._announced = True, False
        self.screen.say(self.words("new"))

    def _resign(self) -> None:
        if self._finished():
            return
        self.record.result = Outcome(1 - self.record.position().turn, "resigned")

    def _help(self) -> None:
        self.screen.say(self.words("help_move", example=f"{self._example():<6}"))
        for name in COMMANDS:
            self.screen.say(self.words(f"help_{name}"))

    def _leave(self) -> None:
        self._left = True

    def _finished(self) -> bool:
        """Say what is left to do if the game is over."""
        if self.record.outcome() is None:
            return False
        self.screen.say(self.words("another"))
        return True

    # What the computer does

    def _let_play(self, player: Player) -> None:
        position, turn = self.record.position(), self.record.position().turn
        name = self.seats[turn].name
        self._prepare()
        try:
            decision = self._think(ask(player, self.record), self.words("thinking", player=name))
        except Exception as error:  # whatever its program does, it loses the game and the person stays
            self.record.result, sentence = fault(error, turn)
            self.screen.say(sentence, "yellow")
            return
        if decision.move is None:
            self.record.result = Outcome(1 - turn, "resigned")
            return
        self.record.play(decision.move)
        self._keep()
        self._stale = True
        notes = []
        if decision.win_rate is not None:
            notes.append(self.words("win_rate", percent=f"{decision.win_rate:.0%}"))
        if decision.playouts:
            notes.append(self.words("playouts", count=f"{decision.playouts:,}"))
        move = self.record.game.format_move(decision.move, position)
        played = self.words("played", side=self._side(turn), player=name, move=move)
        self.screen.say(f"{played} ({', '.join(notes)})" if notes else played)

    def _think(self, deciding: Coroutine[Any, Any, Decision], message: str) -> Decision:
        self.screen.flash(message)
        try:
            return self._runner.run(deciding)
        finally:
            self.screen.unflash()

    # What is shown

    def _announce(self) -> None:
        """Show the final board and who won, once."""
        if self._announced:
            return
        self._announced = True
        self._draw()
        outcome = self.record.outcome()
        assert outcome is not None
        reason = self.words.reason(outcome.reason, drawn=outcome.winner is None)
        if outcome.score:
            reason = self.words("lead", reason=reason, lead=abs(outcome.score))
        if outcome.winner is None:
            self.screen.say(self.words("drawn", reason=reason), "bold")
        else:
            self.screen.say(
                self.words(
                    "won",
                    side=self._side(outcome.winner),
                    player=self.seats[outcome.winner].name,
                    reason=reason,
                ),
                "bold",
            )
        self.screen.say(self.words("another"))

    def _draw(self) -> None:
        if not self._stale:
            return
        self._stale = False
        last = self.record.nodes[self.record.end].move
        self.screen.show(self.record.position(), last, self._panel())

    def _panel(self) -> list[Text]:
        game, turn = self.record.game, self.record.position().turn
        title = language("zh_CN")(game.title) if self.words.language == "zh" else str(game.title)
        lines = [Text(" ".join([title, *settings_of(game)]))]
        for player, seat in enumerate(self.seats):
            lines.append(self.screen.stone(game, player).append(f" {self._side(player)}: {seat.name}"))
        if self.record.outcome() is None:
            lines.append(Text())
            lines.append(Text(self.words("to_move", side=self._side(turn))))
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
        return [self.words("moves_title"), *pairs[-max(room - 1, FEWEST_MOVE_LINES) :]] if pairs else []

    def _side(self, player: int) -> str:
        return self.words.side(self.record.game.players[player])

    def _example(self) -> str:
        """A move to show as an example: one from the middle of the list of legal ones."""
        start = self.record.start
        moves = start.moves() or self.record.game.start().moves()
        return self.record.game.format_move(moves[len(moves) // 2], start)
