"""Why a placement or a pick is better than another, as claims that were checked on the position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.game import Claim, Seat, Seen, Sentences, State
from tilewright.games.polyssimo.board import count_placements, find_reach, free_cells
from tilewright.games.polyssimo.cells import pieces_in
from tilewright.games.polyssimo.holes import find_hole
from tilewright.games.polyssimo.pieces import PIECE_IDS, drawn_cells
from tilewright.games.polyssimo.tables import PIECES
from tilewright.kernel import Word

__all__ = ["claims", "say"]

FEW_WAYS = 4
SOME_WAYS = 12
FEW_CELLS = 2
"""A difference in cells that says nothing."""


def claims(played: Sequence[Seen], best: Sequence[Seen]) -> Iterator[Claim]:
    """Which pieces still fit after the one and no longer after the other, and who is out."""
    if best[0].effect["kind"] == "draft":
        yield from _picks(played, best)
        return
    seat = int(best[0].before["mover"])
    mine, other = played[0].after, best[0].after
    yield from _outs(played[0], best[0])
    yield from _lost(mine, other, seat)
    for rival in range(int(mine["players"])):
        if rival != seat:
            yield from _spared(mine, other, rival)
    yield from _scarce(played[0], best[0])
    yield from _reserved(mine, other, seat)
    yield from _later(played, best, seat)
    yield from _tight(mine, other, seat)
    yield from _territory(mine, other, seat)
    for rival in range(int(mine["players"])):
        if rival != seat:
            yield from _blocked(mine, other, rival)
    yield from _room(mine, other, seat)
    yield from _cells(played[0], best[0])


def _picks(played: Sequence[Seen], best: Sequence[Seen]) -> Iterator[Claim]:
    """In the draft: how many places the two pieces have on an empty board, and who takes which."""
    piece, instead = best[0].effect["piece"], played[0].effect["piece"]
    one, other = PIECE_IDS.index(piece), PIECE_IDS.index(instead)
    ways = _count_ways(best[0].before, 1 << one | 1 << other)
    narrow, wide = _width(one), _width(other)
    if narrow < wide:
        facts = {"piece": piece, "width": narrow, "instead": instead, "wider": wide}
        yield Claim("pc-why-narrow", facts)
    if _is_clearly_more(ways[one], ways[other]):
        facts = {"piece": piece, "ways": ways[one], "instead": instead, "fewer": ways[other]}
        yield Claim("pc-why-roomier", facts)
    if len(played) > 1 and played[1].effect["piece"] == piece:
        yield Claim("pc-why-taken", {"piece": piece, "seat": played[1].effect["seat"]})
    if PIECES[one].size < PIECES[other].size:
        yield Claim("pc-why-smaller", {"piece": piece, "instead": instead})


def _width(piece: int) -> int:
    """Of the narrowest strip that a piece fits into."""
    cells = drawn_cells(PIECES[piece])
    return min(1 + max(axis) - min(axis) for axis in zip(*cells, strict=True))


def _ways(state: State, seat: Seat, pieces: int) -> dict[int, int]:
    return _count_ways(state, int(state["hands"][seat]) & pieces)


def _count_ways(state: State, pieces: int) -> dict[int, int]:
    """In how many ways each of some pieces fits."""
    free = free_cells(state)
    return {piece: count_placements(*free, piece) for piece in pieces_in(pieces)}


def _shared(mine: State, other: State, seat: Seat) -> int:
    """The pieces that a seat holds after either."""
    return int(mine["hands"][seat]) & int(other["hands"][seat])


def _outs(played: Seen, best: Seen) -> Iterator[Claim]:
    """Seats that are out after the best, and not after the one played."""
    for seat in best.effect["outs"]:
        if seat not in played.effect["outs"] and seat != best.effect["seat"]:
            yield Claim("pc-why-out", {"seat": seat})


def _lost(mine: State, other: State, seat: Seat) -> Iterator[Claim]:
    """Own pieces that fit after the best, and nowhere after the one played."""
    shared = _shared(mine, other, seat)
    now, then = _ways(mine, seat, shared), _ways(other, seat, shared)
    lost = [PIECE_IDS[piece] for piece in pieces_in(shared) if then[piece] and not now[piece]]
    if lost:
        yield Claim("pc-why-lost", {"pieces": ", ".join(lost), "count": len(lost)})


def _spared(mine: State, other: State, rival: Seat) -> Iterator[Claim]:
    """Another's pieces that fit after the one played, and nowhere after the best."""
    shared = _shared(mine, other, rival)
    now, then = _ways(mine, rival, shared), _ways(other, rival, shared)
    shut = [PIECE_IDS[piece] for piece in pieces_in(shared) if now[piece] and not then[piece]]
    if shut:
        facts = {"pieces": ", ".join(shut), "count": len(shut), "seat": rival}
        yield Claim("pc-why-spared", facts)


def _scarce(played: Seen, best: Seen) -> Iterator[Claim]:
    """The piece that the best places, where the one played leaves it few places."""
    piece = PIECE_IDS.index(best.effect["piece"])
    if best.effect["piece"] != played.effect["piece"]:
        before = _ways(played.before, best.effect["seat"], 1 << piece)[piece]
        ways = _ways(played.after, best.effect["seat"], 1 << piece)[piece]
        if 0 < ways <= FEW_WAYS and ways < before:
            yield Claim("pc-why-scarce", {"piece": best.effect["piece"], "ways": ways})


def _reserved(mine: State, other: State, seat: Seat) -> Iterator[Claim]:
    """Pieces that fit into a hole where no other seat's piece fits: nobody takes that away."""
    more = _kept(other, seat) - _kept(mine, seat)
    if more:
        names = [PIECE_IDS[piece] for piece in sorted(more)]
        yield Claim("pc-why-reserved", {"pieces": ", ".join(names), "count": len(names)})


def _kept(state: State, seat: Seat) -> set[int]:
    own = int(state["hands"][seat])
    rivals = sum(int(hand) for other, hand in enumerate(state["hands"]) if other != seat)
    kept: set[int] = set()
    for hole in _holes(state):
        if not any(count_placements(*hole, piece) for piece in pieces_in(rivals)):
            kept |= {piece for piece in pieces_in(own) if count_placements(*hole, piece)}
    return kept


def _holes(state: State) -> Iterator[tuple[Word, Word, Word]]:
    """The regions of free cells."""
    free0, free1, free2 = free_cells(state)
    while free0 | free1 | free2:
        hole = find_hole(free0, free1, free2)
        free0, free1, free2 = free0 ^ hole[0], free1 ^ hole[1], free2 ^ hole[2]
        yield hole


def _later(played: Sequence[Seen], best: Sequence[Seen], seat: Seat) -> Iterator[Claim]:
    """Own pieces that have no place after the answers expected to the one, but to the other."""
    if len(played) == len(best) > 1:
        for claim in _lost(played[-1].after, best[-1].after, seat):
            yield Claim("pc-why-later", {**claim.facts, "moves": len(best) - 1})


def _tight(mine: State, other: State, seat: Seat) -> Iterator[Claim]:
    """The own piece with the fewest places, where the best leaves it twice as many."""
    shared = _shared(mine, other, seat)
    now, then = _ways(mine, seat, shared), _ways(other, seat, shared)
    left = {piece: ways for piece, ways in now.items() if 0 < 2 * ways <= then[piece]}
    piece = min(left, key=lambda one: left[one], default=None)
    if piece is not None and left[piece] <= SOME_WAYS:
        facts = {"piece": PIECE_IDS[piece], "ways": left[piece], "could": then[piece]}
        yield Claim("pc-why-tight", facts)


def _territory(mine: State, other: State, seat: Seat) -> Iterator[Claim]:
    """The cells that only the seat can still cover, and those that only others can."""
    now, then = _owned(mine, seat), _owned(other, seat)
    if then[0] - now[0] > FEW_CELLS:
        yield Claim("pc-why-territory", {"cells": then[0], "fewer": now[0]})
    if now[1] - then[1] > FEW_CELLS:
        yield Claim("pc-why-theirs", {"cells": now[1], "fewer": then[1]})


def _owned(state: State, seat: Seat) -> tuple[int, int]:
    own, others = _reach(state, seat), 0
    for rival in range(int(state["players"])):
        if rival != seat and not int(state["out"]) >> rival & 1:
            others |= _reach(state, rival)
    return (own & ~others).bit_count(), (others & ~own).bit_count()


def _reach(state: State, seat: Seat) -> int:
    """The cells that a seat's pieces can cover, as the bits of a number."""
    free, reached = free_cells(state), 0
    for piece in pieces_in(int(state["hands"][seat])):
        _, *bands = find_reach(*free, piece)
        reached |= sum(int(band) << 64 * number for number, band in enumerate(bands))
    return reached


def _blocked(mine: State, other: State, rival: Seat) -> Iterator[Claim]:
    """How many placements another seat has left, where the best leaves it clearly fewer."""
    now, then = _count_all(mine, rival), _count_all(other, rival)
    if _is_clearly_more(now, then):
        yield Claim("pc-why-blocked", {"seat": rival, "left": now, "could": then})


def _room(mine: State, other: State, seat: Seat) -> Iterator[Claim]:
    """How many placements the seat has left, where the best leaves clearly more."""
    left, could = _count_all(mine, seat), _count_all(other, seat)
    if _is_clearly_more(could, left):
        yield Claim("pc-why-room", {"left": left, "could": could})


def _count_all(state: State, seat: Seat) -> int:
    return sum(_ways(state, seat, int(state["hands"][seat])).values())


def _is_clearly_more(one: int, other: int) -> bool:
    return one - other >= 3 and 100 * one >= 115 * other


def _cells(played: Seen, best: Seen) -> Iterator[Claim]:
    """Cells that count at the end: those of the pieces left over."""
    placed, could = len(played.effect["cells"]), len(best.effect["cells"])
    if could > placed:
        yield Claim("pc-why-cells", {"placed": placed, "could": could})


# --- In English ---------------------------------------------------------------------------------


SENTENCES = {
    "pc-why-roomier": "{piece} fits the free board in {ways} ways, {instead} in {fewer}.",
    "pc-why-taken": "Leaves {piece} in the pool, and seat {seat} takes it next.",
    "pc-why-out": "The best leaves seat {seat} without a place: it would be out.",
    "pc-why-lost": "Nowhere is left for its own {pieces}; after the best there is room.",
    "pc-why-scarce": "{piece}, which the best places, has but {ways:place} left after this.",
    "pc-why-reserved": "The best keeps a hole for its own {pieces} that nobody else can use.",
    "pc-why-later": "After the answers expected, nowhere is left for its own {pieces}.",
    "pc-why-spared": "Leaves room for seat {seat}'s {pieces}, which the best shuts out.",
    "pc-why-smaller": "{piece} has fewer cells than {instead}: it costs less if it is left over.",
    "pc-why-narrow": "{piece} fits into a strip {width} wide, {instead} needs {wider}.",
    "pc-why-tight": "Leaves its own {piece} {ways:place}, the best {could}.",
    "pc-why-territory": "After the best only it can cover {cells} cells, after this {fewer}.",
    "pc-why-theirs": "Leaves {cells} cells that only others can cover, the best {fewer}.",
    "pc-why-blocked": "Leaves seat {seat} {left} placements, the best {could}.",
    "pc-why-cells": "Places {placed} cells, the best {could}.",
    "pc-why-room": "Leaves {left} placements of its own, the best {could}.",
}

say = Sentences(SENTENCES).say
