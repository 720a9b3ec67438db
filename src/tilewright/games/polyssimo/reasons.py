"""Reasons why one move is better than another, as claims verified on the position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.game import Claim, Seat, SeenMove, Sentences, State
from tilewright.games.polyssimo.board import (
    count_placements,
    find_free_cells,
    find_hole,
    find_reach,
    list_pieces,
)
from tilewright.games.polyssimo.pieces import PIECE_IDS, drawn_cells
from tilewright.games.polyssimo.tables import PIECES
from tilewright.kernel import Word

FEW_WAYS = 4
SOME_WAYS = 12
FEW_CELLS = 2
"""A difference in cells that is not significant."""


def claims(played: Sequence[SeenMove], best: Sequence[SeenMove]) -> Iterator[Claim]:
    """Yield reasons why the best move is better than the played one, most important first."""
    if best[0].effect["kind"] == "draft":
        yield from _claim_picks(played, best)
        return
    seat = int(best[0].before["mover"])
    mine, other = played[0].after, best[0].after
    yield from _claim_outs(played[0], best[0])
    yield from _claim_lost(mine, other, seat)
    for rival in range(int(mine["players"])):
        if rival != seat:
            yield from _claim_spared(mine, other, rival)
    yield from _claim_scarce(played[0], best[0])
    yield from _claim_reserved(mine, other, seat)
    yield from _claim_later(played, best, seat)
    yield from _claim_tight(mine, other, seat)
    yield from _claim_territory(mine, other, seat)
    for rival in range(int(mine["players"])):
        if rival != seat:
            yield from _claim_blocked(mine, other, rival)
    yield from _claim_room(mine, other, seat)
    yield from _claim_cells(played[0], best[0])


def _claim_picks(played: Sequence[SeenMove], best: Sequence[SeenMove]) -> Iterator[Claim]:
    """Yield claims about the pieces that the two moves draft.

    The best piece is narrower, fits in more ways, would be drafted next, or is smaller.
    """
    piece, instead = best[0].effect["piece"], played[0].effect["piece"]
    one, other = PIECE_IDS.index(piece), PIECE_IDS.index(instead)
    ways = _count_ways(best[0].before, 1 << one | 1 << other)
    narrow, wide = _find_width(one), _find_width(other)
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


def _find_width(piece: int) -> int:
    """Return the width of the narrowest strip into which a piece fits."""
    cells = drawn_cells(PIECES[piece])
    return min(1 + max(axis) - min(axis) for axis in zip(*cells, strict=True))


def _count_hand_ways(state: State, seat: Seat, pieces: int) -> dict[int, int]:
    return _count_ways(state, int(state["hands"][seat]) & pieces)


def _count_ways(state: State, pieces: int) -> dict[int, int]:
    """Return the number of legal placements of each piece in a bit set."""
    free = find_free_cells(state)
    return {piece: count_placements(*free, piece) for piece in list_pieces(pieces)}


def _find_shared_pieces(played: State, best: State, seat: Seat) -> int:
    """Return the pieces in a seat's hand after either move, as bits."""
    return int(played["hands"][seat]) & int(best["hands"][seat])


def _claim_outs(played: SeenMove, best: SeenMove) -> Iterator[Claim]:
    """Yield a claim for each rival that only the best move eliminates (PC-4)."""
    for seat in best.effect["outs"]:
        if seat not in played.effect["outs"] and seat != best.effect["seat"]:
            yield Claim("pc-why-out", {"seat": seat})


def _claim_lost(played: State, best: State, seat: Seat) -> Iterator[Claim]:
    """Yield a claim if pieces of the seat fit after the best move only."""
    shared = _find_shared_pieces(played, best, seat)
    now, then = _count_hand_ways(played, seat, shared), _count_hand_ways(best, seat, shared)
    lost = [PIECE_IDS[piece] for piece in list_pieces(shared) if then[piece] and not now[piece]]
    if lost:
        yield Claim("pc-why-lost", {"pieces": ", ".join(lost), "count": len(lost)})


def _claim_spared(played: State, best: State, rival: Seat) -> Iterator[Claim]:
    """Yield a claim if pieces of a rival fit after the played move only."""
    shared = _find_shared_pieces(played, best, rival)
    now, then = _count_hand_ways(played, rival, shared), _count_hand_ways(best, rival, shared)
    shut = [PIECE_IDS[piece] for piece in list_pieces(shared) if now[piece] and not then[piece]]
    if shut:
        facts = {"pieces": ", ".join(shut), "count": len(shut), "seat": rival}
        yield Claim("pc-why-spared", facts)


def _claim_scarce(played: SeenMove, best: SeenMove) -> Iterator[Claim]:
    """Yield a claim if the played move leaves few placements for the best move's piece."""
    piece = PIECE_IDS.index(best.effect["piece"])
    if best.effect["piece"] != played.effect["piece"]:
        before = _count_hand_ways(played.before, best.effect["seat"], 1 << piece)[piece]
        ways = _count_hand_ways(played.after, best.effect["seat"], 1 << piece)[piece]
        if 0 < ways <= FEW_WAYS and ways < before:
            yield Claim("pc-why-scarce", {"piece": best.effect["piece"], "ways": ways})


def _claim_reserved(played: State, best: State, seat: Seat) -> Iterator[Claim]:
    """Yield a claim if the best move leaves a hole that only the seat's pieces fit."""
    more = _find_reserved_pieces(best, seat) - _find_reserved_pieces(played, seat)
    if more:
        names = [PIECE_IDS[piece] for piece in sorted(more)]
        yield Claim("pc-why-reserved", {"pieces": ", ".join(names), "count": len(names)})


def _find_reserved_pieces(state: State, seat: Seat) -> set[int]:
    """Return the pieces of a seat that fit into holes without use for its rivals."""
    own = int(state["hands"][seat])
    rivals = sum(int(hand) for other, hand in enumerate(state["hands"]) if other != seat)
    kept: set[int] = set()
    for hole in _iterate_holes(state):
        if not any(count_placements(*hole, piece) for piece in list_pieces(rivals)):
            kept |= {piece for piece in list_pieces(own) if count_placements(*hole, piece)}
    return kept


def _iterate_holes(state: State) -> Iterator[tuple[Word, Word, Word]]:
    """Yield each connected region of free cells, one word per band."""
    free0, free1, free2 = find_free_cells(state)
    while free0 | free1 | free2:
        hole = find_hole(free0, free1, free2)
        free0, free1, free2 = free0 ^ hole[0], free1 ^ hole[1], free2 ^ hole[2]
        yield hole


def _claim_later(
    played: Sequence[SeenMove], best: Sequence[SeenMove], seat: Seat
) -> Iterator[Claim]:
    """Yield a claim if pieces of the seat no longer fit after the expected replies.

    Only pieces that would still fit in the line of the best move count.
    """
    if len(played) == len(best) > 1:
        for claim in _claim_lost(played[-1].after, best[-1].after, seat):
            yield Claim("pc-why-later", {**claim.facts, "moves": len(best) - 1})


def _claim_tight(played: State, best: State, seat: Seat) -> Iterator[Claim]:
    """Yield a claim if the best move at least doubles the placements of a scarce piece."""
    shared = _find_shared_pieces(played, best, seat)
    now, then = _count_hand_ways(played, seat, shared), _count_hand_ways(best, seat, shared)
    left = {piece: ways for piece, ways in now.items() if 0 < 2 * ways <= then[piece]}
    piece = min(left, key=lambda one: left[one], default=None)
    if piece is not None and left[piece] <= SOME_WAYS:
        facts = {"piece": PIECE_IDS[piece], "ways": left[piece], "could": then[piece]}
        yield Claim("pc-why-tight", facts)


def _claim_territory(played: State, best: State, seat: Seat) -> Iterator[Claim]:
    """Yield a claim if the best move leaves the seat more exclusive cells, or rivals fewer."""
    now, then = _count_exclusive_cells(played, seat), _count_exclusive_cells(best, seat)
    if then[0] - now[0] > FEW_CELLS:
        yield Claim("pc-why-territory", {"cells": then[0], "fewer": now[0]})
    if now[1] - then[1] > FEW_CELLS:
        yield Claim("pc-why-theirs", {"cells": now[1], "fewer": then[1]})


def _count_exclusive_cells(state: State, seat: Seat) -> tuple[int, int]:
    """Return the numbers of cells that only ``seat``, and only its rivals, can cover."""
    own, others = _find_reach_mask(state, seat), 0
    for rival in range(int(state["players"])):
        if rival != seat and not int(state["out"]) >> rival & 1:
            others |= _find_reach_mask(state, rival)
    return (own & ~others).bit_count(), (others & ~own).bit_count()


def _find_reach_mask(state: State, seat: Seat) -> int:
    """Return the cells that a seat's pieces can cover, as bits."""
    free, reached = find_free_cells(state), 0
    for piece in list_pieces(int(state["hands"][seat])):
        _, *bands = find_reach(*free, piece)
        reached |= sum(int(band) << 64 * number for number, band in enumerate(bands))
    return reached


def _claim_blocked(played: State, best: State, rival: Seat) -> Iterator[Claim]:
    """Yield a claim if a rival has clearly fewer placements after the best move."""
    now, then = _count_all_ways(played, rival), _count_all_ways(best, rival)
    if _is_clearly_more(now, then):
        yield Claim("pc-why-blocked", {"seat": rival, "left": now, "could": then})


def _claim_room(played: State, best: State, seat: Seat) -> Iterator[Claim]:
    """Yield a claim if the seat has clearly more placements after the best move."""
    left, could = _count_all_ways(played, seat), _count_all_ways(best, seat)
    if _is_clearly_more(could, left):
        yield Claim("pc-why-room", {"left": left, "could": could})


def _count_all_ways(state: State, seat: Seat) -> int:
    return sum(_count_hand_ways(state, seat, int(state["hands"][seat])).values())


def _is_clearly_more(one: int, other: int) -> bool:
    return one - other >= 3 and 100 * one >= 115 * other


def _claim_cells(played: SeenMove, best: SeenMove) -> Iterator[Claim]:
    """Yield a claim if the best move places more cells.

    Cells left in hand count at the end (PC-5).
    """
    placed, could = len(played.effect["cells"]), len(best.effect["cells"])
    if could > placed:
        yield Claim("pc-why-cells", {"placed": placed, "could": could})


# --- In English ---------------------------------------------------------------------------------


SENTENCES = {
    "pc-why-roomier": "{piece} fits the free board in {ways} ways, {instead} in {fewer}.",
    "pc-why-taken": "Leaves {piece} in the pool, and seat {seat} takes it next.",
    "pc-why-out": "The best leaves seat {seat} without a place: it would be out.",
    "pc-why-lost": "No place is left for its own {pieces}; after the best there is room.",
    "pc-why-scarce": "{piece}, which the best places, has only {ways:place} left after this.",
    "pc-why-reserved": "The best keeps a hole for its own {pieces} that no other seat can use.",
    "pc-why-later": "After the expected answers, no place is left for its own {pieces}.",
    "pc-why-spared": "Leaves room for seat {seat}'s {pieces}, which the best shuts out.",
    "pc-why-smaller": "{piece} has fewer squares than {instead}: it costs less if it is left over.",
    "pc-why-narrow": "{piece} fits into a strip {width} wide, {instead} needs {wider}.",
    "pc-why-tight": "Leaves its own {piece} {ways:place}, the best {could}.",
    "pc-why-territory": "After the best only it can cover {cells} squares, after this {fewer}.",
    "pc-why-theirs": "Leaves {cells} squares that only others can cover, the best {fewer}.",
    "pc-why-blocked": "Leaves seat {seat} {left} placements, the best {could}.",
    "pc-why-cells": "Covers {placed} squares, the best {could}.",
    "pc-why-room": "Leaves {left} placements of its own, the best {could}.",
}

say = Sentences(SENTENCES).say
