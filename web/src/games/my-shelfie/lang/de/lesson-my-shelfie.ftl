lesson-my-shelfie-aim = Füll dein Regal
lesson-my-shelfie-aim-text = Gegenstände aus dem Wohnzimmer kommen in dein Regal: fünf Spalten mit je sechs Plätzen. Punkte bringen Gruppen einer Sorte, gemeinsame Ziele und deine geheime Karte. Das erste volle Regal beendet das Spiel.

lesson-my-shelfie-take = Eine Linie nehmen
lesson-my-shelfie-take-text = In einem Zug nimmst du ein, zwei oder drei Plättchen, die in gerader Linie nebeneinanderliegen. Jedes muss eine freie Seite haben, an der kein anderes liegt.
lesson-my-shelfie-take-task = Nimm zwei Plättchen und stell sie in eine Spalte.
lesson-my-shelfie-take-done = Sie sind nach unten gefallen. Ein Plättchen fällt immer so tief wie möglich.
lesson-my-shelfie-take-no = Auch erlaubt, aber nimm diesmal zwei.
lesson-my-shelfie-take-hint = Die zwei Plättchen in der obersten Reihe liegen nebeneinander.

lesson-my-shelfie-line = Drei auf einmal
lesson-my-shelfie-line-text = Je mehr Plättchen genommen sind, desto mehr Seiten sind frei. Drei gleiche in einem Zug sind ein guter Fang.
lesson-my-shelfie-line-task = Nimm die drei Bücher.
lesson-my-shelfie-line-done = Drei Bücher übereinander: eine Dreiergruppe, 2 Punkte.
lesson-my-shelfie-line-no = Erlaubt, aber die drei Bücher wären besser.
lesson-my-shelfie-line-hint = Wähle die drei Bücher in der obersten Reihe, dann eine Spalte.

lesson-my-shelfie-order = In welcher Reihenfolge
lesson-my-shelfie-order-text = Alle Plättchen eines Zuges kommen in eine Spalte, und du bestimmst die Reihenfolge: Das erste steht unten.
lesson-my-shelfie-order-task = Nimm Katze und Bild so, dass die Katze neben deinen zwei Katzen landet.
lesson-my-shelfie-order-done = Drei Katzen Seite an Seite: 2 Punkte.
lesson-my-shelfie-order-no = Erlaubt, aber nimm diesmal die Katze und das Bild daneben.
lesson-my-shelfie-order-no-turned = Hier steht das Bild unter der Katze. Die Katze muss zuerst hinein.
lesson-my-shelfie-order-no-column = Die Reihenfolge stimmt, aber in dieser Spalte steht die Katze nicht neben deinen Katzen.
lesson-my-shelfie-order-hint = Erst die Katze, dann das Bild, in Spalte 3.

lesson-my-shelfie-group = Gruppen
lesson-my-shelfie-group-text = Am Ende bringen Plättchen einer Sorte, die Seite an Seite stehen, als Gruppe Punkte: drei 2 Punkte, vier 3, fünf 5, sechs oder mehr 8.
lesson-my-shelfie-group-task = Mach aus deinen drei Bildern eine Sechsergruppe.
lesson-my-shelfie-group-done = Von 2 auf 8 Punkte in einem Zug.
lesson-my-shelfie-group-no = Erlaubt, aber mit allen drei Bildern aus dem Wohnzimmer hätte deine Gruppe sechs.
lesson-my-shelfie-group-no-apart = Die richtigen Plättchen, aber in dieser Spalte berühren sie deine Bilder nicht.
lesson-my-shelfie-group-hint = Stell die drei Bilder auf deine, in Spalte 4.

lesson-my-shelfie-goal = Gemeinsame Ziele
lesson-my-shelfie-goal-text = Zwei Ziele gelten für alle. Wer eines zuerst erreicht, nimmt die oberste Marke, 8 Punkte; danach gibt es weniger. Eines verlangt acht gleiche, und du hast sechs Katzen.
lesson-my-shelfie-goal-task = Erreiche das Ziel und nimm die Marke.
lesson-my-shelfie-goal-done = 8 Punkte, und niemand nimmt sie dir mehr.
lesson-my-shelfie-goal-no = Erlaubt, aber für die Marke fehlen dir zwei Katzen.
lesson-my-shelfie-goal-hint = Die zwei Katzen liegen unten in der Mitte übereinander.

lesson-my-shelfie-card = Deine geheime Karte
lesson-my-shelfie-card-text = Deine Karte zeigt sechs Gegenstände an sechs Plätzen deines Regals. Ein Treffer bringt 1 Punkt, dann 2, 4, 6, 9 und 12 für alle sechs. Sonst sieht sie niemand.
lesson-my-shelfie-card-task = Komm auf drei Treffer.
lesson-my-shelfie-card-done = Drei von sechs: 4 Punkte statt 2.
lesson-my-shelfie-card-no = Erlaubt, aber es gibt keinen neuen Treffer.
lesson-my-shelfie-card-hint = Die Karte zeigt ein Spiel auf dem dritten Platz von unten in Spalte 2: genau dort landet das nächste Plättchen.

lesson-my-shelfie-refill = Neue Gegenstände
lesson-my-shelfie-refill-text = Bleiben nach einem Zug vier oder weniger Plättchen im Wohnzimmer, kommen sie in den Beutel zurück, und das ganze Zimmer wird neu gefüllt.
lesson-my-shelfie-refill-task = Nimm so viele, dass das Zimmer gefüllt wird.
lesson-my-shelfie-refill-done = Wieder ein volles Zimmer, und Mia wählt zuerst.
lesson-my-shelfie-refill-no = Erlaubt, aber fünf würden bleiben. Nimm zwei.
lesson-my-shelfie-refill-hint = Zwei beliebige, die nebeneinanderliegen, genügen.

lesson-my-shelfie-last = Die letzte Runde
lesson-my-shelfie-last-text = Das erste volle Regal bringt 1 Punkt, und die Runde wird zu Ende gespielt. Du darfst nur so viele nehmen, wie in eine Spalte passen: hier zwei.
lesson-my-shelfie-last-task = Mach dein Regal voll.
lesson-my-shelfie-last-done = Voll! Du hast begonnen, also hat Mia noch einen Zug. Dann wird gezählt.
lesson-my-shelfie-last-no = Erlaubt, aber ein Platz bliebe frei.
lesson-my-shelfie-last-hint = Nimm zwei beliebige: Nur Spalte 3 hat Platz.

lesson-my-shelfie-finished = Jetzt kennst du My Shelfie. Stufe 1 ist ein sanfter erster Gegner.
