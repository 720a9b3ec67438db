# Wonach die Rätsel fragen.
puzzle-my-shelfie-last = Letzter Zug
puzzle-my-shelfie-last-text = Mit diesem Zug endet die Partie. Finde den einzigen, der gewinnt, egal welche Karten die anderen haben.
puzzle-my-shelfie-round = Letzte Runde
puzzle-my-shelfie-round-text = Dein letzter Zug, aber nicht der letzte der Partie. Finde den einzigen, der gewinnt, egal was die anderen haben und nehmen.
puzzle-my-shelfie-fill = Regal füllen
puzzle-my-shelfie-fill-text = Füll dein Regal, aber so, dass du gewinnst, egal was die anderen haben und nehmen. Finde den einzigen Zug.
