"""Pictures for files by the name that scripts have for them; ``boyi.drawing`` makes them."""

from boyi.drawing import CannotDraw, animation_note, render_gif, render_png, stream_gif

__all__ = ["CannotDraw", "animation_note", "render_gif", "render_png", "stream_gif"]
