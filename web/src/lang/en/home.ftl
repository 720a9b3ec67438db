# The home page, and the profile.
play = Play
friends = Friends
facts-players = { $players } players
today = Today
today-text = the same deal for everyone, one try, and a puzzle
streak = { $count ->
    [0] No days in a row yet
    [one] { $count } day in a row
   *[other] { $count } days in a row
}
more-ways = More ways to play
more-ways-text = quick match, one device, the TV, solo
way-quick = Play anyone who is looking for a game right now.
way-here = Everyone plays on this device, one after the other.
way-middle = The board is on the television, your cards are on your phones.
way-solo = One player, one goal: beat your best result.
way-learn = Five minutes on real positions: you make the moves.
way-rules = All rules, with pictures.
way-puzzles = Positions with one right answer.
way-leaders = The best players of this server.
who-welcome = Welcome, { $name }. Your games are safe now.
me-files = Game records
start-first = First time?
start-offer = Three guided moves
start-finished = That’s how a turn goes. The rest comes while you play.
start-lesson = The whole lesson
rematch-asked = { $name } wants a rematch.
rematch-waits = Waiting for { $names }…
rematch-refused = No rematch this time.
rematch-table = To the table
yes = Yes
no = No
qr-local = Phones can’t open this address: it means this computer alone. Start the server for your network, and open the address that it prints:
share = Share
rated-unless = Rated: this game counts, unless players share an IP address.
rated-counted = This game counted for the rating.
begin-waits = { $count ->
    [one] Waiting for { $count } more player.
   *[other] Waiting for { $count } more players.
}
begin-bots-instead = Play with a bot instead
daily-one-try = Today’s deal · one try
card-share = Share your result
me-played = { $count ->
    [one] { $count } game, { $won } won
   *[other] { $count } games, { $won } won
}
me-bots = Bots beaten
leaders-bots = Bots for comparison
stage-against = Against { $name }.
