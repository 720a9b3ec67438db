"""The solo game of Nova Luna: its own rules and its solver. Wheel, area and tiles are shared."""
