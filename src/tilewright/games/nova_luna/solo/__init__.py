"""What the solo game of Nova Luna has of its own; the rest is the game for more."""
