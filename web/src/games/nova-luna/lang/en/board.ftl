# Tiles and tasks. $colour: r red, b blue, c cyan, y yellow.
nl-tile = { $colour ->
    [r] red
    [b] blue
    [c] cyan
   *[y] yellow
  } { $cost }
nl-tile-taken = the { nl-tile }
nl-task-part = { $count } { $colour ->
    [r] red
    [b] blue
    [c] cyan
   *[y] yellow
  }
nl-task-covered = { $task } (covered)
nl-task-lit = { $task } (would be covered)
nl-tile-tasks = { $tile }, tasks: { $tasks }
nl-tile-bare = { $tile }, no tasks

# The wheel and the moon track.
nl-wheel-label = Wheel of { $slots } slots, the crescent in slot { $crescent }
nl-slot = Slot { $slot }: { $tile }
nl-slot-take = Take { $tile } from slot { $slot }
nl-crescent = The crescent
nl-supply = Supply
nl-supply-count = { $count ->
    [one] { $count } tile in the supply
   *[other] { $count } tiles in the supply
  }
nl-track = Moon track
nl-track-disc = { $name }: { $distance ->
    [one] { $distance } space travelled
   *[other] { $distance } spaces travelled
  }
nl-turns = In this order: { $names }
nl-refill = Refill the wheel
nl-refill-count = { $count ->
    [one] { $count } tile left on it
   *[other] { $count } tiles left on it
  }

# Areas.
nl-area-mine = Your area
nl-area-of = Area of { $name }
nl-areas-others = Opponents
nl-area-empty = No tiles yet
nl-discs = { $count ->
    [one] { $count } disc left
   *[other] { $count } discs left
  }
nl-spent = time: { $count }
nl-enlarge = Enlarge
nl-close = Close
nl-zoom-in = Larger
nl-zoom-out = Smaller
nl-centre = Centre the view
nl-place-first = The middle of your area
nl-place-beside = Beside { $tiles }
nl-place-covers = { $place }: covers { $count ->
    [0] nothing
    [one] { $count } task
   *[other] { $count } tasks
  }

# What a move would do.
nl-choose-tile = { $count ->
    [one] Take the tile after the crescent.
   *[other] Take one of the { $count } tiles after the crescent.
  }
nl-choose-refill = Take a tile, or refill the wheel first.
nl-choose-finish = Take another tile, or end phase one.
nl-choose-place = In hand: { $tile }. Choose a place in your area.
nl-here = Here: { $parts }
nl-covers = covers { $count ->
    [0] nothing
    [one] { $count } task
   *[other] { $count } tasks
  }
nl-spends = costs { $count } time
nl-next = { $name } moves next
nl-next-you = you move again
nl-wins = your last disc: you win
nl-ends = the game ends
nl-sum = sum { $sum }
nl-phase-ends = phase one ends
nl-phase-ends-missing = phase one ends, { $count ->
    [one] { $count } disc missing
   *[other] { $count } discs missing
  }
nl-would-refill = Refills the wheel with { $count ->
    [one] { $count } tile
   *[other] { $count } tiles
  } · then you take one
nl-would-finish = Ends phase one · first sum { $sum } · { $count ->
    [one] +{ $count } tile on the wheel
   *[other] +{ $count } tiles on the wheel
  }
nl-lay = Lay it here
nl-finish = End phase one

# What was played.
nl-told-take = takes { $tile }
nl-told-covers = { $told }, covers { $count ->
    [one] { $count } task
   *[other] { $count } tasks
  }
nl-told-refill = refills the wheel with { $count ->
    [one] { $count } tile
   *[other] { $count } tiles
  }
nl-told-finish = ends phase one, first sum { $sum }

# Solo.
nl-phase = Phase { $phase }
nl-solo-sum = Costs so far
nl-solo-laid = { $laid } of { $needed } discs laid
nl-solo-first = First sum
nl-solo-second = Second sum
nl-solo-running = Second sum so far
nl-solo-open = not yet

# The final count.
nl-scores = Final score
nl-scores-place = Place
nl-scores-player = Player
nl-scores-discs = Discs left
nl-scores-tiles = Tiles
nl-scores-time = Time
nl-scores-won = wins
nl-scores-tie = Equal discs: the player who would move earlier ranks higher.
nl-sheet = Score sheet
nl-sheet-costs-first = Costs after phase one
nl-sheet-costs-second = Costs of all tiles
nl-sheet-missing = { $count ->
    [0] No disc missing
    [one] { $count } disc missing
   *[other] { $count } discs missing
  }
nl-sheet-total = Result
nl-sheet-under = Under { $challenge }: well done. { $count } to spare.
nl-sheet-over = Target: under { $challenge }.
nl-sheet-par = Par of this deal: { $par }
nl-near = { $count ->
    [0] no task is one tile short
    [one] { $count } task is one tile short
   *[other] { $count } tasks are one tile short
  }
nl-decided-missing = Missing discs cost { $points }.
nl-ended-seat = { $name } covered { $tasks ->
    [one] { $tasks } task
   *[other] { $tasks } tasks
  } with { $tiles ->
    [one] { $tiles } tile
   *[other] { $tiles } tiles
  }.
nl-over-mark = { $count ->
    [0] Just missed the target of under { $challenge }.
   *[other] { $count } over the target of { $challenge }.
}
nl-advice-tiles = Next time: cheaper tiles bring more turns. { $name } laid { $more }, you { $tiles }.
nl-advice-tasks = Next time: look for places that complete two tasks at once.
nl-advice-solo = Next time: cheap tiles first. Costs in phase one count twice.
