"""Why a placement or a pick is better than another, as claims that were checked on the position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.game import Claim, Seat, Seen, State
from tilewright.games.polyssimo.board import count_placements, free_cells
from tilewright.games.polyssimo.cells import pieces_in
from tilewright.games.polyssimo.holes import find_hole
from tilewright.games.polyssimo.pieces import PIECE_IDS
from tilewright.kernel import Word

__all__ = ["claims", "say"]

FEW_WAYS = 4


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
    yield from _room(mine, other, seat)


def _picks(played: Sequence[Seen], best: Sequence[Seen]) -> Iterator[Claim]:
    """In the draft: how many places the two pieces have on an empty board, and who takes which."""
    piece, instead = best[0].effect["piece"], played[0].effect["piece"]
    one, other = PIECE_IDS.index(piece), PIECE_IDS.index(instead)
    ways = _count_ways(best[0].before, 1 << one | 1 << other)
    if ways[one] > ways[other]:
        facts = {"piece": piece, "ways": ways[one], "instead": instead, "fewer": ways[other]}
        yield Claim("pc-why-roomier", facts)
    if len(played) > 1 and played[1].effect["piece"] == piece:
        yield Claim("pc-why-taken", {"piece": piece, "seat": played[1].effect["seat"]})


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


def _room(mine: State, other: State, seat: Seat) -> Iterator[Claim]:
    """How many placements the seat has left, where the best leaves clearly more."""
    left = sum(_ways(mine, seat, int(mine["hands"][seat])).values())
    could = sum(_ways(other, seat, int(other["hands"][seat])).values())
    if could - left >= 3 and 100 * could >= 115 * left:
        yield Claim("pc-why-room", {"left": left, "could": could})


# --- In English ---------------------------------------------------------------------------------


def say(claim: Claim) -> str:
    """A claim as a sentence."""
    return SENTENCES[claim.key].format(**claim.facts)


SENTENCES = {
    "pc-why-roomier": "{piece} fits the free board in {ways} ways, {instead} in {fewer}.",
    "pc-why-taken": "Leaves {piece} in the pool, and seat {seat} takes it next.",
    "pc-why-out": "The best leaves seat {seat} without a place: it would be out.",
    "pc-why-lost": "Nowhere is left for its own {pieces}; after the best there is room.",
    "pc-why-scarce": "{piece}, which the best places, has but {ways} places left after this.",
    "pc-why-reserved": "The best keeps a hole for its own {pieces} that nobody else can use.",
    "pc-why-later": "After the answers expected, nowhere is left for its own {pieces}.",
    "pc-why-spared": "Leaves room for seat {seat}'s {pieces}, which the best shuts out.",
    "pc-why-room": "Leaves {left} placements of its own, the best {could}.",
}
