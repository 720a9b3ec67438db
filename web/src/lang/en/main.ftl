# Words of every page.

skip = Skip to the board
site = Site
learn = Learn
daily-short = Daily
settings = Settings
close = Close
save = Save
send = Send
you = you
name = Name
total = Total
rank = Place
go-home = To the games
try-now = Try now
load-again = Load again
copied = Copied
copy-link = Copy the link
qr-label = The link as a code to scan
not-affiliated = Tilewright is a project of its own, not affiliated with the authors or publishers of these games.
connection-lost = Connection lost. Your game is safe; trying again…
connection-lost-kept = Connection lost. Your move is kept and will be sent; trying again…
new-version = A newer version of this page is ready.
trouble-title = This did not work
server-words = In the server’s own words
play-as-guest = Continue as a guest

language = Language
theme = Look
theme-auto = Automatic
theme-light = Light
theme-dark = Dark
theme-contrast = High contrast
comfort = Comfort
motion = Animations
sound = Sound
notices = Tell me when it is my turn
notices-refused = The browser does not allow notices for this page: allow them in its settings, beside the address.
notice-turn = Your turn: { $game }
letters = Letters on pieces

guest-name = Guest { $number }
who-title = Who you are
who-name = Your name at the tables
who-login = Login
who-log-in = Log in
who-log-out = Log out
who-way = How would you like to play?
who-guest = As a guest
who-account = With an account
who-account-text = Your name, games and ratings are yours on every device where you log in.
who-password = Password
who-new-password = New password, at least 8 characters
who-log-in-text = Forgotten your password? Whoever runs this server can give you a new one.
who-guest-do = Save
who-log-in-do = Log in
who-account-do = Keep my name
who-more = Password, data, leaving
who-data = Download my data
who-change-password = Change the password
who-password-changed = The password is changed. You are logged out everywhere else.
who-delete = Delete me
who-delete-sure = Your name, login and tokens are deleted for good. Your seats stay, so that the others keep their games. Enter your password above and confirm.
who-delete-guest = Your name is deleted for good. Your seats stay, so that the others keep their games.
who-delete-yes = Yes, delete me for good
who-deleted = You are forgotten here.

home-title = Tile-laying games, one quiet table
home-text = Play against bots, with friends by link, or around one screen. No account needed.
home-text-alone = Play against bots or around one screen, all on this device: no account, and no network once the page is here.
play-now = Play now
play-bots = against bots
play-friends = With friends
play-quick = Quick match
play-here = On this screen
play-middle = A screen in the middle
play-daily = Today’s deal
play-daily-solo = Today’s solo deal
play-solo = Solo
learn-it = Learn it
rules = Rules
rules-none = The rules of this game are not told here. Every legal move is in the list of moves.
go-on = Pick up where you left off
choose-bots = Choose opponents
drop-table = Drop this game of { $game }
drop-sure = Drop this game for good?
drop-yes = Yes, drop it
open-tables = Open tables
local-games = On this device
local-label = Without the server: this device does all the work
local-offline = There is no connection. The game is played and kept on this device.
local-kept = This game is played and kept on this device.
local-held = This browser’s storage is full, or switched off. Your game goes on, but is lost when you close this window. Games that you drop on the home page make room.
local-hand-over = Keep it on the server
local-review = The server makes the review, once it keeps the game.
table-your-turn = Your turn
table-free = { $count ->
    [one] { $count } seat free
   *[other] { $count } seats free
}
table-move = Move { $number }
record-drop = Drop the record of a game here, or press to choose a file, to look at it
record-empty = This file is empty.
record-too-long = This file is too large to be the record of a game.

players = Players
level = Level
level-1 = first steps
level-1-text = Plays quickly and overlooks a lot: made for your first games.
level-2 = relaxed
level-2-text = Still misses things. Wins about three games in four against level 1.
level-3 = casual
level-3-text = Sees most of what matters. Wins about three games in four against level 2.
level-4 = steady
level-4-text = Careful, seldom blunders. Wins about three games in four against level 3.
level-5 = club player
level-5-text = Judges moves well. Wins about three games in four against level 4.
level-6 = strong
level-6-text = Looks ahead. Wins about seven games in ten against level 5.
level-7 = expert
level-7-text = Looks far ahead. Hard to beat.
level-8 = master
level-8-text = Thinks for up to two seconds at full strength. See how long you last.
here-names = Who is playing? (names are optional)
more-options = More options
option-first = Who begins
by-chance = by chance
seat-me = me
seat-bot = bot { $number }
number-none = –
number-suggested = For a stronger player
number-other = Other numbers
clock = Time for thinking
clock-none = without a clock
clock-ten = 10 minutes + 5 s per move
clock-thirty = 30 minutes + 10 s per move
clock-days = 2 days per move
from-the-middle = begins in the middle of another game
listed-label = Anybody may join: show it among the open tables
rated-label = Rated
begin-bots = Play
begin-friends = Open the table
begin-here = Play
begin-middle = Open the table
begin = Begin
begin-filled = { $count ->
    [one] Begin with a bot in the free seat
   *[other] Begin with bots in { $count } free seats
}

seat-free = free seat
seat-kept = kept for a player of the last game
player-number = Player { $number }
bot-level = Bot, level { $level }
bot-random = Bot, random
bot-greedy = Bot, greedy
table-name = table { $id }
table-opening = Opening the table…
table-closed = This table was given up before the game began.
lobby-title = Waiting for players
lobby-host = Send this link to your friends. They sit down when they open it.
lobby-quick = You are waiting for a stranger. Everybody sees this table on the home page; the game begins as soon as somebody has come.
lobby-alone = Nobody has come yet. Begin with a bot, or wait on.
lobby-middle = This screen shows the table to everybody. Scan the code with your phones: each of them holds one seat.
middle-secrets = Your cards are on your phones.
middle-phones = You play on your phones.
middle-back = A phone that was away scans the code and is back in its seat.
hand-over = Continue on another device
hand-over-of = { $name }’s seat: continue on another device
hand-over-text = Scan this within five minutes with the other device. { $name }’s seat is there then, and no longer here.
seat-gone = Your seat is on another device now. Here you are watching.
lobby-guest = You are at the table. The game begins when its host says so.
lobby-visitor = A seat is free for you. The game begins when its host says so.
lobby-watcher = All seats at this table are taken: you are watching.
lobby-link = Link to this table
lobby-name = What should the others call you?
sit-down = Sit down
stand-up = Stand up
free-seat = Free the seat
close-table = Close the table
waiting-for-host = Waiting for the host to begin…
shuffle-fixed = The deck is already fixed
shuffle-fixed-text = The deck was fixed before the game, and this is its fingerprint. After the game anybody can check it.

your-turn = Your turn
turn-of = { $name } to move
game-over = The game is over
spectators = { $count ->
    [one] { $count } spectator
   *[other] { $count } spectators
}
rated = rated
unrated = not rated
unrated-address = Not rated: players share an address.
paused = Paused
paused-text = The game is paused; clocks stand still.
resume = Resume
stand-in-text = You were away, and a bot is playing for you.
reclaim = I am back
asked-undo = { $mine ->
    [yes] You asked to take the last move back.
   *[no] { $name } would like to take the last move back.
}
asked-pause = { $mine ->
    [yes] You asked for a pause.
   *[no] { $name } would like a pause.
}
agree = Agree
refuse = Refuse
take-back = Never mind
pass-screen = It is { $name }’s turn. Pass the screen on.
show-mine = I am { $name }: show the board
time-left = Time left
time-left-unsure = Time left, as far as is known without a connection
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
told-fault = { $name } made a move that is not allowed.
has-stand-in = a bot stands in
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
sentence-whole = The whole sentence
tools = Tools
undo = Undo
hint = Hint
moves = Moves
talk = Talk
more = More
replay = Replay
pause = Ask for a pause
resign = Resign
resign-sure = Give up this game?
resign-yes = Yes, resign
resign-no = No, play on
no-moves = No move yet.
legal-moves = { $count ->
    [one] { $count } legal move, as a list
   *[other] All { $count } legal moves, as a list
}
legal-moves-asked = Working out what they would do…
legal-moves-more = Show more
talk-empty = Nobody has said anything yet.
talk-label = Say something
thinking-hint = A strong bot is thinking…
warming-hint = A strong bot is thinking. On this computer it is being prepared for the first time, so it takes a little longer…
hint-later = It is not your turn.
you-won = You have won!
winner = { $name } has won
rematch = Play again
rematch-join = Join the next game
rematch-watch = Watch the next game

daily-title = Today’s deals
daily-past = Deals of an earlier day
daily-earlier = Earlier: { $date }
daily-later = Later: { $date }
daily-text = The same deal and the same seats for everybody today: { $name }. Wins come first, then the lead.
daily-of = deal of { $date }
daily-play = Play today’s deal
daily-go-on = Continue today’s deal
daily-look = Look at your game
daily-mine = Your total: { $score }
daily-unranked = It would be place { $place }. The list has the results of people with an account.
daily-par = Par, found by our solver with all tiles open: { $par }.
daily-results = Results
daily-none = Nobody has finished yet. Be the first!
daily-nobody = Nobody has finished it.
daily-rule = One try a day, without undo or hints. Days change at midnight UTC.
deal-game = Game
deal-mine = Your result: { $text }
deal-rank = Place { $rank } of { $count }, { $text } against the mean.
deal-par = Par, by our strongest bot on your seat: { $text }.
deal-par-parted = It parted from you at move { $number }.
deal-mean = vs mean
deal-parted = parted at move
deal-seat = seat { $number }
deal-luck = Take the luck out
deal-luckless = without luck
deal-luck-text = Without luck: what a review of the game leaves of it once the deal and the refills are taken out, as a share of what the seat can win. The game itself stays covered.
deal-text = The same deal and the same seats for everybody who has this link: { $name }. It can be played until { $date }.
deal-text-alone = The same deal for everybody who has this link. It can be played until { $date }.
deal-link = Link to this deal
deal-play = Play this deal
deal-wait = { $count ->
    [one] { $count } person has finished. You see the result once you have.
   *[other] { $count } people have finished. You see their results once you have.
}
deal-rule = One try, without undo or hints. What the deal hides stays hidden until its last day is over.
deal-until = a deal for friends, until { $date }
deal-new = A deal for friends
deal-new-text = Play a deal, send its link, and see who makes more of it.
deal-make = Make a deal

about = About
about-text = Tilewright is a home for tile-laying games: play them, learn them, study them. It is free software, written in Python with a page in Svelte.
about-fair = Bots see only what their seat may see. Every deck is fixed before its game and can be checked afterwards.
about-privacy = The page loads nothing from other sites and tracks nobody. A cookie remembers your name at the tables; settings stay in this browser.
about-privacy-alone = The page loads nothing from other sites and tracks nobody. There is no server behind it: games and settings stay in this browser.
about-games = The games
about-credits = All pictures and texts here are our own. If you like a game, buy the boxed game.
about-fonts = The typefaces are Source Serif 4 and Source Sans 3, under the SIL Open Font License.

news = Since your last turn
news-all = The last moves
told-taken_over = { $name } was away: a bot is playing on.
told-reclaimed = { $name } is back.
told-handed_over = { $by ->
    [host] The host has given { $name }’s seat to another device.
   *[owner] { $name } continues on another device.
}
told-held = The server was away. Nobody lost time; the clocks go on in a moment.
told-undone = { $count ->
    [one] A move was taken back.
   *[other] { $count } moves were taken back.
}
hint-chances = Chances to win. Press a line to see it on the board.
hint-totals = Totals to expect. Press a line to see it on the board.
hint-without = gives up: { $what }
hint-even = It brings no more right away than the next one, but pays off later.
hint-ways = { $count ->
    [one] { $count } move comes to this.
   *[other] { $count } moves come to much the same.
}
hint-again = Press again to play it.
final-count = Final count
decided-row = { $row } made the difference: { $first } to { $second }.
rematch-easier = Easier: level { $level }
rematch-harder = Harder: level { $level }
winners = { $names } share first place
