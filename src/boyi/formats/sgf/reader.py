"""A game tree on its way to a record."""

from __future__ import annotations

from dataclasses import replace

from boyi.core.errors import BoyiError, shorten
from boyi.core.game import Position
from boyi.core.grid import EMPTY, SIDES, GridGame
from boyi.core.message import Message, Term
from boyi.core.outcome import Outcome
from boyi.core.record import ROOT, GameRecord
from boyi.formats.choice import Hint, choose_grid_game, hinted_name
from boyi.formats.errors import BadFile, file_of, placed
from boyi.formats.numbers import parse_number
from boyi.formats.replay import Replay
from boyi.formats.sgf.games import (
    BY_NUMBER,
    DIALECTS,
    HEADERS,
    OTHER_GAMES,
    OWN_APPLICATION,
    ROOT_PROPERTIES,
    SETUP,
    known_rule,
    parse_cells,
    parse_move,
    plain,
)
from boyi.formats.sgf.result import parse_result, points_reason, settle
from boyi.formats.sgf.tree import MOVES, GameTree, TreeNode, split_pair, unescape

_NAMES = {
    "go": "1",
    "othello": "2",
    "reversi": "2",
    "gomoku": "4",
    "renju": "4",
    "linesofaction": "9",
    "loa": "9",
}
_TURNS = {"b": 0, "black": 0, "1": 0, "w": 1, "white": 1, "2": 1}
_TALK = ("offerdraw", "declinedraw", "start", "done", "edit")
"""Words that stand where a move should and change nothing on the board."""


class Reading:
    """One game tree on its way to a record."""

    def __init__(self, tree: GameTree, text: str, hint: Hint, size: int | None, lenient: bool) -> None:
        self.tree = tree
        self.text = text
        self.game = self._game(hint, size)
        self.opening = dict.fromkeys(self._opening())  # in order, and quick to look into
        try:
            self.record = GameRecord(self.game, self._start())
        except BoyiError as error:
            raise BadFile(
                "This SGF file of {game} has a broken set-up: {reason}",
                game=Term(self.game.name),
                reason=error,
            ) from None
        self.replay = Replay(self.record, file_of("SGF"), lenient=lenient)
        self.comments: dict[int, list[str]] = {}
        self.conceded: Outcome | None = None
        self._headers()
        self._walk()
        self._result()
        for node, parts in self.comments.items():
            own = self.record.nodes[node].comment  # the note of a lenient reading
            self.record.nodes[node].comment = "\n".join([*parts, own] if own else parts)

    # What game it is

    def _game(self, hint: Hint, size: int | None) -> GridGame:
        root, expected = self.tree.root, hinted_name(hint)
        number = (root.text("GM") or "1").strip()
        number = _NAMES.get(plain(number), number)
        rule = plain(root.text("RU") or "")
        dialect = BY_NUMBER.get(number)
        if rule == "nogo" or plain(root.text("GM") or "") == "nogo":
            dialect = DIALECTS["nogo"]
        elif dialect is None or (dialect.name == "nogo" and expected is None):
            title = OTHER_GAMES.get(number, Message("game number {number}", number=shorten(number)))
            raise BadFile(
                "This SGF file is of {game}, which Boyi does not play; it reads GM[1]RU[NoGo], GM[2] "
                "(Othello), GM[4] (Gomoku) and GM[9] (Lines of Action).",
                game=title,
            )
        elif "GM" not in root.properties and expected in DIALECTS:
            dialect = DIALECTS[expected]
        said: dict[str, object] = {}
        if (text := root.text("SZ")) is not None:
            sides = text.strip().split(":")
            if len(set(sides)) != 1:
                raise BadFile(
                    "This {kind} has a board of {board}; boards must be square.",
                    kind=file_of("SGF"),
                    board=shorten(text),
                )
            said["size"] = sides[0].strip()
        if (known := known_rule(dialect.name, rule)) is not None:
            said["rule"] = known
        self.unknown_rule = rule not in ("", "nogo") and known is None
        for value in root.properties.get("BYOP", []):
            if pair := split_pair(value):
                said[pair[0]] = pair[1]
        return choose_grid_game(file_of("SGF"), dialect.name, said, hint, size)

    # The start

    def _opening(self) -> list[int]:
        """The nodes from the root on that may set up stones: those before the first move."""
        nodes = self.tree.nodes
        chain = [0]
        while not _colour(nodes[chain[-1]]) and len(children := nodes[chain[-1]].children) == 1:
            if _colour(nodes[children[0]]) or not any(
                name in nodes[children[0]].properties for name in SETUP
            ):
                break
            chain.append(children[0])
        return chain

    def _start(self) -> Position:
        nodes = [self.tree.nodes[number] for number in self.opening]
        cells = list(self.game.start_cells())
        names = {name for node in nodes for name in SETUP if name in node.properties}
        # Stones alone describe the whole board; with AE the file changes the usual start.
        if names and "AE" not in names:
            cells = [EMPTY] * self.game.area
        turn = None
        for node in nodes:
            for name, content in zip(SETUP, (*SIDES, EMPTY), strict=True):
                for cell in parse_cells(self.game, node.properties.get(name, [])):
                    cells[cell] = content
            if (said := (node.text("PL") or "").strip().lower()) in _TURNS:
                turn = _TURNS[said]
        return self.game.from_cells("".join(cells), self._first_turn() if turn is None else turn)

    def _first_turn(self) -> int:
        """Who makes the first move of the main line (black where there is none)."""
        number = 0
        while (colour := _colour(self.tree.nodes[number])) is None and self.tree.nodes[number].children:
            number = self.tree.nodes[number].children[0]
        return 1 if colour == "W" else 0

    def _headers(self) -> None:
        root, record = self.tree.root, self.record
        for name, header in HEADERS.items():
            if (text := root.text(name)) is not None:
                record.headers[header] = text
        if record.headers.get("application") == OWN_APPLICATION:
            del record.headers["application"]
        for value in root.properties.get("BYHD", []):
            if pair := split_pair(value):
                record.headers[pair[0]] = pair[1]
        kept = record.nodes[ROOT].properties
        if self.unknown_rule:
            kept["RU"] = list(root.properties["RU"])

    # The moves

    def _walk(self) -> None:
        # (node of the tree, node of the record before it, whether it is on the main line)
        pending = [(0, ROOT, True)]
        while pending:
            number, before, main = pending.pop()
            node = self.tree.nodes[number]
            after = self._visit(number, node, before, main)
            if after is None:
                continue
            pending += [
                (child, after, main and child == node.children[0]) for child in reversed(node.children)
            ]

    def _visit(self, number: int, node: TreeNode, before: int, main: bool) -> int | None:
        """Play and annotate one node; return the record's node after it, or None where the line ends."""
        colour, after = _colour(node), before
        if number not in self.opening and any(name in node.properties for name in SETUP):
            self.replay.cut(
                before,
                "AB",
                Message("Stones are set up in the middle of the game."),
                placed(self.text, node.offset),
            )
            return None
        if colour is not None:
            word = node.text(colour) or ""
            said = plain(word)
            if said in ("resign", "acceptdraw"):
                self._concede(node, before, MOVES.index(colour), said, main)
                return None
            if said not in _TALK:
                played = self._play(node, before, colour, word)
                if played is None:
                    self._say(before, node.text("C") or "")
                    return None
                after = played
            else:
                self._say(before, f"{colour}[{word}]")
        self._annotate(number, node, after, colour)
        return after

    def _play(self, node: TreeNode, before: int, colour: str, word: str) -> int | None:
        return self.replay.step(
            before,
            word,
            lambda text: parse_move(self.game, text),
            colour=MOVES.index(colour),
            where=placed(self.text, node.offset),
        )

    def _concede(self, node: TreeNode, before: int, colour: int, word: str, main: bool) -> None:
        """A resignation or an agreed draw: the result on the main line, a remark elsewhere."""
        self._say(before, node.text("C") or "")
        if main:
            self.conceded = (
                Outcome(None, "agreed") if word == "acceptdraw" else Outcome(1 - colour, "resigned")
            )
        else:
            self._say(before, f"{MOVES[colour]}[{word}]")

    def _annotate(self, number: int, node: TreeNode, after: int, colour: str | None) -> None:
        """Put what a node says besides its move on the record's node."""
        target = self.record.nodes[after]
        for name, values in node.properties.items():
            if name in MOVES or name in SETUP:
                continue
            if (number in self.opening or after == ROOT) and name in ROOT_PROPERTIES:
                if (
                    number > 0 and name in HEADERS and name != "AP"
                ):  # game information may stand in a later node
                    self.record.headers.setdefault(HEADERS[name], unescape(values[0]))
                continue
            number_of = parse_number(unescape(values[0]))
            if name == "C":
                self._say(after, *(unescape(value) for value in values))
            elif colour is not None and name == colour + "L" and number_of is not None:
                target.clock = number_of
            elif name == "SBKV" and number_of is not None and 0 <= number_of <= 100:
                target.evaluation = parse_number(unescape(values[0]), shift=-2)
            elif name == "BYTS" and number_of is not None:
                target.spent = number_of
            else:
                target.properties.setdefault(name, []).extend(values)

    def _say(self, node: int, *texts: str) -> None:
        self.comments.setdefault(node, []).extend(text for text in texts if text)

    def _result(self) -> None:
        text = self.tree.root.text("RE") or ""
        said = parse_result(text)
        said = said and points_reason(self.game.name, said)
        if said is None and not text:
            said = self.conceded
        exact = [unescape(value) for value in self.tree.root.properties.get("BYRE", [])]
        if said is not None and exact:
            score = parse_number(exact[1]) if len(exact) > 1 else None
            said = replace(said, reason=exact[0], score=None if score is None else int(score))
        if settle(self.record, said, text) is not None:
            self.record.nodes[ROOT].properties["RE"] = [self.tree.root.properties["RE"][0]]


def _colour(node: TreeNode) -> str | None:
    """Whose move a node holds: ``B``, ``W`` or None."""
    return next((name for name in MOVES if name in node.properties), None)
