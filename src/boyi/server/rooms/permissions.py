"""What each person may do in a room now. This is the only place that decides it.

Each ``check`` raises a ``Refusal`` that says why not; ``permissions`` is what the page is told. Legality and
the rules of the match are the match's: it judges the command when it is carried out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from boyi.core.message import Message
from boyi.match import NotNow
from boyi.server.refusals import Refusal
from boyi.server.rooms.connection import Connection
from boyi.server.views import Action, Permissions, Role, Side

if TYPE_CHECKING:
    from boyi.server.rooms.room import Room

PLAYERS: tuple[Role, Role] = ("player0", "player1")
ONGOING = ("playing", "waiting")
LOCKED = Message("The teacher has locked the computer's help.")
COPIED = Message("This game comes from a locked one that is not over: it stays locked.")
WATCHING = Message("You are watching: only the players can do this.")


def side_of(who: Connection, wanted: Side | None, usual: int) -> Side:
    """Which of their sides someone speaks for."""
    if not who.seats:
        raise Refusal.of(WATCHING, "not-allowed")
    if wanted is not None:
        if wanted not in who.seats:
            raise Refusal("That is not your side.", "not-allowed")
        return wanted
    return next((side for side in who.seats if side == usual), who.seats[0])


# The game


def check_playing(room: Room) -> None:
    """A game is being played here."""
    if room.phase != "playing":
        raise Refusal.of(not_playing(room), "not-allowed")


def not_playing(room: Room) -> Message:
    """Why nothing is played here, as a sentence."""
    return {
        "waiting": Message("The other player is not here yet."),
        "over": Message("The game is over."),
        "review": Message("This game is open for review: nobody plays."),
        "playing": Message("The game is not over."),
    }[room.phase]


def check_turn(room: Room, who: Connection) -> Side:
    """It is someone's turn to move, or to act in an opening; which side they act for."""
    check_playing(room)
    side = room.match.to_act
    if not who.seats and room.match.opening is None:
        raise Refusal("You are watching: only the players move.", "not-allowed")
    mine = next((own for own in who.seats if own == side), None)
    if room.is_computer(side) and (mine is not None or room.match.opening is None):
        raise Refusal("The computer is thinking: wait for its move.", "thinking")
    if mine is None:
        raise Refusal("It is not your turn.", "not-your-turn")
    return mine


def check_resign(room: Room, who: Connection, wanted: Side | None = None) -> Side:
    """Someone may give the game up; for which side."""
    check_playing(room)
    return side_of(who, wanted, room.match.to_act)


def check_draw(room: Room, who: Connection, wanted: Side | None = None) -> Side:
    """Someone may offer a draw, or take the one that is offered; for which side."""
    side = check_resign(room, who, wanted)
    asked = None if room.request is None else (room.request.request, room.request.player)
    if asked not in (None, ("draw", 1 - side)):
        raise Refusal("Another request stands: answer it first.", "busy")
    return side


def check_take_back(room: Room, who: Connection, wanted: Side | None = None) -> Side:
    """Someone may take back, or ask for it; for which side."""
    if room.phase not in ("playing", "over"):
        raise Refusal.of(not_playing(room), "not-allowed")
    side = side_of(who, wanted, room.last_to_choose(who.seats))
    if room.phase == "playing" and room.match.opening is None and room.request is not None:
        raise Refusal("Another request stands: answer it first.", "busy")
    return side


def check_next_game(room: Room, who: Connection) -> None:
    """Someone may ask for another game."""
    if not (who.seats or who.owner) or room.info.review or room.info.task_of:
        raise Refusal.of(WATCHING, "not-allowed")


def check_answer(room: Room, who: Connection) -> None:
    """Someone may answer the request that stands."""
    request = room.request
    if request is None:
        raise Refusal("Nothing is asked any more.", "stale")
    if request.request in ("join", "invite"):
        if not who.owner:
            raise Refusal("Only the owner of the room lets people in.", "not-allowed")
    elif request.player is None or 1 - request.player not in who.seats:
        raise Refusal("Nothing is asked of you.", "not-allowed")


def check_auto(room: Room, who: Connection, side: Side, on: bool) -> None:
    """Someone may let the computer play their side, or take it back."""
    if side not in who.seats or not room.info.seats[side].is_person:
        raise Refusal("That is not your side.", "not-allowed")
    if on and room.locked:
        raise Refusal.of(LOCKED, "locked")
    if on and room.info.needs_consent and room.course is None:
        raise Refusal("In a game between two people the computer gives no advice.", "not-allowed")


def check_pace(room: Room, who: Connection) -> None:
    """Someone may pause, slow down or step a game that computers play on both sides."""
    check_playing(room)
    if who.watching:
        raise Refusal.of(WATCHING, "not-allowed")
    if not room.pacing.applies(room):
        raise Refusal("The pace is chosen where computers play both sides.", "not-allowed")


# The computer's help


def check_help(room: Room) -> None:
    """Help is for those who play alone or at one device; after the game it is for everyone."""
    if room.phase not in ONGOING:
        return
    if room.locked:
        raise Refusal.of(LOCKED, "locked")
    if room.info.needs_consent:
        raise Refusal("In a game between two people the computer gives no advice.", "not-allowed")
    if room.info.opening:
        raise Refusal("The opening has no hints: its stones should suit both colours.", "not-allowed")


def check_server_lock(room: Room, who: Connection) -> bool:
    """Where help is locked, imports and games that are over are for the owner of the server.

    Whether it must still be asked if the game is a copy of a locked one that is not over (``check_copy``).
    """
    if who.server_owner and room.phase not in ONGOING:
        return False
    if room.rooms.access.locked:
        raise Refusal.of(LOCKED, "locked")
    return True


async def check_copy(room: Room, who: Connection, node: int) -> None:
    """Help is refused in copies of a locked game that is not over, however they were made."""
    if not check_server_lock(room, who):
        return
    rooms = room.rooms
    if await rooms.locked_game(room.info.lock_from) or rooms.copies_locked(room, node):
        raise Refusal.of(COPIED, "locked")


def check_hint(room: Room, side: Side) -> None:
    """A hint may be given to a side."""
    if room.phase != "playing":
        raise Refusal("The game is not being played now.", "not-allowed")
    check_help(room)
    if room.record.position.turn != side:
        raise Refusal("It is not your turn.", "not-your-turn")


def check_analysis(room: Room, node: int) -> None:
    """A node may be analysed."""
    check_help(room)
    if room.record.outcome_at(node) is not None:
        raise Refusal("The game is over here: there is nothing to analyse.", "not-allowed")


def check_review(room: Room, who: Connection) -> None:
    """Someone may have the whole game judged."""
    if room.phase in ONGOING:
        raise Refusal("The game is not over: only a finished game can be reviewed.", "not-allowed")
    if who.watching:
        raise Refusal.of(WATCHING, "not-allowed")


def check_watch(room: Room, on: bool) -> None:
    """Candidates may be shown while a computer thinks."""
    if on and room.locked and room.phase == "playing":
        raise Refusal.of(LOCKED, "locked")


def check_lock(room: Room, who: Connection, on: bool, code: str) -> None:
    """Someone may lock the computer's help, or lift the lock: with the teacher's code, where there is one."""
    if not who.owner and not who.server_owner:
        raise Refusal("Only the owner of the room can lock it.", "not-allowed")
    if room.rooms.access.locked and not on:
        raise Refusal.of(LOCKED, "locked")
    if not on and room.info.locked and room.info.lock_code and not who.server_owner:
        room.codes.check(code, room.info.lock_code)


# Chat and changes


def check_open_chat(who: Connection) -> None:
    """Someone may let spectators write."""
    if not who.owner:
        raise Refusal("Only the owner of the room opens its chat to spectators.", "not-allowed")


def check_chat(room: Room, who: Connection) -> None:
    """Someone may write in the chat."""
    if not who.invited:
        raise Refusal("The chat is for those who have the server's join token.", "needs-token")
    if who.watching and not room.info.spectator_chat:
        raise Refusal(
            "You are watching: the owner of the room has not opened the chat to spectators.", "not-allowed"
        )


def check_edit(room: Room, who: Connection) -> None:
    """Someone may change the record."""
    if not who.owner:
        raise Refusal("Only the owner of the game can change it.", "not-allowed")
    if room.phase in ONGOING:
        raise Refusal("The game is not over: only a finished game can be changed.", "not-allowed")


def check_edit_of(room: Room, what: Literal["remove", "promote"], node: int) -> None:
    """A move may be removed, or its line made the main one: not where moves were played."""
    played = not room.info.review
    if played and (what == "promote" or node in room.record.main_line()):
        raise Refusal("The moves that were played stay as they are.", "not-allowed")


# What the page is told


def roles_of(who: Connection) -> list[Role]:
    """What someone is in the room."""
    roles: list[Role] = [PLAYERS[side] for side in who.seats]
    if who.owner:
        roles.append("owner")
    if who.watching:
        roles.append("guest" if who.invited else "stranger")
    if who.server_owner:
        roles.append("host")
    return roles


def permissions(room: Room) -> Permissions:
    """What each role may do now; what nobody may do is left out."""
    granted: Permissions = {}
    for role, action in _granted(room):
        granted.setdefault(role, []).append(action)
    return granted


def seat_to_act(room: Room) -> Side | None:
    """The seat whose person is to move or choose; None while a computer does, or nobody."""
    if room.phase != "playing":
        return None
    side: Side = 0 if room.match.to_act == 0 else 1
    return None if room.is_computer(side) else side


def _granted(room: Room) -> Iterator[tuple[Role, Action]]:
    sides: tuple[Side, Side] = (0, 1)
    for side in sides:
        for action in _of_player(room, side):
            yield PLAYERS[side], action
    for action in _of_owner(room):
        yield "owner", action
    if not room.rooms.access.locked:
        yield "host", "lock"
    if room.info.spectator_chat:
        yield "guest", "say"
    if not (room.locked and room.phase in ONGOING):
        closed = room.rooms.access.locked
        anyone: tuple[Role, ...] = (*PLAYERS, "owner", "guest", "stranger")
        for role in ("host",) if closed else anyone:
            yield role, "analyse"


def _of_player(room: Room, side: Side) -> Iterator[Action]:
    """What the person on a side may do. Whose turn it is, and what else is asked, does not count here."""
    info, phase = room.info, room.phase
    if info.review:
        yield "say"
        return
    if _may_take_back(room, side):
        yield "undo"
    if room.pacing.applies(room):
        yield "pace"
    if phase == "playing":
        yield "resign"
        if not (room.locked or info.needs_consent or info.opening):
            yield "hint"
        if info.needs_consent and not info.with_course:
            yield "draw"
        if info.seats[side].is_person and (not info.needs_consent or room.course is not None):
            yield "auto"  # while the help is locked the page shows the switch, and does not let it move
    yield from _next_games(room)
    request = room.request
    if request is not None and request.request not in ("join", "invite") and request.player == 1 - side:
        yield "answer"
    yield "say"


def _may_take_back(room: Room, side: Side) -> bool:
    """Whether there is something to take back: an end at once, without a move, stays."""
    if room.phase not in ("playing", "over"):
        return False
    if room.phase == "over" and room.record.plies == (room.info.prefix if room.info.origin else 0):
        return False
    try:
        room.match.check_take_back(side)
    except NotNow:
        return False
    return True


def _next_games(room: Room) -> Iterator[Action]:
    """Another game: a program of the course is invited while it is there and nothing is asked."""
    if room.info.task_of:
        return  # an assignment is begun anew from its link
    if room.info.with_course:
        connected = room.course is not None and room.course.connected
        if room.phase == "playing" or not connected or room.request is not None:
            return
    elif room.phase not in ("playing", "over"):
        return
    yield "restart"
    yield "rematch"


def _of_owner(room: Room) -> Iterator[Action]:
    yield "say"
    if room.pacing.applies(room):
        yield "pace"
    yield "open-chat"
    if not room.rooms.access.locked:
        yield "lock"
    if not room.info.review:
        yield from _next_games(room)
    if room.request is not None and room.request.request in ("join", "invite"):
        yield "answer"
    if room.phase not in ONGOING:
        yield "edit"
        if room.info.review:
            yield "promote"
