# Looking at a game again, and what a bot thinks of it.
replay-title = Replay
replay-record = a record
replay-record-local = a record, played on one device, never rated
replay-running = still being played
replay-not-begun = This table has no game to look at yet.
replay-to-table = To the table
replay-covered = Others are still playing this deal. You can open it when it has ended.
replay-eyes = View as
replay-eyes-open = Spectator, cards open
replay-eyes-nobody = Spectator
replay-to-move = to move
replay-score = { $score } in the end

replay-reel = Move through the game
replay-slide = Move
replay-ply = { $ply } of { $plies }
replay-beginning = The beginning of the game
replay-first = To the beginning
replay-back = Previous move
replay-play = Play
replay-pause = Pause
replay-on = Next move
replay-last = To the end
replay-speed = Speed
replay-speed-times = { $times }×

replay-side = Moves and analysis
replay-moves = Moves
replay-copied = The link to this move is copied.
replay-download = Download the record

replay-play-on = Play on from here
replay-play-on-text = { $players ->
    [1] A new game starts after move { $ply }. Whatever you couldn’t see is reshuffled; it is never rated.
   *[other] A new game starts after move { $ply }, with bots in the other seats. Whatever your seat couldn’t see is reshuffled; the game is never rated.
}
replay-play-on-seat = You play for
replay-play-on-begin = Play on

replay-shuffle = Check the shuffle
replay-shuffle-before = Before the game
replay-shuffle-before-text = The server drew a secret number and showed its fingerprint to all players. The number can’t be found from the fingerprint, and no other number is known to have the same one. So the server could not change its mind.
replay-shuffle-added = Then the players
replay-shuffle-added-text = Each player could add a number when they sat down. So the server could not choose the deal either.
replay-shuffle-nothing = No player added a number in this game.
replay-shuffle-after = After the game
replay-shuffle-after-text = Now the secret is public. Its fingerprint must be the one from before. Together with the players’ numbers it must give the seed that dealt this game.
replay-shuffle-later = The secret is shown when the game is over. Save the fingerprint if you like, and compare then.
replay-shuffle-none = This record doesn’t say how it was shuffled. The moves and the result can be checked.
replay-commitment = Fingerprint
replay-secret = Secret
replay-seed = Seed
replay-noted = Fingerprint saved before the game (optional)
replay-check = Check it
replay-check-fingerprint-yes = Your browser has computed the fingerprint of the secret: it is the one from before the game.
replay-check-fingerprint-no = Your browser has computed the fingerprint of the secret: it is not the one from before the game!
replay-check-seed-yes = The secret and the players’ numbers give the seed of this game; your browser checked this too.
replay-check-seed-no = The secret and the players’ numbers do not give the seed of this game!
replay-check-unable-unknown = Your browser can compute fingerprints only over https or on this machine, so here only the server has checked it.
replay-check-noted-yes = It matches the fingerprint you saved.
replay-check-noted-no = It does not match the fingerprint you saved!
replay-check-game-yes = The server has dealt and played the game again: the deal, every move and the result all match.
replay-check-game-no = The server has dealt and played the game again, and it does not match!
