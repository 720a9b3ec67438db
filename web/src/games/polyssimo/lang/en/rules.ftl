# Polyssimo Challenge: the rules, in our words

rule-PC-1 = Pieces
rule-PC-1-text = There are 24 pieces: 12 coloured pentominoes of 5 squares and 12 black-and-white (dark walnut here) hexominoes of 6. Together they have 132 squares, exactly as many as the board of 12 by 11. You may turn a piece and flip it over.
rule-PC-2 = Draft
rule-PC-2-text = The first player takes a piece, then the next one clockwise, until all are taken: 12 each with two players, 8 with three, 6 with four.
rule-PC-3 = Placing
rule-PC-3-text = The player who took the last piece places first; from then on turns go anticlockwise. Put one of your own pieces on the board: all of it inside, on free squares only. As long as one of your pieces fits, you have to place one. A tip: make holes of 5 squares that only your own piece fits.
rule-PC-4 = Out
rule-PC-4-text = If none of your pieces fits when your turn comes, you are out for the rest of the game and are passed over. The board only fills up, so no one gets back in.
rule-PC-5 = End and count
rule-PC-5-text = The game ends when no player can place a piece any more. All players count the squares of their pieces left over; the fewest win.
rule-PC-6 = Ties
rule-PC-6-text = Of players with the same count, the one who placed a piece last ranks higher.
rule-PC-7 = Handicap
rule-PC-7-text = If you agree on it, stronger players have to draft more than half hexominoes, which are harder to fit: at least 7 or 8 of their 12 pieces with two players, 5 or 6 of 8 with three, 4 or 5 of 6 with four. The hexominoes that another player still has to draft may not be taken.
rule-PC-8 = First player
rule-PC-8-text = Around a table the youngest begins. Here you choose who does, or leave it to chance.

rules-players-polyssimo = 2 to 4
rules-box-polyssimo = A board of 12 by 11 squares, 12 coloured pentominoes, 12 black-and-white (dark walnut here) hexominoes. On the box: from 7 to 99 years.
rules-goal-polyssimo = Draft pieces, then squeeze as many of them as you can onto the shared board. The player with the fewest squares left over wins.
