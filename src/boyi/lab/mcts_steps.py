"""The steps of Monte Carlo tree search: select, expand, simulate, back up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boyi.core.game import Position
from boyi.core.message import Message, Term, listing
from boyi.core.result import SearchResult
from boyi.lab.search_explanation import SearchExplanation
from boyi.lab.view import Number, Question, Step, Table
from boyi.settings.setting import settings_in
from boyi.textbook.mcts import Mcts, MctsConfig, Rollout, ucb1
from boyi.textbook.search_tree import SearchTree
from boyi.textbook.thesis import shown
from boyi.textbook.trace import Backup, Event, Expand, Select, Simulate, Trace

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


class MctsExplanation(SearchExplanation):
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

    @property
    def share(self) -> float:
        return 1.0 if self.finished else self.known("iteration") / self.config.iterations

    def phase(self, events: Sequence[Event], first: int) -> Step:
        match events[0]:
            case Select() as event:
                return self._select(event, self.tree_at(first))
            case Expand() as event:
                return self._expand(event, self.tree_at(first + 1))
            case Simulate() as event:
                return self._simulate(event, self.tree_at(first))
        return self._backup([event for event in events if isinstance(event, Backup)], first)

    def _select(self, event: Select, tree: SearchTree) -> Step:
        node, chosen = event.node, event.chosen
        children = tree.nodes[node].children
        names = [self.name(tree, child) for child in children]
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
            self.formula(tree, node, table),
            position,
            tree.nodes[node].move,
            (table,),
            self.path_names(tree, chosen),
            focus=chosen,
            question=Question(
                Message("Which child of {node} is selected?", node=self.node_words(tree, node)),
                tuple(names),
                place,
            ),
        )

    def _expand(self, event: Expand, tree: SearchTree) -> Step:
        node, child, move = event.node, event.child, event.move
        after = self.position_at(tree, child)
        left = len(self.position_at(tree, node).moves()) - len(tree.nodes[node].children)
        text = Message(
            "Expand: {child} becomes a child of {node}; moves not tried yet there: {left}.",
            child=self.name(tree, child),
            node=self.node_words(tree, node),
            left=left,
        )
        path = self.path_names(tree, child)
        return Step("expand", text, (), after, move, (), path, focus=child)

    def _simulate(self, event: Simulate, tree: SearchTree) -> Step:
        node, moves, reward = event.node, event.moves, event.reward
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
        game = (position, moves)
        return Step("simulate", text, (), position, tree.nodes[node].move, (), path, game=game, focus=node)

    def _backup(self, events: Sequence[Backup], first: int) -> Step:
        leaf = events[0].node
        after = first + len(events)
        table = self.path_values(events, first, after)
        tree = self.tree_at(after)
        text = Message(
            "Back up: the {count} nodes from {leaf} to the root add the reward as it counts for them.",
            count=len(events),
            leaf=self.node_words(tree, leaf),
        )
        position = self.position_at(tree, leaf)
        path = self.path_names(tree, leaf)
        return Step("backup", text, (), position, tree.nodes[leaf].move, (table,), path, focus=leaf)

    def iteration(self, number: int, events: Sequence[Event], first: int) -> Step:
        # The choices as they were made, before the reward changed the numbers.
        tree = self.tree_at(first)
        choices = [event for event in events if isinstance(event, Select)]
        tables = [self.siblings(tree, choice.node, choice.chosen) for choice in choices]
        question = None
        if choices:
            children = tree.nodes[0].children
            question = Question(
                Message("Which child of {node} is selected?", node=self.node_words(tree, 0)),
                tuple(self.name(tree, child) for child in children),
                children.index(choices[0].chosen),
            )
        formula: list[str] = []
        for choice, table in zip(choices, tables, strict=True):
            formula += ([""] if formula else []) + list(self.formula(tree, choice.node, table))
        after = first + len(events)
        backups = [event for event in events if isinstance(event, Backup)]
        path_table = self.path_values(backups, first, after, PATH)
        tree = self.tree_at(after)
        games = [event for event in events if isinstance(event, Simulate)]
        leaf, moves = games[0].node, games[0].moves
        rewards = [self.for_root(game.reward) for game in games]
        expanded = any(isinstance(event, Expand) for event in events)
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
        move = tree.nodes[leaf].move
        return Step(
            "iteration",
            text,
            tuple(formula),
            position,
            move,
            (*(tables or (self.siblings(tree, 0, None),)), path_table),
            names,
            game=(position, moves),
            focus=leaf,
            question=question,
        )

    def result(self, answer: SearchResult, tree: SearchTree) -> Step:
        children = tree.nodes[0].children
        moves = [tree.nodes[child].move for child in children]
        place = moves.index(answer.move)
        names = [self.name(tree, child) for child in children]
        text = Message(
            "{move} is played: it has {reason}.",
            move=names[place],
            reason=FINALS[self.config.final],
        )
        after = self.position_at(tree, children[place])
        table = self.siblings(tree, 0, children[place])
        question = Question(Message("Which move is played?"), tuple(names), place)
        return Step(
            "result",
            text,
            (),
            after,
            answer.move,
            (table,),
            (names[place],),
            focus=children[place],
            question=question,
        )

    def path_values(
        self, events: Sequence[Backup], first: int, after: int, title: Message | None = None
    ) -> Table:
        """Q and N of the nodes that get rewards, before the step from event ``first`` and after it."""
        tree = self.tree_at(first)
        found: dict[int, list[float]] = {}
        for event in events:
            if event.node not in found:
                old = event.node < len(tree.nodes)  # else it is made in this step
                before = (tree.nodes[event.node].q, tree.nodes[event.node].n) if old else (0.0, 0)
                found[event.node] = [0.0, *before, event.q, event.n]
            known = found[event.node]
            known[0] += event.reward
            known[3:] = event.q, event.n
        tree = self.tree_at(after)
        rows: list[list[Number]] = []
        for node, (reward, q_before, n_before, q, n) in found.items():
            mean = q_before / n_before if n_before else None
            rows.append([self.name(tree, node), reward, q_before, n_before, mean, q, n, q / n])
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
        children, visits = tree.nodes[node].children, tree.nodes[node].n
        rows: list[list[Number]] = []
        for child in children:
            name, known = self.name(tree, child), tree.nodes[child]
            if known.n and visits:
                value, exploration = ucb1(known.q, known.n, visits, self.config)
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

    def formula(self, tree: SearchTree, node: int, siblings: Table) -> tuple[str, ...]:
        """UCB1 with the numbers of the child that was chosen and of the next best, a line each."""
        visits, config, rows = tree.nodes[node].n, self.config, siblings.rows
        order = list(range(len(rows)))
        if len(rows) > LINES:
            best = sorted(order, key=lambda place: (place != siblings.chosen, -_number(rows[place][-1])))
            order = sorted(best[:LINES])
        lines = []
        for name, q, n, _, _, value in (rows[place] for place in order):
            mean = f"{q:g}/{n}"
            if config.scale == "unit":
                mean = f"({mean} + 1)/2"
            inside = f"ln {visits}/{n}" if config.factor == 1 else f"2·ln {visits}/{n}"
            shown_value = shown_number(_number(value), self.decimals, self.truncate)
            lines.append(f"UCB1({name}) = {mean} + {config.c:g}·√({inside}) = {shown_value}")
        return tuple(lines)

    def importance(self, tree: SearchTree, node: int) -> float:
        return tree.nodes[node].n

    def node_value(self, tree: SearchTree, node: int) -> str:
        known = tree.nodes[node]
        return f"{known.q:g} / {known.n}"


def _number(value: Number) -> float:
    assert isinstance(value, float | int)
    return value


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
