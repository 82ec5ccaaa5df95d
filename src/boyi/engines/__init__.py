"""Our own players: searches with all their settings, levels, the programs of the sources, ``boyi.search``."""
