"""The steps of the minimax family: windows, values that come back, cut-offs, answers of the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from boyi.core.game import Position
from boyi.core.message import Message, node_count
from boyi.core.result import SearchResult, score_text
from boyi.lab.search_explanation import SearchExplanation
from boyi.lab.view import Number, Question, Step, Table
from boyi.textbook.alphabeta import INFINITE, AlphaBeta, AlphaBetaConfig
from boyi.textbook.search_tree import SearchTree, TreeNode
from boyi.textbook.trace import Child, Cut, Enter, Event, Leaf, Trace

COUNTED = 5_000
"""Nodes of moves that were not searched are counted up to here."""
COLUMNS = (Message("move"), Message("value"), Message("nodes"), Message("what happened"))


class AlphaBetaExplanation(SearchExplanation):
    """What the search does at each node, and what it leaves out."""

    def __init__(
        self, name: str, position: Position, config: AlphaBetaConfig, shown: dict[str, Any], **options: Any
    ) -> None:
        self.config = config
        self.plain = config.method in ("minimax", "negamax")
        """Whether everything is looked at, so that there are no windows."""

        def search(trace: Trace) -> Any:
            return AlphaBeta(position, config, trace).run()

        hidden = ("evaluate", "gain")
        settings = {
            entry.name: getattr(config, entry.name) for entry in fields(config) if entry.name not in hidden
        }
        self._root_moves = min(len(position.moves()), config.width or len(position.moves()))
        super().__init__(name, position, settings | shown, search, **options)

    @property
    def share(self) -> float:
        """The moves of the root that are searched, of a search that deepens to the present depth."""
        return 1.0 if self.finished else self.recorder.returned / self._root_moves

    def phase(self, events: Sequence[Event], first: int) -> Step:
        match events[0]:
            case Enter() as event:
                return self._enter(event, events[1:], self.tree_at(first + len(events)))
            case Child() as event:
                return self._child(event, first)
            case Cut() as event:
                return self._cut(event, self.tree_at(first + 1))
        raise TypeError(f"{type(events[0]).__name__} begins no phase")

    def _enter(self, event: Enter, then: Sequence[Event], tree: SearchTree) -> Step:
        node, depth = event.node, event.depth
        position = self.position_at(tree, node)
        words = self.node_words(tree, node)
        if event.parent is None:
            text = Message("Depth {depth} begins at the root.", depth=depth)
            kind = "depth"
        else:
            text, kind = Message("Enter {node}, plies left: {depth}.", node=words, depth=depth), "enter"
        if not self.plain:
            window = self.window(event.alpha, event.beta)
            text = Message("{text} The window is {window} for the side to move.", text=text, window=window)
        if then:
            kind, known = then[0].kind, tree.nodes[node]
            value = score_text(known.value)
            if known.remembered:
                text = Message("{text} The transposition table answers: {value}.", text=text, value=value)
            elif known.ended:
                text = Message("{text} The game is over: {value}.", text=text, value=value)
            else:
                text = Message("{text} A leaf: the evaluation says {value}.", text=text, value=value)
        return self._make(kind, text, tree, node, position, event.move)

    def _child(self, event: Child, first: int) -> Step:
        node, move, value, alpha, beta = event.node, event.move, event.value, event.alpha, event.beta
        known = self.tree_at(first).nodes[node]
        before, best = known.alpha, known.value
        tree = self.tree_at(first + 1)
        position = self.position_at(tree, node)
        name = position.game.format_move(move, position)
        text = Message(
            "Back at {node}: {move} has the value {value}.",
            node=self.node_words(tree, node),
            move=name,
            value=score_text(value),
        )
        if best is None or value > best:
            text = Message("{text} It is the best move so far.", text=text)
        question = None
        if not self.plain:
            change = Message("{text} Alpha stays at {alpha}.", text=text, alpha=bound(alpha))
            if alpha > before:
                change = Message(
                    "{text} Alpha rises from {before} to {alpha}.",
                    text=text,
                    before=bound(before),
                    alpha=bound(alpha),
                )
            text = Message("{text} The window is now {window}.", text=change, window=self.window(alpha, beta))
            question = Question(
                Message("Does a cut-off follow at {node}?", node=self.node_words(tree, node)),
                (Message("yes"), Message("no")),
                0 if alpha >= beta else 1,
            )
        return self._make("child", text, tree, node, position, None, question)

    def _cut(self, event: Cut, tree: SearchTree) -> Step:
        node, move, value, skipped = event.node, event.move, event.value, event.skipped
        position = self.position_at(tree, node)
        saved, more = self.saved(position, tree.nodes[node].depth, skipped)
        text = Message(
            "Cut-off at {node}: {move} with {value} reaches beta {beta}; {moves} moves are not searched.",
            node=self.node_words(tree, node),
            move=position.game.format_move(move, position),
            value=score_text(value),
            beta=bound(tree.nodes[node].beta),
            moves=len(skipped),
        )
        if skipped:
            count = Message("> {nodes:,} nodes", nodes=saved) if more else node_count(saved)
            text = Message("{text} Minimax would visit {nodes} there.", text=text, nodes=count)
        return self._make("cut", text, tree, node, position, None)

    def iteration(self, number: int, events: Sequence[Event], first: int) -> Step:
        tree = self.tree_at(first + len(events))
        opening, last = events[0], events[-1]
        assert isinstance(opening, Enter)
        if opening.parent is None:
            return self._enter(opening, [event for event in events[1:2] if isinstance(event, Leaf)], tree)
        root = opening.parent
        entered = sum(isinstance(event, Enter) for event in events)
        name = self.name(tree, opening.node)
        cuts = sum(isinstance(event, Cut) for event in events)
        back = [event for event in events if isinstance(event, Child) and event.node == root]
        text = Message(
            "{move} is searched: nodes {nodes}, cut-offs {cuts}.", move=name, nodes=entered, cuts=cuts
        )
        if back:
            text = Message("{text} Its value is {value}.", text=text, value=score_text(back[-1].value))
        else:
            # PVS asks first with an empty window whether the move is better, and now what it is worth.
            text = Message("{text} It is better than alpha; its value is searched next.", text=text)
        if isinstance(last, Cut) and last.node == root:
            text = Message("{text} A cut-off at the root.", text=text)
        position = self.position_at(tree, opening.node)
        return self._make("iteration", text, tree, root, position, opening.move, focus=opening.node)

    def result(self, answer: SearchResult, tree: SearchTree) -> Step:
        position = self.root_position
        name = position.game.format_move(answer.move, position)
        text = Message(
            "{move} is played: its value is {value}. {nodes:,} nodes were visited.",
            move=name,
            value=score_text(answer.score),
            nodes=answer.nodes,
        )
        names = [self.name(tree, child) for child in tree.nodes[tree.root].children]
        unique = tuple(dict.fromkeys(names))
        question = Question(Message("Which move is played?"), unique, unique.index(name))
        after = position.play(answer.move)
        return self._make("result", text, tree, tree.root, after, answer.move, question)

    def saved(self, position: Position, depth: int, moves: Sequence[int]) -> tuple[int, bool]:
        """How many nodes minimax has below these moves, and whether there are more than were counted."""
        counter = AlphaBeta(position, self.config)

        def count(here: Position, left: int, room: int) -> int:
            if left <= 0 or here.outcome is not None or room <= 1:
                return 1
            total = 1
            for move in counter.ordered_moves(here) if self.config.width else here.moves():
                if total >= room:
                    break
                total += count(here.play(move), left - 1, room - total)
            return total

        total = 0
        for move in moves:
            total += count(position.play(move), depth - 1, COUNTED - total)
            if total >= COUNTED:
                return COUNTED, True
        return total, False

    # What the steps show

    def window(self, alpha: int, beta: int) -> Message:
        """A window: ``(-∞, +12)``."""
        return Message("({alpha}, {beta})", alpha=bound(alpha), beta=bound(beta))

    def _make(
        self,
        kind: str,
        text: Message,
        tree: SearchTree,
        node: int,
        position: Position,
        last: int | None,
        question: Question | None = None,
        focus: int | None = None,
    ) -> Step:
        counts: dict[Message, Number] = {Message("nodes"): len(tree.nodes)}
        if not self.plain:
            counts |= {Message("cut-offs"): tree.cuts, Message("moves not searched"): tree.skipped}
        if self.config.table:
            counts[Message("answers of the table")] = tree.hits
        windows = () if self.plain else tuple(self._windows(tree, node))
        tables = (self._children(tree, node), *windows)
        focus = node if focus is None else focus
        path = self.path_names(tree, focus)
        return Step(kind, text, (), position, last, tables, path, counts, focus=focus, question=question)

    def _children(self, tree: SearchTree, node: int) -> Table:
        """The children of a node so far; values for the side to move there."""
        children = tree.nodes[node].children
        rows: list[list[Number]] = []
        for child in children:
            name, known = self.name(tree, child), tree.nodes[child]
            what: Number = ""
            if known.cut:
                what = Message("cut-off, {moves} moves not searched", moves=known.cut)
            elif known.remembered:
                what = Message("answer of the table")
            elif known.ended:
                what = Message("the game is over")
            rows.append([name, self._worth(known), self._size(tree, child), what])
        values = [tree.nodes[child].value for child in children]
        known_values = [value for value in values if value is not None]
        place = values.index(min(known_values)) if known_values else None
        return Table(COLUMNS, rows, place, Message("Children of {node}", node=self.node_words(tree, node)))

    def _worth(self, known: TreeNode) -> Number:
        """The value of a child for the side to move at its parent; outside its window it is only a bound."""
        if known.value is None:
            return None
        value = score_text(-known.value)
        if known.children and not self.plain and known.value >= known.beta:
            return Message("at most {value}", value=value)
        if known.children and not self.plain and known.value <= known.opened:
            return Message("at least {value}", value=value)
        return value

    def _windows(self, tree: SearchTree, node: int) -> list[Table]:
        """The windows of the nodes from the root down to this one."""
        rows: list[list[Number]] = []
        for step in tree.path(node):
            known = tree.nodes[step]
            best = None if known.value is None else score_text(known.value)
            rows.append([self.name(tree, step), bound(known.alpha), bound(known.beta), best])
        columns = (Message("node"), Message("alpha"), Message("beta"), Message("best so far"))
        return [Table(columns, rows, None, Message("Windows on the path"))]

    def _size(self, tree: SearchTree, node: int) -> int:
        """The nodes of a subtree: they have been numbered one after the other."""
        parent = tree.nodes[node].parent
        assert parent is not None
        siblings = tree.nodes[parent].children
        place = siblings.index(node) + 1
        if place < len(siblings):
            return siblings[place] - node
        last = node
        while tree.nodes[last].children:
            last = tree.nodes[last].children[-1]
        return last - node + 1

    def importance(self, tree: SearchTree, node: int) -> float:
        return -node

    def node_value(self, tree: SearchTree, node: int) -> str:
        known = tree.nodes[node]
        return "" if known.value is None else str(score_text(known.value))

    def node_mark(self, tree: SearchTree, node: int) -> str:
        return "cut" if tree.nodes[node].cut else ""


def bound(value: int) -> str | Message:
    """A bound of a window."""
    if abs(value) >= INFINITE:
        return "∞" if value > 0 else "-∞"
    return score_text(value)
