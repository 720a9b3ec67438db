lesson-polyssimo-aim = Squeeze them in
lesson-polyssimo-aim-text = There are 24 pieces with 132 squares, exactly as many as the board has. They hardly ever all fit. The player with the fewest squares left over wins.

lesson-polyssimo-draft = The draft
lesson-polyssimo-draft-text = First the pieces are shared out, clockwise, one at a time. Coloured pieces have five squares. Dark ones have six and are harder to place.
lesson-polyssimo-draft-task = Take a coloured piece.
lesson-polyssimo-draft-done = It’s yours. The draft goes on until no piece is left.
lesson-polyssimo-draft-no = Allowed too, but six squares are hard to place. Begin with a coloured piece.
lesson-polyssimo-draft-hint = Compact ones such as { pc-name-P } fit almost anywhere.

lesson-polyssimo-order = The other way round
lesson-polyssimo-order-text = The player who took the last piece places first, and now turns go anticlockwise. Here that was you, so you begin. Then comes Leo, then Mia.

lesson-polyssimo-place = Placing
lesson-polyssimo-place-text = Put one of your pieces onto free squares of the board. Drag it, or press the piece and then the board; arrow keys move it too. As long as one fits, you must place one.
lesson-polyssimo-place-task = Place any of your pieces.
lesson-polyssimo-place-done = It stays there. Every piece you place is one fewer to count.
lesson-polyssimo-place-hint = Press a piece, then “{ pc-next-place }” or N: it goes where it fits.

lesson-polyssimo-turn = Turning
lesson-polyssimo-turn-text = Pieces may be turned. On your rack { pc-name-I } lies flat, but there is room for it only upright.
lesson-polyssimo-turn-task = Turn { pc-name-I } and place it.
lesson-polyssimo-turn-done = Upright, it fits.
lesson-polyssimo-turn-no = That fits as well, but try { pc-name-I }.
lesson-polyssimo-turn-hint = “{ pc-turn }” or R turns it. There is room left of the middle.

lesson-polyssimo-flip = Flipping
lesson-polyssimo-flip-text = Pieces may be flipped over too, as if seen in a mirror. Of yours only { pc-name-Z } still fits, and only flipped.
lesson-polyssimo-flip-task = Flip { pc-name-Z } and place it.
lesson-polyssimo-flip-done = Mirrored, it fits exactly.
lesson-polyssimo-flip-hint = “{ pc-flip }” or F flips it. Its place is in the upper left.

lesson-polyssimo-block = Out
lesson-polyssimo-block-text = A player without a piece that fits is out; the others play on. The free squares here will do for two more of yours, or for one of Mia’s.
lesson-polyssimo-block-task = Shut Mia out, and keep a place for yourself.
lesson-polyssimo-block-done = Mia is out with 10 squares. You go on alone.
lesson-polyssimo-block-no = Mia would be out, but so would you: 11 squares left over against her 10.
lesson-polyssimo-block-hint = Turned, { pc-name-Z } fits into the gap at the bottom, in the middle.

lesson-polyssimo-count = Final score
lesson-polyssimo-count-text = The game is over when no player can place a piece. Mia has 10 squares left over, you have 11. If two are equal, the one who placed last ranks higher.
lesson-polyssimo-count-task = Place what still fits.
lesson-polyssimo-count-done = 6 squares left against Mia’s 10: you win.
lesson-polyssimo-count-hint = Turned, { pc-name-T } fits at the bottom left.

lesson-polyssimo-finished = You know Polyssimo Challenge now. Level 1 is a gentle first opponent.
