lesson-nova-luna-solo-aim = Gegen das eigene Ergebnis
lesson-nova-luna-solo-aim-text = Plättchen und Aufgaben kennst du schon. Allein legst du 21 Spielmarken in zwei Phasen, erst 8, dann 13. Die Kosten deiner Plättchen werden addiert, und je weniger, desto besser: Unter 100 ist das Ziel.

lesson-nova-luna-solo-cheap = Alle Kosten zählen
lesson-nova-luna-solo-cheap-text = Eine Mondleiste gibt es nicht. Was ein Plättchen kostet, kommt gleich zu deiner Summe.
lesson-nova-luna-solo-cheap-task = Erfülle die Aufgabe mit dem einen blauen Tropfen so billig wie möglich.
lesson-nova-luna-solo-cheap-done = Eine Spielmarke für 3.
lesson-nova-luna-solo-cheap-no = Erlaubt, aber es bedeckt keine Aufgabe.
lesson-nova-luna-solo-cheap-no-dear = Das bedeckt die Aufgabe, aber für { $cost }. Es gibt ein billigeres blaues Plättchen.
lesson-nova-luna-solo-cheap-hint = Leg Blau 3 neben das türkise Plättchen.

lesson-nova-luna-solo-finish = Das Ende von Phase eins
lesson-nova-luna-solo-finish-text = Innerhalb einer Phase wird das Rad nicht aufgefüllt. Liegen 8 Spielmarken, darfst du Phase eins beenden oder weitere Plättchen nehmen. Deine liegen schon, bei einer Summe von 27.
lesson-nova-luna-solo-finish-task = Beende Phase eins.
lesson-nova-luna-solo-finish-done = 27 ist deine erste Summe. Jetzt wurde das Rad aufgefüllt, das einzige Mal im Spiel.
lesson-nova-luna-solo-finish-no = Erlaubt, aber deine erste Summe stiege auf { $sum }.
lesson-nova-luna-solo-finish-hint = Der Knopf „{ nl-finish }“ ist unter dem Rad.

lesson-nova-luna-solo-missing = Fehlende Spielmarken sind teuer
lesson-nova-luna-solo-missing-text = Ist das Rad leer, endet Phase eins von selbst, und jede fehlende Spielmarke kostet 10. Hier liegen 7, und das ist das letzte Plättchen.
lesson-nova-luna-solo-missing-task = Leg es so, dass du die achte Spielmarke legen kannst.
lesson-nova-luna-solo-missing-done = Acht Spielmarken, keine fehlt: Das hat 10 gespart.
lesson-nova-luna-solo-missing-no = Dort bedeckt es nichts: Eine Spielmarke würde fehlen, 10 mehr für deine Summe.
lesson-nova-luna-solo-missing-hint = Leg es rechts neben Blau 2, unter Blau 3.

lesson-nova-luna-solo-second = Phase zwei
lesson-nova-luna-solo-second-text = Das Rad wurde einmal aufgefüllt; was darauf lag, ist geblieben. Für die zweite Summe zählen wieder alle Plättchen, auch die aus Phase eins. 13 Spielmarken sind noch zu legen.

lesson-nova-luna-solo-end = Das Ergebnis
lesson-nova-luna-solo-end-text = Phase zwei endet, wenn alle 21 Spielmarken liegen oder das Rad leer ist. Fehlende kosten wieder je 10. Beide Summen zusammen sind dein Ergebnis.
lesson-nova-luna-solo-end-task = Leg die letzte Spielmarke.
lesson-nova-luna-solo-end-done = Alle 21 Spielmarken liegen, und beide Summen zusammen bleiben unter 100. Gut gemacht!
lesson-nova-luna-solo-end-no = Erlaubt, aber dort wird keine Aufgabe erfüllt.
lesson-nova-luna-solo-end-hint = Leg Gelb 4 unter Türkis 4.

lesson-nova-luna-solo-finished = Jetzt kennst du das Solospiel. Jeden Tag gibt es eine neue Partie, für alle die gleiche.
