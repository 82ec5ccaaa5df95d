"""The frame of every SVG document of ours."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def svg_document(
    width: float,
    height: float,
    parts: Iterable[str],
    *,
    letters: int | None = None,
    title: str = "",
    fixed: bool = True,
    **attributes: str,
) -> str:
    """The parts as a document that needs nothing from outside.

    ``letters`` is the size of text that names none; what is not ``fixed`` becomes as wide as there is room.
    In the names of ``attributes`` an underscore stands for a hyphen.

    >>> svg_document(20, 10, ["<path/>"], letters=11, text_anchor="end").count('text-anchor="end"')
    1
    """
    given = {"viewBox": f"0 0 {width:g} {height:g}"}
    if fixed:
        given |= {"width": f"{width:g}", "height": f"{height:g}"}
    given["font-family"] = "system-ui, sans-serif"
    if letters is not None:
        given["font-size"] = str(letters)
    given |= {name.replace("_", "-"): value for name, value in attributes.items()}
    written = " ".join(f'{name}="{value}"' for name, value in given.items())
    named = f"<title>{escape(title)}</title>" if title else ""
    return f'<svg xmlns="http://www.w3.org/2000/svg" {written}>{named}{"".join(parts)}</svg>'
