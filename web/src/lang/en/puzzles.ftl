# Positions with one right answer.
puzzles = Puzzles
puzzle-which = Type
puzzle-theme = Theme
puzzle-all = All themes
puzzle-start = Start the clock
puzzle-today = Today’s puzzle
puzzle-run = Rated puzzles
puzzle-streak = Against the clock
puzzle-streak-text = { $count } found · best { $best }
puzzle-rating = Puzzle { $rating } · you { $mine }
puzzle-known = You’ve tried this one before, so it doesn’t count.
puzzle-give-up = Show answer
puzzle-other = Opponent
puzzle-right = Right!
puzzle-wrong = Not quite. See why, then try again.
puzzle-unproven = The proof needs a server.
puzzle-told = This is the answer.
puzzle-gained = Rating { $gained }
puzzle-result = { $way ->
    [won] You win, { $mine } to { $theirs }.
    [alone] The total is { $mine }.
   *[lost] You lose, { $mine } to { $theirs }.
}
puzzle-next = Next puzzle
