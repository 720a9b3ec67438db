# What a finished game teaches.
replay-review = Review
review-working = A strong bot is reviewing the game…
review-stop = Stop
review-begin = Review this game
review-won = { $me ->
    [yes] You won.
   *[no] { $name } won.
}
review-won-given-up = { $me ->
    [yes] You won: not everyone played to the end.
   *[no] { $name } won: not everyone played to the end.
}
review-lost = { $me ->
    [yes] You lost.
   *[no] { $name } lost.
}
review-place = { $me ->
    [yes] You took place { $place }.
   *[no] { $name } took place { $place }.
}
review-gave-up = { $me ->
    [yes] You resigned.
   *[no] { $name } resigned.
}
review-total = A total of { $total }.
review-none = Hardly a move could have been better.
review-even = { $rivals ->
    [one-rival] You and your opponent gave away about the same.
   *[other] You and the others gave away about the same.
}
review-own = { $rivals ->
    [one-rival] You gave away more than your opponent did.
   *[other] You gave away more than the others did.
}
review-others-more = { $rivals ->
    [one-rival] Your opponent gave away more than you did.
   *[other] The others gave away more than you did.
}
review-luck-even = Luck was even.
review-luck-helped = Luck helped you a little.
review-luck-helped-much = Luck helped you a lot.
review-luck-cost = Luck was a little against you.
review-luck-cost-much = Luck was against you.
review-luck = Luck
review-moves = { $me ->
    [yes] Your moves
   *[no] Moves of { $name }
}
review-others = Moves of the others
review-note-even = even
review-note-helped = helped a little
review-note-helped-much = helped a lot
review-note-cost = cost a little
review-note-cost-much = cost a lot
review-slips = { $count ->
    [0] no slips
    [one] one slip
   *[other] { $count } slips
}
review-cost = cost
review-helped = helped
review-graph = Winning chances through the game
review-of = Chances of
review-numbers = In numbers
review-start = At the start
review-result = At the end
review-numbers-text = Chances to win, in percent. All changes add up to the result.
review-numbers-total = Totals that could be expected. All changes add up to the result.
review-moments = { $count ->
    [1] One moment
    [2] Two moments
   *[other] Three moments
}
review-moments-text = One move each. Find a better one.
review-more = Also worth a look
review-flawless = No mistakes found. Well played!
review-move = Move { $number }
review-state-open = your try
review-state-found = found
review-state-shown = shown
review-question = There was a better move. Which one?
review-try = Try it
review-again = Try again
review-show = Show answer
review-next = Next moment
review-back = Back
review-judging = A strong bot compares the moves…
review-verdict-best = Yes, that is it.
review-verdict-as-good = Yes, that is just as good.
review-verdict-closer = Better, but not the best.
review-verdict-played = That is the move that was played.
review-verdict-no-better = No better than what was played.
review-better = Better: { $move }.
review-better-place = Better: the same, but elsewhere, where the tick is.
review-why = It does more: { $what }.
