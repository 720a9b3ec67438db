title-polyssimo = Polyssimo Challenge
about-polyssimo = Draft from twelve pentominoes and twelve hexominoes, then squeeze your pieces onto one shared board.
option-polyssimo-first = First player
option-polyssimo-first-seat-0 = player 1
option-polyssimo-first-random = drawn by lot
credits-polyssimo = Polyssimo Challenge is by Alain Brobecker.
