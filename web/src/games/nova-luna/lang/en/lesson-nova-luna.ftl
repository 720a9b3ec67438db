# Steps: title, what there is to know, what to do, the answer when it is done, answers to other moves, a hint.
lesson-nova-luna-aim = Lay all your discs
lesson-nova-luna-aim-text = You and Mia have 20 discs each. Tiles from the wheel bring tasks, and every fulfilled task takes one disc. The player who lays the last disc first wins.

lesson-nova-luna-offer = Three on offer
lesson-nova-luna-offer-text = The crescent travels around the wheel. Only the next three tiles clockwise from it are on offer. A turn is one tile: you take it and lay it.
lesson-nova-luna-offer-task = Take one of the three and lay it in your area.
lesson-nova-luna-offer-done = The crescent has moved into the gap. Now the next three tiles are on offer.
lesson-nova-luna-offer-hint = Press a tile with a bright frame, then the middle of your area.

lesson-nova-luna-cost = The number is time
lesson-nova-luna-cost-text = The number on a tile is its cost. Your disc goes forward that many spaces on the moon track.
lesson-nova-luna-cost-task = Take the cheapest of the three.
lesson-nova-luna-cost-done = Your disc moved 2 spaces. Cheap tiles leave you time for more of them, but their tasks are hard.
lesson-nova-luna-cost-no = That one costs { $cost }. A cheaper one lies next to it.
lesson-nova-luna-cost-hint = The blue 2 is the cheapest.

lesson-nova-luna-turn = The player behind moves
lesson-nova-luna-turn-text = Turns don’t go round the table. The player furthest behind on the moon track moves, even several times in a row. Mia is 4 spaces ahead of you.
lesson-nova-luna-turn-task = Take a tile after which it is your turn again.
lesson-nova-luna-turn-done = You’re still behind Mia, so it’s your turn again. On the same space the upper disc goes first.
lesson-nova-luna-turn-no = That one costs { $cost } and takes you past Mia. She would move next.
lesson-nova-luna-turn-hint = Mia is 4 spaces ahead: the yellow 3 and the yellow 2 are cheap enough.

lesson-nova-luna-task = Tasks
lesson-nova-luna-task-text = White circles are tasks. The one with a single drop asks for one blue tile that touches a side of this tile. Touching corners don’t count.
lesson-nova-luna-task-task = Fulfil the task with the one blue drop.
lesson-nova-luna-task-done = Fulfilled: one of your discs lies on it. 19 to go.
lesson-nova-luna-task-no = You could, but this task asks for a blue tile.
lesson-nova-luna-task-no-apart = The right tile, but there it touches only the yellow one. It has to touch the cyan tile.
lesson-nova-luna-task-hint = Take the blue 3 and lay it to the left of the cyan tile.

lesson-nova-luna-group = The whole group counts
lesson-nova-luna-group-text = This task asks for three yellow tiles. Tiles of one colour joined by their sides are a group: if one of them touches, all of them count. Two are there.
lesson-nova-luna-group-task = Fulfil the task with the three yellow suns.
lesson-nova-luna-group-done = Three yellow tiles in one group. Only one of them touches the cyan tile, and that is enough.
lesson-nova-luna-group-no = You could, but the group needs one more yellow tile.
lesson-nova-luna-group-no-apart = A yellow tile is right, but there it touches neither the cyan tile nor the yellow group.
lesson-nova-luna-group-hint = Lay the yellow 3 at the right end of the yellow row.

lesson-nova-luna-own = Its own colour
lesson-nova-luna-own-text = This blue tile asks for two blue ones. It doesn’t count itself, only the others of its group. One is there.
lesson-nova-luna-own-task = Fulfil the task with the two blue drops.
lesson-nova-luna-own-done = Two other blue tiles in the group: fulfilled.
lesson-nova-luna-own-no = You could, but this task asks for another blue tile.
lesson-nova-luna-own-no-apart = A blue tile is right, but there it doesn’t join the blue group.
lesson-nova-luna-own-hint = Lay the blue 3 to the right of the two blue tiles.

lesson-nova-luna-several = Several at once
lesson-nova-luna-several-text = Tasks share tiles. One new tile can fulfil tasks on several tiles, including its own. The page shows it before you commit.
lesson-nova-luna-several-task = Cover three tasks with one tile.
lesson-nova-luna-several-done = Three discs with one tile. That is how games are won.
lesson-nova-luna-several-no = That would cover nothing. One tile can cover three tasks at once.
lesson-nova-luna-several-no-fewer = That would cover one task. There is a place that covers three.
lesson-nova-luna-several-hint = Lay the blue 4 above the red tile, to the right of the cyan one.

lesson-nova-luna-refill = Refill the wheel
lesson-nova-luna-refill-text = With one or two tiles left on the wheel you may refill it first. Then you choose from the new tiles.
lesson-nova-luna-refill-task = Refill the wheel.
lesson-nova-luna-refill-done = A full wheel, and it is still your turn: now you would take a tile.
lesson-nova-luna-refill-no = Neither of the two tiles covers anything. Refill the wheel first.
lesson-nova-luna-refill-hint = The button “{ nl-refill }” is below the wheel.

lesson-nova-luna-end = The last disc
lesson-nova-luna-end-text = You have one disc left. The first player to lay the last one wins at once. If the tiles run out before that, the player with the fewest discs left wins.
lesson-nova-luna-end-task = Lay your last disc.
lesson-nova-luna-end-done = All discs are laid: you have won.
lesson-nova-luna-end-no = That covers no task, and Mia is close behind you.
lesson-nova-luna-end-hint = The yellow 6 fulfils a task in several places, for one above the cyan 4 on the right.

lesson-nova-luna-finished = You know Nova Luna now. Level 1 is a gentle first opponent.
