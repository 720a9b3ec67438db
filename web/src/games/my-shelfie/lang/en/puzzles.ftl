# What the puzzles ask for.
puzzle-my-shelfie-last = Last turn
puzzle-my-shelfie-last-text = The game ends with this turn. Find the only move that wins, whatever cards the others hold.
puzzle-my-shelfie-round = Last round
puzzle-my-shelfie-round-text = Your last turn, but not the last one of the game. Find the only move that wins, whatever cards and moves the others have.
puzzle-my-shelfie-fill = Fill the shelf
puzzle-my-shelfie-fill-text = Fill your shelf, but so that you win, whatever cards and moves the others have. Find the only move.
