lesson-nova-luna-solo-aim = Against your own total
lesson-nova-luna-solo-aim-text = You know the tiles and the tasks already. On your own you lay 21 discs in two phases, 8 and then 13. What your tiles cost is added up, and the lower the better: the aim is to stay under 100.

lesson-nova-luna-solo-cheap = Every number counts
lesson-nova-luna-solo-cheap-text = There is no moon track. What a tile costs goes straight onto your sum.
lesson-nova-luna-solo-cheap-task = Fulfil the task with the one blue drop, as cheaply as you can.
lesson-nova-luna-solo-cheap-done = One disc for a cost of 3.
lesson-nova-luna-solo-cheap-no = You could, but it covers no task.
lesson-nova-luna-solo-cheap-no-dear = It covers the task, but for { $cost }. There is a cheaper blue tile.
lesson-nova-luna-solo-cheap-hint = Lay the blue 3 beside the cyan tile.

lesson-nova-luna-solo-finish = The end of phase one
lesson-nova-luna-solo-finish-text = Within a phase the wheel isn’t refilled. Once 8 discs are laid you may end phase one, or take more tiles. Yours are laid already, at a sum of 27.
lesson-nova-luna-solo-finish-task = End phase one.
lesson-nova-luna-solo-finish-done = 27 is your first sum. The wheel has now been refilled, the only time in the game.
lesson-nova-luna-solo-finish-no = You could, but your first sum would grow to { $sum }.
lesson-nova-luna-solo-finish-hint = The button “{ nl-finish }” is below the wheel.

lesson-nova-luna-solo-missing = Missing discs are expensive
lesson-nova-luna-solo-missing-text = When the wheel is empty, phase one ends by itself, and every missing disc costs 10. Here 7 are laid, and this is the last tile.
lesson-nova-luna-solo-missing-task = Lay it so that the eighth disc is laid.
lesson-nova-luna-solo-missing-done = Eight discs, none missing: that saved 10.
lesson-nova-luna-solo-missing-no = There it covers nothing: one disc would be missing, 10 more for your sum.
lesson-nova-luna-solo-missing-hint = Lay it to the right of the blue 2, below the blue 3.

lesson-nova-luna-solo-second = Phase two
lesson-nova-luna-solo-second-text = The wheel was refilled once; the tiles on it stayed. For the second sum all your tiles count again, including those of phase one. 13 discs are still to be laid.

lesson-nova-luna-solo-end = The result
lesson-nova-luna-solo-end-text = Phase two is over when all 21 discs are laid, or when the wheel is empty. Missing discs cost 10 each again. The two sums together are your result.
lesson-nova-luna-solo-end-task = Lay the last disc.
lesson-nova-luna-solo-end-done = All 21 discs are laid, and both sums together stay under 100. Well done!
lesson-nova-luna-solo-end-no = You could, but no task is fulfilled there.
lesson-nova-luna-solo-end-hint = Lay the yellow 4 below the cyan 4.

lesson-nova-luna-solo-finished = You know the solo game now. There is a new deal every day, the same for everyone.
