# An evening of a club.
deal-count = How many deals
evening-new = Several deals make an evening: one link for all of them, and one table of results in the end.
evening-people = People at a table
evening-people-text = One plays against a bot. Two to four play each other, on the same deals at all tables, and change seats.
evening-name = Name of the evening
evening-name-first = Our evening
evening-make = Make an evening
evening-link = Link to this evening
evening-text = { $bots ->
    [0] The same deals for everybody who has this link, until { $date }.
    [1] The same deals and seats for everybody who has this link, against { $name }, until { $date }.
   *[other] The same deals and seats for everybody who has this link, against { $bots } bots: { $name }. Until { $date }.
}
evening-together = Tables of { $seats }: people play each other, and every table has the same deals. You are compared with those who had your seat at other tables. Until { $date }.
evening-join = I want to play
evening-leave = Seat me no more
evening-seat = Seat everybody for deal { $number }
evening-deal = Results of deal { $number }
evening-finished = { $count ->
    [one] { $count } has finished
   *[other] { $count } have finished
}
evening-play = Play deal { $number }
evening-go-on = Continue deal { $number }
evening-so-far = So far
evening-final = Final table
evening-total = Total
evening-done = { $done } of { $count } deals finished
evening-rule = A deal counts by how far your lead is above the mean of all who had the same seat. You see a deal’s results once you have finished it, all of them when the evening is over. Who has finished more deals comes first.
evening-close = Close the evening
evening-close-sure = Close it for everybody? Press again
evening-back = To the evening
