"""What each person may do in a room now. This is the only place that decides it.

Each ``check`` raises why not. A command calls its check when it comes; ``permissions``, what the page is
told, calls the same checks for each role. What is refused at this moment only (it is the other's turn,
another request stands) is no permission: the command asks ``check_own_turn`` and ``check_requests`` besides.
Legality and the rules of the match are the match's: it judges the command when it is carried out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from boyi.core.message import Message
from boyi.match import NotNow
from boyi.server.refusals import Refusal
from boyi.server.rooms.seats import Person
from boyi.server.views import Action, Permissions, Role, Side

if TYPE_CHECKING:
    from boyi.server.rooms.room import Room

PLAYERS: tuple[Role, Role] = ("player0", "player1")
ONGOING = ("playing", "waiting")
LOCKED = Message("The teacher has locked the computer's help.")
ASKED = Message("Another request stands: answer it first.")
COPIED = Message("This game comes from a locked one that is not over: it stays locked.")
WATCHING = Message("You are watching: only the players can do this.")


def side_of(who: Person, wanted: Side | None, usual: int) -> Side:
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


def check_turn(room: Room, who: Person) -> Side:
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


def check_no_try_out(room: Room) -> None:
    """The game counts: a try-out is left by the way back, and nothing follows it."""
    if room.info.origin is not None:
        raise Refusal("In a try-out this is not done: take moves back, or quit it.", "not-allowed")


def check_resign(room: Room, who: Person, wanted: Side | None = None) -> Side:
    """Someone may give the game up; for which side."""
    check_playing(room)
    check_no_try_out(room)
    return side_of(who, wanted, room.match.to_act)


def check_draw(room: Room, who: Person, wanted: Side | None = None) -> Side:
    """Someone may offer a draw, or take the one that is offered; for which side."""
    side = check_resign(room, who, wanted)
    room.match.check_draw_offer()
    return side


def check_take_back(room: Room, who: Person, wanted: Side | None = None) -> Side:
    """Someone may take back, or ask for it; for which side."""
    if room.phase not in ("playing", "over"):
        raise Refusal.of(not_playing(room), "not-allowed")
    side = side_of(who, wanted, room.last_to_choose(who.seats))
    room.match.check_take_back(side)
    return side


def check_next_game(room: Room, who: Person, wanted: Side | None = None) -> None:
    """Someone may ask for another game: the one that follows already, or a new one.

    A program of the course is invited while it is there and nothing is asked.
    """
    info = room.info
    if not (who.seats or who.owner) or info.review or info.task_of:
        raise Refusal.of(WATCHING, "not-allowed")
    check_no_try_out(room)
    if info.rematch is not None:
        return
    if info.with_course:
        if room.course is None or not room.course.connected:
            raise Refusal("For another game, invite the program again.", "not-allowed")
        if room.phase == "playing":
            raise Refusal.of(not_playing(room), "not-allowed")
        if room.request is not None:
            raise Refusal.of(ASKED, "busy")
    elif room.phase == "waiting":
        raise Refusal.of(not_playing(room), "not-allowed")
    elif info.needs_consent:
        side_of(who, wanted, 0)


def check_requests(room: Room, side: Side, what: Literal["draw", "restart", "rematch"] | None = None) -> None:
    """Nothing else is asked at this moment; ``what``: the other side may ask for the same."""
    request = room.request
    if request is not None and (request.request, request.player) != (what, 1 - side):
        raise Refusal.of(ASKED, "busy")


def check_answer(room: Room, who: Person) -> None:
    """Someone may answer the request that stands."""
    request = room.request
    if request is None:
        raise Refusal("Nothing is asked any more.", "stale")
    if request.request in ("join", "invite"):
        if not who.owner:
            raise Refusal("Only the owner of the room lets people in.", "not-allowed")
    elif 1 - request.player not in who.seats:
        raise Refusal("Nothing is asked of you.", "not-allowed")


def check_auto(room: Room, who: Person, side: Side, on: bool) -> None:
    """Someone may let the computer play their side, or take it back."""
    if side not in who.seats or not room.info.seats[side].is_person:
        raise Refusal("That is not your side.", "not-allowed")
    check_playing(room)
    check_no_try_out(room)
    if on and room.locked:
        raise Refusal.of(LOCKED, "locked")
    if on and room.info.needs_consent and room.course is None:
        raise Refusal("In a game between two people the computer gives no advice.", "not-allowed")


def check_pace(room: Room, who: Person) -> None:
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


def check_server_lock(room: Room, who: Person) -> bool:
    """Where help is locked, imports and games that are over are for the owner of the server.

    Whether it must still be asked if the game is a copy of a locked one that is not over (``check_copy``).
    """
    if who.server_owner and room.phase not in ONGOING:
        return False
    if room.rooms.access.locked:
        raise Refusal.of(LOCKED, "locked")
    return True


async def check_copy(room: Room, who: Person, node: int) -> None:
    """Help is refused in copies of a locked game that is not over, however they were made."""
    if not check_server_lock(room, who):
        return
    rooms = room.rooms
    if await rooms.locked_game(room.info.lock_from) or rooms.copies_locked(room, node):
        raise Refusal.of(COPIED, "locked")


def check_hint(room: Room, who: Person, wanted: Side | None = None) -> Side:
    """Someone may have hints; for which side."""
    side = side_of(who, wanted, room.record.position.turn)
    if room.phase != "playing":
        raise Refusal("The game is not being played now.", "not-allowed")
    check_help(room)
    return side


def check_own_turn(room: Room, side: Side) -> None:
    """A side is to move at this moment."""
    if room.record.position.turn != side:
        raise Refusal("It is not your turn.", "not-your-turn")


def check_analysis(room: Room, who: Person) -> None:
    """Someone may have positions of this game analysed."""
    check_server_lock(room, who)
    check_help(room)


def check_open_node(room: Room, node: int) -> None:
    """There is something to analyse at a node."""
    if room.record.outcome_at(node) is not None:
        raise Refusal("The game is over here: there is nothing to analyse.", "not-allowed")


def check_review(room: Room, who: Person) -> None:
    """Someone may have the whole game judged."""
    if room.phase in ONGOING:
        raise Refusal("The game is not over: only a finished game can be reviewed.", "not-allowed")
    if who.watching and not who.server_owner:
        raise Refusal.of(WATCHING, "not-allowed")
    check_server_lock(room, who)


def check_watch(room: Room, on: bool) -> None:
    """Candidates may be shown while a computer thinks."""
    if on and room.locked and room.phase == "playing":
        raise Refusal.of(LOCKED, "locked")


def check_lock(room: Room, who: Person) -> None:
    """Someone may lock the computer's help, or lift the lock; while the whole server is locked, nobody."""
    if not who.owner and not who.server_owner:
        raise Refusal("Only the owner of the room can lock it.", "not-allowed")
    if room.rooms.access.locked:
        raise Refusal.of(LOCKED, "locked")


def check_lock_code(room: Room, who: Person, code: str) -> None:
    """The lock is lifted with the teacher's code, where there is one."""
    if room.info.locked and room.info.lock_code and not who.server_owner:
        room.codes.check(code, room.info.lock_code)


# Chat and changes


def check_open_chat(who: Person) -> None:
    """Someone may let spectators write."""
    if not who.owner:
        raise Refusal("Only the owner of the room opens its chat to spectators.", "not-allowed")


def check_chat(room: Room, who: Person) -> None:
    """Someone may write in the chat."""
    if not who.invited:
        raise Refusal("The chat is for those who have the server's join token.", "needs-token")
    if who.watching and not room.info.spectator_chat:
        raise Refusal(
            "You are watching: the owner of the room has not opened the chat to spectators.", "not-allowed"
        )


def check_edit(room: Room, who: Person) -> None:
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


def check_promote(room: Room, who: Person) -> None:
    """Someone may make variations the main line."""
    check_edit(room, who)
    check_edit_of(room, "promote", room.record.end)


def check_delete(who: Person) -> None:
    """Someone may delete the game."""
    if not who.owner and not who.server_owner:
        raise Refusal("Only the owner of the game can delete it.", "not-allowed")


# What the page is told

ROLES: dict[Role, Person] = {
    "player0": Person(seats=[0], invited=True),
    "player1": Person(seats=[1], invited=True),
    "owner": Person(owner=True, invited=True),
    "guest": Person(invited=True),
    "stranger": Person(),
    "host": Person(server_owner=True),
}
"""Someone who is nothing but this. Whoever has several roles may do what one of them may."""


def _check_switch(room: Room, who: Person) -> None:
    """The switch that lets the computer play for someone may be moved, from where it stands."""
    side = side_of(who, None, 0)
    check_auto(room, who, side, not room.info.seats[side].auto)


CHECKS: dict[Action, Callable[[Room, Person], object]] = {
    "undo": check_take_back,
    "hint": check_hint,
    "draw": check_draw,
    "resign": check_resign,
    "restart": check_next_game,
    "rematch": check_next_game,
    "auto": _check_switch,
    "pace": check_pace,
    "answer": check_answer,
    "say": check_chat,
    "open-chat": lambda _, who: check_open_chat(who),
    "lock": check_lock,
    "watch": lambda room, _: check_watch(room, on=True),
    "analyse": check_analysis,
    "review": check_review,
    "edit": check_edit,
    "promote": check_promote,
    "delete": lambda _, who: check_delete(who),
}


def roles_of(who: Person) -> list[Role]:
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
    """What each role may do now; a role that may do nothing is left out."""
    granted = {
        role: [action for action in CHECKS if is_allowed(room, who, action)] for role, who in ROLES.items()
    }
    return {role: actions for role, actions in granted.items() if actions}


def is_allowed(room: Room, who: Person, action: Action) -> bool:
    """Whether the check of an action lets someone do it."""
    try:
        CHECKS[action](room, who)
    except (Refusal, NotNow):
        return False
    return True


def seat_to_act(room: Room) -> Side | None:
    """The seat whose person is to move or choose; None while a computer does, or nobody."""
    if room.phase != "playing":
        return None
    side: Side = 0 if room.match.to_act == 0 else 1
    return None if room.is_computer(side) else side
