"""Who can play: each player is one async method; spec strings name them everywhere."""
