"""The game-neutral half of SGF (FF[4]): trees of nodes with properties, read and written without recursion.

Values are kept as they stand in the file, escapes included, so that what nobody understands survives;
``unescape`` and ``escape`` translate between them and text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from boyi.core.errors import shorten
from boyi.core.message import Message
from boyi.formats.encoding import check_size
from boyi.formats.errors import BadFile, breaks, file_of, place

MOVES = ("B", "W")
_BLANK = re.compile(r"[\s\x00]*")
_NAME = re.compile(r"[A-Za-z0-9_]+")
_LONGEST_NAME = 64
MOST_VALUES = 1_000_000
"""Nodes and values that one game may have; each costs memory many times its letters."""


@dataclass(slots=True)
class TreeNode:
    """One node: its properties in the order of the file, and its place in the tree by numbers."""

    properties: dict[str, list[str]] = field(default_factory=dict)
    parent: int | None = None
    children: list[int] = field(default_factory=list)
    offset: int = 0
    """Where in the text the node begins."""

    def text(self, name: str) -> str | None:
        """The first value of a property as text, or None if the node does not have it."""
        values = self.properties.get(name)
        return unescape(values[0]) if values else None


@dataclass(slots=True)
class GameTree:
    """One game of a collection; node 0 is the root."""

    nodes: list[TreeNode] = field(default_factory=list)

    def add(self, parent: int | None, offset: int = 0) -> int:
        """Add an empty node and return its number."""
        self.nodes.append(TreeNode(parent=parent, offset=offset))
        number = len(self.nodes) - 1
        if parent is not None:
            self.nodes[parent].children.append(number)
        return number

    @property
    def root(self) -> TreeNode:
        """The first node, which says what game this is."""
        return self.nodes[0]


def unescape(value: str) -> str:
    r"""The text that a value stands for: ``\]`` is ``]``, an escaped line break is none at all.

    >>> unescape(r"a\]b\\c")
    'a]b\\c'
    """
    value = value.replace("\r\n", "\n").replace("\r", "\n")
    if "\\" not in value:
        return value
    return re.sub(r"\\(.)", lambda found: "" if found[1] == "\n" else found[1], value, flags=re.DOTALL)


def escape(text: str, also: str = "") -> str:
    r"""Text as a value; ``also`` names further characters to protect (``:`` in composed values).

    >>> escape("a]b:c", also=":")
    'a\\]b\\:c'
    """
    return re.sub(rf"([\\\]{re.escape(also)}])", r"\\\1", text)


def split_pair(value: str) -> tuple[str, str] | None:
    r"""The two halves, as text, of a composed value; None if it has no unescaped colon.

    >>> split_pair(r"a\:b:c")
    ('a:b', 'c')
    """
    found = re.match(r"((?:[^\\:]|\\.)*):", value[:10_000], re.DOTALL)
    return (unescape(found[1]), unescape(value[found.end() :])) if found else None


def is_well_formed(value: str) -> bool:
    """Whether a raw value can be written between brackets as it is."""
    rest = re.sub(r"\\.", "", value, flags=re.DOTALL)
    return "]" not in rest and not rest.endswith("\\")


def read_trees(text: str, *, lenient: bool = False) -> Iterator[GameTree]:
    """The games of a collection, one by one; ``lenient`` takes what is whole of a broken last one."""
    check_size(text)
    # What stands before the first game (mail headers, a number) is not ours.
    found = re.search(r"\([\s\x00]*;", text)
    position = found.start() if found else text.find("(")
    if position < 0:
        raise BadFile("This is not an SGF file: there is no opening parenthesis in it.")
    while position >= 0:
        tree, position = _Reader(text, lenient).read(position)
        if tree.nodes:
            yield tree
        position = text.find("(", position)


class _Reader:
    """Reads one game tree."""

    def __init__(self, text: str, lenient: bool) -> None:
        self.text = text
        self.lenient = lenient
        self.tree = GameTree()
        self.current: int | None = None
        self.count = 0
        self.fresh = False  # a parenthesis was opened and no node has followed yet

    def read(self, position: int) -> tuple[GameTree, int]:
        text, tree = self.text, self.tree
        pending: list[int | None] = []
        while True:
            blank = _BLANK.match(text, position)
            position = blank.end() if blank else position
            if position >= len(text):
                return tree, self._broken(Message("the file ends before the game is closed"), position)
            character = text[position]
            if character == "(":
                pending.append(self.current)
                self.fresh = True
                position += 1
            elif character == ")":
                self.current = pending.pop()
                self.fresh = False
                position += 1
                if not pending:
                    return tree, position
            elif character == ";":
                self._open(position)
                position += 1
            elif name := _NAME.match(text, position):
                try:
                    position = self._property(name[0], position, name.end())
                except BadFile:
                    if self.lenient:
                        return tree, len(text)
                    raise
            else:
                self._broken(Message("{text} is not expected here", text=shorten(character)), position)
                return tree, len(text)

    def _open(self, position: int) -> TreeNode:
        self._count(position)
        self.current = self.tree.add(self.current, position)
        self.fresh = False
        return self.tree.nodes[self.current]

    def _property(self, written: str, start: int, position: int) -> int:
        """Read the values of a property; return where they end."""
        # Old files spell names out (Black, White): the capitals count. Some write no capitals at all.
        name = "".join(c for c in written if not c.islower()) or written.upper()
        if len(name) > _LONGEST_NAME:
            raise self._error(Message("the property name {name} is too long", name=shorten(name)), start)
        values = []
        while True:
            blank = _BLANK.match(self.text, position)
            after = blank.end() if blank else position
            if not self.text.startswith("[", after):
                break
            self._count(after)
            position = self._end_of_value(after)
            values.append(self.text[after + 1 : position - 1])
        if not values:
            raise self._error(Message("{name} has no value in brackets", name=shorten(written)), start)
        node = None if self.current is None or self.fresh else self.tree.nodes[self.current]
        # A missing semicolon: at the start of a branch, or before the second move of a node.
        if node is None or (name in MOVES and any(move in node.properties for move in MOVES)):
            node = self._open(start)
        node.properties.setdefault(name, []).extend(values)
        return position

    def _end_of_value(self, opening: int) -> int:
        """The place after the bracket that closes a value: the first one without its own backslash."""
        text, search = self.text, opening + 1
        while (closing := text.find("]", search)) >= 0:
            slashes = closing
            while text[slashes - 1] == "\\" and slashes - 1 > opening:
                slashes -= 1
            if (closing - slashes) % 2 == 0:
                return closing + 1
            search = closing + 1
        raise self._error(Message("the value that begins here is not closed"), opening)

    def _count(self, position: int) -> None:
        self.count += 1
        if self.count > MOST_VALUES:
            raise self._error(
                Message("a game of more than {count:,} nodes and values is not read", count=MOST_VALUES),
                position,
            )

    def _broken(self, reason: Message, position: int) -> int:
        if not self.lenient:
            raise self._error(reason, position)
        return len(self.text)

    def _error(self, reason: Message, position: int) -> BadFile:
        return breaks(file_of("SGF"), place(self.text, position), reason)


def format_node(properties: Mapping[str, Sequence[str]]) -> str:
    """One node as text; values are raw, and one that would break the file is escaped."""
    words = [";"]
    for name, values in properties.items():
        if _NAME.fullmatch(name) and name == name.upper() and len(name) <= _LONGEST_NAME and values:
            raw = (value if is_well_formed(value) else escape(value) for value in values)
            words.append(f"{name}{''.join(f'[{value}]' for value in raw)}")
    return "".join(words)


def write_tree(tree: GameTree) -> str:
    """A game as text: the main line without parentheses, a variation in its own."""
    words = ["("]
    pending: list[int | None] = [0]
    while pending:
        number = pending.pop()
        if number is None:
            words.append(")")
            continue
        node = tree.nodes[number]
        if node.parent is not None and len(tree.nodes[node.parent].children) > 1:
            words.append("\n(")
        words.append(format_node(node.properties))
        if number == 0 and node.children:
            words.append("\n")
        # Each of several children closes its own parenthesis when everything below it is written.
        several = len(node.children) > 1
        for child in reversed(node.children):
            pending += [None, child] if several else [child]
    words.append(")\n")
    return "".join(words)
