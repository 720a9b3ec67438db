"""The picture of My Shelfie shows every tile, and no card hidden from its viewer."""

from __future__ import annotations

from tilewright.games.my_shelfie.svg import COLOURS, PLACE
from tilewright.games.my_shelfie.tables import SHELF_CELLS
from walks import walk


def test_svg_draws_every_tile() -> None:
    for position in walk("my-shelfie", 4, {}, seed=4):
        if position.is_over:
            break  # the cards lie open, and their tiles would count
        view = position.view(None)
        scene, picture = view.scene(), view._repr_svg_()
        tiles = "".join(scene["room"]) + "".join(
            line for seat in scene["seats"] for line in seat["shelf"]
        )
        for letter, colour in COLOURS.items():
            assert picture.count(f'rx="13" fill="{colour}"') == tiles.count(letter)
        free = sum(seat["free"] for seat in scene["seats"])
        assert picture.count(f'fill="{PLACE}"') == free
        assert free + sum(tiles.count(letter) for letter in COLOURS) >= 4 * SHELF_CELLS


def test_svg_shows_only_the_viewers_card() -> None:
    """MS-5: three of four cards lie face down, and six places of one's own are shown."""
    *_, position = walk("my-shelfie", 4, {}, seed=4, plies=10)
    open_, own = position._repr_svg_(), position.view(2)._repr_svg_()
    assert open_.count(">?</text>") == 0 and own.count(">?</text>") == 3
    tiles = 'rx="13"'
    assert open_.count(tiles) - own.count(tiles) == 3 * 6
