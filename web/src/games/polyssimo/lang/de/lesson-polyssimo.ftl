lesson-polyssimo-aim = Alles hineinquetschen
lesson-polyssimo-aim-text = Es gibt 24 Teile mit 132 Feldern, genau so viele, wie das Brett hat. Fast nie passen alle. Wer am Ende die wenigsten Felder übrig hat, gewinnt.

lesson-polyssimo-draft = Die Auswahl
lesson-polyssimo-draft-text = Zuerst werden die Teile verteilt, im Uhrzeigersinn, immer eines. Farbige haben fünf Felder. Dunkle haben sechs und sind schwerer unterzubringen.
lesson-polyssimo-draft-task = Nimm ein farbiges Teil.
lesson-polyssimo-draft-done = Es gehört dir. So geht es weiter, bis keines mehr da ist.
lesson-polyssimo-draft-no = Auch erlaubt, aber sechs Felder sind schwer unterzubringen. Fang mit einem farbigen Teil an.
lesson-polyssimo-draft-hint = Kompakte wie { pc-name-P } passen fast überall.

lesson-polyssimo-order = Andersherum
lesson-polyssimo-order-text = Wer das letzte Teil genommen hat, legt zuerst, und nun geht es gegen den Uhrzeigersinn. Das warst hier du, also beginnst du. Dann kommt Leo, dann Mia.

lesson-polyssimo-place = Legen
lesson-polyssimo-place-text = Leg eines deiner Teile auf freie Felder. Zieh es, oder tipp auf das Teil und dann auf das Brett; auch Pfeiltasten bewegen es. Solange eines passt, musst du legen.
lesson-polyssimo-place-task = Leg irgendeines deiner Teile.
lesson-polyssimo-place-done = Dort bleibt es. Jedes gelegte Teil zählt am Ende nicht mehr.
lesson-polyssimo-place-hint = Tipp auf ein Teil, dann „{ pc-next-place }“ oder N: Es geht dorthin, wo es passt.

lesson-polyssimo-turn = Drehen
lesson-polyssimo-turn-text = Teile darf man drehen. Bei dir liegt { pc-name-I } flach, Platz ist aber nur hochkant.
lesson-polyssimo-turn-task = Dreh { pc-name-I } und leg sie.
lesson-polyssimo-turn-done = Hochkant passt sie.
lesson-polyssimo-turn-no = Das passt auch, aber nimm diesmal { pc-name-I }.
lesson-polyssimo-turn-hint = „{ pc-turn }“ oder R dreht das Teil. Platz ist links von der Mitte.

lesson-polyssimo-flip = Wenden
lesson-polyssimo-flip-text = Teile darf man auch wenden, wie im Spiegel gesehen. Von deinen passt nur noch { pc-name-Z }, und nur gewendet.
lesson-polyssimo-flip-task = Wende { pc-name-Z } und leg es.
lesson-polyssimo-flip-done = Gespiegelt passt es genau.
lesson-polyssimo-flip-hint = „{ pc-flip }“ oder F wendet das Teil. Sein Platz ist oben links.

lesson-polyssimo-block = Ausgeschieden
lesson-polyssimo-block-text = Wer kein passendes Teil mehr hat, scheidet aus; die anderen spielen weiter. Die freien Felder reichen hier für zwei Teile von dir oder für eines von Mia.
lesson-polyssimo-block-task = Bring Mia zum Ausscheiden und behalte selbst einen Platz.
lesson-polyssimo-block-done = Mia ist mit 10 Feldern ausgeschieden. Du machst allein weiter.
lesson-polyssimo-block-no = Mia wäre ausgeschieden, aber du auch: 11 Felder übrig gegen ihre 10.
lesson-polyssimo-block-hint = Gedreht passt { pc-name-Z } unten in die Lücke in der Mitte.

lesson-polyssimo-count = Die Schlusswertung
lesson-polyssimo-count-text = Schluss ist, wenn niemand mehr legen kann. Mia hat 10 Felder übrig, du 11. Bei gleicher Zahl steht höher, wer zuletzt gelegt hat.
lesson-polyssimo-count-task = Leg, was noch passt.
lesson-polyssimo-count-done = 6 Felder übrig gegen Mias 10: Du gewinnst.
lesson-polyssimo-count-hint = Gedreht passt { pc-name-T } unten links.

lesson-polyssimo-finished = Jetzt kennst du Polyssimo Challenge. Stufe 1 ist ein sanfter erster Gegner.
