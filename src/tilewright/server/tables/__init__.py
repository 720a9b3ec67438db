"""The tables of a server: wishes become events, events are kept, time and bots take their turn."""
