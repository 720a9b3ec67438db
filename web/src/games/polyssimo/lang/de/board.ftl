# Polyssimo Challenge

pc-squares = { $count ->
    [one] { $count } Feld
   *[other] { $count } Felder
}
pc-pieces = { $count ->
    [one] { $count } Teil
   *[other] { $count } Teile
}
pc-places = { $count ->
    [0] kein Platz
    [one] { $count } Platz
   *[other] { $count } Plätze
}

# Die Auswahl
pc-you-pick = Wahl { $number } von { $each }
pc-picks = { $name }: Wahl { $number } von { $each }
pc-then = dann { $names }
pc-you = du
pc-pentominoes = Pentominos: je 5 Felder
pc-hexominoes = Hexominos: je 6 Felder
pc-taken-by = { $piece }, bei { $name }
pc-taken-by-you = { $piece }, bei dir
pc-free-piece = { $piece }, noch frei
pc-not-now = { $piece }, du musst jetzt ein Hexomino nehmen
pc-choose-draft = Wähle ein Teil
pc-take = Nehmen
pc-draft-here = Du nimmst { $piece }
pc-draft-places = { $count ->
    [one] passt auf dem leeren Brett an { $count } Platz
   *[other] passt auf dem leeren Brett an { $count } Plätze
}
pc-must = { $count ->
    [one] du musst noch { $count } Hexomino nehmen
   *[other] du musst noch { $count } Hexominos nehmen
}
pc-must-mark = Hexominos: { $taken }, mindestens { $count } nötig
pc-picks-next = { $name } wählt als Nächstes
pc-you-pick-next = du wählst als Nächstes
pc-places-first = { $name } legt zuerst
pc-you-place-first = du legst zuerst

# Das Brett
pc-board = Brett, 11 Reihen mit 12 Feldern
pc-cell-free = { $cell }, frei
pc-cell-taken = { $cell }, { $piece }
pc-keys = Pfeiltasten bewegen das Teil, R dreht es, F wendet es, N geht zum nächsten Platz, an den es passt, Enter legt es, Escape legt es zurück. Eine Ziffer oder Bild ab nimmt ein anderes Teil.
pc-your-pieces = Deine Teile
pc-pieces-of = Teile von { $name }
pc-none-left = nichts mehr übrig
pc-out = raus
pc-piece-fits = { $piece }, { $count ->
    [one] passt an { $count } Platz
   *[other] passt an { $count } Plätze
}
pc-piece-stuck = { $piece }, passt nirgends
pc-nowhere = passt nicht
pc-turn = Drehen
pc-flip = Wenden
pc-next-place = Nächster Platz
pc-put-back = Zurücklegen
pc-tools = Das Teil in der Hand

# Der Satz
pc-choose-piece = Wähle eines deiner Teile
pc-choose-place = Wähle einen Platz für { $piece }: { $count ->
    [one] es gibt { $count }
   *[other] es gibt { $count }
}
pc-place = Legen
pc-fits = Passt hier.
pc-holes = { $count ->
    [one] Es bleibt ein Loch der Größe { $sizes }
   *[other] Es bleiben Löcher der Größe { $sizes }
}
pc-no-holes = Es bleiben keine Löcher
pc-loses = { $places ->
    [one] { $name } verliert { $lost } von { $places } Platz
   *[other] { $name } verliert { $lost } von { $places } Plätzen
}
pc-loses-all = { $places ->
    [one] { $name } verliert den letzten Platz
   *[other] { $name } verliert alle { $places } Plätze
}
pc-squares-after = { $count ->
    [0] danach hast du nichts mehr übrig
    [one] danach hast du noch { $count } Feld übrig
   *[other] danach hast du noch { $count } Felder übrig
}
pc-stuck = dann passt keines deiner Teile mehr
pc-ends = beendet die Partie
pc-sticks-out = Nicht hier: Es ragt über den Rand
pc-lies-on = Nicht hier: Es überdeckt { $pieces }
pc-out-and-on = Nicht hier: Es ragt über den Rand und überdeckt { $pieces }
pc-not-here = Nicht hier

# Züge in Worten
pc-told-draft = nimmt { $piece }
pc-told-place = { $count ->
    [0] legt { $piece } auf { $area }, nichts mehr übrig
    [one] legt { $piece } auf { $area }, noch { $count } Feld übrig
   *[other] legt { $piece } auf { $area }, noch { $count } Felder übrig
}
pc-told-outs = { $count ->
    [one] ; jemand scheidet aus
   *[other] ; { $count } scheiden aus
}

# Die Abrechnung
pc-fewest = Felder der übrigen Teile: Wer am wenigsten hat, gewinnt.
pc-rank = Platz { $place }
pc-wins = { $name } gewinnt
pc-you-win = Du gewinnst
pc-all-placed = Alles gelegt
pc-tie = Gleichstand mit { $count }: { $name } hat zuletzt gelegt und steht höher.
pc-tie-you = Gleichstand mit { $count }: Du hast zuletzt gelegt und stehst höher.
pc-keeps = { $name } behält { $places }
pc-you-keep = du behältst { $places }
pc-decided = { $count ->
    [one] { $name } konnte { $count } Teil nicht mehr legen: { $squares } Felder bleiben übrig.
   *[other] { $name } konnte { $count } Teile nicht mehr legen: { $squares } Felder bleiben übrig.
}
pc-advice-large = Nächstes Mal: große Teile zuerst, solange Platz ist.
pc-advice-room = Nächstes Mal: Halte eine Lücke frei, in die nur deine letzten Teile passen.
