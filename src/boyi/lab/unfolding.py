"""A search's tree with those nodes unfolded that a reader wishes, each with its place in the drawing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from boyi.core.tree_drawing import lay_out
from boyi.lab.tree import SearchTree
from boyi.lab.view import View

if TYPE_CHECKING:
    from boyi.lab.traced import TracedExplanation

MOST_DRAWN = 3_000
"""Nodes of one drawing; the children of what is unfolded after them stay folded."""


def unfolded_tree(
    explanation: TracedExplanation, tree: SearchTree, focus: int, unfolded: Iterable[int] | None = None
) -> View:
    """The nodes to draw: the root, and the children of every unfolded node that can be reached from it.

    Each is ``[number, parent, x, y, label, value, mark, children]``, as ``boyi.core.tree_drawing`` lays them
    out, and how many children it has. Without ``unfolded`` the path to the ``focus`` is.
    """
    path = tree.path(focus)
    root = path[0]
    wanted = set(path if unfolded is None else unfolded)
    shown: dict[int, list[int]] = {}
    names = {root: explanation.name(tree, root)}
    waiting, cut = [root], False
    while waiting:
        node = waiting.pop(0)
        children = tree.nodes[node].children
        if node not in wanted or not children:
            continue
        if len(names) + len(children) > MOST_DRAWN:
            cut = True
            continue
        shown[node] = children
        names |= dict(zip(children, explanation.names(tree, children), strict=True))
        waiting += [child for child in children if child in wanted]
    drawn = lay_out(
        root,
        shown,
        lambda node: (names[node], explanation.node_value(tree, node)),
        explanation.marks(tree, focus),
    )
    nodes = [[*node, len(tree.nodes[node[0]].children)] for node in drawn]
    return {"nodes": nodes, "focus": focus if focus in names else None, "cut": cut}
