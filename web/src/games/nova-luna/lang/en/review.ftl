# Why another move was better.
nl-why-tasks = This { $done ->
    [0] covers nothing
    [one] covers { $done } task
   *[other] covers { $done } tasks
  }; the best move, { $tile }, { $could ->
    [0] covers nothing
    [one] covers { $could } task
   *[other] covers { $could } tasks
  }.
nl-why-again = After the best move, { $tile } for { $cost } time, the same player moves again.
nl-why-cost = Costs { $cost } time, the best move only { $less }.
nl-why-near = After the best move { $near ->
    [0] no task is one tile short
    [one] { $near } task is one tile short
   *[other] { $near } tasks are one tile short
  }, after this one { $instead }.
nl-why-answer = Leaves { $tile } to { $name }, who { $tasks ->
    [0] covers nothing
    [one] covers { $tasks } task
   *[other] covers { $tasks } tasks
  } with it.
nl-why-next = After the best move { $tile } comes next and { $tasks ->
    [0] covers nothing
    [one] covers { $tasks } task
   *[other] covers { $tasks } tasks
  }.
nl-why-refilled = Fills the wheel, though { $tile } was there to take: it { $tasks ->
    [0] covers nothing
    [one] covers { $tasks } task
   *[other] covers { $tasks } tasks
  }.
nl-why-refill = The best move fills the wheel first: { $tiles ->
    [one] { $tiles } new tile
   *[other] { $tiles } new tiles
  }.
nl-why-helps = After the best move one’s tasks have { $count } of the tiles they ask for, after this one { $fewer }.
nl-why-many = The best move takes { $tile } with { $could ->
    [one] { $could } task
   *[other] { $could } tasks
  }, this one has { $done }.
nl-why-promise = After the best move { $tile } would cover { $tasks ->
    [one] { $tasks } task
   *[other] { $tasks } tasks
  }, after this one no tile on the wheel more than { $most }.
