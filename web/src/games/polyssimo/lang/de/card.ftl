title-polyssimo = Polyssimo Challenge
about-polyssimo = Wähle aus zwölf Pentominos und zwölf Hexominos und bringe deine Teile auf einem gemeinsamen Brett unter.
option-polyssimo-first = Wer beginnt
option-polyssimo-first-seat-0 = Spieler 1
option-polyssimo-first-random = das Los
credits-polyssimo = Polyssimo Challenge ist von Alain Brobecker.
