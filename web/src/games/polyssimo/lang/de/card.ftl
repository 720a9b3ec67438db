title-polyssimo = Polyssimo Challenge
about-polyssimo = Wähle aus zwölf Pentominos und zwölf Hexominos und bringe deine Teile auf einem gemeinsamen Brett unter.
option-polyssimo-handicap = Vorgabe: mindestens so viele Hexominos
credits-polyssimo = Polyssimo Challenge ist von Alain Brobecker.
