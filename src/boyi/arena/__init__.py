"""Many games between players: series, ratings, tests of significance."""

import typing as _typing

from boyi.core.lazy import lazy_names as _lazy_names

if _typing.TYPE_CHECKING:
    from boyi.arena.bot_rating import RatingProgress, RatingRun, RatingSettings, rate_bot
    from boyi.arena.bradley_terry import Rating, Ratings, fit_ratings
    from boyi.arena.executors import Workers
    from boyi.arena.folder import Folder, GameFolder
    from boyi.arena.play import play_match, play_series
    from boyi.arena.results import GameResult, Standing
    from boyi.arena.series import GameFinished, Series, SeriesOver, SeriesStarted
    from boyi.arena.settings import SeriesSettings
    from boyi.arena.tournament import (
        Entrant,
        EventSettings,
        TournamentSettings,
        play_tournament,
        tables_of,
    )
    from boyi.arena.tuning import Parameter, TuningProgress, TuningSettings, tune

__all__ = [
    "Entrant",
    "EventSettings",
    "Folder",
    "GameFinished",
    "GameFolder",
    "GameResult",
    "Parameter",
    "Rating",
    "RatingProgress",
    "RatingRun",
    "RatingSettings",
    "Ratings",
    "Series",
    "SeriesOver",
    "SeriesSettings",
    "SeriesStarted",
    "Standing",
    "TournamentSettings",
    "TuningProgress",
    "TuningSettings",
    "Workers",
    "fit_ratings",
    "play_match",
    "play_series",
    "play_tournament",
    "rate_bot",
    "tables_of",
    "tune",
]

_LATER = {
    "Entrant": "boyi.arena.tournament",
    "EventSettings": "boyi.arena.tournament",
    "Folder": "boyi.arena.folder",
    "GameFinished": "boyi.arena.series",
    "GameFolder": "boyi.arena.folder",
    "GameResult": "boyi.arena.results",
    "Rating": "boyi.arena.bradley_terry",
    "RatingProgress": "boyi.arena.bot_rating",
    "RatingRun": "boyi.arena.bot_rating",
    "RatingSettings": "boyi.arena.bot_rating",
    "Ratings": "boyi.arena.bradley_terry",
    "Series": "boyi.arena.series",
    "SeriesOver": "boyi.arena.series",
    "SeriesSettings": "boyi.arena.settings",
    "SeriesStarted": "boyi.arena.series",
    "Standing": "boyi.arena.results",
    "fit_ratings": "boyi.arena.bradley_terry",
    "play_match": "boyi.arena.play",
    "play_series": "boyi.arena.play",
    "rate_bot": "boyi.arena.bot_rating",
    "TournamentSettings": "boyi.arena.tournament",
    "play_tournament": "boyi.arena.tournament",
    "tables_of": "boyi.arena.tournament",
    "Parameter": "boyi.arena.tuning",
    "TuningProgress": "boyi.arena.tuning",
    "TuningSettings": "boyi.arena.tuning",
    "tune": "boyi.arena.tuning",
    "Workers": "boyi.arena.executors",
}

if not _typing.TYPE_CHECKING:
    __getattr__, __dir__ = _lazy_names(globals(), _LATER)
