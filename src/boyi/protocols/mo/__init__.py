"""The course platform for Reversi ("Mo"): the text of its moves, boards and colours."""

from boyi.protocols.mo.text import (
    COLOURS,
    SIZE,
    STOP,
    format_board,
    format_colour,
    format_move,
    parse_board,
    parse_colour,
    parse_move,
)

__all__ = [
    "COLOURS",
    "SIZE",
    "STOP",
    "format_board",
    "format_colour",
    "format_move",
    "parse_board",
    "parse_colour",
    "parse_move",
]
