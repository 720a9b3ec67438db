# What a finished game teaches.
replay-review = Review
review-working = A strong bot goes through the game again…
review-first = Most instructive
review-more = Also worth a look
review-flawless = No move is worth a second look: well played.
review-of = Outlook of
review-graph = What a seat could expect from the deal to the end
review-graph-text = Bars are luck, steps are moves; the numbers mark the moments below. Press the graph to go there.
review-retry = Try again
review-move = Move { $number }
review-better = Better: { $move }
review-inaccuracy = inaccuracy
review-mistake = mistake
review-blunder = blunder
review-won = Won by { $gap }.
review-won-tie = Won on the tie-break.
review-lost = Lost by { $gap }.
review-lost-tie = Lost on the tie-break.
review-place = Place { $place }, { $gap } behind the first.
review-gave-up = Gave up.
review-won-given-up = Won, as others gave up.
review-not-won = Did not win.
review-causes = Own moves { $own }, the others’ { $others }, luck { $luck }.
review-causes-most = Own moves { $own }, the others’ { $others }, luck { $luck }; { $event } alone { $most }.
review-causes-none = Own moves { $own }, the others’ { $others }. Nothing was left to chance.
review-adjusted = Without the luck: { $result } ± { $error }.
review-event = { $event ->
    [first-seat] who began
    [deal] the deal
    [hidden-cards] the hidden cards
   *[refill] refill { $number }
}
