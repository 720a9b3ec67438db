# Why another move was better.
pc-why-roomier = { $piece } fits in { $ways ->
    [one] { $ways } place
   *[other] { $ways } places
  }, { $instead } in { $fewer }.
pc-why-taken = Leaves { $piece } behind, and { $name } takes it next.
pc-why-out = The best move leaves no place to { $name }, who would be out.
pc-why-lost = Nowhere is left for one’s own { $pieces }; after the best move there is room.
pc-why-scarce = { $piece }, which the best move places, has but { $ways ->
    [one] { $ways } place
   *[other] { $ways } places
  } left after this.
pc-why-reserved = The best move keeps a hole for { $pieces } that nobody else can use.
pc-why-later = After the answers expected, nowhere is left for one’s own { $pieces }.
pc-why-spared = Leaves room for { $pieces } of { $name }; the best move shuts that out.
pc-why-room = Leaves { $left } ways to place one’s own pieces, the best move { $could }.
pc-why-narrow = { $piece } fits into a strip { $width } wide, { $instead } needs { $wider }.
pc-why-smaller = { $piece } is smaller than { $instead }: it costs less if it is left over.
pc-why-tight = Leaves one’s own { $piece } { $ways ->
    [one] { $ways } place
   *[other] { $ways } places
  }, the best move { $could }.
pc-why-territory = After the best move { $cells } free squares are one’s own alone to cover, after this one { $fewer }.
pc-why-theirs = Leaves { $cells } free squares that only others can cover, the best move { $fewer }.
pc-why-blocked = Leaves { $name } { $left } ways to place pieces, the best move { $could }.
pc-why-cells = Covers { $placed } squares, the best move { $could }.
