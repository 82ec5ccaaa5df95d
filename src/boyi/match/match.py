"""One game between two players: the match asks, judges and keeps the time. It is the only judge."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator
from random import Random
from typing import Literal

from boyi.core.clock import Clock
from boyi.core.errors import BadMove, IllegalMove
from boyi.core.message import Message
from boyi.core.outcome import AGREED, CRASH, ILLEGAL, LENGTH, RESIGNED, TIME_OUT, Outcome, no_more_moves
from boyi.core.record import GameRecord
from boyi.match.errors import NotNow, NotYourTurn
from boyi.match.event_queue import EventQueue
from boyi.match.events import (
    ClockChanged,
    ColoursChosen,
    Event,
    GameOver,
    GameStarted,
    MoveReplaced,
    OpeningChanged,
    OpeningChoice,
    OpeningState,
    OpeningStep,
    Request,
    Thinking,
)
from boyi.match.opening import Swap2, begins_with_swap2
from boyi.match.player_requests import PlayerRequests
from boyi.match.replay import SIDES, is_forced_pass, names_of, plies_back_to
from boyi.match.requesting import WATCHDOG, fault
from boyi.match.rules import MatchRules
from boyi.match.running import run
from boyi.match.scoresheet import Scoresheet
from boyi.match.turn import Decided, Post, Progressed, Ready, Signal, TimedOut, Turn
from boyi.match.turns import Turns
from boyi.players.base import Decision, Player
from boyi.protocols.actions import Choice

OFF_BOARD = frozenset({RESIGNED, TIME_OUT, AGREED, CRASH})
"""Ends that no move made: taking them back resumes the game as it stood."""
OVER = Message("The game is over.")
NO_DRAWS = Message("Draws cannot be offered in this match.")
FINAL = Message("The game is over: its moves cannot be taken back.")
AS_PLAYED = Message("Moves cannot be taken back in this match.")
NO_STONE = Message("In this step of the opening you have put no stone to take back.")
NO_MOVE = Message("There is no move of yours to take back.")


class Match:
    """A game to be played, or resumed, from the end of a record's main line.

    Commands (``submit``, ``choose_colour``, ``resign``, ``offer_draw``, ``ask_take_back``, ``answer``,
    ``end``, ``replace_player``) are judged at once, whether the match runs or not: they change the record and
    leave events, or raise why not. ``play`` yields the events. Those who have a queue of their own use
    ``start``, ``handle``, ``advance``, ``take_events`` and ``stop`` instead. Each command, signal or step
    makes at most one move.
    """

    def __init__(
        self,
        record: GameRecord,
        players: tuple[Player, Player],
        rules: MatchRules | None = None,
        *,
        opening: OpeningStep | Literal[""] | None = None,
        seed: int = 0,
        watchdog: float = WATCHDOG,
    ) -> None:
        """``opening``: the step of swap2 that comes next, or none; by default as the game's options say.

        ``seed``: which opening is placed for a first player that has none of its own, and the moves that
        replace illegal ones.
        """
        self.record, self.players = record, players
        self.rules = rules or MatchRules()
        self._sheet = Scoresheet(record, self.rules)
        self._forgiven = list(self.rules.illegal_moves)
        """How many illegal answers of each side are still replaced."""
        self._random = Random(seed)
        self.kept = self.rules.kept
        self.over: GameOver | None = None
        step = ("place3" if begins_with_swap2(record) else "") if opening is None else opening
        self._swap2 = Swap2(record, step) if step else None
        self._stones: deque[int] = deque()
        """Stones of an opening that a player has named and that are not placed yet."""
        self._colour: Literal["", "black", "white"] = ""
        """The colour that was chosen with them."""
        self._offer: int | None = None
        """Who offers a draw with the move that was just made."""
        self.events = EventQueue()
        self._turns = Turns(record, self.rules, seed, watchdog)
        self._requests = PlayerRequests(self.rules, self.events)
        self.stopped: int | None = None
        """Whose time ran when the game ended."""
        self._unfinished = 0.0
        if self._swap2 is not None and self._swap2.is_answered:
            self._choose("white")

    # What can be asked about it

    @property
    def clock(self) -> Clock:
        """Both sides' time after the last move."""
        return self._sheet.clock

    @property
    def opening(self) -> OpeningState | None:
        """Where the swap2 opening stands; None when there is none, or the game has ended in it."""
        return None if self._swap2 is None or self._has_ended else self._swap2.state

    @property
    def to_act(self) -> int:
        """Who acts now: in an opening one player places the stones of both colours."""
        return self.record.position.turn if self._swap2 is None else self._swap2.player

    @property
    def is_running(self) -> bool:
        """Whether players are asked."""
        return self._turns.is_started

    @property
    def asked(self) -> int | None:
        """The side whose player is asked for something; a person is not."""
        return None if self._turn is None or self._turn.task is None else self._turn.side

    @property
    def running(self) -> int | None:
        """Whose time runs."""
        return None if self._turn is None or self._turn.began is None else self._turn.side

    def elapsed(self) -> float:
        """Seconds that the player to move has used so far for this move; at the end they stand still."""
        if self.over is not None:
            return self._unfinished
        return 0.0 if self._turn is None else self._turn.used(self._turn.now)

    @property
    def request(self) -> tuple[Request, int] | None:
        """What one player asks of the other, and who asks."""
        return self._requests.standing

    @property
    def _turn(self) -> Turn | None:
        return self._turns.current

    @property
    def _has_ended(self) -> bool:
        return self.record.outcome is not None

    # Commands

    def submit(self, player: int, move: int, at: float | None = None) -> None:
        """A person's move, or stone of an opening; ``at``: when it came, by the loop's clock."""
        turn = self._turn
        if (ended := self.record.outcome) is not None:
            raise IllegalMove.of(no_more_moves(ended))
        if turn is None or turn.side != player or turn.task is not None:
            raise NotYourTurn("It is not your turn.")
        if self._swap2 is not None:
            self._swap2.check_stone(move)
            self._turns.end()
            self._place(move)
            return
        at = turn.now if at is None else at
        if turn.is_late(at):
            self._time_out(turn, at)
            raise NotNow("The game had ended before your move.")
        position = self.record.position
        if not position.is_legal(move):
            raise IllegalMove.of(position.why_illegal(move))
        self._turns.end()
        self._requests.lapse(player)
        self.events.add(self._sheet.play(Decision(move), turn.used(at)))

    def choose_colour(self, player: int, what: OpeningChoice) -> None:
        """A person's choice in a swap2 opening."""
        if self._swap2 is None or self._swap2.player != player or self._turn is None or self._turn.task:
            raise NotYourTurn("It is not your turn.")
        self._swap2.check_choice(what)
        self._turns.end()
        self._choose(what)

    def resign(self, player: int) -> None:
        """Give the game up, whoever is to move."""
        _require(OVER if self._has_ended else None)
        self._end(Outcome(1 - player, RESIGNED))

    def offer_draw(self, player: int) -> None:
        """Offer half a point; an offer that stands on the other side is thereby accepted."""
        _require(self.why_no_draw())
        self._ask("draw", player)

    def why_no_draw(self) -> Message | None:
        """Why no draw can be offered now; None if one can."""
        if self._has_ended:
            return OVER
        return None if self.rules.draw_offers else NO_DRAWS

    def ask_take_back(self, player: int) -> None:
        """Take the player's last move back, or ask the other player for it, as the rules say.

        In an opening it is the last stone of one's own step, of which nobody is asked. After the end it
        resumes the game, where the rules allow that.
        """
        _require(self.why_no_take_back(player))
        if self._has_ended:
            self._reopen(player)
        elif self._swap2 is not None:
            self._turns.end()
            self._take_back(1)
        else:
            self._ask("take back", player)

    def why_no_take_back(self, player: int) -> Message | None:
        """Why the player can neither take back now nor ask for it; None if one of them is possible."""
        if self._has_ended:
            return None if self.rules.reopen else FINAL
        if self.rules.take_back == "never":
            return AS_PLAYED
        if self._swap2 is not None:
            return None if self._swap2.can_take_back(player) else NO_STONE
        return NO_MOVE if plies_back_to(self.record, player, self.kept) is None else None

    def _ask(self, request: Request, player: int) -> None:
        answer = self._requests.ask(request, player, self.players[1 - player])
        if answer is not None:
            self.answer(*answer)

    def answer(self, player: int, granted: bool) -> None:
        """Grant or refuse what the other player asks for."""
        request, asker = self._requests.answer(player, granted)
        if granted and request == "draw":
            self._end(Outcome(None, AGREED))
        elif granted and (plies := plies_back_to(self.record, asker, self.kept)) is not None:
            self._turns.end()
            self._take_back(plies)

    def end(self, outcome: Outcome, detail: Message | None = None) -> None:
        """End the game for a reason that comes from outside; one that is over stays as it ended."""
        if not self._has_ended:
            self._end(outcome, detail)

    def replace_player(self, side: int, player: Player) -> None:
        """Let another player decide for a side, also in the middle of its turn; its time runs on."""
        before = self.players[side]
        if player is before:
            return
        _unwatch(before)
        self.players = (player, self.players[1]) if side == 0 else (self.players[0], player)
        turn = self._turn
        if turn is not None and turn.side == side:
            self._turns.end()
            self._begin_turn(side, turn if turn.began is not None else None)

    # Running

    def play(self) -> AsyncIterator[Event]:
        """Play to the end. Leaving the loop early stops the players; another call resumes the game."""
        return run(self)

    def start(self, post: Post) -> None:
        """Let the players be asked; signals are posted, each to be handed to ``handle``."""
        record = self.record
        self._turns.start(post)
        self.over = None
        self._sheet.begin()
        self.events.add(GameStarted(record.game.name, names_of(record), record.plies, self.clock))

    async def stop(self) -> None:
        """Stop the players; the match can be started again."""
        await self._turns.stop()
        for player in self.players:
            _unwatch(player)

    def take_events(self) -> list[Event]:
        """What has happened since the last call."""
        return self.events.take_all()

    def advance(self) -> bool:
        """One step that follows from the board: an end, a pass, a stone, or a turn; False if none does."""
        if not self.is_running or self._turn is not None or self.over is not None:
            return False
        offer, self._offer = self._offer, None
        if (ended := self._judge()) is not None:
            self._end(ended)
        elif offer is not None:
            self._ask("draw", offer)
        elif self._stones:
            self._place(self._stones.popleft())
        elif self._swap2 is None and is_forced_pass(self.record, self.record.end):
            decision = Decision(self.record.position.moves()[0])
            self.events.add(self._sheet.play(decision, 0.0, forced=True))
        else:
            self._begin_turn(self.to_act)
        return True

    def handle(self, signal: Signal) -> None:
        """Take in what a player or the clock did."""
        turn = signal.turn
        if turn is not self._turn:
            return
        if isinstance(signal, Progressed):
            assert turn.progress is not None
            self.events.add(Thinking(turn.side, turn.progress))
            turn.progress = None
        elif isinstance(signal, Ready):
            self.events.add(ClockChanged(turn.side, self.clock))
        elif isinstance(signal, TimedOut):
            self._time_out(turn, turn.now)
        else:
            self._decided(turn, signal)

    def _judge(self) -> Outcome | None:
        """How the game stands by the board, by repetition, by its result, or by its length."""
        if (ended := self.record.outcome) is not None:
            return ended
        longest = self.rules.longest
        return Outcome(None, LENGTH) if longest is not None and self.record.plies >= longest else None

    # Turns

    def _begin_turn(self, side: int, after: Turn | None = None) -> None:
        """Ask the player of a side; ``after``: the turn that it resumes, where another was asked before."""
        player = self.players[side]
        if self._swap2 is not None:
            self._turns.begin_opening(player, self._swap2)
            return
        turn = self._turns.begin(side, player, self._sheet, after)
        if after is None and turn.began is not None:
            self.events.add(ClockChanged(side, self.clock))

    def _decided(self, turn: Turn, signal: Decided) -> None:
        """What the player's answer comes to."""
        assert turn.task is not None
        if turn.is_late(signal.at):
            # A player that held up the whole program, and with it the alarm.
            self._time_out(turn, signal.at)
            return
        self._turns.end()
        if turn.task.cancelled():
            self._end(
                Outcome(1 - turn.side, CRASH),
                Message("The player was stopped from outside."),
                turn,
                signal.at,
            )
        elif (error := turn.task.exception()) is not None:
            self._faulted(turn, signal.at, *fault(error, turn.side))
        elif isinstance(answer := turn.task.result(), Choice):
            self._take_opening(answer, turn.side)
        elif answer.move is None:
            self._end(Outcome(1 - turn.side, RESIGNED), None, turn, signal.at)
        else:
            self._requests.lapse(turn.side)
            self._write(turn, signal.at, answer)
            self._offer = turn.side if answer.offers_draw and self.rules.draw_offers else None

    def _faulted(self, turn: Turn, at: float, outcome: Outcome, detail: Message) -> None:
        """The player has no answer, or one that is no legal move: it loses unless that is forgiven."""
        side = turn.side
        is_illegal = outcome == Outcome(1 - side, ILLEGAL) and self._swap2 is None
        if not (is_illegal and self._forgiven[side]):
            self._end(outcome, detail, turn, at)
            return
        self._forgiven[side] -= 1
        position = self.record.position
        move = self._random.choice(position.moves())
        self._requests.lapse(side)
        self.events.add(MoveReplaced(side, self.record.game.format_move(move, position), detail))
        self._write(turn, at, Decision(move))

    def _write(self, turn: Turn, at: float, decision: Decision) -> None:
        """The move of a turn that ended at a moment."""
        passed = turn.passed(at) if turn.is_metered else None
        self.events.add(self._sheet.play(decision, turn.used(at), passed))

    def _time_out(self, turn: Turn, at: float) -> None:
        self._end(Outcome(1 - turn.side, TIME_OUT), turn.overstepped(at), turn, at)

    # What is written to the record

    def _take_back(self, plies: int) -> None:
        self.events.add(self._sheet.take_back(plies))
        if self._swap2 is not None:
            self.events.add(OpeningChanged(self.opening))

    def _end(
        self,
        outcome: Outcome,
        detail: Message | None = None,
        turn: Turn | None = None,
        at: float | None = None,
    ) -> None:
        """``turn``, ``at``: whose move was not made, and until when its time ran; by default until now."""
        turn = turn or self._turn
        self.stopped = None if turn is None or turn.began is None else turn.side
        if turn is not None:
            used, left = turn.used(turn.now if at is None else at), self.clock.left(turn.side)
            self._unfinished = used if left is None else min(used, left)
        else:
            self._unfinished = 0.0
        self._turns.end()
        self._requests.lapse(None)
        self._stones.clear()
        self._colour = ""
        self._sheet.finish(outcome, detail)
        self.over = GameOver(outcome, detail)
        self.events.add(self.over)
        if self._swap2 is not None:
            self.events.add(OpeningChanged(None))

    def _reopen(self, player: int) -> None:
        """Take the end of the game back: as it stood, or to the player's last choice if a move ended it."""
        outcome = self.record.outcome
        assert outcome is not None
        plies = 0
        if outcome.reason not in OFF_BOARD and self._swap2 is None:
            plies = plies_back_to(self.record, player, self.kept) or self.record.plies - self.kept
        self.over = None
        self._take_back(plies)

    # The opening

    def _take_opening(self, answer: Choice, player: int) -> None:
        """A player's step of the opening: its stones are placed one by one."""
        assert self._swap2 is not None
        what: OpeningChoice | Literal[""]
        try:
            what, stones = self._swap2.read_answer(answer)
        except (BadMove, IllegalMove) as error:
            self._end(*fault(error, player))
            return
        self._requests.lapse(player)
        if what == "more":
            self._choose(what)
        elif what and not stones:
            self._choose(what)
            return
        else:
            self._colour = what
        self._stones.extend(stones)

    def _place(self, move: int) -> None:
        """Put a stone of the opening on the record, without a time."""
        assert self._swap2 is not None
        self.events.add(self._sheet.place(move))
        if self._colour:
            colour, self._colour = self._colour, ""
            self._choose(colour)
            return
        self._requests.lapse(self._swap2.player)
        self._swap2.follow()
        self.events.add(OpeningChanged(self.opening))

    def _choose(self, what: OpeningChoice) -> None:
        swap2 = self._swap2
        assert swap2 is not None
        if what == "more":
            self._requests.lapse(swap2.player)
            swap2.step = "place2"
            self.events.add(OpeningChanged(self.opening))
            return
        self._requests.lapse(None)
        by, self._swap2 = swap2.player, None
        black = by if what == SIDES[0] else 1 - by
        if black == 1:
            self.players = self.players[::-1]
            self._forgiven.reverse()
            self._sheet.exchange_controls()
        self.kept = max(self.kept, self.record.plies)
        self.events.add(ColoursChosen(by, black))


def _require(refusal: Message | None) -> None:
    """Refuse a command for a reason."""
    if refusal is not None:
        raise NotNow.of(refusal)


def _unwatch(player: Player) -> None:
    """The player must not keep the match, nor the match the player."""
    player.watch = None
