# Lessons and rules.
learn-title = Learn a game in five minutes
learn-text = Short lessons on real positions: one idea at a time, and you do it yourself.
learn-steps = { $count ->
    [one] { $count } step
   *[other] { $count } steps
}
learn-step-of = Step { $step } of { $count }
learn-done = Done
learn-begin = Start
learn-go-on = Continue
learn-again = Again

lesson-title = Lesson: { $game }
lesson-you = You
lesson-name-1 = Mia
lesson-name-2 = Leo
lesson-task-label = Now try it
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
