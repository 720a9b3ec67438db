# Ein Abend im Verein.
deal-count = Wie viele Partien
evening-new = Mehrere Partien sind ein Abend: ein Link für alle und am Ende eine Tabelle.
evening-people = Personen am Tisch
evening-people-text = Eine Person spielt gegen einen Bot. Zwei bis vier spielen gegeneinander, an allen Tischen dieselben Partien, und wechseln die Plätze.
evening-name = Name des Abends
evening-name-first = Unser Abend
evening-make = Abend anlegen
evening-link = Link zu diesem Abend
evening-text = { $bots ->
    [0] Für alle mit diesem Link dieselben Auslagen, bis { $date }.
    [1] Für alle mit diesem Link dieselben Auslagen und Plätze, gegen { $name }, bis { $date }.
   *[other] Für alle mit diesem Link dieselben Auslagen und Plätze, gegen { $bots } Bots: { $name }. Bis { $date }.
}
evening-together = Tische zu { $seats }: alle spielen gegeneinander, und jeder Tisch hat dieselben Partien. Verglichen wirst du mit denen, die an anderen Tischen deinen Platz hatten. Bis { $date }.
evening-join = Ich spiele mit
evening-leave = Ich spiele nicht mehr mit
evening-seat = Alle für Partie { $number } an die Tische
evening-deal = Ergebnisse der Partie { $number }
evening-finished = { $count ->
    [one] { $count } Person ist fertig
   *[other] { $count } Personen sind fertig
}
evening-play = Partie { $number } spielen
evening-go-on = Partie { $number } fortsetzen
evening-so-far = Bisher
evening-final = Endstand
evening-total = Summe
evening-done = { $done } von { $count } Partien fertig
evening-rule = Eine Partie zählt so viel, wie dein Vorsprung über dem Mittel aller liegt, die denselben Platz hatten. Die Ergebnisse einer Partie siehst du, wenn du sie beendet hast, alle, wenn der Abend vorbei ist. Wer mehr Partien beendet hat, steht weiter oben.
evening-close = Abend schließen
evening-close-sure = Für alle schließen? Noch einmal drücken
evening-back = Zum Abend
