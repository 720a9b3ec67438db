# Warum ein anderer Zug besser war.
ms-why-token = Der beste Zug nimmt { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
  } für „{ $goal }“.
ms-why-fills = Füllt das Regal, und das Spiel endet mit dieser Runde.
ms-why-end-token = Der beste Zug füllt das Regal und nimmt die Endmarke.
ms-why-group = Der beste Zug macht eine Gruppe aus { $size } { $type ->
    [C] Katzen
    [B] Büchern
    [G] Spielen
    [F] Bildern
    [T] Pokalen
   *[P] Pflanzen
  } und bringt { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
  } mehr.
ms-why-card = Nach dem besten Zug passen { $matches } zum persönlichen Ziel, { $more } mehr.
ms-why-progress = Nach dem besten Zug hat „{ $goal }“ { $done } von { $of }, nach diesem { $instead }.
ms-why-next = Nach dem besten Zug brächte der nächste { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
  }.
ms-why-size = Nimmt { $took }; der beste Zug nimmt { $could ->
    [one] { $could } Plättchen
   *[other] { $could } Plättchen
  } und füllt das Regal schneller.
ms-why-spoils = Belegt den Platz { $type ->
    [C] der Katze
    [B] des Buchs
    [G] des Spiels
    [F] des Bilds
    [T] des Pokals
   *[P] der Pflanze
  } aus dem persönlichen Ziel.
ms-why-joins = Der beste Zug bringt { $size } { $type ->
    [C] Katzen
    [B] Bücher
    [G] Spiele
    [F] Bilder
    [T] Pokale
   *[P] Pflanzen
  } zusammen.
ms-why-answer = Überlässt { $name }, was sofort { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
  } bringt; der beste Zug { $instead }.
ms-why-leaves = Lässt drei { $type ->
    [C] Katzen
    [B] Bücher
    [G] Spiele
    [F] Bilder
    [T] Pokale
   *[P] Pflanzen
  } in einer Linie liegen, die man sofort nehmen kann.
ms-why-ready = Nach dem besten Zug ist der Platz { $type ->
    [C] der Katze
    [B] des Buchs
    [G] des Spiels
    [F] des Bilds
    [T] des Pokals
   *[P] der Pflanze
  } aus dem persönlichen Ziel mit einem Zug zu erreichen (im Wohnzimmer: { $count }).
ms-why-touch = Plättchen neben einem gleichen nach dem besten Zug: { $count }, nach diesem: { $fewer }.
ms-why-stock = Der beste Zug sammelt { $type ->
    [C] Katzen
    [B] Bücher
    [G] Spiele
    [F] Bilder
    [T] Pokale
   *[P] Pflanzen
  }: Im Wohnzimmer liegen noch { $count }, von diesen noch { $fewer }.
ms-why-columns = Spalten mit Platz für drei Plättchen: { $left }, nach dem besten Zug { $could }.
ms-why-feeds = Lässt { $name } sofort { $size } { $type ->
    [C] Katzen
    [B] Bücher
    [G] Spiele
    [F] Bilder
    [T] Pokale
   *[P] Pflanzen
  } zusammenbringen.
ms-why-closes = Schließt eine Gruppe ein ({ $size } { $type ->
    [C] Katzen
    [B] Bücher
    [G] Spiele
    [F] Bilder
    [T] Pokale
   *[P] Pflanzen
  }): Neben ihr ist kein Platz mehr frei. Nach dem besten Zug kann sie wachsen.
