"""The solo game of Nova Luna: its rules and its solver. Wheel, area and tiles are shared."""
