lesson-my-shelfie-aim = Fill your shelf
lesson-my-shelfie-aim-text = Items from the living room go onto your shelf: five columns of six places. Points come from groups of one type, from common goals and from your secret card. The first full shelf ends the game.

lesson-my-shelfie-take = Take a line
lesson-my-shelfie-take-text = In a turn you take one, two or three tiles side by side in a straight line. Each of them must have a free side, one with no tile against it.
lesson-my-shelfie-take-task = Take two tiles and put them into a column.
lesson-my-shelfie-take-done = They dropped to the bottom. A tile always falls as low as it can.
lesson-my-shelfie-take-no = Allowed too, but this time take two.
lesson-my-shelfie-take-hint = The two tiles in the top row lie side by side.

lesson-my-shelfie-line = Three at once
lesson-my-shelfie-line-text = The more tiles are taken, the more sides are free. Three of a kind in one turn are a fine catch.
lesson-my-shelfie-line-task = Take the three books.
lesson-my-shelfie-line-done = Three books on top of each other: a group of three, 2 points.
lesson-my-shelfie-line-no = Allowed, but the three books would be better.
lesson-my-shelfie-line-hint = Choose the three books in the top row, then a column.

lesson-my-shelfie-order = In which order
lesson-my-shelfie-order-text = All tiles of a turn go into one column, and you choose the order: the first goes lowest.
lesson-my-shelfie-order-task = Take the cat and the frame so that the cat lands beside your two cats.
lesson-my-shelfie-order-done = Three cats joined by their sides: 2 points.
lesson-my-shelfie-order-no = Allowed, but this time take the cat and the frame beside it.
lesson-my-shelfie-order-no-turned = Here the frame lies below the cat. The cat has to go in first.
lesson-my-shelfie-order-no-column = The order is right, but in that column the cat isn’t beside your cats.
lesson-my-shelfie-order-hint = First the cat, then the frame, into column 3.

lesson-my-shelfie-group = Groups
lesson-my-shelfie-group-text = At the end, tiles of one type joined by their sides score as a group: three bring 2 points, four 3, five 5, six or more 8.
lesson-my-shelfie-group-task = Turn your three frames into a group of six.
lesson-my-shelfie-group-done = From 2 points to 8 in one turn.
lesson-my-shelfie-group-no = Allowed, but with all three frames from the living room your group would have six.
lesson-my-shelfie-group-no-apart = The right tiles, but in that column they don’t touch your frames.
lesson-my-shelfie-group-hint = Put the three frames on top of yours, into column 4.

lesson-my-shelfie-goal = Common goals
lesson-my-shelfie-goal-text = Two goals are open to all players. The first to reach one takes the top token, 8 points; the next gets less. One of them asks for eight of a kind, and you have six cats.
lesson-my-shelfie-goal-task = Reach the goal and take the token.
lesson-my-shelfie-goal-done = 8 points, and no one can take them from you.
lesson-my-shelfie-goal-no = Allowed, but you still need two cats for the token.
lesson-my-shelfie-goal-hint = The two cats lie one above the other, in the lower middle.

lesson-my-shelfie-card = Your secret card
lesson-my-shelfie-card-text = Your card shows six items in six places of your shelf. One match brings 1 point, then 2, 4, 6, 9, and 12 for all six. Only you see it.
lesson-my-shelfie-card-task = Make it three matches.
lesson-my-shelfie-card-done = Three of six: 4 points instead of 2.
lesson-my-shelfie-card-no = Allowed, but it adds no match with your card.
lesson-my-shelfie-card-hint = The card shows a game third from the bottom in column 2: exactly where the next tile would land.

lesson-my-shelfie-refill = New items
lesson-my-shelfie-refill-text = If a turn leaves four tiles or fewer in the living room, they go back into the bag and the whole room is refilled.
lesson-my-shelfie-refill-task = Take enough tiles for the room to be refilled.
lesson-my-shelfie-refill-done = A full room again, and Mia chooses first.
lesson-my-shelfie-refill-no = Allowed, but five tiles would stay. Take two.
lesson-my-shelfie-refill-hint = Any two tiles that lie side by side will do.

lesson-my-shelfie-last = The last round
lesson-my-shelfie-last-text = The first full shelf earns 1 point, and the round is played to its end. You may take only as many tiles as fit into a column: here that is two.
lesson-my-shelfie-last-task = Fill your shelf.
lesson-my-shelfie-last-done = Full! You began the game, so Mia has one more turn. Then everything is counted.
lesson-my-shelfie-last-no = Allowed, but one place would stay free.
lesson-my-shelfie-last-hint = Take any two tiles: only column 3 has room.

lesson-my-shelfie-finished = You know My Shelfie now. Level 1 is a gentle first opponent.
