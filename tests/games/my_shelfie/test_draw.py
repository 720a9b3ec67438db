"""The board in a terminal."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from tilewright.game import State
from tilewright.games.my_shelfie import GAME

from .play import fast_rules, new_state, walk


def drawn(state: State, seat: int | None) -> str:
    out = io.StringIO()
    Console(file=out, width=80, color_system=None).print(GAME.draw(state, seat))
    return out.getvalue()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("plies", [0, 10, 1000])
def test_draw_fits_into_80_columns(players: int, plies: int) -> None:
    text = drawn(walk(new_state(players, 3), 3, plies), 0)
    assert max(map(len, text.splitlines())) <= 80
    assert "a  b  c  d  e  f  g  h  i" in text
    assert text.count(" 1  2  3  4  5 ") == players
    assert "…" not in text


def test_draw_shows_cards_to_their_owner_only() -> None:
    """MS-5: spectators see no card, a seat sees its own."""
    state = new_state(3, 3)
    card = f"Seat 1's card {int(state['cards'][1])}"
    assert card in drawn(state, 1)
    assert "card" not in drawn(state, None)
    assert "Seat 0's card" not in drawn(state, 1)
    view = state.copy()
    fast_rules().view(view, 0)
    assert "card" not in drawn(view, 1)
    assert "Seat 0's card" in drawn(view, 0)


def test_draw_shows_card_points_at_the_end() -> None:
    text = drawn(walk(new_state(3, 3), 3), None)
    assert text.count("in all") == 3 and "The game is over." in text
