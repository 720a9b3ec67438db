title-polyssimo = Polyssimo Challenge
about-polyssimo = Wähle aus zwölf Pentominos und zwölf Hexominos und bring deine Teile auf einem gemeinsamen Brett unter.
facts-polyssimo = 20 Min. · leicht
option-polyssimo-handicap = Vorgabe: mindestens so viele Hexominos
credits-polyssimo = Polyssimo Challenge ist von Alain Brobecker.
