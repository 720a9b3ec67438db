# A game without a board of its own.
plain-play = Play it
plain-choose-piece = Choose a piece.
plain-choose-cell = Choose a cell.
plain-choose-move = Choose a move from the list.
plain-nothing-fits = Nothing can be done here.
plain-way = (way { $number } of { $count }: tap again or R for the next)
plain-cell = row { $row }, column { $column }: { $text }
plain-empty = empty
plain-pieces-label = Pieces
plain-pieces = { $title }, { $count } of them
plain-margin = A margin of { $count }.
