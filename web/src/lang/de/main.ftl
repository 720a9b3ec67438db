# Wörter jeder Seite.

skip = Zum Spielbrett springen
site = Seiten
learn = Lernen
daily-short = Heute
settings = Einstellungen
close = Schließen
save = Speichern
send = Senden
you = du
name = Name
total = Summe
rank = Platz
go-home = Zu den Spielen
try-now = Jetzt versuchen
load-again = Neu laden
copied = Kopiert
copy-link = Link kopieren
qr-label = Der Link als Code zum Scannen
not-affiliated = Tilewright ist ein eigenständiges Projekt und steht in keiner Verbindung zu Autoren oder Verlagen dieser Spiele.
connection-lost = Verbindung verloren. Deine Partie ist sicher; neuer Versuch …
connection-lost-kept = Verbindung verloren. Dein Zug wird aufgehoben und gesendet; neuer Versuch …
new-version = Eine neuere Version dieser Seite liegt bereit.
trouble-title = Das hat nicht geklappt
server-words = In den Worten des Servers
play-as-guest = Als Gast weitermachen

language = Sprache
theme = Aussehen
theme-auto = Automatisch
theme-light = Hell
theme-dark = Dunkel
theme-contrast = Hoher Kontrast
comfort = Komfort
motion = Animationen
sound = Ton
notices = Melden, wenn ich am Zug bin
notices-refused = Der Browser erlaubt dieser Seite keine Meldungen: Erlaube sie in seinen Einstellungen neben der Adresse.
notice-turn = Du bist am Zug: { $game }
letters = Buchstaben auf den Teilen

guest-name = Gast { $number }
who-title = Wer du bist
who-name = Dein Name am Tisch
who-login = Anmeldename
who-log-in = Anmelden
who-log-out = Abmelden
who-way = Wie möchtest du spielen?
who-guest = Als Gast
who-account = Mit einem Konto
who-account-text = Name, Partien und Wertungen gehören dir auf jedem Gerät, auf dem du dich anmeldest.
who-password = Passwort
who-new-password = Neues Passwort, mindestens 8 Zeichen
who-log-in-text = Passwort vergessen? Wer diesen Server betreibt, kann dir ein neues geben.
who-guest-do = Speichern
who-log-in-do = Anmelden
who-account-do = Namen behalten
who-more = Passwort, Daten, Abschied
who-data = Meine Daten herunterladen
who-change-password = Passwort ändern
who-password-changed = Das Passwort ist geändert. Überall sonst bist du abgemeldet.
who-delete = Mich löschen
who-delete-sure = Name, Anmeldename und Token werden endgültig gelöscht. Deine Plätze bleiben, damit die anderen ihre Partien behalten. Gib oben dein Passwort ein und bestätige.
who-delete-guest = Dein Name wird endgültig gelöscht. Deine Plätze bleiben, damit die anderen ihre Partien behalten.
who-delete-yes = Ja, endgültig löschen
who-deleted = Du bist hier vergessen.

home-title = Legespiele, ein ruhiger Tisch
home-text = Spiele gegen Bots, per Link mit Freunden oder gemeinsam an einem Bildschirm. Ganz ohne Konto.
home-text-alone = Spiele gegen Bots oder gemeinsam an einem Bildschirm, alles auf diesem Gerät: ohne Konto und, sobald die Seite da ist, ohne Netz.
play-now = Jetzt spielen
play-bots = gegen Bots
play-friends = Mit Freunden
play-quick = Schnelle Partie
play-here = An diesem Gerät
play-middle = Bildschirm in der Mitte
play-daily = Partie des Tages
play-daily-solo = Solo des Tages
play-solo = Solo
learn-it = Lernen
rules = Regeln
rules-none = Die Regeln dieses Spiels stehen hier nicht. Alle erlaubten Züge stehen in der Liste der Züge.
go-on = Da weitermachen, wo du aufgehört hast
choose-bots = Gegner wählen
drop-table = Diese Partie { $game } aufgeben
drop-sure = Diese Partie endgültig aufgeben?
drop-yes = Ja, aufgeben
open-tables = Offene Tische
local-games = Auf diesem Gerät
local-label = Ohne Server: Dieses Gerät rechnet alles selbst
local-offline = Es gibt keine Verbindung. Die Partie wird auf diesem Gerät gespielt und aufgehoben.
local-kept = Diese Partie wird auf diesem Gerät gespielt und aufgehoben.
local-held = Der Speicher dieses Browsers ist voll oder abgeschaltet. Deine Partie geht weiter, ist aber verloren, wenn du dieses Fenster schließt. Partien, die du auf der Startseite aufgibst, machen Platz.
local-hand-over = Auf dem Server aufheben
local-review = Die Auswertung macht der Server, sobald er die Partie aufhebt.
table-your-turn = Du bist dran
table-free = { $count ->
    [one] { $count } Platz frei
   *[other] { $count } Plätze frei
}
table-move = Zug { $number }
record-drop = Zieh die Aufzeichnung einer Partie hierher, oder klicke oder tippe, um eine Datei zu wählen
record-empty = Diese Datei ist leer.
record-too-long = Diese Datei ist zu groß für die Aufzeichnung einer Partie.

players = Spieler
level = Stufe
level-1 = erste Schritte
level-1-text = Spielt schnell und übersieht vieles: für deine ersten Partien.
level-2 = entspannt
level-2-text = Übersieht noch manches. Gewinnt etwa drei von vier Partien gegen Stufe 1.
level-3 = locker
level-3-text = Sieht das meiste, worauf es ankommt. Gewinnt etwa drei von vier Partien gegen Stufe 2.
level-4 = solide
level-4-text = Sorgfältig, patzt selten. Gewinnt etwa drei von vier Partien gegen Stufe 3.
level-5 = vereinsstark
level-5-text = Beurteilt Züge gut. Gewinnt etwa drei von vier Partien gegen Stufe 4.
level-6 = stark
level-6-text = Denkt voraus. Gewinnt etwa sieben von zehn Partien gegen Stufe 5.
level-7 = sehr stark
level-7-text = Denkt weit voraus. Schwer zu schlagen.
level-8 = meisterlich
level-8-text = Denkt bis zu zwei Sekunden lang und gibt alles. Mal sehen, wie lange du mithältst.
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
from-the-middle = beginnt mitten in einer anderen Partie
listed-label = Alle dürfen mitspielen: bei den offenen Tischen zeigen
rated-label = Gewertet
begin-bots = Spielen
begin-friends = Tisch öffnen
begin-here = Spielen
begin-middle = Tisch öffnen
begin = Beginnen
begin-filled = { $count ->
    [one] Mit einem Bot auf dem freien Platz beginnen
   *[other] Mit Bots auf { $count } freien Plätzen beginnen
}

seat-free = freier Platz
seat-kept = freigehalten für jemanden aus der letzten Partie
player-number = Spieler { $number }
bot-level = Bot, Stufe { $level }
bot-random = Bot, zufällig
bot-greedy = Bot, gierig
table-name = Tisch { $id }
table-opening = Der Tisch wird geöffnet …
table-closed = Dieser Tisch wurde vor Spielbeginn aufgegeben.
lobby-title = Warten auf Mitspieler
lobby-host = Schick diesen Link an deine Freunde. Wer ihn öffnet, setzt sich an den Tisch.
lobby-quick = Du wartest auf jemanden. Alle sehen diesen Tisch auf der Startseite; sobald jemand kommt, geht es los.
lobby-alone = Noch ist niemand gekommen. Beginne mit einem Bot oder warte weiter.
lobby-middle = Dieser Bildschirm zeigt allen den Tisch. Scannt den Code mit euren Handys: Jedes ist ein Platz.
middle-secrets = Eure Karten sind auf euren Handys.
middle-phones = Ihr spielt auf euren Handys.
middle-back = Ein Handy, das weg war, scannt den Code und hat seinen Platz wieder.
hand-over = Auf einem anderen Gerät weiterspielen
hand-over-of = Platz von { $name }: auf einem anderen Gerät weiterspielen
hand-over-text = Scanne das innerhalb von fünf Minuten mit dem anderen Gerät. Dann ist der Platz von { $name } dort und nicht mehr hier.
seat-gone = Dein Platz ist jetzt auf einem anderen Gerät. Hier schaust du zu.
lobby-guest = Du sitzt am Tisch. Die Partie beginnt, wenn der Gastgeber sie startet.
lobby-visitor = Ein Platz ist für dich frei. Die Partie beginnt, wenn der Gastgeber sie startet.
lobby-watcher = Alle Plätze an diesem Tisch sind besetzt: Du schaust zu.
lobby-link = Link zu diesem Tisch
lobby-name = Wie sollen die anderen dich nennen?
sit-down = Hinsetzen
stand-up = Aufstehen
free-seat = Platz freigeben
close-table = Tisch schließen
waiting-for-host = Warten auf den Gastgeber …
shuffle-fixed = Der Stapel steht schon fest
shuffle-fixed-text = Der Stapel stand vor der Partie fest, und dies ist sein Fingerabdruck. Nach der Partie kann ihn jeder nachprüfen.

your-turn = Du bist dran
turn-of = { $name } ist dran
game-over = Die Partie ist zu Ende
spectators = { $count ->
    [one] { $count } Zuschauer
   *[other] { $count } Zuschauer
}
rated = gewertet
unrated = ohne Wertung
unrated-address = Ohne Wertung: Spieler haben dieselbe Adresse.
paused = Pause
paused-text = Die Partie pausiert; die Uhren stehen.
resume = Weiter
stand-in-text = Du warst weg, ein Bot spielt für dich.
reclaim = Ich bin zurück
asked-undo = { $mine ->
    [yes] Du möchtest den letzten Zug zurücknehmen.
   *[no] { $name } möchte den letzten Zug zurücknehmen.
}
asked-pause = { $mine ->
    [yes] Du möchtest eine Pause.
   *[no] { $name } möchte eine Pause.
}
agree = Einverstanden
refuse = Ablehnen
take-back = Doch nicht
pass-screen = { $name } ist dran. Gib den Bildschirm weiter.
show-mine = Ich bin { $name }: Brett zeigen
time-left = Restzeit
time-left-unsure = Restzeit, soweit ohne Verbindung bekannt
rating = Wertung
place = { $place }. Platz
forfeit-resigned = aufgegeben
forfeit-time = Zeit abgelaufen
forfeit-fault = Regelverstoß
told-resigned = { $name } hat aufgegeben.
told-time = Die Zeit von { $name } ist abgelaufen.
told-fault = { $name } hat einen unerlaubten Zug gemacht.
has-stand-in = ein Bot springt ein
away = weg
is-out = ausgeschieden
thinking = denkt nach …
warming = läuft warm …
to-move = am Zug
turn-order = { $number ->
    [1] als Nächstes
    [2] danach
   *[other] als Drittes
}

result = Ergebnis
sentence-whole = Der ganze Satz
tools = Werkzeuge
undo = Zurücknehmen
hint = Tipp
moves = Züge
talk = Reden
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
legal-moves-asked = Wirkung der Züge wird ermittelt …
legal-moves-more = Mehr zeigen
talk-empty = Noch hat niemand etwas gesagt.
talk-label = Etwas sagen
thinking-hint = Ein starker Bot denkt nach …
warming-hint = Ein starker Bot denkt nach. Auf diesem Rechner wird er zum ersten Mal vorbereitet, darum dauert es etwas länger …
hint-later = Du bist nicht dran.
you-won = Du hast gewonnen!
winner = { $name } hat gewonnen
rematch = Noch einmal
rematch-join = Zur nächsten Partie
rematch-watch = Der nächsten Partie zusehen

daily-title = Partien des Tages
daily-past = Partien eines früheren Tages
daily-earlier = Früher: { $date }
daily-later = Später: { $date }
daily-text = Heute für alle dieselbe Auslage und dieselben Plätze: { $name }. Erst zählt der Sieg, dann der Vorsprung.
daily-of = Partie vom { $date }
daily-play = Heutige Partie spielen
daily-go-on = Heutige Partie fortsetzen
daily-look = Deine Partie ansehen
daily-mine = Deine Summe: { $score }
daily-unranked = Das wäre Platz { $place }. In der Liste stehen die Ergebnisse derer, die ein Konto haben.
daily-par = Richtwert (unser Programm kannte alle Plättchen): { $par }.
daily-results = Ergebnisse
daily-none = Noch ist niemand fertig. Mach den Anfang!
daily-nobody = Niemand hat sie beendet.
daily-rule = Ein Versuch am Tag, ohne Zurücknehmen und Tipps. Der Tag wechselt um Mitternacht UTC.
deal-game = Spiel
deal-mine = Dein Ergebnis: { $text }
deal-rank = Platz { $rank } von { $count }, { $text } zum Mittel.
deal-par = Richtwert, unser stärkster Bot auf deinem Platz: { $text }.
deal-par-parted = Seine Partie lief anders ab Zug { $number }.
deal-mean = zum Mittel
deal-parted = anders ab Zug
deal-seat = Platz { $number }
deal-luck = Glück herausrechnen
deal-luckless = ohne Glück
deal-luck-text = Ohne Glück: was eine Auswertung der Partie davon übrig lässt, wenn Auslage und Auffüllungen herausgerechnet sind, als Anteil an dem, was der Platz gewinnen kann. Die Partie selbst bleibt verdeckt.
deal-text = Für alle mit diesem Link dieselbe Auslage und dieselben Plätze: { $name }. Spielbar bis { $date }.
deal-text-alone = Für alle mit diesem Link dieselbe Auslage. Spielbar bis { $date }.
deal-link = Link zu dieser Partie
deal-play = Diese Partie spielen
deal-wait = { $count ->
    [one] { $count } Person ist fertig. Das Ergebnis siehst du, wenn du es auch bist.
   *[other] { $count } Personen sind fertig. Ihre Ergebnisse siehst du, wenn du es auch bist.
}
deal-rule = Ein Versuch, ohne Zurücknehmen und Tipps. Was verdeckt ist, bleibt es bis nach dem letzten Tag.
deal-until = eine Partie für Freunde, bis { $date }
deal-new = Eine Partie für Freunde
deal-new-text = Spiel sie, schick den Link weiter und sieh, wer mehr daraus macht.
deal-make = Partie anlegen

about = Über uns
about-text = Tilewright ist ein Zuhause für Legespiele: zum Spielen, Lernen und Studieren. Es ist freie Software, geschrieben in Python mit einer Seite in Svelte.
about-fair = Bots sehen nur, was ihr Platz sehen darf. Jeder Stapel steht vor der Partie fest und lässt sich danach nachprüfen.
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
told-held = Der Server war weg. Niemand hat Zeit verloren; die Uhren laufen gleich weiter.
told-undone = { $count ->
    [one] Ein Zug wurde zurückgenommen.
   *[other] { $count } Züge wurden zurückgenommen.
}
hint-chances = Gewinnchancen. Klicke oder tippe auf eine Zeile, um sie auf dem Brett zu sehen.
hint-totals = Erwartete Summen. Klicke oder tippe auf eine Zeile, um sie auf dem Brett zu sehen.
hint-without = verzichtet auf: { $what }
hint-even = Sofort bringt er nicht mehr als der nächste; er zahlt sich später aus.
hint-ways = { $count ->
    [one] { $count } Zug läuft darauf hinaus.
   *[other] { $count } Züge laufen auf fast dasselbe hinaus.
}
hint-again = Noch einmal klicken oder tippen, um ihn zu spielen.
final-count = Endwertung
decided-row = Den Ausschlag gab: { $row }, { $first } zu { $second }.
rematch-easier = Leichter: Stufe { $level }
rematch-harder = Schwerer: Stufe { $level }
winners = { $names } teilen sich den ersten Platz
