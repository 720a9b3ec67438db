title-polyssimo = Polyssimo Challenge
about-polyssimo = Draft twelve pentominoes and twelve hexominoes, then squeeze yours onto one shared board.
option-polyssimo-first = First player
option-polyssimo-first-seat-0 = the first seat
option-polyssimo-first-random = drawn by lot
credits-polyssimo = Polyssimo Challenge is by Alain Brobecker.
