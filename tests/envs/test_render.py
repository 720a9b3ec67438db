"""Positions as text and as pictures."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from dataclasses import replace

import numpy as np
import pytest

import tilewright as tw
from tilewright.envs.render import check_render_mode, draw_picture, draw_text, render
from tilewright.errors import InvalidOption
from tilewright.game import State
from tilewright.registry import get_game
from walks import REAL_GAMES, random_position

pytestmark = pytest.mark.slow

NAMES = [game.name for game in REAL_GAMES]


@pytest.mark.parametrize("name", NAMES)
def test_draw_picture_has_a_constant_size(name: str) -> None:
    players = get_game(name).players[-1]
    sizes = {draw_picture(random_position(name, players, {}, seed), 0).shape for seed in range(3)}
    assert sizes == {(1056, 960, 3)}


@pytest.mark.parametrize("name", NAMES)
def test_draw_picture_changes_with_the_position(name: str) -> None:
    position = tw.new(name, players=get_game(name).players[0], seed=1)
    before = draw_picture(position, 0)
    position.play(position.legal_moves[0])
    after = draw_picture(position, 0)
    assert before.dtype == np.uint8
    assert (before != after).any()
    assert len(np.unique(after.reshape(-1, 3), axis=0)) >= 3  # paper, ink, and colours


def test_render_shows_only_the_seats_own_secrets() -> None:
    """My Shelfie's personal cards are the secret that a drawing could give away."""
    position = tw.new("my-shelfie", players=2, seed=3)
    own, other = (f"Seat {seat}'s card" for seat in (0, 1))
    assert own in draw_text(position, 0) and other not in draw_text(position, 0)
    hidden = position.view(0).determinize(5)
    assert draw_text(hidden, 0) == draw_text(position, 0)
    assert (draw_picture(hidden, 0) == draw_picture(position, 0)).all()


def test_render_draws_a_view() -> None:
    """Whatever a game chooses to draw: it is not given more than the seat may know."""
    given: list[tuple[int, int | None]] = []

    def draw(state: State, seat: int | None) -> str:
        given.append((int(state["viewer"]), seat))
        return ""

    position = tw.new("my-shelfie", players=3, seed=1)
    position.game = replace(position.game, draw=draw)
    draw_text(position, 2)
    draw_picture(position, 1)
    assert given == [(2, 2), (1, 1)]


def test_draw_text_is_plain_and_80_columns_wide() -> None:
    for name in NAMES:
        text = draw_text(random_position(name, get_game(name).players[-1], {}, 1), 0)
        assert "\x1b" not in text
        assert max(map(len, text.splitlines())) <= 80


def test_render_in_human_mode_prints() -> None:
    position = tw.new("polyssimo", players=2, seed=1)
    with redirect_stdout(io.StringIO()) as printed:
        assert render(position, 0, "human") is None
    assert "pool" in printed.getvalue()
    assert render(position, 0, None) is None


def test_render_in_an_unknown_mode_is_refused() -> None:
    with pytest.raises(InvalidOption, match="expected one of human, ansi, rgb_array, or None"):
        check_render_mode("hologram")
