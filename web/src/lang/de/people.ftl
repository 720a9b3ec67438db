# Games a person has played, ratings and emails.

me-title = Meine Partien
me-none = Du hast noch keine Partie beendet.
me-ratings = Meine Wertungen
me-game = Spiel
me-all = alle
me-record = Aufzeichnung
me-records = Alle herunterladen
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
leaders-none = Noch keine gewerteten Partien.
rating-range = Bereich
rating-games = Gewertete Partien
rating-text = Alle beginnen bei 25. Die Wertung ist unsere beste Schätzung; die wahre Stärke liegt in 19 von 20 Fällen im Bereich. Er wird mit jeder gewerteten Partie enger.

mail-title = E-Mail, wenn du am Zug bist
mail-address = E-Mail-Adresse
mail-text = Für Fernpartien: höchstens eine E-Mail pro Zug, keine, solange du am Tisch bist.
mail-ask = Bestätigung schicken
mail-asked = Eine E-Mail ist unterwegs an { $address }. Öffne den Link darin, um die Adresse zu bestätigen.
mail-on = Unter { $address } erfährst du, wann du am Zug bist.
mail-stop = Keine E-Mails mehr
mail-confirm-text = Möchtest du unter dieser Adresse erfahren, wann du in Fernpartien am Zug bist?
mail-confirm-do = Ja, bestätigen
mail-confirm-done = Deine Adresse ist bestätigt.
mail-stop-text = Keine E-Mails mehr, wenn du am Zug bist?
mail-stop-do = E-Mails beenden
mail-stop-done = Du bekommst keine E-Mails mehr, und deine Adresse ist gelöscht.
mail-link-old = Dieser Link ist zu alt oder schon verbraucht. Fordere in deinem Profil einen neuen an.
