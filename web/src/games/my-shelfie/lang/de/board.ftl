# Items
ms-item-C = Katze
ms-item-B = Buch
ms-item-G = Spiel
ms-item-F = Bild
ms-item-T = Pokal
ms-item-P = Pflanze
ms-order-1 = { $first }
ms-order-2 = { $first }, dann { $second }
ms-order-3 = { $first }, dann { $second }, dann { $third }
ms-group = { $type ->
    [C] Gruppe aus { $count } Katzen
    [B] Gruppe aus { $count } Büchern
    [G] Gruppe aus { $count } Spielen
    [F] Gruppe aus { $count } Bildern
    [T] Gruppe aus { $count } Pokalen
   *[P] Gruppe aus { $count } Pflanzen
  }: { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
  }

# The living room
ms-room = Wohnzimmer
ms-tile = { $item }, { $cell }
ms-tile-chosen = { $item }, { $cell }, kommt als Nummer { $number } hinein
ms-tile-locked = { $item }, { $cell }, kann jetzt nicht genommen werden
ms-bag = { $count } im Beutel
ms-last-round = Letzte Runde:
ms-turns-left = { $count ->
    [one] noch ein Zug
   *[other] noch { $count } Züge
  }
ms-nearest = { $count ->
    [one] { $name }: noch ein Plättchen bis zum vollen Regal
   *[other] { $name }: noch { $count } Plättchen bis zum vollen Regal
  }

# Shelves
ms-your-shelf = Dein Regal
ms-shelf-of = Regal: { $name }
ms-others = Die anderen
ms-enlarge = Regal von { $name } vergrößern
ms-close = Schließen
ms-points = { $points ->
    [one] bisher { $points } Punkt
   *[other] bisher { $points } Punkte
  }
ms-free = { $count ->
    [0] kein Platz frei
    [one] { $count } Platz frei
   *[other] { $count } Plätze frei
  }
ms-first = Startspieler
ms-columns = Spalten deines Regals
ms-column-empty = Spalte { $column }: leer
ms-column-holds = { $free ->
    [0] Spalte { $column }, von unten: { $items }; voll
    [one] Spalte { $column }, von unten: { $items }; { $free } Platz frei
   *[other] Spalte { $column }, von unten: { $items }; { $free } Plätze frei
  }
ms-column-gain = { $words }. Punkte: { $signed }

# Goals, cards, tokens
ms-goal-progress = { $done } von { $of }
ms-goal-won = Erreicht: { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
  }
ms-goal-stands = { $goal }: { $done } von { $of }
ms-token = { $points ->
    [one] Marke für { $points } Punkt
   *[other] Marke für { $points } Punkte
  }
ms-token-of = { $name } hat die { $points }
ms-token-for = { $goal }: { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
  }
ms-no-tokens = alle Marken vergeben
ms-end-token = Erstes volles Regal: 1 Punkt
ms-your-card = Deine geheime Karte
ms-card = Persönliche Karte
ms-card-hidden = Verdeckt bis zum Ende
ms-card-stands = { $done } von { $of } passen: { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
  }
ms-card-place = { $item } gesucht in Spalte { $column }, Reihe { $row } von unten
ms-card-place-done = { $item } steht in Spalte { $column }, Reihe { $row } von unten

# The move in hand
ms-hand = Plättchen in der Hand
ms-hand-tile = { $item }, Nummer { $number } von { $count }; klicke oder tippe, um es später einzusetzen
ms-hand-help = Nummer 1 kommt zuerst hinein und steht ganz unten. Tippen oder ziehen ändert die Reihenfolge.
ms-hand-empty = Hier erscheinen die genommenen Plättchen.
ms-take = Nimm ein bis drei Plättchen, die in einer Linie liegen; jedes braucht eine freie Seite.
ms-take-few = { $count ->
    [one] Nimm ein Plättchen: In keine Spalte passt mehr.
   *[other] Nimm ein oder zwei Plättchen: In keine Spalte passt mehr.
  }
ms-no-side = Dieses Plättchen kannst du nicht nehmen: Es hat keine freie Seite.
ms-not-along = Dieses Plättchen geht nicht dazu: { $words }.
ms-instead = Stattdessen dieses Plättchen: { $words }
ms-why-line = Es liegt nicht in einer Linie mit den genommenen
ms-why-room = { $count ->
    [2] In keine Spalte passen zwei
   *[other] In keine Spalte passen drei
  }
ms-why-three = Mehr als drei sind nicht erlaubt
ms-choose-column = Wähle eine Spalte: { $order }
ms-column-order = Spalte { $column }: { $order }
ms-put-in = Einsetzen
ms-reaches = erreicht „{ $goal }“
ms-fills = füllt das Regal
ms-refills = das Wohnzimmer wird aufgefüllt
ms-card-matches = persönliches Ziel: { $done } von { $of }
ms-points-more = { $points ->
    [one] { $signed } Punkt
   *[other] { $signed } Punkte
  }
ms-no-points = noch keine Punkte
ms-next = dann zieht { $name }
ms-ends = das Spiel endet

# A move that was played
ms-puts = Spalte { $column }: { $order }
ms-took-token = { $points ->
    [one] nimmt { $points } Punkt für „{ $goal }“
   *[other] nimmt { $points } Punkte für „{ $goal }“
  }
ms-filled = füllt das Regal
ms-refilled = das Wohnzimmer wird aufgefüllt

# The score pad
ms-score-tokens = Gemeinsame Ziele
ms-score-end = Erstes volles Regal
ms-score-card = Persönliches Ziel
ms-score-card-of = { $done } von { $of }
ms-score-groups = Gruppen
ms-score-none = keine
ms-score-total = Summe
ms-score-place = Platz
ms-tie = Gleich viele Punkte: Wer im Uhrzeigersinn weiter vom Startspieler entfernt sitzt, steht höher.

# Common goals
goal-six_clusters_of_2 = Sechs Zweiergruppen
goal-six_clusters_of_2-text = Mindestens sechs Gruppen aus zwei oder mehr Plättchen. Eine Gruppe sind alle Plättchen einer Sorte, die sich mit den Seiten berühren; sie zählt einmal, wie groß sie auch ist. Die Gruppen dürfen verschiedene Sorten haben.
goal-diagonal = Diagonale
goal-diagonal-text = Fünf Plättchen einer Sorte auf einer Diagonale, eines in jeder Spalte.
goal-stairs = Treppe
goal-stairs-text = Von Spalte zu Spalte wächst die Höhe stets um genau ein Plättchen, oder sie fällt stets um genau eines. Keine Spalte ist leer.
goal-eight_equal = Acht gleiche
goal-eight_equal-text = Acht oder mehr Plättchen einer Sorte, egal wo im Regal.
goal-two_rows_5_different = Zwei bunte Reihen
goal-two_rows_5_different-text = Zwei volle Reihen mit je fünf verschiedenen Sorten. Die Reihen dürfen gleich oder verschieden sein.
goal-two_squares = Zwei Quadrate
goal-two_squares-text = Zwei verschiedene Gruppen, in denen je ein Quadrat aus 2 mal 2 Plättchen steckt. Die Sorte darf gleich oder verschieden sein; ein großer Block ist nur eine Gruppe.
goal-four_rows_max3 = Vier schlichte Reihen
goal-four_rows_max3-text = Vier volle Reihen mit je höchstens drei Sorten. Die Reihen dürfen gleich oder verschieden sein.
goal-corners = Ecken
goal-corners-text = In den vier Ecken des Regals steht dieselbe Sorte.
goal-x_shape = X-Form
goal-x_shape-text = Mitte und Ecken eines Quadrats von 3 mal 3 zeigen eine Sorte, egal wo im Regal.
goal-three_columns_max3 = Drei schlichte Spalten
goal-three_columns_max3-text = Drei volle Spalten mit je höchstens drei Sorten. Die Spalten dürfen gleich oder verschieden sein.
goal-two_columns_all6 = Zwei bunte Spalten
goal-two_columns_all6-text = Zwei volle Spalten mit je allen sechs Sorten.
goal-four_clusters_of_4 = Vier Vierergruppen
goal-four_clusters_of_4-text = Mindestens vier Gruppen aus vier oder mehr Plättchen. Eine Gruppe zählt einmal, wie groß sie auch ist. Die Gruppen dürfen verschiedene Sorten haben.
ms-leaves = lässt { $count } { $type ->
    [C] Katzen
    [B] Bücher
    [G] Spiele
    [F] Bilder
    [T] Pokale
   *[P] Pflanzen
  } in einer Linie liegen
ms-leaves-none = lässt keine zwei gleichen in einer Linie liegen
ms-points-final = { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
  }
ms-advice-groups = Nächstes Mal: Lass Gruppen wachsen. Sechs oder mehr Gleiche beisammen bringen 8 Punkte.
ms-advice-goals = Nächstes Mal: Behalte die gemeinsamen Ziele im Blick. Wer ein Ziel zuerst erreicht, bekommt am meisten.
ms-advice-card = Nächstes Mal: Halte Plätze für deine geheime Karte frei. Je mehr passt, desto mehr zählt jedes Stück.
ms-advice-end = Nächstes Mal: Füll dein Regal etwas schneller. Das erste volle Regal bringt einen Punkt und beendet die Partie.
