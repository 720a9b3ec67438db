# A game without a board of its own.
plain-play = So spielen
plain-choose-piece = Wähle ein Teil.
plain-choose-cell = Wähle ein Feld.
plain-choose-move = Wähle einen Zug aus der Liste.
plain-nothing-fits = Hier geht nichts.
plain-way = (Drehung { $number } von { $count }: noch einmal tippen oder R für die nächste)
plain-cell = Zeile { $row }, Spalte { $column }: { $text }
plain-empty = leer
plain-pieces-label = Teile
plain-pieces = { $title }, { $count } Stück
plain-margin = Ein Vorsprung von { $count }.
