# Plättchen und Aufgaben. $colour: r rot, b blau, c türkis, y gelb.
nl-tile = { $colour ->
    [r] Rot
    [b] Blau
    [c] Türkis
   *[y] Gelb
  } { $cost }
nl-tile-taken = { nl-tile }
nl-task-part = { $count } { $colour ->
    [r] { $count ->
        [one] rotes
       *[other] rote
      }
    [b] { $count ->
        [one] blaues
       *[other] blaue
      }
    [c] { $count ->
        [one] türkises
       *[other] türkise
      }
   *[y] { $count ->
        [one] gelbes
       *[other] gelbe
      }
  }
nl-task-covered = { $task } (bedeckt)
nl-task-lit = { $task } (würde bedeckt)
nl-tile-tasks = { $tile }, Aufgaben: { $tasks }
nl-tile-bare = { $tile }, keine Aufgabe

# Das Rad und die Mondleiste.
nl-wheel-label = Rad mit { $slots } Feldern, die Mondsichel auf Feld { $crescent }
nl-slot = Feld { $slot }: { $tile }
nl-slot-take = { $tile } von Feld { $slot } nehmen
nl-crescent = Die Mondsichel
nl-supply = Vorrat
nl-supply-count = { $count ->
    [one] { $count } Plättchen im Vorrat
   *[other] { $count } Plättchen im Vorrat
  }
nl-track = Mondleiste
nl-track-disc = { $name }: { $distance ->
    [one] { $distance } Feld gelaufen
   *[other] { $distance } Felder gelaufen
  }
nl-turns = In dieser Reihenfolge: { $names }
nl-refill = Rad auffüllen
nl-refill-count = { $count ->
    [one] noch { $count } Plättchen darauf
   *[other] noch { $count } Plättchen darauf
  }

# Auslagen.
nl-area-mine = Deine Auslage
nl-area-of = Auslage von { $name }
nl-areas-others = Die anderen
nl-area-empty = Noch kein Plättchen
nl-discs = { $count ->
    [one] noch { $count } Spielmarke
   *[other] noch { $count } Spielmarken
}
nl-spent = Zeit: { $count }
nl-enlarge = Vergrößern
nl-close = Schließen
nl-zoom-in = Größer
nl-zoom-out = Kleiner
nl-centre = Ansicht zentrieren
nl-place-first = Die Mitte deiner Auslage
nl-place-beside = Neben { $tiles }
nl-place-covers = { $place }: bedeckt { $count ->
    [0] nichts
    [one] { $count } Aufgabe
   *[other] { $count } Aufgaben
  }

# Was ein Zug bewirken würde.
nl-choose-tile = { $count ->
    [one] Nimm das Plättchen nach der Mondsichel.
   *[other] Nimm eines der { $count } Plättchen nach der Mondsichel.
}
nl-choose-refill = Nimm ein Plättchen oder füll zuerst das Rad auf.
nl-choose-finish = Nimm noch ein Plättchen oder beende Phase eins.
nl-choose-place = In der Hand: { $tile }. Wähle einen Platz in deiner Auslage.
nl-here = Hier: { $parts }
nl-covers = bedeckt { $count ->
    [0] nichts
    [one] { $count } Aufgabe
   *[other] { $count } Aufgaben
  }
nl-spends = { $count ->
    [one] rückt { $count } Feld vor
   *[other] rückt { $count } Felder vor
  }
nl-next = dann zieht { $name }
nl-next-you = du ziehst noch einmal
nl-wins = deine letzte Spielmarke: du gewinnst
nl-ends = das Spiel endet
nl-sum = Summe { $sum }
nl-phase-ends = Phase eins endet
nl-phase-ends-missing = Phase eins endet, { $count ->
    [one] { $count } Spielmarke fehlt
   *[other] { $count } Spielmarken fehlen
  }
nl-would-refill = Füllt das Rad auf: { $count ->
    [one] +{ $count } Plättchen
   *[other] +{ $count } Plättchen
  } · danach nimmst du eines
nl-would-finish = Beendet Phase eins · erste Summe { $sum } · { $count ->
    [one] +{ $count } Plättchen auf dem Rad
   *[other] +{ $count } Plättchen auf dem Rad
  }
nl-lay = Hier anlegen
nl-finish = Phase eins beenden

# Was gespielt wurde.
nl-told-take = nimmt { $tile }
nl-told-covers = { $told }, bedeckt { $count ->
    [one] { $count } Aufgabe
   *[other] { $count } Aufgaben
  }
nl-told-refill = füllt das Rad mit { $count ->
    [one] { $count } Plättchen
   *[other] { $count } Plättchen
  } auf
nl-told-finish = beendet Phase eins, erste Summe { $sum }

# Solo.
nl-phase = Phase { $phase }
nl-solo-sum = Kosten bisher
nl-solo-laid = { $laid } von { $needed } Spielmarken gelegt
nl-solo-first = Erste Summe
nl-solo-second = Zweite Summe
nl-solo-running = Zweite Summe bisher
nl-solo-open = noch nicht

# Die Schlusswertung.
nl-scores = Schlusswertung
nl-scores-place = Platz
nl-scores-player = Spieler
nl-scores-discs = Spielmarken übrig
nl-scores-tiles = Plättchen
nl-scores-time = Zeit
nl-scores-won = gewinnt
nl-scores-tie = Gleich viele Spielmarken: Wer früher am Zug wäre, steht höher.
nl-sheet = Wertungsblatt
nl-sheet-costs-first = Kosten nach Phase eins
nl-sheet-costs-second = Kosten aller Plättchen
nl-sheet-missing = { $count ->
    [0] Keine Spielmarke fehlt
    [one] { $count } Spielmarke fehlt
   *[other] { $count } Spielmarken fehlen
  }
nl-sheet-total = Ergebnis
nl-sheet-under = Unter { $challenge }: gut gemacht, { $count } darunter.
nl-sheet-over = Ziel: unter { $challenge }.
nl-sheet-par = Richtwert für diese Partie: { $par }
nl-near = { $count ->
    [0] keiner Aufgabe fehlt nur ein Plättchen
    [one] { $count } Aufgabe fehlt nur ein Plättchen
   *[other] { $count } Aufgaben fehlt nur je ein Plättchen
  }
nl-decided-missing = Fehlende Spielmarken kosteten { $points }.
nl-ended-seat = { $name } bedeckte { $tasks ->
    [one] { $tasks } Aufgabe
   *[other] { $tasks } Aufgaben
  } mit { $tiles ->
    [one] { $tiles } Plättchen
   *[other] { $tiles } Plättchen
  }.
nl-over-mark = { $count ->
    [0] Das Ziel, unter { $challenge } zu bleiben, ganz knapp verfehlt.
   *[other] { $count } über dem Ziel von { $challenge }.
}
nl-advice-tiles = Nächstes Mal: Billige Plättchen bringen mehr Züge. { $name } legte { $more }, du { $tiles }.
nl-advice-tasks = Nächstes Mal: Such Stellen, die zwei Aufgaben auf einmal erfüllen.
nl-advice-solo = Nächstes Mal: zuerst billige Plättchen. Was Phase eins kostet, zählt doppelt.
