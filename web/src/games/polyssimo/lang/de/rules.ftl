# Polyssimo Challenge: die Regeln in unseren Worten

rule-PC-1 = Teile
rule-PC-1-text = Es gibt 24 Teile: 12 farbige Pentominos aus 5 Feldern und 12 schwarz-weiße (hier aus dunklem Nussholz) Hexominos aus 6. Zusammen haben sie 132 Felder, genau so viele wie das Brett mit 12 mal 11. Ein Teil darf gedreht und gewendet werden.
rule-PC-2 = Auswahl
rule-PC-2-text = Reihum im Uhrzeigersinn nimmt sich jeder ein Teil, bis keines mehr da ist: je 12 zu zweit, 8 zu dritt, 6 zu viert.
rule-PC-3 = Legen
rule-PC-3-text = Wer das letzte Teil genommen hat, legt zuerst; danach geht es gegen den Uhrzeigersinn. Leg eines deiner Teile auf das Brett: ganz innerhalb und nur auf freie Felder. Solange eines deiner Teile passt, musst du legen. Ein Tipp: Lass Lücken aus 5 Feldern, in die nur dein eigenes Teil passt.
rule-PC-4 = Ausscheiden
rule-PC-4-text = Passt keines deiner Teile, wenn du an der Reihe bist, scheidest du für den Rest der Partie aus und wirst übersprungen. Das Brett füllt sich nur; zurück ins Spiel kommt also niemand.
rule-PC-5 = Ende und Schlusswertung
rule-PC-5-text = Die Partie endet, wenn niemand mehr legen kann. Alle zählen die Felder ihrer übrigen Teile; wer am wenigsten hat, gewinnt.
rule-PC-6 = Gleichstand
rule-PC-6-text = Bei gleicher Zahl steht höher, wer zuletzt ein Teil gelegt hat.
rule-PC-7 = Vorgabe
rule-PC-7-text = Auf Wunsch müssen bei stärkeren Spielern mehr als die Hälfte der Teile Hexominos sein, die schwerer unterzubringen sind: mindestens 7 oder 8 von 12 zu zweit, 5 oder 6 von 8 zu dritt, 4 oder 5 von 6 zu viert. Niemand darf die Hexominos nehmen, die jemand anderes noch braucht.
rule-PC-8 = Wer beginnt
rule-PC-8-text = Am Tisch beginnt die jüngste Person. Hier bestimmt ihr, wer beginnt, oder das Los entscheidet.

rules-players-polyssimo = 2 bis 4
rules-box-polyssimo = Ein Brett mit 12 mal 11 Feldern, 12 farbige Pentominos, 12 schwarz-weiße (hier aus dunklem Nussholz) Hexominos. Auf der Schachtel: von 7 bis 99 Jahren.
rules-goal-polyssimo = Wähle Teile aus und bring so viele davon wie möglich auf dem gemeinsamen Brett unter. Wer die wenigsten Felder übrig hat, gewinnt.
