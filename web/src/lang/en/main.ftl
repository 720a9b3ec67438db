# Words of every page.

skip = Skip to the board
site = Site
learn = Learn
settings = Settings
close = Close
save = Save
send = Send
you = you
name = Name
total = Total
rank = Place
go-home = All games
try-now = Try now
load-again = Reload
copied = Copied
copy-link = Copy the link
qr-label = QR code for this link
not-affiliated = Tilewright is an independent project, not affiliated with the authors or publishers of these games.
connection-lost = Connection lost. Your game is saved; reconnecting…
connection-lost-kept = Connection lost. Your move is saved and will be sent; reconnecting…
new-version = A new version is available.
trouble-title = Something went wrong
server-words = Server message
play-as-guest = Continue as a guest

language = Language
theme = Theme
theme-auto = Automatic
theme-light = Light
theme-dark = Dark
theme-contrast = High contrast
comfort = Preferences
motion = Animations
sound = Sound
sound-ask = Sounds?
yes = Yes
no = No
notices = Notify me when it’s my turn
notices-refused = Your browser blocks notifications here. Allow them in the site settings next to the address bar.
notice-turn = Your turn: { $game }
letters = Letters on pieces
stripes = Stripes on large pieces

guest-name = Guest { $number }
who-title = Profile
who-name = Display name
who-login = Login
who-log-in = Log in
who-log-out = Log out
who-way = Log in or create an account?
who-account = Create account
who-account-text = Keep your name, games and ratings on every device.
who-password = Password
who-new-password = New password, at least 8 characters
who-log-in-text = Forgot your password? The administrator of this server can give you a new one.
who-log-in-do = Log in
who-account-do = Create account
who-more = Password, data, delete account
who-data = Download my data
who-change-password = Change the password
who-password-changed = Password changed. You are logged out on all other devices.
who-delete = Delete my account
who-delete-sure = Your name, login and tokens are deleted for good. Your finished games stay, without your name, so your opponents keep theirs. Enter your password above and confirm.
who-delete-guest = Your name is deleted for good. Your finished games stay, without your name, so your opponents keep theirs.
who-delete-yes = Yes, delete for good
who-deleted = Your account has been deleted.

home-title = Tile-laying board games
home-text-alone = Play against bots or pass this device around. No account needed, and no network once the page has loaded.
play-bots = Play against bots
play-friends = With friends
play-quick = Quick match
play-here = Pass and play
play-middle = TV + phones
play-solo = Solo
learn-it = Learn
rules = Rules
rules-none = This game has no rules page yet. All legal moves are listed under Moves.
go-on = Pick up where you left off
drop-table = { $running ->
    [yes] Resign and remove this game of { $game }
   *[no] Remove this game of { $game }
}
drop-sure = { $running ->
    [yes] Resign and remove this game?
   *[no] Remove this game?
}
drop-yes = { $running ->
    [yes] Yes, resign
   *[no] Yes, remove it
}
open-tables = Open tables
local-games = On this device
local-label = Play offline (bots run on this device)
local-offline = You are playing offline. The game is saved on this device.
local-kept = Saved on this device.
local-held = This browser’s storage is full or turned off. You can keep playing, but the game is lost when you close this window. To make room, remove games on the home page.
local-hand-over = Upload to the server
table-your-turn = Your turn
table-free = { $count ->
    [one] { $count } seat free
   *[other] { $count } seats free
}
table-move = Move { $number }
record-drop = Drop a game record here, or choose a file
record-empty = This file is empty.
record-too-long = This file is too large for a game record.

players = Players
here-names = Who is playing? (names are optional)
more-options = More options
option-first = Who begins
by-chance = random
seat-me = me
seat-bot = bot { $number }
number-none = –
number-suggested = For a stronger player
number-other = Other numbers
clock = Clock
clock-none = no clock
clock-ten = 10 minutes + 5 s per move
clock-thirty = 30 minutes + 10 s per move
clock-days = 2 days per move
from-the-middle = continues from another game
listed-label = Public: anyone can join from Open tables
rated-label = Rated
begin-bots = Play
begin-friends = Create table
begin-here = Play
begin-middle = Create table
begin = Start
begin-filled = { $count ->
    [one] Start with a bot
   *[other] Start with { $count } bots
}

seat-free = free seat
seat-kept = reserved for a player from the last game
player-number = Player { $number }
bot-level = { $name }, level { $level }
bot-random = Bot, random
bot-greedy = Bot, greedy
table-name = table { $id }
table-opening = Loading the table…
table-closed = This table was closed before the game started.
lobby-title = Waiting for players
lobby-host = Send this link to your friends. Anyone who opens it can take a seat.
lobby-quick = Waiting for an opponent. Your table is listed on the home page; the game starts as soon as someone joins.
lobby-alone = No one has joined yet. Start with a bot or keep waiting.
lobby-middle = This screen is the table. Scan the code with your phones: each phone is one seat.
middle-secrets = Your cards are on your phones.
middle-phones = You play on your phones.
middle-back = Lost your seat? Scan the code again.
hand-over = Switch device
hand-over-of = { $name }’s seat: switch device
hand-over-text = Scan this with the other device within five minutes. { $name }’s seat moves there.
seat-gone = Your seat has moved to another device. You are now watching.
lobby-guest = You are at the table. The host starts the game.
lobby-visitor = There is a free seat for you. The host starts the game.
lobby-watcher = All seats at this table are taken: you are watching.
lobby-link = Link to this table
lobby-name = Display name
sit-down = Sit down
stand-up = Stand up
free-seat = Free this seat
close-table = Close the table
waiting-for-host = Waiting for the host to start…
shuffle-fixed = The shuffle is locked in
shuffle-fixed-text = The shuffle was locked in before the game. This is its fingerprint; after the game anyone can verify it.

your-turn = Your turn
turn-of = { $name } to move
game-over = The game is over
spectators = { $count ->
    [one] { $count } spectator
   *[other] { $count } spectators
}
rated = rated
unrated = not rated
unrated-address = Not rated: players share an IP address.
paused = Paused
paused-text = The game is paused; the clocks are stopped.
resume = Resume
stand-in-text = You were away, and a bot is playing for you.
reclaim = I’m back
asked-undo = { $mine ->
    [yes] You asked for a takeback.
   *[no] { $name } asks for a takeback.
}
asked-pause = { $mine ->
    [yes] You asked for a pause.
   *[no] { $name } would like a pause.
}
agree = Accept
refuse = Decline
take-back = Cancel
pass-screen = Pass the device to { $name }.
show-mine = I’m { $name }: show the board
time-left = Time left
time-left-unsure = Time left (approximate while offline)
rating = Rating
place = { $place ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $place }th
}
forfeit-resigned = resigned
forfeit-time = out of time
forfeit-fault = broke the rules
told-resigned = { $name } resigned.
told-time = { $name } ran out of time.
told-fault = { $name } made a move that isn’t allowed.
has-stand-in = bot playing
away = away
is-out = out
thinking = thinking…
warming = warming up…
to-move = to move
turn-order = { $number ->
    [1] next
    [2] after next
   *[other] third
}

result = Result
sentence-whole = Show all
tools = Tools
undo = Undo
hint = Hint
moves = Moves
talk = Chat
more = More
replay = Replay
pause = Ask for a pause
resign = Resign
resign-sure = Resign this game?
resign-yes = Yes, resign
resign-no = No, play on
no-moves = No move yet.
legal-moves = { $count ->
    [one] { $count } legal move, as a list
   *[other] All { $count } legal moves, as a list
}
legal-moves-asked = Working out what each move does…
legal-moves-more = Show more
talk-empty = No messages yet.
talk-label = Write a message
thinking-hint = A strong bot is thinking…
hint-later = It’s not your turn.
you-won = You win!
winner = { $name } wins
rematch = { $alone ->
    [yes] Play again
   *[no] Rematch
}
review = Review
home = Home
best-now = Your best so far; the one before was { $score }.
best-so-far = Best so far: { $score }.
rematch-watch = Watch the next game

daily-title = Today’s deals
daily-past = Deals of an earlier day
daily-earlier = Earlier: { $date }
daily-later = Later: { $date }
daily-text = Today everyone gets the same deal and seats: { $name }. Ranked by wins, then by margin.
daily-of = deal of { $date }
daily-play = Play today’s deal
daily-go-on = Continue
daily-look = View your game
daily-mine = Your total: { $score }
daily-unranked = You would be in place { $place }. The list shows players with an account, one per network address.
daily-par = Par (our solver, which saw every tile): { $par }.
daily-results = Results
daily-none = No one has finished yet. Be the first!
daily-nobody = No one has finished it.
daily-rule = One try per day, no undo, no hints. New deal at midnight UTC.
deal-game = Game
deal-mine = Your result: { $text }
deal-rank = Place { $rank } of { $count }, { $text } vs average.
deal-par = Par (our strongest bot in your seat): { $text }.
deal-par-parted = Its game differs from yours from move { $number } on.
deal-mean = vs average
deal-parted = differs from move
deal-seat = seat { $number }
deal-text = Everyone with this link gets the same deal and seats: { $name }. You can play it until { $date }.
deal-text-alone = Everyone with this link gets the same deal. You can play it until { $date }.
deal-link = Link to this deal
deal-play = Play this deal
deal-wait = { $count ->
    [one] { $count } person has finished. You’ll see the result when you finish.
   *[other] { $count } people have finished. You’ll see their results when you finish.
}
deal-rule = One try, no undo, no hints. Hidden tiles and cards stay hidden until the deal’s last day is over.
deal-until = a deal for friends, until { $date }
deal-new = Challenge your friends
deal-new-text = Play a deal, send the link, and compare results.
deal-make = Create a deal

about = About
about-text = Tilewright is a free, open-source home for tile-laying games: play, learn, study.
about-fair = Bots see only what their seat may see. Every shuffle is locked in before the game and can be verified afterwards.
about-privacy = The page loads nothing from other sites and does no tracking. A cookie remembers your name at the tables; settings stay in this browser.
about-privacy-alone = The page loads nothing from other sites and does no tracking. There is no server behind it: games and settings stay in this browser.
about-games = The games
about-credits = All pictures and texts here are our own. If you like a game, buy the boxed game.
about-fonts = The typefaces are Source Serif 4 and Source Sans 3, under the SIL Open Font License.

news = Since your last turn
news-all = The last moves
told-taken_over = { $name } was away: a bot has taken over.
told-reclaimed = { $name } is back.
told-handed_over = { $by ->
    [host] The host has given { $name }’s seat to another device.
   *[owner] { $name } continues on another device.
}
told-held = The server was down for a moment. No time was lost; the clocks start again shortly.
told-undone = { $count ->
    [one] A move was taken back.
   *[other] { $count } moves were taken back.
}
hint-chances = Winning chances. Tap a line to see it on the board.
hint-totals = Expected totals. Tap a line to see it on the board.
hint-without = misses: { $what }
hint-both = { $does }, but { $lost }
hint-pays-later = { $lost }, but pays off later
hint-ways = { $count ->
    [one] { $count } move does this.
   *[other] { $count } moves lead to nearly the same result.
}
hint-again = Press again to play it.
final-count = Final score
decided-row = { $row } made the difference: { $first } to { $second }.
rematch-easier = Easier: level { $level }
rematch-harder = Harder: level { $level }
winners = { $names } share first place
