"""Who chooses moves: players, built from short specs."""

from boyi.players import builtin as _builtin  # registers the players that come with Boyi

del _builtin
