"""Many games between players: series, ratings, tests of significance."""

import typing as _typing

from boyi.core.lazy import lazy_names as _lazy_names

if _typing.TYPE_CHECKING:
    from boyi.arena.folder import Folder
    from boyi.arena.play import play_match, play_series
    from boyi.arena.results import GameResult, Standing
    from boyi.arena.series import GameFinished, Series, SeriesOver, SeriesStarted
    from boyi.arena.settings import SeriesSettings

__all__ = [
    "Folder",
    "GameFinished",
    "GameResult",
    "Series",
    "SeriesOver",
    "SeriesSettings",
    "SeriesStarted",
    "Standing",
    "play_match",
    "play_series",
]

_LATER = {
    "Folder": "boyi.arena.folder",
    "GameFinished": "boyi.arena.series",
    "GameResult": "boyi.arena.results",
    "Series": "boyi.arena.series",
    "SeriesOver": "boyi.arena.series",
    "SeriesSettings": "boyi.arena.settings",
    "SeriesStarted": "boyi.arena.series",
    "Standing": "boyi.arena.results",
    "play_match": "boyi.arena.play",
    "play_series": "boyi.arena.play",
}

if not _typing.TYPE_CHECKING:
    __getattr__, __dir__ = _lazy_names(globals(), _LATER)
