# What somebody has played, and how well.

me-title = Meine Partien
me-none = Noch keine deiner Partien ist zu Ende.
me-ratings = Wie gut ich spiele
me-game = Spiel
me-all = alle
me-record = Aufzeichnung
me-records = Alle Aufzeichnungen, als eine Datei
me-more = Frühere Partien
me-of = Partien von { $name }
me-result = Ergebnis
me-won = gewonnen
me-lost = nicht gewonnen
me-with = Mit
me-everybody = alle
me-rated = Gewertet
me-curve = Von { $first } auf { $last } über { $count } gewertete Partien; jetzt zwischen { $low } und { $high }.
leaders = Rangliste
leaders-none = So eine gewertete Partie hat noch niemand beendet.
rating-range = Bereich
rating-games = Gewertete Partien
rating-text = Alle beginnen bei 25. Die Wertung ist unsere beste Schätzung; die wahre Stärke liegt in 19 von 20 Fällen im Bereich. Er wird mit jeder gewerteten Partie enger.

mail-title = Mail, wenn du am Zug bist
mail-address = Deine Adresse
mail-text = Für Partien über Tage: höchstens eine Mail pro Zug, keine, solange du am Tisch bist.
mail-ask = Bestätigung schicken
mail-asked = Eine Mail ist unterwegs an { $address }. Öffne den Link darin, um die Adresse zu bestätigen.
mail-on = Unter { $address } erfährst du, wann du am Zug bist.
mail-stop = Keine Mails mehr
mail-confirm-text = Möchtest du unter dieser Adresse erfahren, wann du in Partien über Tage am Zug bist?
mail-confirm-do = Ja, bestätigen
mail-confirm-done = Deine Adresse ist bestätigt.
mail-stop-text = Möchtest du keine Mails über deine Züge mehr?
mail-stop-do = Mails beenden
mail-stop-done = Du bekommst keine Mails mehr, und die Adresse ist vergessen.
mail-link-old = Dieser Link ist zu alt oder schon verbraucht. Fordere unter deinem Namen einen neuen an.
