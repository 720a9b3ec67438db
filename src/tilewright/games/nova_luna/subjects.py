"""Study subjects of Nova Luna: its tiles (NL-1)."""

from __future__ import annotations

from tilewright.game import State, Subject
from tilewright.games.nova_luna.tables import COLOUR_LETTERS, COLOURS, NUM_TILES, TILES, Tile

ALL_TILES = tuple(range(NUM_TILES))


def name_tile(tile: Tile) -> str:
    """Return the name of a tile, such as ``14 cyan 5 rr/b``."""
    tasks = [
        "".join(letter * count for letter, count in zip(COLOUR_LETTERS, task, strict=True))
        for task in tile.tasks
    ]
    return f"{tile.id} {COLOURS[tile.colour]} {tile.cost} {'/'.join(tasks)}".strip()


def list_tiles(state: State) -> tuple[int, ...]:
    """Return the indices of all tiles, because every game uses all of them."""
    return ALL_TILES


def find_laid(before: State, after: State) -> tuple[int, ...]:
    """Return the index of the tile that an action laid, as a tuple.

    The tuple is empty if the action laid no tile.
    """
    seat = int(before["mover"])
    new = [int(after["area"][seat][half]) & ~int(before["area"][seat][half]) for half in (0, 1)]
    word = new[0] | new[1] << 64
    return tuple(tile for tile in ALL_TILES if word >> (tile + 1) & 1)


SUBJECTS = (
    Subject(
        noun="tile",
        names=tuple(map(name_tile, TILES)),
        offered=list_tiles,
        taken=find_laid,
        prices=tuple(tile.cost for tile in TILES),
    ),
)
