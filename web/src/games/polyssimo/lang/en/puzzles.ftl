# What the puzzles ask for.
puzzle-polyssimo-win = Win
puzzle-polyssimo-win-text = Find the only move that wins. It doesn’t put you ahead at once.
puzzle-polyssimo-save = Keep the lead
puzzle-polyssimo-save-text = Find the only move that keeps you ahead to the end.
