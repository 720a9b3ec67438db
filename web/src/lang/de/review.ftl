# Was eine beendete Partie lehrt.
replay-review = Auswertung
review-working = Ein starker Bot geht die Partie noch einmal durch …
review-first = Am lehrreichsten
review-more = Auch einen Blick wert
review-flawless = Kein Zug ist einen zweiten Blick wert: gut gespielt.
review-of = Aussicht von
review-graph = Was ein Platz vom Anfang bis zum Ende erwarten durfte
review-graph-text = Balken sind Glück, Stufen sind Züge; die Zahlen gehören zu den Stellen darunter. Ein Druck auf die Kurve führt dorthin.
review-retry = Noch einmal versuchen
review-move = Zug { $number }
review-better = Besser: { $move }
review-inaccuracy = Ungenauigkeit
review-mistake = Fehler
review-blunder = grober Fehler
review-won = Mit { $gap } Vorsprung gewonnen.
review-won-tie = Nach Gleichstand gewonnen.
review-lost = Mit { $gap } Rückstand verloren.
review-lost-tie = Nach Gleichstand verloren.
review-place = Platz { $place }, { $gap } hinter dem ersten.
review-gave-up = Aufgegeben.
review-won-given-up = Gewonnen, weil andere aufgaben.
review-not-won = Nicht gewonnen.
review-causes = Eigene Züge { $own }, die der anderen { $others }, Glück { $luck }.
review-causes-most = Eigene Züge { $own }, die der anderen { $others }, Glück { $luck }; allein { $event } { $most }.
review-causes-none = Eigene Züge { $own }, die der anderen { $others }. Nichts hing vom Zufall ab.
review-adjusted = Ohne das Glück: { $result } ± { $error }.
review-event = { $event ->
    [first-seat] wer begann
    [deal] die Verteilung
    [hidden-cards] die verdeckten Karten
   *[refill] Auffüllung { $number }
}
