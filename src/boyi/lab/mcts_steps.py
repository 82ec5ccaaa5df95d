"""The steps of Monte Carlo tree search: select, expand, simulate, back up."""

from __future__ import annotations

from typing import Any

from boyi.core.game import Position
from boyi.core.message import Message, Term, listing
from boyi.lab.recorder import Entry
from boyi.lab.traced import TracedExplanation
from boyi.lab.tree import SearchTree
from boyi.lab.view import Number, Question, Step, Table
from boyi.settings.setting import settings_in
from boyi.textbook.mcts import Mcts, MctsConfig, Rollout, ucb1
from boyi.textbook.thesis import shown
from boyi.textbook.trace import Trace

COLUMNS = (Message("move"), "Q", "N", "Q/N", Message("exploration"), "UCB1")
PATH_COLUMNS = (
    Message("node"),
    Message("reward"),
    "Q",
    "N",
    "Q/N",
    Message("Q after"),
    Message("N after"),
    Message("Q/N after"),
)
PATH = Message("Values on the path, before and after")
LINES = 12
"""Children whose formula is written out; the table has all of them."""
FINALS = {
    "visits": Message("the most visits"),
    "rate": Message("the best mean"),
    "ucb": Message("the largest UCB1 value"),
}


class MctsExplanation(TracedExplanation):
    """What each phase of the search does, with the numbers it did it by."""

    def __init__(
        self,
        name: str,
        position: Position,
        config: MctsConfig,
        rollout: Rollout | None = None,
        **options: Any,
    ) -> None:
        self.config = config

        def search(trace: Trace) -> Any:
            return Mcts(position, config, trace, rollout).run()

        settings = {setting.name: getattr(config, setting.name) for setting in settings_in(MctsConfig)}
        super().__init__(name, position, settings, search, **options)

    def phase(self, entries: list[Entry], tree: SearchTree) -> Step:
        kind = entries[0][0]
        if kind == "select":
            return self._select(entries[0], tree)
        if kind == "expand":
            return self._expand(entries[0], tree)
        if kind == "simulate":
            return self._simulate(entries[0], tree)
        return self._backup(entries, tree)

    def _select(self, entry: Entry, tree: SearchTree) -> Step:
        _, node, chosen = entry
        children = tree.nodes[node].children
        names = self.names(tree, children)
        place = children.index(chosen)
        table = self.siblings(tree, node, chosen)
        text = Message(
            "Select: of the {count} children of {node}, {chosen} has the largest UCB1 value.",
            count=len(children),
            node=self.node_words(tree, node),
            chosen=names[place],
        )
        if not self.has_single_best(table):
            text = Message(
                "{text} Others have the same value; the setting {setting} decides.",
                text=text,
                setting=f"tie={self.config.tie}",
            )
        position = self.position_at(tree, node)
        return Step(
            "select",
            text,
            self.formula(tree, node, chosen),
            position,
            tree.nodes[node].move,
            (table,),
            self.path_names(tree, chosen),
            tree=self.drawing(tree, chosen),
            question=Question(
                Message("Which child of {node} is selected?", node=self.node_words(tree, node)),
                tuple(names),
                place,
            ),
        )

    def _expand(self, entry: Entry, tree: SearchTree) -> Step:
        _, node, child, move = entry
        after = self.position_at(tree, child)
        left = len(self.position_at(tree, node).moves()) - len(tree.nodes[node].children)
        text = Message(
            "Expand: {child} becomes a child of {node}; moves not tried yet there: {left}.",
            child=self.name(tree, child),
            node=self.node_words(tree, node),
            left=left,
        )
        path = self.path_names(tree, child)
        return Step("expand", text, (), after, move, (), path, tree=self.drawing(tree, child))

    def _simulate(self, entry: Entry, tree: SearchTree) -> Step:
        _, node, moves, reward = entry
        position = self.position_at(tree, node)
        text = Message(
            "Simulate: a random game from {node} (moves: {plies}); its reward is {reward:g} for {side}.",
            plies=len(moves),
            node=self.node_words(tree, node),
            reward=self.for_root(reward),
            side=self.side,
        )
        if not moves and position.outcome is not None:
            text = Message(
                "Simulate: the game is over at {node}; its reward is {reward:g} for {side}.",
                node=self.node_words(tree, node),
                reward=self.for_root(reward),
                side=self.side,
            )
        path = self.path_names(tree, node)
        game = (position, tuple(moves))
        drawn = self.drawing(tree, node)
        return Step("simulate", text, (), position, tree.nodes[node].move, (), path, game=game, tree=drawn)

    def _backup(self, entries: list[Entry], tree: SearchTree) -> Step:
        leaf = entries[0][1]
        table = self.path_values(tree, entries)
        text = Message(
            "Back up: the {count} nodes from {leaf} to the root add the reward as it counts for them.",
            count=len(entries),
            leaf=self.node_words(tree, leaf),
        )
        position = self.position_at(tree, leaf)
        path = self.path_names(tree, leaf)
        drawn = self.drawing(tree, leaf)
        return Step("backup", text, (), position, tree.nodes[leaf].move, (table,), path, tree=drawn)

    def iteration(self, number: int, entries: list[Entry], first: int) -> Step:
        # The choices as they were made, before the reward changed the numbers.
        tree = self.cursor.go(first)
        choices = [entry for entry in entries if entry[0] == "select"]
        tables = [self.siblings(tree, node, chosen) for _, node, chosen in choices]
        question = None
        if choices:
            children = tree.nodes[0].children
            question = Question(
                Message("Which child of {node} is selected?", node=self.node_words(tree, 0)),
                tuple(self.names(tree, children)),
                children.index(choices[0][2]),
            )
        formula: list[str] = []
        for _, node, chosen in choices:
            formula += ([""] if formula else []) + list(self.formula(tree, node, chosen))
        tree = self.cursor.go(first + len(entries))
        leaf = next(entry[1] for entry in entries if entry[0] == "simulate")
        rewards = [self.for_root(entry[3]) for entry in entries if entry[0] == "simulate"]
        expanded = any(entry[0] == "expand" for entry in entries)
        path = tree.path(leaf)
        chosen = path[1:-1] if expanded else path[1:]
        steps: list[object] = [self.name(tree, node) for node in chosen]
        if expanded:
            steps.append(Message("expand {node}", node=self.name(tree, leaf)))
        text = Message(
            "Iteration {number}: {path}; reward for {side}: {rewards}.",
            number=number + 1,
            path=listing(steps),
            side=self.side,
            rewards=_rewards(rewards),
        )
        position = self.position_at(tree, leaf)
        names = self.path_names(tree, leaf)
        moves = next(tuple(entry[2]) for entry in entries if entry[0] == "simulate")
        backups = [entry for entry in entries if entry[0] == "backup"]
        drawn = self.drawing(tree, leaf)
        move = tree.nodes[leaf].move
        return Step(
            "iteration",
            text,
            tuple(formula),
            position,
            move,
            (*(tables or (self.siblings(tree, 0, None),)), self.path_values(tree, backups, PATH)),
            names,
            game=(position, moves),
            tree=drawn,
            question=question,
        )

    def result(self, answer: dict[str, Any], tree: SearchTree) -> Step:
        children = tree.nodes[0].children
        place = next(
            place for place, child in enumerate(children) if tree.nodes[child].move == answer["move"]
        )
        names = self.names(tree, children)
        text = Message(
            "{move} is played: it has {reason}.",
            move=names[place],
            reason=FINALS[self.config.final],
        )
        after = self.position_at(tree, children[place])
        table = self.siblings(tree, 0, children[place])
        question = Question(Message("Which move is played?"), tuple(names), place)
        drawn = self.drawing(tree, children[place])
        move = answer["move"]
        return Step("result", text, (), after, move, (table,), (names[place],), tree=drawn, question=question)

    def path_values(self, tree: SearchTree, entries: list[Entry], title: Message | None = None) -> Table:
        """Q and N of the nodes that get rewards, before the first of these back-ups and after the last."""
        found: dict[int, list[float]] = {}
        for _, node, reward, q, n, before in entries:
            known = found.setdefault(node, [0.0, before, n - 1, q, n])
            known[0] += reward
            known[3:] = q, n
        rows: list[list[Number]] = []
        for node, (reward, before, visits, q, n) in found.items():
            mean = before / visits if visits else None
            rows.append([self.name(tree, node), reward, before, visits, mean, q, n, q / n])
        return Table(PATH_COLUMNS, rows, None, title)

    @property
    def side(self) -> Term:
        """Who searches."""
        return Term(self.root_position.game.players[self.root_position.turn])

    def for_root(self, reward: float) -> float:
        """A reward of the first player as it counts for who searches."""
        return reward if self.root_position.turn == 0 else 0.0 - reward

    # Tables

    def siblings(self, tree: SearchTree, node: int, chosen: int | None) -> Table:
        """The children of a node as the selection rule sees them."""
        children, parent = tree.nodes[node].children, tree.nodes[node]
        rows: list[list[Number]] = []
        for name, child in zip(self.names(tree, children), children, strict=True):
            known = tree.nodes[child]
            if known.n and parent.n:
                value, exploration = ucb1(known.q, known.n, parent.n, self.config)
                rows.append([name, known.q, known.n, known.q / known.n, exploration, value])
            else:
                rows.append([name, known.q, known.n, None, None, None])
        place = children.index(chosen) if chosen in children else None
        title = Message("Children of {node}", node=self.node_words(tree, node))
        return Table(COLUMNS, rows, place, title)

    @staticmethod
    def has_single_best(table: Table) -> bool:
        """Whether no other row has the largest UCB1 value too."""
        values = [row[-1] for row in table.rows]
        assert table.chosen is not None
        return values.count(values[table.chosen]) == 1

    def formula(self, tree: SearchTree, node: int, chosen: int) -> tuple[str, ...]:
        """UCB1 with the numbers of the child that was chosen and of the next best, a line each."""
        parent, config, children = tree.nodes[node], self.config, tree.nodes[node].children
        values = {
            child: ucb1(tree.nodes[child].q, tree.nodes[child].n, parent.n, config)[0] for child in children
        }
        if len(children) > LINES:
            best = sorted(children, key=lambda child: (child != chosen, -values[child]))[:LINES]
            children = [child for child in children if child in best]
        lines = []
        for name, child in zip(self.names(tree, children), children, strict=True):
            known = tree.nodes[child]
            mean = f"{known.q:g}/{known.n}"
            if config.scale == "unit":
                mean = f"({mean} + 1)/2"
            inside = f"ln {parent.n}/{known.n}" if config.factor == 1 else f"2·ln {parent.n}/{known.n}"
            value = shown_number(values[child], self.decimals, self.truncate)
            lines.append(f"UCB1({name}) = {mean} + {config.c:g}·√({inside}) = {value}")
        return tuple(lines)

    def importance(self, tree: SearchTree, node: int) -> float:
        return tree.nodes[node].n

    def node_value(self, tree: SearchTree, node: int) -> str:
        known = tree.nodes[node]
        return f"{known.q:g} / {known.n}"


def _rewards(rewards: list[float]) -> Message:
    """The rewards of an iteration; many are told as their mean."""
    if len(rewards) <= 4:
        return listing(f"{reward:g}" for reward in rewards)
    mean = sum(rewards) / len(rewards)
    return Message("{mean:.3f} on average of {count} games", mean=mean, count=len(rewards))


def shown_number(value: float, decimals: int, truncate: bool) -> str:
    """A number with so many decimals, rounded, or with two that are cut off as in the thesis.

    >>> shown_number(3.0964, 2, True), shown_number(3.0964, 2, False)
    ('3.09', '3.10')
    """
    return shown(value) if truncate else f"{value:.{decimals}f}"
