# Schritte: Titel, was man wissen muss, Aufgabe, Antwort bei Erfolg, Antworten auf andere Züge, Tipp.
lesson-nova-luna-aim = Leg alle deine Spielmarken
lesson-nova-luna-aim-text = Du und Mia habt je 20 Spielmarken. Plättchen vom Rad bringen Aufgaben, und auf jede erfüllte Aufgabe kommt eine Spielmarke. Wer zuerst die letzte legt, gewinnt.

lesson-nova-luna-offer = Drei zur Wahl
lesson-nova-luna-offer-text = Die Mondsichel wandert um das Rad. Nur die nächsten drei Plättchen im Uhrzeigersinn stehen zur Wahl. Ein Zug ist ein Plättchen: nehmen und auslegen.
lesson-nova-luna-offer-task = Nimm eines der drei und leg es in deine Auslage.
lesson-nova-luna-offer-done = Die Mondsichel ist in die Lücke gerückt. Jetzt stehen die nächsten drei zur Wahl.
lesson-nova-luna-offer-hint = Tipp auf ein Plättchen mit hellem Rahmen, dann auf die Mitte deiner Auslage.

lesson-nova-luna-cost = Die Zahl ist Zeit
lesson-nova-luna-cost-text = Die Zahl auf einem Plättchen gibt seine Kosten an. So viele Felder rückt deine Spielmarke auf der Mondleiste vor.
lesson-nova-luna-cost-task = Nimm das billigste der drei.
lesson-nova-luna-cost-done = Deine Spielmarke ist 2 Felder vorgerückt. Billige Plättchen lassen Zeit für weitere, ihre Aufgaben sind aber schwer.
lesson-nova-luna-cost-no = Das kostet { $cost }. Gleich daneben liegt ein billigeres.
lesson-nova-luna-cost-hint = Blau 2 ist das billigste.

lesson-nova-luna-turn = Wer hinten liegt, zieht
lesson-nova-luna-turn-text = Es geht nicht reihum. Wer auf der Mondleiste am weitesten hinten liegt, zieht, auch mehrmals nacheinander. Mia ist 4 Felder vor dir.
lesson-nova-luna-turn-task = Nimm ein Plättchen, nach dem du wieder am Zug bist.
lesson-nova-luna-turn-done = Du liegst noch nicht vor Mia, also bist du wieder am Zug. Auf demselben Feld ist die obere Spielmarke zuerst dran.
lesson-nova-luna-turn-no = Das kostet { $cost } und bringt dich an Mia vorbei. Dann wäre sie am Zug.
lesson-nova-luna-turn-hint = Mia ist 4 Felder voraus: Gelb 3 und Gelb 2 sind billig genug.

lesson-nova-luna-task = Aufgaben
lesson-nova-luna-task-text = Die weißen Kreise sind Aufgaben. Die mit dem einzelnen Tropfen verlangt ein blaues Plättchen, das dieses mit einer Seite berührt. Ecken zählen nicht.
lesson-nova-luna-task-task = Erfülle die Aufgabe mit dem einen blauen Tropfen.
lesson-nova-luna-task-done = Erfüllt: Darauf liegt nun eine deiner Spielmarken. Noch 19.
lesson-nova-luna-task-no = Erlaubt, aber diese Aufgabe verlangt ein blaues Plättchen.
lesson-nova-luna-task-no-apart = Das richtige Plättchen, aber dort berührt es nur das gelbe. Es muss das türkise berühren.
lesson-nova-luna-task-hint = Nimm Blau 3 und leg es links neben das türkise Plättchen.

lesson-nova-luna-group = Die ganze Gruppe zählt
lesson-nova-luna-group-text = Diese Aufgabe verlangt drei gelbe Plättchen. Gleichfarbige, die Seite an Seite liegen, sind eine Gruppe: Berührt eines, zählen alle. Zwei sind schon da.
lesson-nova-luna-group-task = Erfülle die Aufgabe mit den drei gelben Sonnen.
lesson-nova-luna-group-done = Drei gelbe in der Gruppe. Nur eines berührt das türkise Plättchen, und das genügt.
lesson-nova-luna-group-no = Erlaubt, aber der Gruppe fehlt noch ein gelbes Plättchen.
lesson-nova-luna-group-no-apart = Gelb ist richtig, aber dort berührt es weder das türkise Plättchen noch die gelbe Gruppe.
lesson-nova-luna-group-hint = Leg Gelb 3 rechts an die gelbe Reihe.

lesson-nova-luna-own = Die eigene Farbe
lesson-nova-luna-own-text = Dieses blaue Plättchen verlangt zwei blaue. Sich selbst zählt es nicht, nur die anderen seiner Gruppe. Eines ist da.
lesson-nova-luna-own-task = Erfülle die Aufgabe mit den zwei blauen Tropfen.
lesson-nova-luna-own-done = Zwei andere blaue in der Gruppe: erfüllt.
lesson-nova-luna-own-no = Erlaubt, aber diese Aufgabe verlangt noch ein blaues Plättchen.
lesson-nova-luna-own-no-apart = Blau ist richtig, aber dort gehört es nicht zur blauen Gruppe.
lesson-nova-luna-own-hint = Leg Blau 3 rechts neben die zwei blauen Plättchen.

lesson-nova-luna-several = Mehrere auf einmal
lesson-nova-luna-several-text = Aufgaben teilen sich Plättchen. Ein neues kann Aufgaben auf mehreren Plättchen erfüllen, auch seine eigene. Die Seite zeigt es dir vor dem Zug.
lesson-nova-luna-several-task = Bedecke mit einem Plättchen drei Aufgaben.
lesson-nova-luna-several-done = Drei Spielmarken mit einem Plättchen. So gewinnt man.
lesson-nova-luna-several-no = Das würde nichts bedecken. Ein Plättchen kann drei Aufgaben auf einmal bedecken.
lesson-nova-luna-several-no-fewer = Das würde eine Aufgabe bedecken. Es gibt einen Platz für drei.
lesson-nova-luna-several-hint = Leg Blau 4 über das rote Plättchen, rechts neben das türkise.

lesson-nova-luna-refill = Das Rad auffüllen
lesson-nova-luna-refill-text = Liegen nur noch ein oder zwei Plättchen auf dem Rad, darfst du es zuerst auffüllen. Dann wählst du aus den neuen.
lesson-nova-luna-refill-task = Füll das Rad auf.
lesson-nova-luna-refill-done = Ein volles Rad, und du bist noch am Zug: Jetzt würdest du ein Plättchen nehmen.
lesson-nova-luna-refill-no = Keines der beiden bedeckt etwas. Füll zuerst das Rad auf.
lesson-nova-luna-refill-hint = Der Knopf „{ nl-refill }“ ist unter dem Rad.

lesson-nova-luna-end = Die letzte Spielmarke
lesson-nova-luna-end-text = Du hast noch eine Spielmarke. Wer die letzte legt, gewinnt sofort. Gehen vorher die Plättchen aus, gewinnt, wer die wenigsten Spielmarken übrig hat.
lesson-nova-luna-end-task = Leg deine letzte Spielmarke.
lesson-nova-luna-end-done = Alle Spielmarken liegen: Du hast gewonnen.
lesson-nova-luna-end-no = Das bedeckt keine Aufgabe, und Mia ist dir dicht auf den Fersen.
lesson-nova-luna-end-hint = Gelb 6 erfüllt an mehreren Plätzen eine Aufgabe, etwa über Türkis 4 rechts.

lesson-nova-luna-finished = Jetzt kennst du Nova Luna. Stufe 1 ist ein sanfter erster Gegner.
