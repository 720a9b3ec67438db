# Wörter jeder Seite.

skip = Zum Spielbrett springen
site = Seiten
learn = Lernen
settings = Einstellungen
close = Schließen
save = Speichern
send = Senden
you = du
name = Name
total = Summe
rank = Platz
go-home = Alle Spiele
try-now = Jetzt versuchen
load-again = Neu laden
copied = Kopiert
copy-link = Link kopieren
qr-label = QR-Code zu diesem Link
not-affiliated = Tilewright ist ein unabhängiges Projekt und steht in keiner Verbindung zu Autoren oder Verlagen dieser Spiele.
connection-lost = Verbindung verloren. Deine Partie ist gespeichert; neuer Versuch …
connection-lost-kept = Verbindung verloren. Dein Zug ist gespeichert und wird gesendet; neuer Versuch …
new-version = Eine neue Version ist verfügbar.
trouble-title = Etwas ist schiefgegangen
server-words = Meldung des Servers
play-as-guest = Als Gast weitermachen

language = Sprache
theme = Design
theme-auto = Automatisch
theme-light = Hell
theme-dark = Dunkel
theme-contrast = Hoher Kontrast
comfort = Bedienung
motion = Animationen
sound = Ton
sound-ask = Töne?
yes = Ja
no = Nein
notices = Melden, wenn ich dran bin
notices-refused = Dein Browser blockiert hier Benachrichtigungen. Erlaube sie in den Website-Einstellungen neben der Adresszeile.
notice-turn = Du bist am Zug: { $game }
letters = Buchstaben auf den Teilen
stripes = Streifen auf großen Teilen

guest-name = Gast { $number }
who-title = Profil
who-name = Anzeigename
who-login = Anmeldename
who-log-in = Anmelden
who-log-out = Abmelden
who-way = Anmelden oder Konto anlegen?
who-account = Konto anlegen
who-account-text = Behalte Namen, Partien und Wertungen auf jedem Gerät.
who-password = Passwort
who-new-password = Neues Passwort, mindestens 8 Zeichen
who-log-in-text = Passwort vergessen? Der Betreiber dieses Servers gibt dir ein neues.
who-log-in-do = Anmelden
who-account-do = Konto anlegen
who-more = Passwort, Daten, Konto löschen
who-data = Daten herunterladen
who-change-password = Passwort ändern
who-password-changed = Passwort geändert. Auf allen anderen Geräten bist du abgemeldet.
who-delete = Konto löschen
who-delete-sure = Name, Anmeldename und Token werden endgültig gelöscht. Deine Partien bleiben deinen Gegnern erhalten, aber ohne deinen Namen. Gib oben dein Passwort ein und bestätige.
who-delete-guest = Dein Name wird endgültig gelöscht. Deine Partien bleiben deinen Gegnern erhalten, aber ohne deinen Namen.
who-delete-yes = Ja, endgültig löschen
who-deleted = Deine Daten sind gelöscht.

home-title = Legespiele, in Ruhe gespielt
home-text-alone = Spiel gegen Bots oder reihum, alles auf diesem Gerät: ohne Konto und, sobald die Seite geladen ist, ohne Netz.
play-bots = Gegen Bots spielen
play-friends = Mit Freunden
play-quick = Schnelle Partie
play-here = Reihum an einem Gerät
play-middle = Bildschirm + Handys
play-solo = Solo
learn-it = Lernen
rules = Regeln
rules-none = Dieses Spiel hat noch keine Regelseite. Alle erlaubten Züge stehen unter „Züge“.
go-on = Da weitermachen, wo du aufgehört hast
drop-table = { $running ->
    [yes] Diese Partie { $game } aufgeben und entfernen
   *[no] Diese Partie { $game } entfernen
}
drop-sure = { $running ->
    [yes] Aufgeben und diese Partie entfernen?
   *[no] Diese Partie entfernen?
}
drop-yes = { $running ->
    [yes] Ja, aufgeben
   *[no] Ja, entfernen
}
open-tables = Offene Tische
local-games = Auf diesem Gerät
local-label = Offline spielen (Bots laufen auf diesem Gerät)
local-offline = Du spielst ohne Verbindung; die Partie wird auf diesem Gerät gespeichert.
local-kept = Auf diesem Gerät gespeichert.
local-held = Der Speicher dieses Browsers ist voll oder abgeschaltet. Du kannst weiterspielen, aber die Partie ist verloren, wenn du dieses Fenster schließt. Entferne Partien auf der Startseite, um Platz zu schaffen.
local-hand-over = Auf dem Server speichern
table-your-turn = Du bist dran
table-free = { $count ->
    [one] { $count } Platz frei
   *[other] { $count } Plätze frei
}
table-move = Zug { $number }
record-drop = Partie hierher ziehen oder Datei wählen
record-empty = Diese Datei ist leer.
record-too-long = Diese Datei ist zu groß für die Aufzeichnung einer Partie.

players = Spieler
here-names = Wer spielt mit? (Namen sind freiwillig)
more-options = Weitere Optionen
option-first = Wer beginnt
by-chance = das Los
seat-me = ich
seat-bot = Bot { $number }
number-none = –
number-suggested = Für Stärkere
number-other = Andere Zahlen
clock = Bedenkzeit
clock-none = ohne Uhr
clock-ten = 10 Minuten + 5 s pro Zug
clock-thirty = 30 Minuten + 10 s pro Zug
clock-days = 2 Tage pro Zug
from-the-middle = Fortsetzung einer anderen Partie
listed-label = Öffentlich: Alle können beitreten
rated-label = Gewertet
begin-bots = Spielen
begin-friends = Tisch anlegen
begin-here = Spielen
begin-middle = Tisch anlegen
begin = Starten
begin-filled = { $count ->
    [one] Mit einem Bot starten
   *[other] Mit { $count } Bots starten
}

seat-free = freier Platz
seat-kept = reserviert (letzte Partie)
player-number = Spieler { $number }
bot-level = { $name }, Stufe { $level }
bot-random = Bot, zufällig
bot-greedy = Bot, gierig
table-name = Tisch { $id }
table-opening = Der Tisch wird geladen …
table-closed = Dieser Tisch wurde vor Spielbeginn geschlossen.
lobby-title = Warten auf Mitspieler
lobby-host = Schick deinen Freunden diesen Link. Wer ihn öffnet, kann sich an den Tisch setzen.
lobby-quick = Du wartest auf einen Gegner. Dein Tisch steht auf der Startseite; sobald jemand beitritt, geht es los.
lobby-alone = Noch ist niemand beigetreten. Starte mit einem Bot oder warte weiter.
lobby-middle = Dieser Bildschirm ist der Tisch. Scannt den Code mit euren Handys: Jedes Handy ist ein Platz.
middle-secrets = Eure Karten sind auf euren Handys.
middle-phones = Ihr spielt auf euren Handys.
middle-back = Platz weg? Scanne den Code noch einmal.
hand-over = Gerät wechseln
hand-over-of = Platz von { $name }: Gerät wechseln
hand-over-text = Scanne das innerhalb von fünf Minuten mit dem anderen Gerät. Der Platz von { $name } wechselt dorthin.
seat-gone = Dein Platz ist jetzt auf einem anderen Gerät. Du schaust nur noch zu.
lobby-guest = Du sitzt am Tisch. Der Gastgeber startet die Partie.
lobby-visitor = Ein Platz ist für dich frei. Der Gastgeber startet die Partie.
lobby-watcher = Alle Plätze an diesem Tisch sind besetzt: Du schaust zu.
lobby-link = Link zu diesem Tisch
lobby-name = Wie sollen die anderen dich nennen?
sit-down = Hinsetzen
stand-up = Aufstehen
free-seat = Platz freigeben
close-table = Tisch schließen
waiting-for-host = Warten auf den Gastgeber …
shuffle-fixed = Die Mischung steht schon fest
shuffle-fixed-text = Die Mischung stand schon vor der Partie fest; dies ist ihr Fingerabdruck. Nach der Partie kann das jeder nachprüfen.

your-turn = Du bist dran
turn-of = { $name } ist dran
game-over = Die Partie ist zu Ende
spectators = { $count ->
    [one] { $count } Zuschauer
   *[other] { $count } Zuschauer
}
rated = gewertet
unrated = ohne Wertung
unrated-address = Ohne Wertung: Spieler haben dieselbe IP-Adresse.
paused = Pause
paused-text = Die Partie pausiert; die Uhren stehen.
resume = Fortsetzen
stand-in-text = Du warst abwesend, ein Bot spielt für dich.
reclaim = Ich bin zurück
asked-undo = { $mine ->
    [yes] Du möchtest den letzten Zug zurücknehmen.
   *[no] { $name } möchte den letzten Zug zurücknehmen.
}
asked-pause = { $mine ->
    [yes] Du möchtest eine Pause.
   *[no] { $name } möchte eine Pause.
}
agree = Annehmen
refuse = Ablehnen
take-back = Zurückziehen
pass-screen = { $name } ist dran. Gib das Gerät weiter.
show-mine = Ich bin { $name }: Brett zeigen
time-left = Restzeit
time-left-unsure = Restzeit (ohne Verbindung ungefähr)
rating = Wertung
place = { $place }. Platz
forfeit-resigned = aufgegeben
forfeit-time = Zeit abgelaufen
forfeit-fault = Regelverstoß
told-resigned = { $name } hat aufgegeben.
told-time = Die Zeit von { $name } ist abgelaufen.
told-fault = { $name } hat einen unerlaubten Zug gemacht.
has-stand-in = Bot spielt
away = abwesend
is-out = raus
thinking = denkt nach …
warming = läuft warm …
to-move = am Zug
turn-order = { $number ->
    [1] als Nächstes
    [2] danach
   *[other] als Drittes
}

result = Ergebnis
sentence-whole = Alles zeigen
tools = Werkzeuge
undo = Zurücknehmen
hint = Tipp
moves = Züge
talk = Chat
more = Mehr
replay = Rückschau
pause = Um eine Pause bitten
resign = Aufgeben
resign-sure = Diese Partie aufgeben?
resign-yes = Ja, aufgeben
resign-no = Nein, weiterspielen
no-moves = Noch kein Zug.
legal-moves = { $count ->
    [one] { $count } erlaubter Zug als Liste
   *[other] Alle { $count } erlaubten Züge als Liste
}
legal-moves-asked = Züge werden durchgerechnet …
legal-moves-more = Mehr zeigen
talk-empty = Noch keine Nachrichten.
talk-label = Nachricht schreiben
thinking-hint = Ein starker Bot denkt nach …
hint-later = Du bist nicht dran.
you-won = Du hast gewonnen!
winner = { $name } hat gewonnen
rematch = { $alone ->
    [yes] Noch einmal
   *[no] Revanche
}
review = Auswertung
home = Startseite
best-now = Dein bestes Ergebnis; das bisherige war { $score }.
best-so-far = Dein bestes Ergebnis: { $score }.
rematch-watch = Nächste Partie ansehen

daily-title = Partien des Tages
daily-past = Partien eines früheren Tages
daily-earlier = Früher: { $date }
daily-later = Später: { $date }
daily-text = Heute haben alle dieselbe Ausgangslage und dieselben Plätze: { $name }. Erst zählt der Sieg, dann der Vorsprung.
daily-of = Partie vom { $date }
daily-play = Heutige Partie spielen
daily-go-on = Fortsetzen
daily-look = Deine Partie ansehen
daily-mine = Deine Summe: { $score }
daily-unranked = Du wärst auf Platz { $place }. Die Liste zeigt nur Spieler mit Konto, einen je Internetadresse.
daily-par = Richtwert (unser Programm kannte alle Plättchen): { $par }.
daily-results = Ergebnisse
daily-none = Noch ist niemand fertig. Mach den Anfang!
daily-nobody = Niemand hat sie beendet.
daily-rule = Ein Versuch am Tag, ohne Zurücknehmen und Tipps. Der Tag wechselt um Mitternacht UTC.
deal-game = Spiel
deal-mine = Dein Ergebnis: { $text }
deal-rank = Platz { $rank } von { $count }, { $text } gegenüber dem Schnitt.
deal-par = Richtwert (unser stärkster Bot auf deinem Platz): { $text }.
deal-par-parted = Ab Zug { $number } spielte er anders als du.
deal-mean = gegenüber dem Schnitt
deal-parted = anders ab Zug
deal-seat = Platz { $number }
deal-text = Alle mit diesem Link haben dieselbe Ausgangslage und dieselben Plätze: { $name }. Spielbar bis { $date }.
deal-text-alone = Alle mit diesem Link haben dieselbe Ausgangslage. Spielbar bis { $date }.
deal-link = Link zu dieser Partie
deal-play = Diese Partie spielen
deal-wait = { $count ->
    [one] { $count } Person ist fertig. Das Ergebnis siehst du, sobald du selbst fertig bist.
   *[other] { $count } Personen sind fertig. Ihre Ergebnisse siehst du, sobald du selbst fertig bist.
}
deal-rule = Ein Versuch, ohne Zurücknehmen und Tipps. Was verdeckt ist, bleibt es bis nach dem letzten Tag.
deal-until = eine Partie für Freunde, bis { $date }
deal-new = Fordere deine Freunde heraus
deal-new-text = Spiel eine Partie, schick den Link weiter und vergleicht, wer besser abschneidet.
deal-make = Partie anlegen

about = Über Tilewright
about-text = Tilewright ist ein Zuhause für Legespiele: zum Spielen, Lernen und Studieren. Es ist freie Software.
about-fair = Bots sehen nur, was ihr Platz sehen darf. Jede Mischung steht vor der Partie fest und lässt sich danach nachprüfen.
about-privacy = Die Seite lädt nichts von anderswo und verfolgt niemanden. Ein Cookie merkt sich deinen Namen am Tisch; Einstellungen bleiben in diesem Browser.
about-privacy-alone = Die Seite lädt nichts von anderswo und verfolgt niemanden. Hinter ihr steht kein Server: Partien und Einstellungen bleiben in diesem Browser.
about-games = Die Spiele
about-credits = Alle Bilder und Texte hier sind unsere eigenen. Wenn dir ein Spiel gefällt, kauf die Schachtel.
about-fonts = Die Schriften sind Source Serif 4 und Source Sans 3, unter der SIL Open Font License.

news = Seit deinem letzten Zug
news-all = Die letzten Züge
told-taken_over = { $name } war nicht da: Ein Bot spielt weiter.
told-reclaimed = { $name } ist wieder da.
told-handed_over = { $by ->
    [host] Der Gastgeber hat den Platz von { $name } an ein anderes Gerät gegeben.
   *[owner] { $name } spielt auf einem anderen Gerät weiter.
}
told-held = Der Server war nicht erreichbar. Niemand hat Zeit verloren; die Uhren laufen gleich weiter.
told-undone = { $count ->
    [one] Ein Zug wurde zurückgenommen.
   *[other] { $count } Züge wurden zurückgenommen.
}
hint-chances = Gewinnchancen. Klicke oder tippe auf eine Zeile, um sie auf dem Brett zu sehen.
hint-totals = Erwartete Summen. Klicke oder tippe auf eine Zeile, um sie auf dem Brett zu sehen.
hint-without = verzichtet auf: { $what }
hint-both = { $does }, aber { $lost }
hint-pays-later = { $lost }, zahlt sich aber später aus
hint-ways = { $count ->
    [one] { $count } Zug führt dazu.
   *[other] { $count } Züge führen zu fast demselben.
}
hint-again = Noch einmal klicken oder tippen, um ihn zu spielen.
final-count = Schlusswertung
decided-row = Den Ausschlag gab: { $row }, { $first } zu { $second }.
rematch-easier = Leichter: Stufe { $level }
rematch-harder = Schwerer: Stufe { $level }
winners = { $names } teilen sich den ersten Platz
