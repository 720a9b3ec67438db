# Wonach die Rätsel fragen.
puzzle-polyssimo-win = Gewinnen
puzzle-polyssimo-win-text = Finde den einzigen Zug, der gewinnt. Er bringt dich nicht sofort in Führung.
puzzle-polyssimo-save = Vorsprung halten
puzzle-polyssimo-save-text = Finde den einzigen Zug, mit dem dein Vorsprung bis zum Ende hält.
