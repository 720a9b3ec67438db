# Warum ein anderer Zug besser war.
nl-why-tasks = Dieser Zug { $done ->
    [0] bedeckt nichts
    [one] bedeckt { $done } Aufgabe
   *[other] bedeckt { $done } Aufgaben
  }; der beste, { $tile }, { $could ->
    [0] bedeckt nichts
    [one] bedeckt { $could } Aufgabe
   *[other] bedeckt { $could } Aufgaben
  }.
nl-why-again = Nach dem besten Zug, { $tile } für { $cost } Zeit, ist derselbe Spieler noch einmal am Zug.
nl-why-cost = Kostet { $cost } Zeit, der beste Zug nur { $less }.
nl-why-near = Nach dem besten Zug: { $near ->
    [0] keiner Aufgabe fehlt nur ein Plättchen
    [one] { $near } Aufgabe fehlt nur ein Plättchen
   *[other] { $near } Aufgaben fehlt nur je ein Plättchen
  }; nach diesem: { $instead }.
nl-why-answer = Überlässt { $name } das Plättchen { $tile }: Es { $tasks ->
    [0] bedeckt nichts
    [one] bedeckt { $tasks } Aufgabe
   *[other] bedeckt { $tasks } Aufgaben
  }.
nl-why-next = Nach dem besten Zug kommt als Nächstes { $tile } und { $tasks ->
    [0] bedeckt nichts
    [one] bedeckt { $tasks } Aufgabe
   *[other] bedeckt { $tasks } Aufgaben
  }.
nl-why-refilled = Füllt das Mondrad auf, obwohl { $tile } zu haben war: Es { $tasks ->
    [0] bedeckt nichts
    [one] bedeckt { $tasks } Aufgabe
   *[other] bedeckt { $tasks } Aufgaben
  }.
nl-why-refill = Der beste Zug füllt zuerst das Mondrad auf: { $tiles ->
    [one] { $tiles } neues Plättchen
   *[other] { $tiles } neue Plättchen
  }.
nl-why-helps = Von den verlangten Plättchen liegen nach dem besten Zug { $count } richtig, nach diesem { $fewer }.
nl-why-many = Der beste Zug nimmt { $tile } mit { $could ->
    [one] { $could } Aufgabe
   *[other] { $could } Aufgaben
  }, dieses hat { $done }.
nl-why-promise = Nach dem besten Zug könnte { $tile } { $tasks ->
    [one] { $tasks } Aufgabe
   *[other] { $tasks } Aufgaben
  } bedecken, nach diesem kein Plättchen auf dem Mondrad mehr als { $most }.
