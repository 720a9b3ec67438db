# What somebody has played, and how well.

me-title = My games
me-none = No game of yours has ended yet.
me-ratings = How well I play
me-game = Game
me-all = all
me-record = Record
me-more = Earlier games
leaders = Ranking
leaders-none = Nobody has finished a rated game like this yet.
rating-range = Range
rating-games = Rated games
rating-text = Everybody begins at 25. The rating is our best guess; the true strength lies in the range 19 times out of 20. It narrows with every rated game.
