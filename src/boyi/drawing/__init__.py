r"""What is drawn: boards, games, curves, charts, trees and tables, as SVG, HTML, PNG and animated GIF.

>>> import boyi
>>> from boyi.drawing import render_png
>>> render_png(boyi.game("othello").start())[:4]
b'\x89PNG'
"""

import typing as _typing

from boyi.core.lazy import lazy_names as _lazy_names

if _typing.TYPE_CHECKING:
    from boyi.drawing.export import CannotDraw, animation_note, render_gif, render_png, stream_gif

__all__ = ["CannotDraw", "animation_note", "render_gif", "render_png", "stream_gif"]

_LATER = dict.fromkeys(__all__, "boyi.drawing.export")

if not _typing.TYPE_CHECKING:
    __getattr__, __dir__ = _lazy_names(globals(), _LATER)
