# Why another move was better.
ms-why-token = The best move takes { $points ->
    [one] { $points } point
   *[other] { $points } points
  } for “{ $goal }”.
ms-why-fills = Fills the shelf, and the game ends with this round.
ms-why-end-token = The best move fills the shelf and takes the end token.
ms-why-group = The best move makes a group of { $size } { $type ->
    [C] cats
    [B] books
    [G] games
    [F] frames
    [T] trophies
   *[P] plants
  }, worth { $points ->
    [one] { $points } point
   *[other] { $points } points
  } more.
ms-why-card = The best move leaves { $matches } of the personal goal fulfilled, { $more } more.
ms-why-progress = After the best move “{ $goal }” has { $done } of { $of }, after this one { $instead }.
ms-why-next = After the best move the next one would bring { $points ->
    [one] { $points } point
   *[other] { $points } points
  }.
ms-why-size = Takes { $took }; the best move takes { $could ->
    [one] { $could } tile
   *[other] { $could } tiles
  } towards a full shelf.
ms-why-spoils = Takes up the place of the { $type ->
    [C] cat
    [B] book
    [G] game
    [F] frame
    [T] trophy
   *[P] plant
  } of the personal goal.
ms-why-joins = The best move brings { $size } { $type ->
    [C] cats
    [B] books
    [G] games
    [F] frames
    [T] trophies
   *[P] plants
  } together.
ms-why-answer = Leaves to { $name } what brings { $points ->
    [one] { $points } point
   *[other] { $points } points
  } at once; the best move leaves { $instead }.
ms-why-leaves = Leaves three { $type ->
    [C] cats
    [B] books
    [G] games
    [F] frames
    [T] trophies
   *[P] plants
  } in a line that can be taken at once.
ms-why-ready = After the best move one take reaches the place of the { $type ->
    [C] cat
    [B] book
    [G] game
    [F] frame
    [T] trophy
   *[P] plant
  } of the personal goal (in the living room: { $count }).
ms-why-touch = After the best move { $count } tiles stand beside one of their kind, after this one { $fewer }.
ms-why-stock = The best move collects { $type ->
    [C] cats
    [B] books
    [G] games
    [F] frames
    [T] trophies
   *[P] plants
  }: { $count } more lie in the living room, of these { $fewer }.
ms-why-columns = Leaves room for three tiles in { $left ->
    [0] no columns
    [one] { $left } column
   *[other] { $left } columns
  }, the best move in { $could }.
ms-why-feeds = Lets { $name } bring { $size } { $type ->
    [C] cats
    [B] books
    [G] games
    [F] frames
    [T] trophies
   *[P] plants
  } together at once.
ms-why-closes = Shuts { $size } { $type ->
    [C] cats
    [B] books
    [G] games
    [F] frames
    [T] trophies
   *[P] plants
  } in: no free place is beside them. After the best move they can grow.
