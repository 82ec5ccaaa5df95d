"""The explanation of a tree search: it runs in a thread of its own and is read from its spool."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from threading import Lock, Thread
from time import monotonic
from typing import Any

from boyi.core.errors import BoyiError
from boyi.core.game import Position
from boyi.core.message import Message
from boyi.core.result import SearchResult
from boyi.core.tree_drawing import Drawn, choose_nodes, lay_out
from boyi.lab.explanation import Explanation, NoStep
from boyi.lab.recorder import LEVELS, MOST_EVENTS, RESULT, Entry, Level, Recorder, Stopped
from boyi.lab.tree import Cursor, SearchTree
from boyi.lab.unfolding import unfolded_tree
from boyi.lab.view import Step, View
from boyi.textbook.trace import Trace

LETTERS = "abcdefghijklmnopqrstuvwxyz"
Search = Callable[[Trace], SearchResult]


class TracedExplanation(Explanation):
    """The steps of one search; a subclass says what each kind of step shows."""

    levels = LEVELS

    def __init__(
        self,
        name: str,
        position: Position,
        settings: Mapping[str, Any],
        search: Search,
        most: int = MOST_EVENTS,
        letters: bool = False,
    ) -> None:
        super().__init__(name, position, settings)
        self.root_position = position
        self.letters = letters
        """Whether nodes are called a, b, c … in the order in which they are made, as in the thesis."""
        self.recorder = Recorder(most)
        self.cursor = Cursor(self.recorder)
        self._lock = Lock()
        self._thread = Thread(target=self._run, args=(search,), name=f"explain {name}", daemon=True)
        self._thread.start()

    def _run(self, search: Search) -> None:
        recorder, answer = self.recorder, None
        try:
            result = search(recorder)
            answer = {"move": result.move, "nodes": result.nodes, "score": result.score}
        except Stopped:
            pass
        except Exception as error:  # it is told to who reads the steps, in another thread
            recorder.problem = error
        finally:
            recorder.finish(answer)

    @property
    def finished(self) -> bool:
        return self.recorder.finished

    @property
    def problem(self) -> Message | None:
        found = self.recorder.problem
        if isinstance(found, BoyiError):
            return found.message
        if isinstance(found, Exception):
            raise found
        return found

    def known(self, level: Level) -> int:
        return self.recorder.known(level)

    def wait(self, level: Level, step: int, seconds: float | None = None) -> bool:
        end = None if seconds is None else monotonic() + seconds
        with self.recorder.changed:
            while not self.finished and self.known(level) <= step:
                left = None if end is None else end - monotonic()
                if left is not None and left <= 0:
                    break
                awaited = self.recorder.awaited
                awaited[level] = min(awaited.get(level, step), step)
                self.recorder.changed.wait(left)
        if self.finished and isinstance(self.recorder.problem, Exception):
            raise self.recorder.problem
        return step < self.known(level)

    def restrict(self, events: int) -> None:
        self.recorder.limit = min(events, self.recorder.limit)

    def stop(self, why: Message) -> None:
        self.recorder.stop(why)

    def close(self) -> None:
        self.recorder.stop()
        self._thread.join()
        self.recorder.spool.close()

    def step(self, number: int, level: Level) -> Step:
        with self._lock:
            return self._step(number, level)

    def _step(self, number: int, level: Level) -> Step:
        first, after = self.recorder.bounds(level, number)
        entries = self.recorder.spool.read(first, after)
        if entries[0][0] == RESULT:
            return self.result(entries[0][1], self.cursor.go(after))
        if level == "phase":
            return self.phase(entries, self.cursor.go(after))
        return self.iteration(number, entries, first)

    def tree(self, number: int, level: Level, unfolded: Iterable[int] | None = None) -> View:
        if not self.wait(level, number):
            raise NoStep("There is no step {number} at this level.", number=number)
        with self._lock:
            drawn = self._step(number, level).tree
            tree = self.cursor.go(self.recorder.bounds(level, number)[1])
            focus = next((node for node, *_, mark in drawn if mark == "chosen"), tree.root)
            return unfolded_tree(self, tree, focus, unfolded)

    @abstractmethod
    def phase(self, entries: list[Entry], tree: SearchTree) -> Step:
        """What a phase shows; the tree is that after it."""

    @abstractmethod
    def iteration(self, number: int, entries: list[Entry], first: int) -> Step:
        """What an iteration shows; ``first`` is the number of its first entry."""

    @abstractmethod
    def result(self, answer: dict[str, Any], tree: SearchTree) -> Step:
        """What the search answers."""

    # What all of them need

    def position_at(self, tree: SearchTree, node: int) -> Position:
        """The position of a node."""
        position = self.root_position
        for move in tree.moves_to(node):
            position = position.play(move)
        return position

    def name(self, tree: SearchTree, node: int) -> str:
        """What a node is called: its letter, or the move that leads to it."""
        if self.letters:
            return LETTERS[node] if node < len(LETTERS) else str(node)
        parent, move = tree.nodes[node].parent, tree.nodes[node].move
        if parent is None or move is None:
            return "·"
        return self.root_position.game.format_move(move, self.position_at(tree, parent))

    def names(self, tree: SearchTree, nodes: list[int]) -> list[str]:
        """The names of nodes with one parent; its position is made only once."""
        if self.letters or not nodes or (parent := tree.nodes[nodes[0]].parent) is None:
            return [self.name(tree, node) for node in nodes]
        position, game = self.position_at(tree, parent), self.root_position.game
        return [game.format_move(tree.nodes[node].move or 0, position) for node in nodes]

    def path_names(self, tree: SearchTree, node: int) -> tuple[str, ...]:
        """The names of the nodes below the root on the way to a node."""
        return tuple(self.name(tree, step) for step in tree.path(node)[1:])

    def node_words(self, tree: SearchTree, node: int) -> Message:
        """A node in a sentence."""
        if self.letters:
            return Message("{node}", node=self.name(tree, node))
        names = self.path_names(tree, node)
        return Message("{moves}", moves=" ".join(names)) if names else Message("the root")

    @abstractmethod
    def importance(self, tree: SearchTree, node: int) -> float:
        """Which nodes are drawn where not all can be."""

    @abstractmethod
    def node_value(self, tree: SearchTree, node: int) -> str:
        """What is written under the name of a drawn node."""

    def node_mark(self, tree: SearchTree, node: int) -> str:
        """The mark of a drawn node that is not on the path."""
        return ""

    def marks(self, tree: SearchTree, focus: int) -> Callable[[int], str]:
        """The mark of each drawn node, where ``focus`` is looked at."""
        path = set(tree.path(focus))

        def mark(node: int) -> str:
            return "chosen" if node == focus else "path" if node in path else self.node_mark(tree, node)

        return mark

    def drawing(self, tree: SearchTree, focus: int) -> list[Drawn]:
        """The part of the tree around the node that is looked at."""
        path = tree.path(focus)
        root = path[0]
        shown = choose_nodes(
            root,
            lambda node: tree.nodes[node].children,
            lambda node: self.importance(tree, node),
            path,
        )
        return lay_out(
            root,
            shown,
            lambda node: (self.name(tree, node), self.node_value(tree, node)),
            self.marks(tree, focus),
        )
