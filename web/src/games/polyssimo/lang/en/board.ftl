# Polyssimo Challenge

pc-squares = { $count ->
    [one] { $count } square
   *[other] { $count } squares
}
pc-pieces = { $count ->
    [one] { $count } piece
   *[other] { $count } pieces
}
pc-places = { $count ->
    [0] no place
    [one] { $count } place
   *[other] { $count } places
}

# The draft
pc-you-pick = Pick { $number } of { $each }
pc-picks = { $name }: pick { $number } of { $each }
pc-then = then { $names }
pc-you = you
pc-pentominoes = Pentominoes: 5 squares each
pc-hexominoes = Hexominoes: 6 squares each
pc-taken-by = { $piece }, taken by { $name }
pc-taken-by-you = { $piece }, taken by you
pc-free-piece = { $piece }, not taken yet
pc-not-now = { $piece }, you have to take a hexomino now
pc-choose-draft = Choose a piece to take
pc-take = Take it
pc-draft-here = Take { $piece }
pc-draft-places = { $count ->
    [one] fits in { $count } place on the empty board
   *[other] fits in { $count } places on the empty board
}
pc-must = { $count ->
    [one] you have to take { $count } more hexomino
   *[other] you have to take { $count } more hexominoes
}
pc-must-mark = Hexominoes: { $taken }, at least { $count } needed
pc-picks-next = { $name } picks next
pc-you-pick-next = you pick next
pc-places-first = { $name } places first
pc-you-place-first = you place first

# The board
pc-board = Board, 11 rows of 12 squares
pc-cell-free = { $cell }, free
pc-cell-taken = { $cell }, { $piece }
pc-keys = Arrow keys move the piece, R turns it, F flips it, N goes to the next place where it fits, Enter places it, Escape puts it back. A number or Page Down takes another piece.
pc-your-pieces = Your pieces
pc-pieces-of = Pieces of { $name }
pc-none-left = nothing left
pc-out = out
pc-piece-fits = { $piece }, { $count ->
    [one] fits in { $count } place
   *[other] fits in { $count } places
}
pc-piece-stuck = { $piece }, fits nowhere
pc-nowhere = fits nowhere
pc-turn = Turn
pc-flip = Flip
pc-next-place = Next place
pc-put-back = Put back
pc-tools = The piece in hand

# The sentence
pc-choose-piece = Choose one of your pieces
pc-choose-place = { $count ->
    [one] Choose a place for { $piece }: it fits in { $count }
   *[other] Choose a place for { $piece }: it fits in { $count }
}
pc-place = Place it
pc-fits = Fits here.
pc-holes = { $count ->
    [one] Leaves a hole of { $sizes }
   *[other] Leaves holes of { $sizes }
}
pc-no-holes = Leaves no holes
pc-loses = { $places ->
    [one] { $name } loses { $lost } of { $places } place
   *[other] { $name } loses { $lost } of { $places } places
}
pc-loses-all = { $places ->
    [one] { $name } loses the last place
   *[other] { $name } loses all { $places } places
}
pc-squares-after = { $count ->
    [0] after this you have nothing left
    [one] after this you have { $count } square left
   *[other] after this you have { $count } squares left
}
pc-stuck = then none of your pieces fits
pc-ends = ends the game
pc-sticks-out = Not here: it sticks out of the board
pc-lies-on = Not here: it lies on { $pieces }
pc-out-and-on = Not here: it sticks out of the board and lies on { $pieces }
pc-not-here = Not here

# Moves in words
pc-told-draft = takes { $piece }
pc-told-place = { $count ->
    [0] places { $piece } on { $area }, nothing left
    [one] places { $piece } on { $area }, { $count } square left
   *[other] places { $piece } on { $area }, { $count } squares left
}
pc-told-outs = { $count ->
    [one] ; one player is out
   *[other] ; { $count } players are out
}

# The count
pc-fewest = Squares of the pieces left over: the fewest win.
pc-rank = Place { $place }
pc-wins = { $name } wins
pc-you-win = You win
pc-all-placed = Everything placed
pc-tie = { $count ->
    [0] Nothing left on either side: { $name } placed a piece last and ranks higher.
    [one] The same count of { $count } square: { $name } placed a piece last and ranks higher.
   *[other] The same count of { $count } squares: { $name } placed a piece last and ranks higher.
}
pc-tie-you = { $count ->
    [0] Nothing left on either side: you placed a piece last and rank higher.
    [one] The same count of { $count } square: you placed a piece last and rank higher.
   *[other] The same count of { $count } squares: you placed a piece last and rank higher.
}
pc-keeps = { $name } keeps { $places }
pc-you-keep = you keep { $places }
pc-decided = { $count ->
    [one] { $name } could not place { $count } piece: { $squares } squares are left.
   *[other] { $name } could not place { $count } pieces: { $squares } squares are left.
}
pc-advice-large = Next time: large pieces first, while there is room.
pc-advice-room = Next time: keep a gap that only your last pieces fit into.
