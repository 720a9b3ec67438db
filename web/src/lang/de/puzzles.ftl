# Stellungen mit einer richtigen Antwort.
puzzles = Rätsel
puzzle-which = Art
puzzle-theme = Thema
puzzle-all = Alle Themen
puzzle-start = Uhr starten
puzzle-today = Rätsel des Tages
puzzle-run = Gewertete Rätsel
puzzle-streak = Gegen die Zeit
puzzle-streak-text = { $count } gefunden · Bestwert { $best }
puzzle-rating = Rätsel { $rating } · du { $mine }
puzzle-known = Dieses hast du schon versucht: Es zählt nicht mehr.
puzzle-give-up = Lösung zeigen
puzzle-other = Gegner
puzzle-right = Richtig!
puzzle-wrong = Nicht ganz. Sieh, warum, und versuch es noch einmal.
puzzle-unproven = Den Beweis zeigt nur ein Server.
puzzle-told = Das ist die Antwort.
puzzle-gained = Wertung { $gained }
puzzle-result = { $way ->
    [won] Du gewinnst { $mine } zu { $theirs }.
    [alone] Die Summe ist { $mine }.
   *[lost] Du verlierst { $mine } zu { $theirs }.
}
puzzle-next = Nächstes Rätsel
