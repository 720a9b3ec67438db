# Ein Abend im Verein.
deal-count = Partien
evening-new = Mehrere Partien an einem Spieleabend: ein Link, eine Ergebnistabelle.
evening-people = Spieler am Tisch
evening-people-text = 1: Alle spielen gegen einen Bot. 2–4: Ihr spielt gegeneinander; alle Tische haben dieselben Partien, und die Plätze wechseln.
evening-name = Name des Spieleabends
evening-name-first = Unser Spieleabend
evening-make = Spieleabend anlegen
evening-link = Link zu diesem Spieleabend
evening-text = { $bots ->
    [0] Alle mit diesem Link haben dieselben Ausgangslagen, bis { $date }.
    [1] Alle mit diesem Link haben dieselben Ausgangslagen und Plätze, gegen { $name }, bis { $date }.
   *[other] Alle mit diesem Link haben dieselben Ausgangslagen und Plätze, gegen { $bots } Bots: { $name }. Bis { $date }.
}
evening-together = Tische zu { $seats }: Alle spielen gegeneinander, und jeder Tisch hat dieselben Partien. Verglichen wirst du mit denen, die an anderen Tischen deinen Platz hatten. Bis { $date }.
evening-join = Mitspielen
evening-leave = Aussetzen
evening-seat = Plätze für Partie { $number }
evening-deal = Ergebnisse der Partie { $number }
evening-finished = { $count ->
    [one] { $count } Person ist fertig
   *[other] { $count } Personen sind fertig
}
evening-play = Partie { $number } spielen
evening-go-on = Partie { $number } fortsetzen
evening-so-far = Zwischenstand
evening-final = Endstand
evening-total = Summe
evening-done = { $done } von { $count } Partien fertig
evening-rule = Jede Partie zählt so viel, wie dein Vorsprung über dem Schnitt auf demselben Platz liegt. Die Ergebnisse einer Partie siehst du, sobald du sie beendet hast. Wer mehr Partien beendet hat, steht weiter oben.
evening-close = Spieleabend schließen
evening-close-sure = Für alle schließen?
evening-back = Zurück zum Spieleabend
