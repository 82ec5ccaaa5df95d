"""A part of a search's tree as a drawing: where its nodes stand, and the same as SVG.

A drawn node is ``(number, parent, x, y, label, value, mark)``: places in units of a node's width and height,
the parent's number or None, two lines of text, and its mark (``chosen``, ``path``, ``cut`` or nothing).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape

from boyi.drawing.svg import svg_document

Drawn = tuple[int, int | None, float, int, str, str, str]
WIDTH, HEIGHT = 68, 64
COLOURS = {"chosen": "#0f9d94", "path": "#7fcac4", "cut": "#d9822b", "": "#d5d9dd"}


def choose_nodes(
    root: int,
    children: Callable[[int], Sequence[int]],
    importance: Callable[[int], float],
    keep: Sequence[int] = (),
    most: int = 30,
    wide: int = 8,
) -> dict[int, list[int]]:
    """The nodes to draw, each with those of its children that are drawn: the most important ones.

    ``keep`` are nodes that are drawn in any case, such as the path to the node that is looked at.
    """
    kept = set(keep)
    chosen: dict[int, list[int]] = {}
    waiting, count = [root], 1
    while waiting:
        node = waiting.pop(0)
        offered = children(node)
        ranked = sorted(offered, key=lambda child: (child not in kept, -importance(child)))
        room = max(most - count, 0)
        must = sum(child in kept for child in ranked)
        taken = set(ranked[: max(min(wide, room), must)])
        chosen[node] = [child for child in offered if child in taken]
        count += len(taken)
        waiting += chosen[node]
    return chosen


def lay_out(
    root: int,
    shown: Mapping[int, Sequence[int]],
    texts: Callable[[int], tuple[str, str]],
    mark: Callable[[int], str],
) -> list[Drawn]:
    """Give every node its place: leaves side by side, a parent over the middle of its children."""
    drawn: list[Drawn] = []
    after = 0.0

    def place(node: int, parent: int | None, row: int) -> float:
        nonlocal after
        columns = [place(child, node, row + 1) for child in shown.get(node, ())]
        if columns:
            column = (columns[0] + columns[-1]) / 2
        else:
            column, after = after, after + 1
        drawn.append((node, parent, column, row, *texts(node), mark(node)))
        return column

    place(root, None, 0)
    return drawn[::-1]


def draw_tree(drawn: Sequence[Drawn]) -> str:
    """The drawing as an SVG document."""
    wide = max((node[2] for node in drawn), default=0.0) + 1
    tall = max((node[3] for node in drawn), default=0) + 1
    places = {node[0]: (node[2] * WIDTH + WIDTH / 2, node[3] * HEIGHT + HEIGHT / 2) for node in drawn}
    parts = []
    for number, parent, *_ in drawn:
        if parent is not None:
            (x1, y1), (x2, y2) = places[parent], places[number]
            parts.append(f'<path d="M{x1:g} {y1 + 18:g}L{x2:g} {y2 - 18:g}" stroke="#8a949e"/>')
    for number, _, _, _, label, value, mark in drawn:
        x, y = places[number]
        parts.append(
            f'<rect x="{x - 31:g}" y="{y - 18:g}" width="62" height="36" rx="8" fill="#fff" '
            f'stroke="{COLOURS[mark]}" stroke-width="{3 if mark else 1.5}"/>'
            f'<text x="{x:g}" y="{y - 3:g}" font-weight="600">{escape(label)}</text>'
            f'<text x="{x:g}" y="{y + 12:g}" font-size="11">{escape(value)}</text>'
        )
    return svg_document(wide * WIDTH, tall * HEIGHT, parts, letters=12, text_anchor="middle")
