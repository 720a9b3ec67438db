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
nl-turn-0 = jetzt
nl-turn-1 = dann
nl-turn-2 = danach
nl-turn-3 = zuletzt
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
    [one] noch { $count } Marke
   *[other] noch { $count } Marken
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
    [one] Nimm das Plättchen hinter der Mondsichel.
   *[other] Nimm eines der { $count } Plättchen hinter der Mondsichel.
  }
nl-choose-refill = Nimm ein Plättchen oder fülle zuerst das Rad auf.
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
    [one] { $count } Plättchen kommt
   *[other] { $count } Plättchen kommen
  } · danach nimmst du eines
nl-would-finish = Beendet Phase eins · erste Summe { $sum } · { $count ->
    [one] { $count } Plättchen kommt auf das Rad
   *[other] { $count } Plättchen kommen auf das Rad
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
nl-solo-open = offen
nl-solo-progress = Gelegte Spielmarken: { $laid }. Phase eins braucht { $first }, das ganze Spiel { $all }.

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
nl-sheet-over = Das Ziel ist, unter { $challenge } zu bleiben.
nl-sheet-par = Richtwert für diese Partie: { $par }
nl-near = { $count ->
    [0] keiner Aufgabe fehlt nur ein Plättchen
    [one] { $count } Aufgabe fehlt nur ein Plättchen
   *[other] { $count } Aufgaben fehlt nur je ein Plättchen
  }
nl-decided = { $count ->
    [one] { $name } fehlte { $count } Spielmarke.
   *[other] { $name } fehlten { $count } Spielmarken.
  }
nl-decided-missing = Fehlende Spielmarken kosteten { $points }.
