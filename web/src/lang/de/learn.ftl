# Lektionen und Regeln.
learn-title = Ein Spiel in fünf Minuten lernen
learn-text = Kurze Lektionen an echten Stellungen: ein Gedanke je Schritt, und du machst alles selbst.
learn-steps = { $count ->
    [one] { $count } Schritt
   *[other] { $count } Schritte
}
learn-step-of = Schritt { $step } von { $count }
learn-done = Geschafft
learn-begin = Anfangen
learn-go-on = Weitermachen
learn-again = Noch einmal

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
lesson-play-first = Erste Partie spielen
lesson-play-solo = Erste Partie spielen
lesson-others = Andere Lektionen

rules-of = Regeln: { $game }
rules-contents = Inhalt
rules-players = Spieler
rules-box = In der Schachtel
rules-goal = Ziel des Spiels
rules-lesson = Spielend lernen
rules-print = Drucken
