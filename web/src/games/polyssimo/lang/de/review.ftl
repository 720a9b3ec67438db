# Warum ein anderer Zug besser war.
pc-why-roomier = { $piece } passt an { $ways ->
    [one] { $ways } Stelle
   *[other] { $ways } Stellen
  }, { $instead } an { $fewer }.
pc-why-taken = Lässt { $piece } liegen, und { $name } nimmt es als Nächstes.
pc-why-out = Nach dem besten Zug hat { $name } keine Stelle mehr und scheidet aus.
pc-why-lost = Für die eigenen Teile { $pieces } bleibt kein Platz; nach dem besten Zug ist er da.
pc-why-scarce = { $piece }, das der beste Zug legt, passt danach nur noch an { $ways ->
    [one] { $ways } Stelle
   *[other] { $ways } Stellen
  }.
pc-why-reserved = Der beste Zug hält für { $pieces } ein Loch frei, in das niemand sonst passt.
pc-why-later = Nach den erwarteten Antworten bleibt für die eigenen Teile { $pieces } kein Platz.
pc-why-spared = Lässt Platz für { $pieces } von { $name }; der beste Zug nimmt ihn weg.
pc-why-room = Lässt { $left } Möglichkeiten, eigene Teile zu legen, der beste Zug { $could }.
pc-why-narrow = { $piece } passt in einen Streifen der Breite { $width }, { $instead } braucht { $wider }.
pc-why-smaller = { $piece } ist kleiner als { $instead }: Bleibt es übrig, kostet es weniger.
pc-why-tight = Für das eigene { $piece } bleiben Stellen: { $ways }; nach dem besten Zug: { $could }.
pc-why-territory = Felder, die nur man selbst noch belegen kann, nach dem besten Zug: { $cells }, nach diesem: { $fewer }.
pc-why-theirs = Felder, die nur andere noch belegen können: { $cells }, nach dem besten Zug: { $fewer }.
pc-why-blocked = Lässt { $name } { $left } Möglichkeiten zu legen, der beste Zug { $could }.
pc-why-cells = Belegt { $placed } Felder, der beste Zug { $could }.
