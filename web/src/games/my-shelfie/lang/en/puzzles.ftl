# What the puzzles ask for.
puzzle-my-shelfie-last = Last turn
puzzle-my-shelfie-last-text = The game ends with this turn. Find the only take that wins, whatever cards the others hold.
puzzle-my-shelfie-round = Last round
puzzle-my-shelfie-round-text = Your last turn, but not the last one. Find the only take that wins, whatever the others hold and take.
puzzle-my-shelfie-fill = Fill the shelf
puzzle-my-shelfie-fill-text = Fill your shelf, but so that you win, whatever the others hold and take. Find the only take.
