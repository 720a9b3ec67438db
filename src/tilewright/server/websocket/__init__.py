"""Live play over WebSockets: protocol, sessions, byte limits and metrics."""
