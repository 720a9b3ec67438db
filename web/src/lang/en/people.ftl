# Games a person has played, ratings and emails.

me-title = My games
me-none = You haven’t finished any games yet.
me-ratings = My ratings
me-game = Game
me-all = all
me-record = Record
me-records = Download all records
me-more = Earlier games
me-of = { $name }’s games
me-result = Result
me-won = won
me-lost = didn’t win
me-with = With
me-everybody = everyone
me-rated = Rated
me-curve = From { $first } to { $last } over { $count } rated games; now between { $low } and { $high }.
leaders = Leaderboard
leaders-none = No rated games yet.
rating-range = Range
rating-games = Rated games
rating-text = Everyone starts at 25. The rating is our best guess; the true strength lies in the range 19 times out of 20. It narrows with every rated game.

mail-title = Email me when it’s my turn
mail-address = Email address
mail-text = For correspondence games: at most one email per turn, none while you are at the table.
mail-ask = Send confirmation
mail-asked = An email is on its way to { $address }. Open the link in it to confirm the address.
mail-on = We email { $address } when it’s your turn.
mail-stop = Stop emails
mail-confirm-text = Do you want emails at this address when it’s your turn in correspondence games?
mail-confirm-do = Yes, confirm
mail-confirm-done = Your address is confirmed.
mail-stop-text = Stop emails about your turns?
mail-stop-do = Stop emails
mail-stop-done = You won’t get any more emails, and your address is deleted.
mail-link-old = This link is too old or has been used. Ask for a new one in your profile.
