"""The picture of Polyssimo Challenge shows every piece once, in its colour or stripes."""

from __future__ import annotations

from tilewright.games.polyssimo.svg import HUES, STRIPES
from tilewright.games.polyssimo.tables import PIECES
from walks import walk


def test_svg_draws_every_piece_once() -> None:
    for position in walk("polyssimo", 3, {}, seed=4):
        picture = position._repr_svg_()
        for name, hue in HUES.items():
            assert picture.count(f">{name}</text>") == 1
            assert picture.count(f'fill="{hue}"') == 1
        for number in range(1, 13):
            assert picture.count(f">H{number:02}</text>") == 1
        striped = sum(piece.size for piece in PIECES if piece.is_hexomino)
        assert picture.count(f'd="{STRIPES}"') == striped
