"""What people ask of a room, a function for each message. What is not allowed raises and changes nothing."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from boyi.core.errors import BoyiError, IllegalMove
from boyi.match import NotNow
from boyi.players.human import HumanPlayer
from boyi.server import client_messages as client
from boyi.server import messages as m
from boyi.server.passcode import code_hash
from boyi.server.refusals import Refusal, code_of, refused
from boyi.server.rooms import permissions as may
from boyi.server.rooms.arrivals import admit
from boyi.server.rooms.connection import Connection, clean
from boyi.server.rooms.editing import check_open, edit, explain, find_node, look
from boyi.server.rooms.following import answer_next_game, ask_next_game
from boyi.server.rooms.players import ADVISER, WorkerPlayer
from boyi.store.errors import StoreError

if TYPE_CHECKING:
    from boyi.server.rooms.room import Room

log = logging.getLogger("boyi.server")


class Asked:
    """A message, who sent it, and its answer, which is given once."""

    def __init__(self, connection: Connection, message: Any, at: float) -> None:
        self.who, self.message, self.at = connection, message, at
        self._answered = False

    def done(self) -> None:
        """It was carried out."""
        if not self._answered:
            self._answered = True
            self.who.send(m.Done(ref=self.message.ref))

    def answer_later(self) -> None:
        """The answer comes from elsewhere."""
        self._answered = True

    def refuse(self, error: BoyiError) -> None:
        """It was not carried out."""
        if not self._answered:
            self._answered = True
            self.who.send(refused(error, self.message.ref))


async def carry_out(room: Room, connection: Connection, message: m.SocketMessage, at: float) -> None:
    """Do what a message asks, with all that follows from it, and answer it."""
    asked = Asked(connection, message, at)
    try:
        try:
            await COMMANDS[type(message)](room, asked)
            await room.tell_match()
            asked.done()
        finally:
            if not room.is_closed:
                await room.follow_match()
    except StoreError as error:
        log.error("room %s: %s", room.id, error)
        asked.refuse(error)
        raise
    except BoyiError as error:
        if code_of(error) == "failed":
            log.error("room %s: %s", room.id, error)
        asked.refuse(error)
    except Exception:
        log.exception("room %s: a message could not be carried out", room.id)
        asked.refuse(Refusal("Something went wrong: nothing was changed.", "failed"))


# Playing


async def _play(room: Room, asked: Asked) -> None:
    message, who, record = asked.message, asked.who, room.record
    if message.ply <= record.plies:
        _played_before(room, asked)
        return
    may.require(may.play(room.facts(), who))
    if message.ply != record.plies + 1:
        raise Refusal("The board has changed meanwhile: look again.", "stale")
    side = may.turn_of(room, who)
    await room.wake()
    if room.match.opening is None:
        room.acknowledge_with(asked.done)
    try:
        room.match.submit(side, message.move, asked.at)
    except BoyiError:
        room.acknowledge_with(None)
        raise


def _played_before(room: Room, asked: Asked) -> None:
    """A move that was sent twice counts once; another move in its place is too late."""
    message, record = asked.message, room.record
    line = record.main_line()
    side = record.position_at(line[message.ply - 1]).turn
    if record.nodes[line[message.ply]].move != message.move or side not in asked.who.seats:
        raise Refusal("The board has changed meanwhile: look again.", "stale")


async def _choose(room: Room, asked: Asked) -> None:
    side = may.turn_of(room, asked.who)
    await room.wake()
    room.match.choose_colour(side, asked.message.what)


async def _act(room: Room, asked: Asked) -> None:
    await ACTS[asked.message.what](room, asked)


async def _resign(room: Room, asked: Asked) -> None:
    may.require(may.resign(room.facts(), asked.who))
    room.match.resign(may.side_of(asked.who, asked.message.side, room.match.to_act))
    _answer_at_once(room, asked)


async def _offer_draw(room: Room, asked: Asked) -> None:
    facts = room.facts()
    may.require(may.offer_draw(facts, asked.who))
    side = may.side_of(asked.who, asked.message.side, room.match.to_act)
    may.require(may.no_other_request(facts, side, "draw"))
    await room.wake()
    room.match.offer_draw(side)
    _answer_at_once(room, asked)


async def _take_back(room: Room, asked: Asked) -> None:
    facts, who = room.facts(), asked.who
    may.require(may.can_go_back(facts))
    side = may.side_of(who, asked.message.side, room.last_to_choose(who.seats))
    if (refusal := room.match.why_no_take_back(side)) is not None:
        raise NotNow.of(refusal)
    over = facts.phase == "over"
    if not over and room.match.opening is None:
        may.require(may.no_other_request(facts, side))
    await room.wake()
    room.match.ask_take_back(side)
    if not over:
        _answer_at_once(room, asked)
        return
    await room.tell_match()
    asked.done()
    await room.wake()


def _answer_at_once(room: Room, asked: Asked) -> None:
    """The match has decided: in a game the answer comes before what is told of it, in an opening after."""
    if not room.info.opening:
        asked.done()


async def _hint(room: Room, asked: Asked) -> None:
    message, who = asked.message, asked.who
    side = may.side_of(who, message.side, room.record.position.turn)
    may.require(await may.not_copied(room, who, room.record.end))
    may.require(may.hint(room.facts(), who))
    may.require(may.own_turn(room, side))
    room.analyses.start_hint(room, who, message.ref)
    asked.answer_later()


async def _next_game(room: Room, asked: Asked) -> None:
    may.require(may.next_game(room.facts(), asked.who))
    await ask_next_game(room, asked.who, asked.message.what, asked.message.side)


async def _leave(room: Room, asked: Asked) -> None:
    asked.who.left = True
    room.audience.note_quiet()
    if not room.is_needed:
        await room.pause()


async def _answer(room: Room, asked: Asked) -> None:
    may.require(may.answer(room.facts(), asked.who))
    request, granted = room.request, asked.message.granted
    assert request is not None
    if request.request in ("join", "invite"):
        if room.course is not None:
            room.course.answer(granted)
        else:
            await admit(room, granted)
    elif request.request in ("restart", "rematch"):
        await answer_next_game(room, granted)
    else:
        room.match.answer(1 - request.player, granted)
        asked.done()


async def _auto(room: Room, asked: Asked) -> None:
    message, seat = asked.message, room.info.seats[asked.message.side]
    may.require(may.let_computer_play(room.facts(), asked.who, message.side, message.on))
    if message.on:
        may.require(await may.not_copied(room, asked.who, room.record.end))
    if seat.auto == message.on:
        return
    room.info.let_computer_play(message.side, message.on)
    await room.storage.keep(room.info)
    player = WorkerPlayer(room.rooms.workers, ADVISER) if message.on else HumanPlayer()
    room.replace_player(message.side, player)
    room.pacing.release(room)
    room.tell_people()


async def _pace(room: Room, asked: Asked) -> None:
    may.require(may.pace(room.facts(), asked.who))
    room.pacing.change(room, asked.message)
    await room.storage.keep(room.info)
    room.tell_people()


# Around the game


async def _lock(room: Room, asked: Asked) -> None:
    on, code = asked.message.on, asked.message.code
    may.require(may.lock(room.facts(), asked.who))
    if not on:
        room.check_lock_code(asked.who, code)
        if await room.rooms.locked_game(room.info.lock_from):
            may.require(may.COPIED)
        room.info.unlock()
    else:
        room.info.lock(code_hash(code) if code else "")
    if on and room.phase == "playing":
        room.analyses.stop_all()
    await room.storage.keep(room.info)
    room.tell_people()


async def _open_chat(room: Room, asked: Asked) -> None:
    may.require(may.open_chat(room.facts(), asked.who))
    room.info.let_spectators_write(asked.message.on)
    await room.storage.keep(room.info)
    room.tell_people()


async def _watch(room: Room, asked: Asked) -> None:
    if asked.message.on:
        may.require(may.watch(room.facts(), asked.who))
    asked.who.watches = asked.message.on


async def _say(room: Room, asked: Asked) -> None:
    who, text = asked.who, clean(asked.message.text)
    if not text:
        raise Refusal("There is nothing to say in this message.", "bad-message")
    may.require(may.chat(room.facts(), who))
    if not room.audience.may_speak(who.speaker):
        raise Refusal("You write too fast: wait a moment.", "too-many")
    seat = who.seats[0] if len(who.seats) == 1 else None
    await room.say(who.name, seat, text, who.watching)
    if room.course is not None and seat is not None:
        room.course.say(text)


async def _ping(room: Room, asked: Asked) -> None:
    """Answered like everything else."""


# Looking and studying


async def _look(room: Room, asked: Asked) -> None:
    for answer in look(room.record, asked.message):
        asked.who.send(answer)


async def _explain(room: Room, asked: Asked) -> None:
    explain(room.record, asked.message)


async def _edit(room: Room, asked: Asked) -> None:
    may.require(may.edit(room.facts(), asked.who))
    await edit(room, asked.message)


async def _analyse(room: Room, asked: Asked) -> None:
    message, who = asked.message, asked.who
    if not message.on:
        room.analyses.stop(who)
        return
    node = find_node(room.record, message.node)
    may.require(await may.not_copied(room, who, node))
    may.require(may.analyse(room.facts(), who))
    check_open(room.record, node)
    room.analyses.start(room, who, node, message.candidates)


async def _judge(room: Room, asked: Asked) -> None:
    message, who = asked.message, asked.who
    node = find_node(room.record, message.node)
    may.require(await may.not_copied(room, who, node))
    may.require(may.analyse(room.facts(), who))
    check_open(room.record, node)
    position = room.record.position_at(node)
    if not position.is_legal(message.move):
        raise IllegalMove.of(position.why_illegal(message.move))
    room.analyses.start_judging(room, who, node, message.move, message.ref)
    asked.answer_later()


async def _review(room: Room, asked: Asked) -> None:
    if not asked.message.on:
        room.analyses.stop_review()
        return
    may.require(await may.not_copied(room, asked.who, room.record.end))
    may.require(may.review(room.facts(), asked.who))
    room.analyses.start_review(room, asked.message.seconds)


Command = Callable[["Room", Asked], Awaitable[None]]

COMMANDS: dict[type[m.SocketMessage], Command] = {
    client.Play: _play,
    client.Act: _act,
    client.Choose: _choose,
    client.Answer: _answer,
    client.Auto: _auto,
    client.Pace: _pace,
    client.Lock: _lock,
    client.OpenChat: _open_chat,
    client.Watch: _watch,
    client.Say: _say,
    client.Look: _look,
    client.Explain: _explain,
    client.Edit: _edit,
    client.Analyse: _analyse,
    client.JudgeMove: _judge,
    client.ReviewGame: _review,
    client.Ping: _ping,
}
ACTS: dict[str, Command] = {
    "resign": _resign,
    "draw": _offer_draw,
    "undo": _take_back,
    "hint": _hint,
    "restart": _next_game,
    "rematch": _next_game,
    "leave": _leave,
}
