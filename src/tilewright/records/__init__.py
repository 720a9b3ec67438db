"""Records: finished and unfinished games as text, their forfeits, their verifiable shuffles."""
