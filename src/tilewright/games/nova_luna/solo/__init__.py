"""The solo game of Nova Luna: its rules and solver. It shares wheel, areas and tiles."""
