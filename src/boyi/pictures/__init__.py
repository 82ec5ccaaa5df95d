r"""Boards as pictures for files: PNG and animated GIF (Pillow, loaded when the first one is drawn).

>>> import boyi
>>> from boyi.pictures import render_png
>>> render_png(boyi.game("othello").start())[:4]
b'\x89PNG'
"""

from boyi.pictures.export import CannotDraw, animation_note, render_gif, render_png, stream_gif

__all__ = ["CannotDraw", "animation_note", "render_gif", "render_png", "stream_gif"]
