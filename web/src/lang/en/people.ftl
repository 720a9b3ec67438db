# What somebody has played, and how well.

me-title = My games
me-none = No game of yours has ended yet.
me-ratings = How well I play
me-game = Game
me-all = all
me-record = Record
me-records = All records, as one file
me-more = Earlier games
me-of = Games of { $name }
me-result = Result
me-won = won
me-lost = not won
me-with = With
me-everybody = everybody
me-rated = Rated
me-curve = From { $first } to { $last } over { $count } rated games; now between { $low } and { $high }.
leaders = Ranking
leaders-none = Nobody has finished a rated game like this yet.
rating-range = Range
rating-games = Rated games
rating-text = Everybody begins at 25. The rating is our best guess; the true strength lies in the range 19 times out of 20. It narrows with every rated game.

mail-title = Mail when it is your turn
mail-address = Your address
mail-text = For games over days: one mail a turn at most, none while you are at the table.
mail-ask = Send me a confirmation
mail-asked = A mail is on its way to { $address }. Open the link in it to confirm the address.
mail-on = You are told of your turns at { $address }.
mail-stop = No more mail
mail-confirm-text = Do you want mail at this address when it is your turn in games over days?
mail-confirm-do = Yes, confirm
mail-confirm-done = Your address is confirmed.
mail-stop-text = Do you want no more mail about your turns?
mail-stop-do = Stop the mail
mail-stop-done = You get no more mail, and the address is forgotten.
mail-link-old = This link is too old, or has been used up. Ask for a new one under your name.
