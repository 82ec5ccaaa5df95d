"""The Go Text Protocol: games whose moves are single points."""
