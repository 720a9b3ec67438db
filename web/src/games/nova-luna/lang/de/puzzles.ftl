# Wonach die Rätsel fragen.
puzzle-nova-luna-dash = Endspurt
puzzle-nova-luna-dash-text = Leg deine letzte Spielmarke, bevor jemand anders zieht. Nur ein Zug führt dahin.
puzzle-nova-luna-ending = Letzte Plättchen
puzzle-nova-luna-ending-text = Der Vorrat ist leer. Finde den einzigen Zug, der gewinnt, egal was die anderen tun.
puzzle-nova-luna-solo-last = Letzte Plättchen
puzzle-nova-luna-solo-last-text = Erreiche { $target } oder weniger. Nur ein Zug führt dahin.
