"""What every layer shares: games, positions, records, clocks, the registry."""
