# Stellungen mit einer richtigen Antwort.
puzzles = Rätsel
puzzle-which = Welche?
puzzle-today = Rätsel des Tages
puzzle-run = Gewertete Folge
puzzle-streak = Gegen die Zeit
puzzle-streak-text = { $left } · { $count } gefunden · Bestwert { $best }
puzzle-rating = Rätsel { $rating } · du { $mine }
puzzle-known = Dieses hast du schon versucht: Es zählt nicht mehr.
puzzle-give-up = Zeig es mir
puzzle-other = Gegner
puzzle-right = Richtig!
puzzle-wrong = Das ist es nicht. Sieh, warum, und versuche es noch einmal.
puzzle-unproven = Den Beweis würde ein Server zeigen.
puzzle-told = Das ist die Antwort.
puzzle-gained = Wertung { $gained }
puzzle-end = das Ende der Partie
puzzle-next = Nächstes Rätsel
