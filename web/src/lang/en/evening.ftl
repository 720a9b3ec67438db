# An evening of a club.
deal-count = Deals
evening-new = Play several deals in one night: one link, one results table.
evening-people = Players per table
evening-people-text = 1: everyone plays a bot. 2–4: people play each other; every table gets the same deals and seats rotate.
evening-name = Game night’s name
evening-name-first = Our game night
evening-make = Create a game night
evening-link = Link to this game night
evening-text = { $bots ->
    [0] Everyone with this link gets the same deals, until { $date }.
    [1] Everyone with this link gets the same deals and seats, against { $name }, until { $date }.
   *[other] Everyone with this link gets the same deals and seats, against { $bots } bots: { $name }. Until { $date }.
}
evening-together = Tables of { $seats }: people play each other, and every table has the same deals. You are compared with players who had your seat at other tables. Until { $date }.
evening-join = Join
evening-leave = Sit out
evening-seat = Seat all for deal { $number }
evening-deal = Results of deal { $number }
evening-finished = { $count ->
    [one] { $count } has finished
   *[other] { $count } have finished
}
evening-play = Play deal { $number }
evening-go-on = Continue deal { $number }
evening-so-far = Standings
evening-final = Final table
evening-total = Total
evening-done = { $done } of { $count } deals finished
evening-rule = Each deal scores your lead minus the average lead in the same seat. You see a deal’s results once you have finished it. Players who finish more deals rank higher.
evening-close = Close the game night
evening-close-sure = Close for everyone?
evening-back = Back to game night
