# Die Startseite und das Profil.
play = Spielen
friends = Freunde
facts-players = { $players } Personen
today = Heute
today-text = für alle dieselbe Partie, ein Versuch, und ein Rätsel
streak = { $count ->
    [0] Noch kein Tag in Folge
    [one] { $count } Tag in Folge
   *[other] { $count } Tage in Folge
}
more-ways = Mehr Spielarten
more-ways-text = schnelle Partie, ein Gerät, der Fernseher, allein
way-quick = Gegen jemanden, der gerade auch eine Partie sucht.
way-here = Alle spielen an diesem Gerät, reihum.
way-middle = Das Brett ist auf dem Fernseher, eure Karten sind auf den Handys.
way-solo = Eine Person, ein Ziel: das eigene beste Ergebnis.
way-learn = Fünf Minuten an echten Stellungen: Du machst die Züge.
way-rules = Alle Regeln, mit Bildern.
way-puzzles = Stellungen mit genau einer richtigen Antwort.
way-leaders = Die Besten auf diesem Server.
who-welcome = Willkommen, { $name }. Deine Partien sind jetzt sicher.
me-files = Partien als Dateien
start-first = Zum ersten Mal?
start-offer = Drei Züge mit Anleitung
start-finished = So geht ein Zug. Der Rest kommt beim Spielen.
start-lesson = Die ganze Lektion
rematch-asked = { $name } möchte eine Revanche.
rematch-waits = Warten auf { $names } …
rematch-refused = Diesmal keine Revanche.
rematch-table = Zum Tisch
yes = Ja
no = Nein
qr-local = Handys können diese Adresse nicht öffnen: Sie meint nur diesen Computer. Starte den Server für dein Netz und öffne die Adresse, die er nennt:
share = Teilen
rated-unless = Gewertet: Diese Partie zählt, außer wenn zwei dieselbe IP-Adresse haben.
rated-counted = Diese Partie hat für die Wertung gezählt.
begin-waits = { $count ->
    [one] Es fehlt noch { $count } Person.
   *[other] Es fehlen noch { $count } Personen.
}
begin-bots-instead = Lieber mit einem Bot spielen
daily-one-try = Partie des Tages · ein Versuch
card-share = Ergebnis teilen
me-played = { $count ->
    [one] { $count } Partie, { $won } gewonnen
   *[other] { $count } Partien, { $won } gewonnen
}
me-bots = Besiegte Bots
leaders-bots = Bots zum Vergleich
stage-against = Gegen { $name }.
