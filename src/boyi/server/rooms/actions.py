"""What the people of a room may do: one method for each message."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, cast

from boyi.core.outcome import AGREED, CRASH, RESIGNED, TIME_OUT
from boyi.core.sentences import both
from boyi.match.replay import DETAIL, plies_back_to
from boyi.server import messages as m
from boyi.server.refusals import Refusal
from boyi.server.rooms.connection import Connection, clean
from boyi.server.rooms.room import Room
from boyi.server.serializers import as_grid_game, node_views, position_view
from boyi.server.views import Languages, RequestView, Side
from boyi.store.changes import TakeBack
from boyi.store.rows import MOST_NODES, too_many_nodes

OFF_BOARD = frozenset({RESIGNED, TIME_OUT, AGREED, CRASH})
"""Ends that no move made: taking them back lets the game go on as it stood."""


class Actions:
    """Carries out messages; what is not allowed raises a ``Refusal`` and has changed nothing."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._methods: dict[type[m.Message], Callable[[Connection, Any], Awaitable[None]]] = {
            m.Play: self._play,
            m.Act: self._act,
            m.Choose: self._choose,
            m.Answer: self._answer,
            m.Auto: self._auto,
            m.Lock: self._lock,
            m.OpenChat: self._open_chat,
            m.Watch: self._watch,
            m.Say: self._say,
            m.Look: self._look,
            m.Explain: self._explain,
            m.Edit: self._edit,
            m.Analyse: self._analyse,
            m.ReviewGame: self._review,
            m.Ping: self._ping,
        }

    async def handle(self, connection: Connection, message: m.Message) -> None:
        """Carry out a message and answer it."""
        await self._methods[type(message)](connection, message)

    # Playing

    async def _play(self, connection: Connection, message: m.Play) -> None:
        room, record = self.room, self.room.record
        if message.ply <= record.plies:
            self._played_before(connection, message)
            return
        if room.phase != "playing":
            raise Refusal("not-allowed", _not_playing(room))
        if message.ply != record.plies + 1:
            raise Refusal("stale", "The board has changed meanwhile: look again.")
        side = record.position().turn
        if room.info.opening:
            await room.swap2.place(connection, message.move)
            connection.send(m.Done(ref=message.ref))
            return
        if not connection.seats:
            raise Refusal("not-allowed", "You are watching: only the players move.")
        if side not in connection.seats or room.players[side].by_computer:
            if room.players[side].by_computer:
                raise Refusal("thinking", "The computer is thinking: wait for its move.")
            raise Refusal("not-your-turn", "It is not your turn.")
        room.wake()
        await room.hand_in(connection, message.ref, message.ply, message.move)

    async def _choose(self, connection: Connection, message: m.Choose) -> None:
        if self.room.phase != "playing":
            raise Refusal("not-allowed", _not_playing(self.room))
        await self.room.swap2.choose(connection, message.what)
        connection.send(m.Done(ref=message.ref))

    def _played_before(self, connection: Connection, message: m.Play) -> None:
        """A move that was sent twice counts once; another move in its place is too late."""
        record = self.room.record
        line = record.main_line()
        side = record.position(line[message.ply - 1]).turn
        if record.nodes[line[message.ply]].move != message.move or side not in connection.seats:
            raise Refusal("stale", "The board has changed meanwhile: look again.")
        connection.send(m.Done(ref=message.ref))

    async def _act(self, connection: Connection, message: m.Act) -> None:
        if message.what == "leave":
            connection.left = True
            self.room.rest_if_alone()
            if not self.room.is_watched:
                await self.room.rest()
        elif message.what in ("restart", "rematch"):
            await self._again(connection, message)
        elif message.what == "hint":
            side = self._side(connection, message.side, self.room.record.position().turn)
            await self._check_help(connection, self.room.record.end)
            self.room.study.hint(connection, message.ref, side)
            return  # the answer comes with the hint
        elif message.what == "undo":
            await self._undo(connection, message)
        else:
            await self._give_up_or_offer(connection, message)
        connection.send(m.Done(ref=message.ref))

    async def _give_up_or_offer(self, connection: Connection, message: m.Act) -> None:
        room = self.room
        if room.phase != "playing":
            raise Refusal("not-allowed", _not_playing(room))
        side = self._side(connection, message.side, self._to_move)
        asked = None if room.request is None else (room.request.request, room.request.player)
        if message.what == "draw" and asked not in (None, ("draw", 1 - side)):
            raise Refusal("busy", "Another request stands: answer it first.")
        if room.info.opening:
            await (room.swap2.resign(side) if message.what == "resign" else room.swap2.offer_draw(side))
            return
        room.wake()
        match = await room.running_match()
        if message.what == "resign":
            match.resign(side)
        else:
            match.offer_draw(side)

    async def _undo(self, connection: Connection, message: m.Act) -> None:
        room, record = self.room, self.room.record
        if room.phase not in ("playing", "over"):
            raise Refusal("not-allowed", _not_playing(room))
        if room.phase == "playing" and room.info.opening:
            await room.swap2.take_back(self._side(connection, message.side, self._to_move))
            return
        position = record.position()
        last = position.turn if self._is_computer(1 - position.turn) else 1 - position.turn
        side = self._side(connection, message.side, last)
        if room.phase == "playing":
            if room.request is not None:
                raise Refusal("busy", "Another request stands: answer it first.")
            room.wake()
            (await room.running_match()).ask_take_back(side)
            return
        if room.info.take_back == "never" or room.info.needs_consent:
            raise Refusal("not-allowed", "The game is over: its moves cannot be taken back.")
        await room.rest()
        await self._undo_end(side)

    async def _undo_end(self, side: int) -> None:
        """Take the end of a game back; the game goes on."""
        room, record = self.room, self.room.record
        outcome = record.outcome()
        plies = 0
        if outcome is not None and outcome.reason not in OFF_BOARD:
            kept = room.rules.kept
            plies = plies_back_to(record, side, kept) or record.plies - kept
        await room.commit(TakeBack(room.id, plies))
        record.take_back(plies)
        record.headers.pop(DETAIL, None)
        room.study.stop_all()  # of moves that are no longer there
        room.tell_taken_back()
        if room.info.opening:
            room.swap2.tell()
        room.tell_people()
        room.wake()

    @property
    def _to_move(self) -> int:
        """The side that acts now: in an opening one of them puts the stones of both."""
        opening = self.room.swap2.view()
        return self.room.record.position().turn if opening is None else opening.side

    def _is_computer(self, side: int) -> bool:
        return self.room.players[side].by_computer

    def _side(self, connection: Connection, wanted: Side | None, usual: int) -> Side:
        """Which of their sides someone speaks for."""
        if not connection.seats:
            raise Refusal("not-allowed", "You are watching: only the players can do this.")
        if wanted is not None:
            if wanted not in connection.seats:
                raise Refusal("not-allowed", "That is not your side.")
            return wanted
        return usual if usual in connection.seats else connection.seats[0]

    async def _again(self, connection: Connection, message: m.Act) -> None:
        """A new game: at once, or when the other person agrees."""
        room = self.room
        if not (connection.seats or connection.owner) or room.info.review:
            raise Refusal("not-allowed", "You are watching: only the players can do this.")
        if room.info.rematch is not None:
            connection.send(m.Next(id=room.info.rematch, token=connection.token))
            return
        if room.info.with_course:
            if room.course is None:
                raise Refusal("not-allowed", "For another game, invite the program again.")
            room.course.another(message.what == "rematch")
            return
        if not room.info.needs_consent or room.following.locked():  # granted: the game is being made
            await self._begin_again(message.what == "rematch")
            return
        side = self._side(connection, message.side, connection.seats[0] if connection.seats else 0)
        if room.request is not None:
            if (room.request.request, room.request.player) == (message.what, 1 - side):
                await self._begin_again(message.what == "rematch")
                return
            raise Refusal("busy", "Another request stands: answer it first.")
        name = room.info.seats[side].name
        what = cast(Any, message.what)
        room.set_request(RequestView(request=what, player=side, name=name))

    async def _begin_again(self, swap: bool) -> None:
        """Make the next game and lead everyone there. Whoever asks meanwhile is led there too."""
        room = self.room
        async with room.following:
            if room.info.rematch is not None:
                return
            if room.request is not None:
                room.set_request(None, granted=True)
            await room.rest()
            following = await room.rooms.follow(room, swap)
            room.rooms.lead(room, following.id)

    async def _answer(self, connection: Connection, message: m.Answer) -> None:
        room, request = self.room, self.room.request
        if request is None:
            raise Refusal("stale", "Nothing is asked any more.")
        if request.request in ("join", "invite"):
            if not connection.owner:
                raise Refusal("not-allowed", "Only the owner of the room lets people in.")
            await room.door.answer(message.granted)
        else:
            side = None if request.player is None else 1 - request.player
            if side not in connection.seats:
                raise Refusal("not-allowed", "Nothing is asked of you.")
            if request.request in ("restart", "rematch"):
                if message.granted:
                    await self._begin_again(request.request == "rematch")
                else:
                    room.set_request(None, granted=False)
            elif room.info.opening:
                await room.swap2.answer(message.granted)
            else:
                (await room.running_match()).answer(side, message.granted)
        connection.send(m.Done(ref=message.ref))

    async def _auto(self, connection: Connection, message: m.Auto) -> None:
        room, seat = self.room, self.room.info.seats[message.side]
        if message.side not in connection.seats or not seat.is_person:
            raise Refusal("not-allowed", "That is not your side.")
        if room.locked and message.on:
            raise Refusal("locked", "The teacher has locked the computer's help.")
        if room.info.needs_consent and message.on and room.course is None:
            raise Refusal("not-allowed", "In a game between two people the computer gives no advice.")
        if message.on:
            await self._check_help(connection, room.record.end)
        seat.auto = message.on
        await room.keep()
        room.players[message.side].switch(message.on)
        await room.swap2.switched()
        room.tell_people()
        connection.send(m.Done(ref=message.ref))

    # Around the game

    async def _lock(self, connection: Connection, message: m.Lock) -> None:
        if not connection.owner:
            raise Refusal("not-allowed", "Only the owner of the room can lock it.")
        if self.room.rooms.settings.locked and not message.on:
            raise Refusal("locked", "The teacher has locked the computer's help.")
        if not message.on and await self.room.rooms.locked_game(self.room.info.lock_from):
            raise Refusal("locked", "This game comes from a locked one that is not over: it stays locked.")
        self.room.info.locked = message.on
        if message.on and self.room.phase == "playing":
            self.room.study.stop_all()
        await self.room.keep()
        self.room.tell_people()
        connection.send(m.Done(ref=message.ref))

    async def _open_chat(self, connection: Connection, message: m.OpenChat) -> None:
        if not connection.owner:
            raise Refusal("not-allowed", "Only the owner of the room opens its chat to spectators.")
        self.room.info.spectator_chat = message.on
        await self.room.keep()
        self.room.tell_people()
        connection.send(m.Done(ref=message.ref))

    async def _watch(self, connection: Connection, message: m.Watch) -> None:
        if message.on and self.room.locked and self.room.phase == "playing":
            raise Refusal("locked", "The teacher has locked the computer's help.")
        connection.watches = message.on
        connection.send(m.Done(ref=message.ref))

    async def _say(self, connection: Connection, message: m.Say) -> None:
        text = clean(message.text)
        if not text:
            raise Refusal("bad-message", "There is nothing to say in this message.")
        if not connection.invited:
            raise Refusal("needs-token", "The chat is for those who have the server's join token.")
        if connection.watching and not self.room.info.spectator_chat:
            sentence = "You are watching: the owner of the room has not opened the chat to spectators."
            raise Refusal("not-allowed", sentence)
        if not self.room.may_speak(connection.speaker):
            raise Refusal("too-many", "You write too fast: wait a moment.")
        seat = connection.seats[0] if len(connection.seats) == 1 else None
        await self.room.say(connection.name, seat, text, connection.watching)
        if self.room.course is not None and seat is not None:
            self.room.course.say(text)
        connection.send(m.Done(ref=message.ref))

    async def _ping(self, connection: Connection, message: m.Ping) -> None:
        connection.send(m.Done(ref=message.ref))

    # Looking and studying

    def node(self, number: int) -> int:
        """A node that is part of the tree."""
        record = self.room.record
        node = number
        if node >= len(record.nodes):
            raise Refusal("not-found", "There is no such move in this game.")
        while (parent := record.nodes[node].parent) is not None:
            if node not in record.nodes[parent].children:  # it was cut off
                raise Refusal("not-found", "There is no such move in this game.")
            node = parent
        return number

    async def _look(self, connection: Connection, message: m.Look) -> None:
        node = self.node(message.node)
        if message.around:
            connection.send(m.Nodes(nodes=node_views(self.room.record, node)))
        connection.send(m.Position(ref=message.ref, position=position_view(self.room.record, node)))
        connection.send(m.Done(ref=message.ref))

    async def _explain(self, connection: Connection, message: m.Explain) -> None:
        record = self.room.record
        node = self.node(message.node)
        game = as_grid_game(record.game)
        if max(message.cell, message.origin or 0) >= game.area:
            raise Refusal("not-found", "There is no such cell on this board.")
        position = record.position(node)
        origin = message.origin
        if origin is None and game.moves_pieces:
            origin = message.cell  # nothing was taken up: the question is about the piece here
        move = message.cell if origin is None else origin * game.area + message.cell
        if record.outcome(node) is None and position.is_legal(move):
            connection.send(m.Done(ref=message.ref))
            return
        text = cast(Languages, both(position.why_illegal(move)))
        connection.send(m.Refused(ref=message.ref, code="illegal", text=text))

    async def _edit(self, connection: Connection, message: m.Edit) -> None:
        room, record = self.room, self.room.record
        if not connection.owner:
            raise Refusal("not-allowed", "Only the owner of the game can change it.")
        if room.phase in ("playing", "waiting"):
            raise Refusal("not-allowed", "The game goes on: it can be changed when it is over.")
        node = self.node(message.node)
        main = node in record.main_line()
        if message.what in ("remove", "promote") and not room.info.review and main:
            raise Refusal("not-allowed", "The moves that were played stay as they are.")
        if message.what == "promote" and not room.info.review:
            raise Refusal("not-allowed", "The moves that were played stay as they are.")
        at = self._edit_tree(message, node)
        await room.save()
        room.broadcast(
            m.Tree(nodes=node_views(record, at), at=at, position=position_view(record, at)),
        )
        connection.send(m.Done(ref=message.ref))

    def _edit_tree(self, message: m.Edit, node: int) -> int:
        record = self.room.record
        if message.what in ("add", "line"):
            if message.what == "add" and message.move is None:
                raise Refusal("bad-message", "There is no move to add in this message.")
            moves = [message.move] if message.what == "add" else message.moves
            if len(record.nodes) + len(moves) > MOST_NODES:
                raise Refusal("too-large", too_many_nodes(len(record.nodes)))
            position = record.position(node)
            for move in moves:
                position = position.play(cast(int, move))  # all or nothing
            for move in moves:
                node = record.play(cast(int, move), node)
            return node
        if message.what == "remove":
            parent = record.nodes[node].parent
            record.remove(node)
            assert parent is not None
            return parent
        if message.what == "promote":
            record.promote(node)
        else:
            record.nodes[node].comment = message.text
        return node

    async def _check_help(self, connection: Connection, node: int) -> None:
        """Where help is locked, imports and games that are over are for the owner of the server.

        So are copies of a locked game that goes on, however they were made. ``Study`` knows the lock of a
        game that is being played: it holds for everyone.
        """
        room, rooms = self.room, self.room.rooms
        if connection.server_owner and room.phase not in ("playing", "waiting"):
            return
        if rooms.settings.locked:
            raise Refusal("locked", "The teacher has locked the computer's help.")
        if await rooms.locked_game(room.info.lock_from) or rooms.copies_locked(room, node):
            raise Refusal("locked", "This game comes from a locked one that is not over: it stays locked.")

    async def _analyse(self, connection: Connection, message: m.Analyse) -> None:
        if message.on:
            node = self.node(message.node)
            await self._check_help(connection, node)
            self.room.study.analyse(connection, node, message.candidates)
        else:
            self.room.study.stop(connection)
        connection.send(m.Done(ref=message.ref))

    async def _review(self, connection: Connection, message: m.ReviewGame) -> None:
        if message.on:
            await self._check_help(connection, self.room.record.end)
            self.room.study.review(connection, message.seconds)
        else:
            self.room.study.stop_review()
        connection.send(m.Done(ref=message.ref))


def _not_playing(room: Room) -> str:
    return {
        "waiting": "The other player is not here yet.",
        "over": "The game is over.",
        "review": "This game is open for review: nobody plays.",
        "playing": "The game goes on.",
    }[room.phase]
