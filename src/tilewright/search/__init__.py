"""Search and bots that work for every game."""
