# Was eine beendete Partie lehrt.
replay-review = Auswertung
review-working = Ein starker Bot wertet die Partie aus …
review-stop = Anhalten
review-begin = Partie auswerten
review-won = { $me ->
    [yes] Du hast gewonnen.
   *[no] { $name } hat gewonnen.
}
review-won-given-up = { $me ->
    [yes] Du hast gewonnen: Nicht alle haben zu Ende gespielt.
   *[no] { $name } hat gewonnen: Nicht alle haben zu Ende gespielt.
}
review-lost = { $me ->
    [yes] Du hast verloren.
   *[no] { $name } hat verloren.
}
review-place = { $me ->
    [yes] Du bist auf Platz { $place }.
   *[no] { $name } ist auf Platz { $place }.
}
review-gave-up = { $me ->
    [yes] Du hast aufgegeben.
   *[no] { $name } hat aufgegeben.
}
review-total = Am Ende steht die Summe { $total }.
review-none = Kaum ein Zug hätte besser sein können.
review-even = { $rivals ->
    [one-rival] Beide haben etwa gleich viel verschenkt.
   *[other] Alle haben etwa gleich viel verschenkt.
}
review-own = { $rivals ->
    [one-rival] Du hast mehr verschenkt als dein Gegenüber.
   *[other] Du hast mehr verschenkt als die anderen.
}
review-others-more = { $rivals ->
    [one-rival] Dein Gegenüber hat mehr verschenkt als du.
   *[other] Die anderen haben mehr verschenkt als du.
}
review-luck-even = Das Glück war gerecht verteilt.
review-luck-helped = Das Glück half dir ein wenig.
review-luck-helped-much = Das Glück half dir sehr.
review-luck-cost = Das Glück war ein wenig gegen dich.
review-luck-cost-much = Das Glück war gegen dich.
review-luck = Glück
review-moves = { $me ->
    [yes] Deine Züge
   *[no] Züge von { $name }
}
review-others = Züge der anderen
review-note-even = ausgeglichen
review-note-helped = half ein wenig
review-note-helped-much = half sehr
review-note-cost = kostete ein wenig
review-note-cost-much = kostete viel
review-slips = { $count ->
    [0] kein Fehler
    [one] ein Fehler
   *[other] { $count } Fehler
}
review-cost = kostete
review-helped = half
review-graph = Gewinnchancen im Lauf der Partie
review-of = Chancen von
review-numbers = In Zahlen
review-start = Am Anfang
review-result = Am Ende
review-numbers-text = Gewinnchancen in Prozent. Alle Änderungen zusammen ergeben das Ergebnis.
review-numbers-total = Summen, die zu erwarten waren. Alle Änderungen zusammen ergeben das Ergebnis.
review-moments = { $count ->
    [1] Ein Moment
    [2] Zwei Momente
   *[other] Drei Momente
}
review-moments-text = Jeder ist ein Zug. Finde einen besseren.
review-more = Auch einen Blick wert
review-flawless = Keine Fehler gefunden. Gut gespielt!
review-move = Zug { $number }
review-state-open = dein Versuch
review-state-found = gefunden
review-state-shown = gezeigt
review-question = Es gab einen besseren Zug. Welchen?
review-try = Versuchen
review-again = Noch einmal
review-show = Lösung zeigen
review-next = Nächster Moment
review-back = Zurück
review-judging = Ein starker Bot vergleicht die Züge …
review-verdict-best = Ja, das ist er.
review-verdict-as-good = Ja, der ist genauso gut.
review-verdict-closer = Besser, aber noch nicht der beste.
review-verdict-played = Das ist der Zug aus der Partie.
review-verdict-no-better = Nicht besser als der Zug aus der Partie.
review-better = Besser: { $move }.
review-better-place = Besser: dasselbe, aber dort, wo der Haken ist.
review-why = Das bringt mehr: { $what }.
