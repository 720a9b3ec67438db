# Ein Raum: ein Link für alle Partien einer Runde
room-title = Euer Raum
room-text = Ein Link für all eure Partien: Bewahrt ihn auf und kommt wieder, wann ihr wollt.
room-link = Link zu diesem Raum
room-on = { $status ->
    [open] { $game } wartet auf Spieler:
   *[running] { $game } läuft:
}
room-watch = Zusehen
room-none = Gerade läuft keine Partie. Wählt die nächste:
room-wait = Gerade läuft keine Partie. Die nächste wählen die Spieler dieses Raums.
room-next = Die nächste Partie
room-here = Gerade hier: { $names }
room-others = und { $count } weitere
room-score = Stand
room-won = Siege
room-games = Partien
room-empty = Noch keine Partie ist zu Ende.
room-ours = Unser Raum
