# Lektionen und Regeln.
learn-title = Ein Spiel in fünf Minuten lernen
learn-text = Kurze Lektionen an echten Stellungen: ein Gedanke je Schritt, und du machst alles selbst.
learn-steps = { $count ->
    [one] { $count } Schritt
   *[other] { $count } Schritte
}
learn-step-of = Schritt { $step } von { $count }
learn-done = Geschafft
learn-begin = Anfangen
learn-go-on = Weitermachen
learn-again = Noch einmal
learn-after-nova-luna = Am besten nach Nova Luna: Plättchen und Aufgaben sind dieselben.

lesson-title = Lektion: { $game }
lesson-you = Du
lesson-name-1 = Mia
lesson-name-2 = Leo
lesson-task-label = Jetzt du
lesson-hint-label = Tipp
lesson-back = Zurück
lesson-next = Weiter
lesson-skip = Überspringen
lesson-finish = Fertig
lesson-try-again = Noch ein Versuch
lesson-about-rule = Regel { $rule }: { $title }
lesson-finished-title = Gut gemacht!
lesson-play-first = Deine erste Partie spielen
lesson-play-solo = Eine erste Partie spielen
lesson-others = Andere Lektionen

rules-of = Regeln: { $game }
rules-contents = Inhalt
rules-players = Spieler
rules-box = In der Schachtel
rules-goal = Ziel des Spiels
rules-lesson = Spielend lernen
rules-print = Drucken
rules-players-nova-luna = 2 bis 4
rules-box-nova-luna = 68 Plättchen in vier Farben, ein Rad mit 12 Feldern und einer Mondsichel, eine Mondleiste mit 24 Feldern, je 21 Scheiben.
rules-goal-nova-luna = Nimm Plättchen vom Rad und leg sie so, dass ihre Aufgaben erfüllt werden. Wer zuerst alle Scheiben gelegt hat, gewinnt.
rules-players-nova-luna-solo = 1
rules-box-nova-luna-solo = Die Schachtel von Nova Luna: 68 Plättchen, das Rad mit der Mondsichel, 21 Scheiben. Die Mondleiste wird nicht gebraucht.
rules-goal-nova-luna-solo = Leg 21 Scheiben in zwei Phasen mit Plättchen, die so wenig wie möglich kosten. Beide Summen zusammen sollen unter 100 bleiben.
rules-players-my-shelfie = 2 bis 4
rules-box-my-shelfie = 132 Plättchen in sechs Sorten, das Wohnzimmer, je ein Regal, 12 gemeinsame Ziele mit Marken, 12 persönliche Karten.
rules-goal-my-shelfie = Nimm Dinge aus dem Wohnzimmer und ordne sie in dein Regal. Gruppen, gemeinsame Ziele und deine geheime Karte bringen Punkte; die meisten gewinnen.
rules-players-polyssimo = 2 bis 4
rules-box-polyssimo = Ein Brett mit 12 mal 11 Feldern, 12 farbige Pentominos, 12 gestreifte Hexominos.
rules-goal-polyssimo = Teilt die Teile auf und quetscht dann so viele wie möglich auf das gemeinsame Brett. Wer die wenigsten Felder übrig hat, gewinnt.
