# A room: one link for all games of a group
room-title = Your room
room-text = One link for all your games: keep it, and come back any time.
room-link = Link to this room
room-on = { $status ->
    [open] { $game } is waiting for players:
   *[running] { $game } is on:
}
room-watch = Watch
room-none = No game is on. Choose the next one:
room-wait = No game is on. The players of this room choose the next one.
room-next = The next game
room-here = Here now: { $names }
room-others = and { $count } more
room-score = Score
room-won = Won
room-games = Games
room-empty = No game is finished yet.
room-ours = Our room
