title-polyssimo = Polyssimo Challenge
about-polyssimo = Draft from twelve pentominoes and twelve hexominoes, then squeeze your pieces onto one shared board.
facts-polyssimo = 20 min · easy
option-polyssimo-handicap = Handicap: at least this many hexominoes
credits-polyssimo = Polyssimo Challenge is by Alain Brobecker.
