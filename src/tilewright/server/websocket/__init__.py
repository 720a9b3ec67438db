"""Live play over WebSockets: byte limits, the message protocol, and socket sessions."""
