"""The explanation of a search that tells a trace: it runs in a thread of its own and is read meanwhile."""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import Lock, Thread
from time import monotonic
from typing import Any

from boyi.core.errors import BoyiError
from boyi.core.game import Position
from boyi.core.message import Message
from boyi.core.result import SearchResult
from boyi.drawing.tree import Drawn, choose_nodes, lay_out
from boyi.lab.explanation import Explanation, NoStep
from boyi.lab.recorder import LEVELS, Level, Recorder, Stopped
from boyi.lab.trace_limit import TraceLimit
from boyi.lab.view import Step, View, ViewFormat
from boyi.textbook.search_tree import SearchTree, TreeHistory
from boyi.textbook.trace import Event, Trace

LETTERS = "abcdefghijklmnopqrstuvwxyz"
MOST_DRAWN = 3_000
"""Nodes of one drawing; the children of what is unfolded after them stay folded."""
MOST_POSITIONS = 500
"""Positions that are remembered: those of the nodes that were looked at."""
Search = Callable[[Trace], SearchResult]


class SearchExplanation(Explanation):
    """The steps of one search; a subclass says what each kind of step shows.

    ``tree_at`` is the tree at any event. A node's number, parent and move never change, so its name and its
    position are made once.
    """

    levels = LEVELS

    def __init__(
        self,
        name: str,
        position: Position,
        settings: Mapping[str, Any],
        search: Search,
        limit: TraceLimit | None = None,
        letters: bool = False,
    ) -> None:
        super().__init__(name, position, settings)
        self.root_position = position
        self.letters = letters
        """Whether nodes are called a, b, c … in the order in which they are made, as in the thesis."""
        self.recorder = Recorder(limit)
        self._history = TreeHistory(self.recorder.read)
        self._names: dict[int, str] = {}
        self._positions: dict[int, Position] = {}
        self._lock = Lock()
        self._thread = Thread(target=self._run, args=(search,), name=f"explain {name}", daemon=True)
        self._thread.start()

    def _run(self, search: Search) -> None:
        recorder, result = self.recorder, None
        try:
            result = search(recorder)
        except Stopped:
            pass
        except Exception as error:  # it is told to who reads the steps, in another thread
            recorder.problem = error
        finally:
            recorder.finish(result)

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

    def stop(self, why: Message) -> None:
        self.recorder.stop(why)

    def close(self) -> None:
        self.recorder.stop()
        self._thread.join()
        self.recorder.close()

    def step(self, number: int, level: Level) -> Step:
        with self._lock:
            return self._step(number, level)

    def _step(self, number: int, level: Level) -> Step:
        first, after = self.recorder.bounds(level, number)
        if first == after:
            assert self.recorder.result is not None
            return self.result(self.recorder.result, self.tree_at(after))
        events = self.recorder.read(first, after)
        return self.phase(events, first) if level == "phase" else self.iteration(number, events, first)

    def _view(self, number: int, level: Level, form: ViewFormat) -> View:
        with self._lock:
            step, drawn = self._step(number, level), []
            if form.drawing and step.focus is not None:
                drawn = self._drawing(self.tree_at(self.recorder.bounds(level, number)[1]), step.focus)
        return step.to_data(number, level, form, drawn)

    def tree(self, number: int, level: Level, unfolded: Iterable[int] | None = None) -> View:
        if not self.wait(level, number):
            raise NoStep("There is no step {number} at this level.", number=number)
        with self._lock:
            focus = self._step(number, level).focus
            tree = self.tree_at(self.recorder.bounds(level, number)[1])
            return self._unfolded_tree(tree, tree.root if focus is None else focus, unfolded)

    @abstractmethod
    def phase(self, events: Sequence[Event], first: int) -> Step:
        """What a phase shows; ``first`` is the number of its first event."""

    @abstractmethod
    def iteration(self, number: int, events: Sequence[Event], first: int) -> Step:
        """What an iteration shows."""

    @abstractmethod
    def result(self, answer: SearchResult, tree: SearchTree) -> Step:
        """What the search answers."""

    @abstractmethod
    def importance(self, tree: SearchTree, node: int) -> float:
        """Which nodes are drawn where not all can be."""

    @abstractmethod
    def node_value(self, tree: SearchTree, node: int) -> str:
        """What is written under the name of a drawn node."""

    def node_mark(self, tree: SearchTree, node: int) -> str:
        """The mark of a drawn node that is not on the path."""
        return ""

    # What all of them need

    def tree_at(self, event: int) -> SearchTree:
        """The tree before the event of this number; it holds until the next call."""
        return self._history.at(event)

    def position_at(self, tree: SearchTree, node: int) -> Position:
        """The position of a node."""
        known, line = self._positions, []
        step: int | None = node
        while step is not None and step not in known:
            line.append(step)
            step = tree.nodes[step].parent
        position = self.root_position if step is None else known[step]
        if len(known) > MOST_POSITIONS:
            known.clear()
        for step in reversed(line):
            move = tree.nodes[step].move
            known[step] = position = position if move is None else position.play(move)
        return position

    def name(self, tree: SearchTree, node: int) -> str:
        """What a node is called: its letter, or the move that leads to it."""
        if (known := self._names.get(node)) is None:
            known = self._names[node] = self._new_name(tree, node)
        return known

    def _new_name(self, tree: SearchTree, node: int) -> str:
        if self.letters:
            return LETTERS[node] if node < len(LETTERS) else str(node)
        parent, move = tree.nodes[node].parent, tree.nodes[node].move
        if parent is None or move is None:
            return "·"
        return self.root_position.game.format_move(move, self.position_at(tree, parent))

    def path_names(self, tree: SearchTree, node: int) -> tuple[str, ...]:
        """The names of the nodes below the root on the way to a node."""
        return tuple(self.name(tree, step) for step in tree.path(node)[1:])

    def node_words(self, tree: SearchTree, node: int) -> Message:
        """A node in a sentence."""
        if self.letters:
            return Message("{node}", node=self.name(tree, node))
        names = self.path_names(tree, node)
        return Message("{moves}", moves=" ".join(names)) if names else Message("the root")

    # The drawn tree

    def _drawing(self, tree: SearchTree, focus: int) -> list[Drawn]:
        """The part of the tree around the node that is looked at."""
        path = tree.path(focus)
        shown = choose_nodes(
            path[0],
            lambda node: tree.nodes[node].children,
            lambda node: self.importance(tree, node),
            path,
        )
        return self._lay_out(tree, focus, path, shown)

    def _unfolded_tree(self, tree: SearchTree, focus: int, unfolded: Iterable[int] | None) -> View:
        """The root, and the children of every unfolded node that can be reached from it.

        Each is ``[number, parent, x, y, label, value, mark, children]``, as ``boyi.drawing.tree`` lays
        them out, and how many children it has. Without ``unfolded`` the path to the ``focus`` is.
        """
        path = tree.path(focus)
        wanted = set(path if unfolded is None else unfolded)
        shown: dict[int, list[int]] = {}
        present = {path[0]}
        waiting, cut = deque(path[:1]), False
        while waiting:
            node = waiting.popleft()
            children = tree.nodes[node].children
            if node not in wanted or not children:
                continue
            if len(present) + len(children) > MOST_DRAWN:
                cut = True
                continue
            shown[node] = children
            present.update(children)
            waiting += [child for child in children if child in wanted]
        drawn = self._lay_out(tree, focus, path, shown)
        nodes = [[*node, len(tree.nodes[node[0]].children)] for node in drawn]
        return {"nodes": nodes, "focus": focus if focus in present else None, "cut": cut}

    def _lay_out(
        self, tree: SearchTree, focus: int, path: Sequence[int], shown: Mapping[int, Sequence[int]]
    ) -> list[Drawn]:
        on_path = set(path)

        def mark(node: int) -> str:
            return "chosen" if node == focus else "path" if node in on_path else self.node_mark(tree, node)

        return lay_out(
            path[0], shown, lambda node: (self.name(tree, node), self.node_value(tree, node)), mark
        )
