"""Reasons of Polyssimo Challenge: their claims are recounted cell by cell."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from reasoning import Reasoned, reasons
from tilewright.games.polyssimo.board import get_orientation, get_piece, list_cells, list_pieces
from tilewright.games.polyssimo.pieces import PIECE_IDS
from tilewright.games.polyssimo.state import BAND_ROWS
from tilewright.games.polyssimo.tables import COLUMNS, NUM_PIECES
from tilewright.position import Position
from tilewright.registry import get_game

MOST_CHECKED = 4
Cells = frozenset[tuple[int, int]]


@cache
def placements() -> dict[int, list[Cells]]:
    """Wherever a piece may lie on an empty board."""
    found: dict[int, list[Cells]] = {piece: [] for piece in range(NUM_PIECES)}
    for action in range(NUM_PIECES, get_game("polyssimo").num_actions):
        found[get_piece(get_orientation(action))].append(frozenset(list_cells(action)))
    return found


def places(position: Position, piece: int) -> list[Cells]:
    """Return the free cells of the drawn board."""
    taken = [
        (BAND_ROWS * band + bit // COLUMNS, bit % COLUMNS)
        for band, word in enumerate(position.state["board"])
        for bit in range(BAND_ROWS * COLUMNS)
        if int(word) >> bit & 1
    ]
    return [cells for cells in placements()[piece] if not cells.intersection(taken)]


def hand(position: Position, seat: int) -> list[int]:
    return list_pieces(int(position.state["hands"][seat]))


def count_all(position: Position, seat: int) -> int:
    return sum(len(places(position, piece)) for piece in hand(position, seat))


def reach(position: Position, seat: int) -> Cells:
    cells: Cells = frozenset()
    return cells.union(*(one for piece in hand(position, seat) for one in places(position, piece)))


def width(piece: int) -> int:
    return min(
        1 + max(cell[axis] for cell in cells) - min(cell[axis] for cell in cells)
        for cells in placements()[piece]
        for axis in (0, 1)
    )


def check(one: Reasoned) -> None:
    facts, seat = one.facts, one.before.mover
    both = (one.played, one.best)
    if one.key == "pc-why-narrow":
        pieces = [PIECE_IDS.index(facts[key]) for key in ("piece", "instead")]
        assert [facts["width"], facts["wider"]] == [width(piece) for piece in pieces]
        assert facts["width"] < facts["wider"]
    elif one.key == "pc-why-smaller":
        sizes = [len(placements()[PIECE_IDS.index(facts[key])][0]) for key in ("piece", "instead")]
        assert sizes == [5, 6]
    elif one.key == "pc-why-tight":
        piece = PIECE_IDS.index(facts["piece"])
        assert [facts["ways"], facts["could"]] == [len(places(then, piece)) for then in both]
        assert all(piece in hand(then, seat) for then in both)
    elif one.key in ("pc-why-territory", "pc-why-theirs"):
        own, others = ([reach(then, who) for then in both] for who in (seat, 1 - seat))
        if one.key == "pc-why-territory":
            alone = [len(mine - theirs) for mine, theirs in zip(own, others, strict=True)]
            assert [facts["fewer"], facts["cells"]] == alone
        else:
            alone = [len(theirs - mine) for mine, theirs in zip(own, others, strict=True)]
            assert [facts["cells"], facts["fewer"]] == alone
    elif one.key == "pc-why-blocked":
        assert facts["seat"] != seat
        counts = [count_all(then, facts["seat"]) for then in both]
        assert [facts["left"], facts["could"]] == counts
    elif one.key == "pc-why-cells":
        sizes = [len(effect["cells"]) for effect in one.effects]
        assert [facts["placed"], facts["could"]] == sizes and sizes[0] < sizes[1]


@pytest.mark.slow
def test_claims_are_true_by_the_naive_reference() -> None:
    seen: Counter[str] = Counter()
    for seed in range(6):
        for one in reasons("polyssimo", seed):
            seen[one.key] += 1
            if seen[one.key] <= MOST_CHECKED:
                check(one)
    words = ("narrow", "smaller", "tight", "territory", "theirs", "blocked", "cells")
    assert {f"pc-why-{word}" for word in words} <= seen.keys()
