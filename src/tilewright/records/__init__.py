"""Records: games as text, with their forfeits and verifiable shuffles."""
