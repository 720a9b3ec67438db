"""Terminal drawings of Polyssimo Challenge."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from tilewright.game import State
from tilewright.games.polyssimo import GAME
from tilewright.games.polyssimo.board import list_pieces
from tilewright.games.polyssimo.pieces import PIECE_IDS

from .play import CONFIGURATIONS, new_state, walk


def drawn(state: State, seat: int | None) -> list[str]:
    out = io.StringIO()
    Console(file=out, width=200, color_system=None).print(GAME.draw(state, seat))
    return [line.rstrip() for line in out.getvalue().splitlines()]


@pytest.mark.parametrize("players, handicap, first", CONFIGURATIONS)
def test_draw_fits_80_columns_and_needs_no_colour(players: int, handicap: str, first: str) -> None:
    start = new_state(players, 1, handicap, first)
    assert max(map(len, drawn(start, 0))) <= 80
    for _, state in walk(start, 1):
        lines = drawn(state, int(state["mover"]))
        assert max(map(len, lines)) <= 80
        shown = " ".join(lines[13:]).split()
        for seat in range(players):
            for piece in list_pieces(state["hands"][seat]):
                assert PIECE_IDS[piece] in shown
    assert "The game is over" in lines[1]
