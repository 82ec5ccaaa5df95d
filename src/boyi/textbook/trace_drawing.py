"""A trace in a notebook: the tree that it tells of, as far as it fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boyi.drawing.tree import choose_nodes, draw_tree, lay_out

if TYPE_CHECKING:
    from boyi.textbook.search_tree import TreeNode
    from boyi.textbook.trace import Trace


def trace_svg(trace: Trace) -> str:
    """The most visited part of the tree; of a search that deepens, the tree of its last depth."""
    from boyi.textbook.search_tree import replay

    tree = replay(trace)
    root = max((number for number, node in tree.items() if node.parent is None), default=0)
    game = None if trace.position is None else trace.position.game

    def texts(number: int) -> tuple[str, str]:
        node = tree[number]
        if node.move is None:
            return "·", _value(node)
        return str(node.move) if game is None else game.format_move(node.move), _value(node)

    def importance(number: int) -> float:
        node = tree[number]
        return node.n if node.value is None else -number

    best = _best_line(tree, root)
    shown = choose_nodes(root, lambda number: tree[number].children, importance, best)

    def mark(number: int) -> str:
        return "path" if number in best else ""

    return draw_tree(lay_out(root, shown, texts, mark))


def _value(node: TreeNode) -> str:
    """Q and N of tree search and of weights, the value of the minimax family."""
    if node.value is not None:
        return f"{node.value:+d}"
    return f"{node.q:g} / {node.n}"


def _best_line(tree: dict[int, TreeNode], root: int) -> list[int]:
    """The nodes of the line that the search thinks best."""
    line = [root]
    while children := tree[line[-1]].children:
        known = [child for child in children if tree[child].value is not None]
        if known:
            line.append(min(known, key=lambda child: tree[child].value or 0))
        else:
            line.append(max(children, key=lambda child: tree[child].n))
    return line
