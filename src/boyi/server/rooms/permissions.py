"""What each person may do in a room now. This is the only place that decides it.

Each rule is a function of the facts of a room and of a person: it returns why not, or None. A command
requires its rule (``require``) when it comes; ``permissions``, what the page is told, asks the same rules for
each role. What is refused at this moment only (it is the other's turn, another request stands) is no
permission: the command requires ``own_turn`` and ``no_other_request`` besides. Legality and the rules of the
match are the match's: it judges the command when it is carried out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from boyi.core.message import Message
from boyi.server.messages import RefusalCode
from boyi.server.refusals import Refusal
from boyi.server.rooms.people import Person
from boyi.server.views import Action, Permissions, Phase, Role, Side

if TYPE_CHECKING:
    from boyi.server.rooms.room import Room

PLAYERS: tuple[Role, Role] = ("player0", "player1")
ONGOING = ("playing", "waiting")
STATES = 4096
"""Facts of rooms whose permissions are remembered; most rooms are in one of a few dozen."""


class Facts(NamedTuple):
    """Everything about a room on which permissions depend; equal facts, equal permissions."""

    phase: Phase
    review: bool
    try_out: bool
    assignment: bool
    opening: bool
    needs_consent: bool
    spectators_write: bool
    has_next_game: bool
    with_course: bool
    course_linked: bool
    course_connected: bool
    locked: bool
    server_locked: bool
    request: tuple[str, Side] | None
    """What is asked, and by whom."""
    people: tuple[bool, bool]
    """Which seats are a person's."""
    auto: tuple[bool, bool]
    """For which of them the computer plays."""
    paced: bool
    """Whether computers play both sides."""
    draw: bool
    """Whether the match lets a draw be offered."""
    take_back: tuple[bool, bool]
    """Which sides the match lets take back."""


class Denial(NamedTuple):
    """Why something may not be done."""

    text: Message
    code: RefusalCode = "not-allowed"


Rule = Callable[[Facts, Person], Denial | None]

LOCKED = Denial(Message("The teacher has locked the computer's help."), "locked")
ASKED = Denial(Message("Another request stands: answer it first."), "busy")
COPIED = Denial(Message("This game comes from a locked one that is not over: it stays locked."), "locked")
WATCHING = Denial(Message("You are watching: only the players can do this."))
NOT_YOURS = Denial(Message("That is not your side."))
NOT_YOUR_TURN = Denial(Message("It is not your turn."), "not-your-turn")
CANNOT_MOVE = Denial(Message("You are watching: only the players move."))
THINKING = Denial(Message("The computer is thinking: wait for its move."), "thinking")
NOT_PLAYING: dict[Phase, Denial] = {
    "waiting": Denial(Message("The other player is not here yet.")),
    "over": Denial(Message("The game is over.")),
    "review": Denial(Message("This game is open for review: nobody plays.")),
    "playing": Denial(Message("The game is not over.")),
}
TRY_OUT = Denial(Message("In a try-out this is not done: take moves back, or quit it."))
NO_DRAW = Denial(Message("Draws cannot be offered in this match."))
NO_TAKE_BACK = Denial(Message("There is no move of yours to take back."))
NO_COURSE = Denial(Message("For another game, invite the program again."))
NOTHING_ASKED = Denial(Message("Nothing is asked any more."), "stale")
NOT_ASKED = Denial(Message("Nothing is asked of you."))
NOT_THE_HOST = Denial(Message("Only the owner of the room lets people in."))
TWO_PEOPLE = Denial(Message("In a game between two people the computer gives no advice."))
OPENING = Denial(Message("The opening has no hints: its stones should suit both colours."))
NOT_PACED = Denial(Message("The pace is chosen where computers play both sides."))
NO_HINT_NOW = Denial(Message("The game is not being played now."))
NOT_OVER = Denial(Message("The game is not over: only a finished game can be reviewed."))
NO_LOCK = Denial(Message("Only the owner of the room can lock it."))
CHAT_NOT_OPENED = Denial(Message("Only the owner of the room opens its chat to spectators."))
NO_TOKEN = Denial(Message("The chat is for those who have the server's join token."), "needs-token")
CHAT_CLOSED = Denial(
    Message("You are watching: the owner of the room has not opened the chat to spectators.")
)
NOT_YOUR_GAME = Denial(Message("Only the owner of the game can change it."))
NOT_FINISHED = Denial(Message("The game is not over: only a finished game can be changed."))
AS_PLAYED = Denial(Message("The moves that were played stay as they are."))
NO_DELETION = Denial(Message("Only the owner of the game can delete it."))


def require(denial: Denial | None) -> None:
    """Refuse a command that is denied."""
    if denial is not None:
        raise Refusal.of(denial.text, denial.code)


def side_of(who: Person, wanted: Side | None, usual: int) -> Side:
    """Which of their sides someone speaks for; refused if they have none."""
    if not who.seats:
        require(WATCHING)
    if wanted is not None:
        if wanted not in who.seats:
            require(NOT_YOURS)
        return wanted
    return next((side for side in who.seats if side == usual), who.seats[0])


# The game


def play(facts: Facts, _: Person) -> Denial | None:
    """A game is being played here."""
    return None if facts.phase == "playing" else NOT_PLAYING[facts.phase]


def not_try_out(facts: Facts) -> Denial | None:
    """The game counts: a try-out is left by the way back, and nothing follows it."""
    return TRY_OUT if facts.try_out else None


def has_side(who: Person) -> Denial | None:
    """Someone plays here."""
    return None if who.seats else WATCHING


def resign(facts: Facts, who: Person) -> Denial | None:
    """Someone may give the game up."""
    return play(facts, who) or not_try_out(facts) or has_side(who)


def offer_draw(facts: Facts, who: Person) -> Denial | None:
    """Someone may offer a draw, or take the one that is offered."""
    return resign(facts, who) or (None if facts.draw else NO_DRAW)


def can_go_back(facts: Facts) -> Denial | None:
    """A game is played or was played here, so there may be moves to take back."""
    return None if facts.phase in ("playing", "over") else NOT_PLAYING[facts.phase]


def take_back(facts: Facts, who: Person) -> Denial | None:
    """Someone may take back, or ask for it, for one of their sides."""
    free = any(facts.take_back[side] for side in who.seats)
    return can_go_back(facts) or has_side(who) or (None if free else NO_TAKE_BACK)


def next_game(facts: Facts, who: Person) -> Denial | None:
    """Someone may ask for another game: the one that follows already, or a new one.

    A program of the course is invited while it is there and nothing is asked.
    """
    if not (who.seats or who.owner) or facts.review or facts.assignment:
        return WATCHING
    if facts.try_out:
        return TRY_OUT
    if facts.has_next_game:
        return None
    if facts.with_course:
        if not facts.course_connected:
            return NO_COURSE
        if facts.phase == "playing":
            return NOT_PLAYING["playing"]
        return None if facts.request is None else ASKED
    if facts.phase == "waiting":
        return NOT_PLAYING["waiting"]
    return has_side(who) if facts.needs_consent else None


def answer(facts: Facts, who: Person) -> Denial | None:
    """Someone may answer the request that stands."""
    if facts.request is None:
        return NOTHING_ASKED
    what, asker = facts.request
    if what in ("join", "invite"):
        return None if who.owner else NOT_THE_HOST
    return None if 1 - asker in who.seats else NOT_ASKED


def let_computer_play(facts: Facts, who: Person, side: Side, on: bool) -> Denial | None:
    """Someone may let the computer play their side, or take it back."""
    if side not in who.seats or not facts.people[side]:
        return NOT_YOURS
    if denial := play(facts, who) or not_try_out(facts):
        return denial
    if on and facts.locked:
        return LOCKED
    return TWO_PEOPLE if on and facts.needs_consent and not facts.course_linked else None


def _move_switch(facts: Facts, who: Person) -> Denial | None:
    """The switch that lets the computer play for someone may be moved, from where it stands."""
    if not who.seats:
        return WATCHING
    side = who.seats[0]
    return let_computer_play(facts, who, side, not facts.auto[side])


def pace(facts: Facts, who: Person) -> Denial | None:
    """Someone may pause, slow down or step a game that computers play on both sides."""
    return play(facts, who) or (WATCHING if who.watching else None if facts.paced else NOT_PACED)


# The computer's help


def help_here(facts: Facts) -> Denial | None:
    """Help is for those who play alone or at one device; after the game it is for everyone."""
    if facts.phase not in ONGOING:
        return None
    if facts.locked:
        return LOCKED
    if facts.needs_consent:
        return TWO_PEOPLE
    return OPENING if facts.opening else None


def ignores_lock(facts: Facts, who: Person) -> bool:
    """Where help is locked, imports and games that are over are for the owner of the server."""
    return who.server_owner and facts.phase not in ONGOING


def help_on_server(facts: Facts, who: Person) -> Denial | None:
    """Help is not locked on the whole server, or not for this person."""
    return LOCKED if facts.server_locked and not ignores_lock(facts, who) else None


def hint(facts: Facts, who: Person) -> Denial | None:
    """Someone may have hints."""
    return has_side(who) or (NO_HINT_NOW if facts.phase != "playing" else help_here(facts))


def analyse(facts: Facts, who: Person) -> Denial | None:
    """Someone may have positions of this game analysed."""
    return help_on_server(facts, who) or help_here(facts)


def review(facts: Facts, who: Person) -> Denial | None:
    """Someone may have the whole game judged."""
    if facts.phase in ONGOING:
        return NOT_OVER
    return WATCHING if who.watching and not who.server_owner else help_on_server(facts, who)


def watch(facts: Facts, _: Person) -> Denial | None:
    """Candidates may be shown while a computer thinks."""
    return LOCKED if facts.locked and facts.phase == "playing" else None


def lock(facts: Facts, who: Person) -> Denial | None:
    """Someone may lock the computer's help, or lift the lock; while the whole server is locked, nobody."""
    if not who.owner and not who.server_owner:
        return NO_LOCK
    return LOCKED if facts.server_locked else None


# Chat and changes


def open_chat(_: Facts, who: Person) -> Denial | None:
    """Someone may let spectators write."""
    return None if who.owner else CHAT_NOT_OPENED


def chat(facts: Facts, who: Person) -> Denial | None:
    """Someone may write in the chat."""
    if not who.invited:
        return NO_TOKEN
    return CHAT_CLOSED if who.watching and not facts.spectators_write else None


def edit(facts: Facts, who: Person) -> Denial | None:
    """Someone may change the record."""
    return NOT_YOUR_GAME if not who.owner else NOT_FINISHED if facts.phase in ONGOING else None


def promote(facts: Facts, who: Person) -> Denial | None:
    """Someone may make variations the main line: not where moves were played."""
    return edit(facts, who) or (None if facts.review else AS_PLAYED)


def delete(_: Facts, who: Person) -> Denial | None:
    """Someone may delete the game."""
    return None if who.owner or who.server_owner else NO_DELETION


# What the page is told

ROLES: dict[Role, Person] = {
    "player0": Person(seats=[0], invited=True),
    "player1": Person(seats=[1], invited=True),
    "owner": Person(owner=True, invited=True),
    "guest": Person(invited=True),
    "stranger": Person(),
    "host": Person(server_owner=True),
}
"""Someone who is nothing but this. A person of several roles may do what one of them may."""

RULES: dict[Action, Rule] = {
    "undo": take_back,
    "hint": hint,
    "draw": offer_draw,
    "resign": resign,
    "restart": next_game,
    "rematch": next_game,
    "auto": _move_switch,
    "pace": pace,
    "answer": answer,
    "say": chat,
    "open-chat": open_chat,
    "lock": lock,
    "watch": watch,
    "analyse": analyse,
    "review": review,
    "edit": edit,
    "promote": promote,
    "delete": delete,
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


@lru_cache(STATES)
def permissions(facts: Facts) -> Permissions:
    """What each role may do; a role that may do nothing is left out."""
    granted = {
        role: [action for action, rule in RULES.items() if rule(facts, who) is None]
        for role, who in ROLES.items()
    }
    return {role: actions for role, actions in granted.items() if actions}


# What commands ask besides


def turn_of(room: Room, who: Person) -> Side:
    """For which side someone acts: it is their turn to move, or to act in an opening."""
    require(play(room.facts(), who))
    side, opening = room.match.to_act, room.match.opening is not None
    if not who.seats and not opening:
        require(CANNOT_MOVE)
    mine = next((own for own in who.seats if own == side), None)
    if room.is_computer(side) and (mine is not None or not opening):
        require(THINKING)
    if mine is None:
        raise Refusal.of(NOT_YOUR_TURN.text, NOT_YOUR_TURN.code)
    return mine


def no_other_request(facts: Facts, side: Side, what: str = "") -> Denial | None:
    """Nothing else is asked at this moment; ``what``: the other side may ask for the same."""
    return None if facts.request in (None, (what, 1 - side)) else ASKED


def own_turn(room: Room, side: Side) -> Denial | None:
    """A side is to move at this moment."""
    return None if room.record.position.turn == side else NOT_YOUR_TURN


async def not_copied(room: Room, who: Person, node: int) -> Denial | None:
    """Help is refused in copies of a locked game that is not over, however they were made."""
    facts = room.facts()
    if ignores_lock(facts, who):
        return None
    if facts.server_locked:
        return LOCKED
    rooms = room.rooms
    copied = await rooms.locked_game(room.info.lock_from) or rooms.shows_locked(room.record, node, room)
    return COPIED if copied else None
