# Positions with one right answer.
puzzles = Puzzles
puzzle-which = Which ones?
puzzle-today = Today’s puzzle
puzzle-run = Rated run
puzzle-streak = Against the clock
puzzle-streak-text = { $left } · { $count } found · best { $best }
puzzle-rating = Puzzle { $rating } · you { $mine }
puzzle-known = You have tried this one before: it no longer counts.
puzzle-give-up = Show me
puzzle-other = The other
puzzle-right = Right!
puzzle-wrong = That is not it. See why, then try again.
puzzle-unproven = A server would show the proof.
puzzle-told = This is the answer.
puzzle-gained = Rating { $gained }
puzzle-end = the end of the game
puzzle-next = Next puzzle
