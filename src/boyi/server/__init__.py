"""The server behind the page: rooms, seats, clocks, review and analysis over one typed vocabulary."""
