# Items
ms-item-C = cat
ms-item-B = book
ms-item-G = game
ms-item-F = frame
ms-item-T = trophy
ms-item-P = plant
ms-order-1 = { $first }
ms-order-2 = { $first }, then { $second }
ms-order-3 = { $first }, then { $second }, then { $third }
ms-group = { $type ->
    [C] group of { $count } cats
    [B] group of { $count } books
    [G] group of { $count } games
    [F] group of { $count } frames
    [T] group of { $count } trophies
   *[P] group of { $count } plants
  }: { $points ->
    [one] { $points } point
   *[other] { $points } points
  }

# The living room
ms-room = Living room
ms-tile = { $item }, { $cell }
ms-tile-chosen = { $item }, { $cell }, goes in as number { $number }
ms-tile-locked = { $item }, { $cell }, can’t be taken now
ms-bag = { $count } in the bag
ms-last-round = Last round:
ms-turns-left = { $count ->
    [one] one turn left
   *[other] { $count } turns left
  }
ms-nearest = { $count ->
    [one] { $name }: one more tile to a full shelf
   *[other] { $name }: { $count } more tiles to a full shelf
  }

# Shelves
ms-your-shelf = Your shelf
ms-shelf-of = Shelf: { $name }
ms-others = Opponents
ms-enlarge = Enlarge { $name }’s shelf
ms-close = Close
ms-points = { $points ->
    [one] { $points } point so far
   *[other] { $points } points so far
  }
ms-free = { $count ->
    [0] no place free
    [one] { $count } place free
   *[other] { $count } places free
  }
ms-first = first player
ms-columns = Columns of your shelf
ms-column-empty = Column { $column }: empty
ms-column-holds = { $free ->
    [0] Column { $column }, from below: { $items }; full
    [one] Column { $column }, from below: { $items }; { $free } place free
   *[other] Column { $column }, from below: { $items }; { $free } places free
  }
ms-column-gain = { $words }. Points: { $signed }

# Goals, cards, tokens
ms-goal-progress = { $done } of { $of }
ms-goal-won = Reached: { $points ->
    [one] { $points } point
   *[other] { $points } points
  }
ms-goal-stands = { $goal }: { $done } of { $of }
ms-token = { $points ->
    [one] token for { $points } point
   *[other] token for { $points } points
  }
ms-token-of = { $name } took { $points }
ms-token-for = { $goal }: { $points ->
    [one] { $points } point
   *[other] { $points } points
  }
ms-no-tokens = all tokens taken
ms-end-token = First full shelf: 1 point
ms-your-card = Your secret card
ms-card = Personal card
ms-card-hidden = Hidden until the end
ms-card-stands = { $done } of { $of } match: { $points ->
    [one] { $points } point
   *[other] { $points } points
  }
ms-card-place = { $item } wanted in column { $column }, row { $row } from below
ms-card-place-done = { $item } stands in column { $column }, row { $row } from below

# The move in hand
ms-hand = Tiles in hand
ms-hand-tile = { $item }, number { $number } of { $count }; press to put it in later
ms-hand-help = Number 1 goes in first and stands lowest. Tap or drag to change the order.
ms-hand-empty = Tiles you take appear here.
ms-take = Take one to three tiles that lie in a line; each needs a free side.
ms-take-few = { $count ->
    [one] Take one tile: no column has room for more.
   *[other] Take one or two tiles: no column has room for more.
  }
ms-no-side = You can’t take this tile: it has no free side.
ms-not-along = You can’t add this tile: { $words }.
ms-instead = This tile instead: { $words }
ms-why-line = it isn’t in a line with those you took
ms-why-room = { $count ->
    [2] no column has room for two
   *[other] no column has room for three
  }
ms-why-three = three is the limit
ms-choose-column = Choose a column for: { $order }
ms-column-order = Column { $column }: { $order }
ms-put-in = Place
ms-reaches = reaches “{ $goal }”
ms-fills = fills the shelf
ms-refills = the living room is refilled
ms-card-matches = personal goal: { $done } of { $of }
ms-points-more = { $points ->
    [one] { $signed } point
   *[other] { $signed } points
  }
ms-no-points = no points yet
ms-next = { $name } moves next
ms-ends = the game ends

# A move that was played
ms-puts = column { $column }: { $order }
ms-took-token = { $points ->
    [one] takes { $points } point for “{ $goal }”
   *[other] takes { $points } points for “{ $goal }”
  }
ms-filled = fills the shelf
ms-refilled = the living room is refilled

# The score pad
ms-score-tokens = Common goals
ms-score-end = First full shelf
ms-score-card = Personal goal
ms-score-card-of = { $done } of { $of }
ms-score-groups = Groups
ms-score-none = none
ms-score-total = Total
ms-score-place = Place
ms-tie = Equal points: the player who sits further clockwise from the first player ranks higher.

# Common goals
goal-six_clusters_of_2 = Six groups of two
goal-six_clusters_of_2-text = At least six groups of two tiles or more. A group is all tiles of one type that touch by their sides; it counts once, however large. Groups may be of different types.
goal-diagonal = Diagonal
goal-diagonal-text = Five tiles of one type on a diagonal, one in each column.
goal-stairs = Stairs
goal-stairs-text = From column to column the height grows by exactly one tile, or shrinks by exactly one, all the way. No column is empty.
goal-eight_equal = Eight alike
goal-eight_equal-text = Eight tiles or more of one type, anywhere on the shelf.
goal-two_rows_5_different = Two varied rows
goal-two_rows_5_different-text = Two full rows, each with five different types. The rows may be the same or different.
goal-two_squares = Two squares
goal-two_squares-text = Two different groups, each with a square of 2 by 2 tiles in it. They may be the same type or different; one large block is only one group.
goal-four_rows_max3 = Four plain rows
goal-four_rows_max3-text = Four full rows, each with at most three types. The rows may be the same or different.
goal-corners = Corners
goal-corners-text = The four corners of the shelf hold the same type.
goal-x_shape = X shape
goal-x_shape-text = The centre and the four corners of a 3 by 3 square are of one type, anywhere on the shelf.
goal-three_columns_max3 = Three plain columns
goal-three_columns_max3-text = Three full columns, each with at most three types. The columns may be the same or different.
goal-two_columns_all6 = Two varied columns
goal-two_columns_all6-text = Two full columns, each with all six types.
goal-four_clusters_of_4 = Four groups of four
goal-four_clusters_of_4-text = At least four groups of four tiles or more. A group counts once, however large. Groups may be of different types.
ms-leaves = leaves { $count } { $type ->
    [C] cats
    [B] books
    [G] games
    [F] frames
    [T] trophies
   *[P] plants
  } in a line
ms-leaves-none = leaves no two alike in a line
ms-points-final = { $points ->
    [one] { $points } point
   *[other] { $points } points
  }
ms-advice-groups = Next time: let groups grow. Six or more of a kind side by side bring 8 points.
ms-advice-goals = Next time: keep an eye on the common goals. The first shelf that reaches one gets the most points.
ms-advice-card = Next time: keep places free for your secret card. The more items match, the more each is worth.
ms-advice-end = Next time: fill your shelf a little faster. The first full shelf brings a point and ends the game.
