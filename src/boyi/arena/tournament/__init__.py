"""Tournaments: many players, one or several games, four formats, a folder that survives a kill."""

from boyi.arena.tournament.run import GamePlayed, TournamentRun, play_tournament
from boyi.arena.tournament.settings import BadTournament, Entrant, EventSettings, TournamentSettings
from boyi.arena.tournament.standings import EventTable, tables_of

__all__ = [
    "BadTournament",
    "Entrant",
    "EventSettings",
    "EventTable",
    "GamePlayed",
    "TournamentRun",
    "TournamentSettings",
    "play_tournament",
    "tables_of",
]
