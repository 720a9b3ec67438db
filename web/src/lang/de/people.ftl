# What somebody has played, and how well.

me-title = Meine Partien
me-none = Noch keine deiner Partien ist zu Ende.
me-ratings = Wie gut ich spiele
me-game = Spiel
me-all = alle
me-record = Aufzeichnung
me-more = Frühere Partien
leaders = Rangliste
leaders-none = So eine gewertete Partie hat noch niemand beendet.
rating-range = Bereich
rating-games = Gewertete Partien
rating-text = Alle beginnen bei 25. Die Wertung ist unsere beste Schätzung; die wahre Stärke liegt in 19 von 20 Fällen im Bereich. Er wird mit jeder gewerteten Partie enger.
