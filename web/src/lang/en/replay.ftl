# Looking at a game again, and what a bot thinks of it.
replay-title = Replay
replay-record = a record
replay-record-local = a record, played on one device, never rated
replay-running = still being played
replay-not-begun = This table has no game to look at yet.
replay-to-table = To the table
replay-covered = Others are still playing this deal: it stays covered until the day is over.
replay-eyes = Seen by
replay-eyes-open = everybody, cards open
replay-eyes-nobody = everybody
replay-count = Final count
replay-to-move = to move
replay-score = { $score } in the end

replay-reel = Move through the game
replay-slide = Move
replay-ply = { $ply } of { $plies }
replay-beginning = The beginning of the game
replay-first = To the beginning
replay-back = One move back
replay-play = Play
replay-pause = Pause
replay-on = One move on
replay-last = To the end
replay-speed = Speed
replay-speed-times = { $times }×

replay-side = Moves and analysis
replay-moves = Moves
replay-analysis = Analysis
replay-copied = The link to this move is copied.
replay-download = Download the record

replay-play-on = Play on from here
replay-play-on-text = { $players ->
    [1] A new game begins after move { $ply }. What was not known then is dealt anew; it is never rated.
   *[other] A new game begins after move { $ply }, with bots in the other seats. What your seat did not know then is dealt anew; the game is never rated.
}
replay-play-on-seat = You play for
replay-play-on-begin = Play on

replay-think = Which moves were best here?
replay-think-text = A strong bot thinks, knowing only what the player knew.
replay-thinking = A strong bot is thinking…
replay-stop = Stop thinking
replay-tries = { $count ->
    [one] The bot has tried { $count } game.
   *[other] The bot has tried { $count } games.
}
replay-nothing-to-choose = The game is over here. Go back a move to ask what was best.
replay-played-this = played
replay-played-best = Played here: the bot’s first choice.
replay-played-chance = Played here: choice { $rank }, { $behind }
replay-played-points = Played here: choice { $rank }, total { $behind }
replay-played-unseen = { $count ->
    [one] Played here: not the one move the bot looked at.
   *[other] Played here: not among the { $count } moves the bot liked best.
}
replay-chances = Chances to win
replay-expected = Total to expect
replay-total = Total
replay-foretelling = { $plies ->
    [one] Looking at { $plies } move…
   *[other] Looking at { $plies } moves…
}
replay-graph-label = Graph: how the chances went, move by move. The same figures are in the table below.
replay-as-table = As a table
replay-after = After

replay-shuffle = Check the shuffle
replay-shuffle-before = Before the game
replay-shuffle-before-text = The server drew a secret number and showed everybody its fingerprint. Nobody can find the number from the fingerprint, and no other number is known to have the same one. So the server could not change its mind.
replay-shuffle-added = Then the players
replay-shuffle-added-text = Whoever sat down could add a number of their own. So the server could not choose the deal either.
replay-shuffle-nothing = Nobody added anything in this game.
replay-shuffle-after = After the game
replay-shuffle-after-text = Now the secret is in the open. Its fingerprint must be the one from before, and together with what the players added it must give the seed that dealt this game.
replay-shuffle-later = The secret is shown when the game is over. Note the fingerprint if you like, and compare then.
replay-shuffle-none = This record does not say how its deck was shuffled. The moves and the result can be checked.
replay-commitment = Fingerprint
replay-secret = Secret
replay-seed = Seed
replay-noted = The fingerprint you noted before the game, if you did
replay-check = Check it
replay-check-fingerprint-yes = Your browser has worked out the fingerprint of the secret itself: it is the one from before the game.
replay-check-fingerprint-no = Your browser has worked out the fingerprint of the secret itself: it is not the one from before the game!
replay-check-seed-yes = The secret and what the players added give the seed of this game; worked out by your browser too.
replay-check-seed-no = The secret and what the players added do not give the seed of this game!
replay-check-unable-unknown = Your browser works out fingerprints only over https or on this machine, so here only the server has checked it.
replay-check-noted-yes = It is the fingerprint that you noted.
replay-check-noted-no = It is not the fingerprint that you noted!
replay-check-game-yes = The server has dealt and played the game again: the deal, every move and the result hold.
replay-check-game-no = The server has dealt and played the game again, and it does not hold!
