"""Terminal drawings: 80 columns, letters as well as colours, no hidden information."""

from __future__ import annotations

import io

import numpy as np
import pytest
from rich.console import Console

from tilewright.game import State
from tilewright.games.nova_luna import GAME
from tilewright.games.nova_luna.area_text import lay_connected_tiles

from .play import copy_of, fast_rules, new_state, play, set_table, walk


def drawn(state: State, seat: int | None, width: int = 80) -> list[str]:
    console = Console(width=width, file=io.StringIO(), color_system=None)
    console.print(GAME.draw(state, seat))
    return console.file.getvalue().rstrip("\n").split("\n")  # type: ignore[attr-defined]


@pytest.mark.parametrize("players", [1, 2, 4])
def test_draw_fits_into_80_columns(players: int) -> None:
    for state in list(map(copy_of, walk(players, 9)))[::10]:
        for seat in (None, 0):
            # Drawn on a wider screen nothing gets longer: no line was wrapped.
            assert max(map(len, drawn(state, seat, width=300))) <= 80


def test_draw_of_a_wide_area_fits() -> None:
    """NL-9: 68 in a row is drawn in strips."""
    state = copy_of(new_state(2))
    state["discs"][0] = 100
    lay_connected_tiles(state, 0, {(-i, 0): i + 1 for i in range(68)})
    lines = drawn(state, 0, width=300)
    assert max(map(len, lines)) <= 80
    text = "\n".join(lines)
    assert "x from -68 to 1" in text
    for x in (-68, -34, 1):
        assert f" {x} " in text + " "


def test_draw_shows_cost_colour_and_tasks_of_a_tile() -> None:
    """Colour letter, cost, id, tasks, and a star on those fulfilled; north is up."""
    state = set_table([15, 49, 18], [50])
    play(state, "1@0,0")
    state["distance"][1], state["mover"] = 50, 0
    play(state, "2@0,1")
    lines = drawn(state, 0)
    red, cyan = (
        next(i for i, line in enumerate(lines) if word in line) for word in ("R6 bb", "C6 bb")
    )
    assert red < cyan
    assert (
        lines[red].split()[:2] == ["1", "."]
        and "49 yy" in lines[red + 1]
        and "c*" in lines[red + 2]
    )
    assert "15 yy" in lines[cyan + 1] and "r*" in lines[cyan + 2]
    assert any("[3]" in line for line in lines)  # within reach
    assert any("seat 0   distance  12" in line and "discs left 18" in line for line in lines)


def test_draw_omits_the_supply() -> None:
    """NL-2: whatever its order, the drawing is the same while the game lasts."""
    state = new_state(2)
    other = copy_of(state)
    size = int(other["supply_size"])
    other["supply"][:size] = np.roll(other["supply"][:size], 5)
    assert drawn(state, None) == drawn(other, None)
    fast_rules(2).view(other, 0)
    assert drawn(state, None) == drawn(other, None)
