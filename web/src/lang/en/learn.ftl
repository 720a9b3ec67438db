# Lessons and rules.
learn-title = Learn a game in five minutes
learn-text = Short lessons on real positions: one idea a step, and you do it yourself.
learn-steps = { $count ->
    [one] { $count } step
   *[other] { $count } steps
}
learn-step-of = Step { $step } of { $count }
learn-done = Done
learn-begin = Begin
learn-go-on = Go on
learn-again = Once more
learn-after-nova-luna = Best after Nova Luna: tiles and tasks are the same.

lesson-title = Lesson: { $game }
lesson-you = You
lesson-name-1 = Mia
lesson-name-2 = Leo
lesson-task-label = Now you
lesson-hint-label = Hint
lesson-back = Back
lesson-next = Next
lesson-skip = Skip
lesson-finish = Finish
lesson-try-again = Try again
lesson-about-rule = Rule { $rule }: { $title }
lesson-finished-title = Well done!
lesson-play-first = Play your first game
lesson-play-solo = Play a first deal
lesson-others = Other lessons

rules-of = Rules: { $game }
rules-contents = Contents
rules-players = Players
rules-box = In the box
rules-goal = The goal
rules-lesson = Learn it by playing
rules-print = Print
rules-players-nova-luna = 2 to 4
rules-box-nova-luna = 68 tiles in four colours, a wheel with 12 slots and a crescent, a moon track of 24 spaces, 21 discs for each player.
rules-goal-nova-luna = Take tiles from the wheel and lay them so that their tasks come true. Whoever lays all their discs first wins.
rules-players-nova-luna-solo = 1
rules-box-nova-luna-solo = The box of Nova Luna: 68 tiles, the wheel with its crescent, 21 discs. The moon track is not used.
rules-goal-nova-luna-solo = Lay 21 discs in two phases with tiles that cost as little as possible. The two sums together should stay under 100.
rules-players-my-shelfie = 2 to 4
rules-box-my-shelfie = 132 tiles of six kinds, the living room, a shelf for each player, 12 common goals with point tokens, 12 personal cards.
rules-goal-my-shelfie = Take things from the living room and arrange them on your shelf. Groups, common goals and your secret card bring points; the most points win.
rules-players-polyssimo = 2 to 4
rules-box-polyssimo = A board of 12 by 11 squares, 12 coloured pentominoes, 12 striped hexominoes.
rules-goal-polyssimo = Draft pieces, then squeeze as many of them as you can onto the shared board. Whoever has the fewest squares left over wins.
