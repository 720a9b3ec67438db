"""The picture of Nova Luna shows every tile, task and disc."""

from __future__ import annotations

import pytest

from tilewright.games.nova_luna.svg import SHAPES
from tilewright.games.nova_luna.tables import TILES
from tilewright.svg import SEATS
from walks import walk

TILE = 'width="98" height="98"'


@pytest.mark.parametrize("name, players", [("nova-luna", 4), ("nova-luna-solo", 1)])
def test_svg_draws_every_tile(name: str, players: int) -> None:
    for position in walk(name, players, {}, seed=4):
        scene, picture = position.scene(), position._repr_svg_()
        laid = [laid for seat in scene["seats"] for laid in seat["area"]]
        on_wheel = [tile for tile in scene["wheel"] if tile is not None]
        assert picture.count(TILE) == len(laid) + len(on_wheel)
        covered = sum(len(each["covered"]) for each in laid)
        assert picture.count('d="M-7.5.5-2.2 6 8-6"') == covered
        open_tasks = "".join(
            task
            for tile, done in [
                *((t, ()) for t in on_wheel),
                *((t["tile"], t["covered"]) for t in laid),
            ]
            for index, task in enumerate(_tasks(tile))
            if index not in done
        )
        for colour, shape in SHAPES.items():
            own = sum(_colour(tile) == colour for tile in on_wheel)
            own += sum(_colour(each["tile"]) == colour for each in laid)
            assert picture.count(f'd="{shape}"') == own + open_tasks.count(colour)


def _tasks(tile: int) -> list[str]:
    return ["".join("rbcy"[c] * n for c, n in enumerate(task)) for task in TILES[tile - 1].tasks]


def _colour(tile: int) -> str:
    return "rbcy"[TILES[tile - 1].colour]


def test_svg_discs_have_the_colours_of_their_seats() -> None:
    *_, position = walk("nova-luna", 3, {}, seed=5, plies=12)
    picture = position._repr_svg_()
    for seat in range(3):
        assert picture.count(f'r="14" fill="{SEATS[seat]}"') == 1
