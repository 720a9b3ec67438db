# Eine Partie noch einmal ansehen, und was ein Bot davon hält.
replay-title = Rückschau
replay-record = eine Aufzeichnung
replay-record-local = eine Aufzeichnung, auf einem Gerät gespielt, nie gewertet
replay-running = läuft noch
replay-not-begun = An diesem Tisch gibt es noch keine Partie zum Ansehen.
replay-to-table = Zum Tisch
replay-covered = Andere spielen diese Partie noch. Sie wird aufgedeckt, wenn ihr letzter Tag vorbei ist.
replay-eyes = Sicht von
replay-eyes-open = Zuschauern, Karten offen
replay-eyes-nobody = Zuschauern
replay-to-move = am Zug
replay-score = am Ende { $score }

replay-reel = Durch die Partie gehen
replay-slide = Zug
replay-ply = { $ply } von { $plies }
replay-beginning = Beginn der Partie
replay-first = Zum Anfang
replay-back = Einen Zug zurück
replay-play = Abspielen
replay-pause = Anhalten
replay-on = Einen Zug weiter
replay-last = Zum Ende
replay-speed = Tempo
replay-speed-times = { $times }×

replay-side = Züge und Analyse
replay-moves = Züge
replay-copied = Der Link zu diesem Zug ist kopiert.
replay-download = Datei herunterladen

replay-play-on = Von hier weiterspielen
replay-play-on-text = { $players ->
    [1] Nach Zug { $ply } beginnt eine neue Partie. Was damals unbekannt war, wird neu gemischt; sie wird nie gewertet.
   *[other] Nach Zug { $ply } beginnt eine neue Partie mit Bots auf den anderen Plätzen. Was dein Platz damals nicht wusste, wird neu gemischt; sie wird nie gewertet.
}
replay-play-on-seat = Du spielst für
replay-play-on-begin = Weiterspielen

replay-shuffle = Mischung prüfen
replay-shuffle-before = Vor der Partie
replay-shuffle-before-text = Der Server hat eine geheime Zahl gezogen und allen ihren Fingerabdruck gezeigt. Aus dem Fingerabdruck lässt sich die Zahl nicht finden, und eine zweite Zahl mit demselben Fingerabdruck kennt niemand. So konnte der Server es sich nicht anders überlegen.
replay-shuffle-added = Dann die Spieler
replay-shuffle-added-text = Wer sich gesetzt hat, durfte eine eigene Zahl beisteuern. So konnte sich der Server auch die Ausgangslage nicht aussuchen.
replay-shuffle-nothing = In dieser Partie hat niemand etwas beigesteuert.
replay-shuffle-after = Nach der Partie
replay-shuffle-after-text = Jetzt liegt das Geheimnis offen. Sein Fingerabdruck muss der von vorher sein, und zusammen mit den Zahlen der Spieler muss es den Startwert ergeben, nach dem gemischt wurde.
replay-shuffle-later = Das Geheimnis wird nach der Partie gezeigt. Notiere den Fingerabdruck, wenn du magst, und vergleiche dann.
replay-shuffle-none = Diese Aufzeichnung sagt nicht, wie gemischt wurde. Züge und Ergebnis lassen sich prüfen.
replay-commitment = Fingerabdruck
replay-secret = Geheimnis
replay-seed = Startwert
replay-noted = Notierter Fingerabdruck (freiwillig)
replay-check = Prüfen
replay-check-fingerprint-yes = Dein Browser hat den Fingerabdruck des Geheimnisses selbst berechnet: Es ist der von vor der Partie.
replay-check-fingerprint-no = Dein Browser hat den Fingerabdruck des Geheimnisses selbst berechnet: Es ist nicht der von vor der Partie!
replay-check-seed-yes = Das Geheimnis und die Zahlen der Spieler ergeben den Startwert dieser Partie; auch das hat dein Browser geprüft.
replay-check-seed-no = Das Geheimnis und die Zahlen der Spieler ergeben nicht den Startwert dieser Partie!
replay-check-unable-unknown = Dein Browser berechnet Fingerabdrücke nur über https oder auf diesem Rechner; hier hat also nur der Server geprüft.
replay-check-noted-yes = Es ist der Fingerabdruck, den du notiert hast.
replay-check-noted-no = Es ist nicht der Fingerabdruck, den du notiert hast!
replay-check-game-yes = Der Server hat die Partie noch einmal gemischt und gespielt: Ausgangslage, alle Züge und das Ergebnis stimmen.
replay-check-game-no = Der Server hat die Partie noch einmal gemischt und gespielt, und sie stimmt nicht!
