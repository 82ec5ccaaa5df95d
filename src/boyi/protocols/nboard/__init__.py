"""NBoard's protocol: Othello."""
