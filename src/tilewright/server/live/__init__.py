"""Live play: one WebSocket for each client, and what is said on it."""
