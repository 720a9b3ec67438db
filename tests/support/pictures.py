"""The pictures of the docs: one position of each game, from a record that was played out.

``python tests/support/pictures.py --write`` draws them again; look at them before you commit.
"""

from __future__ import annotations

import sys
from pathlib import Path

import tilewright as tw
from tilewright.game import Game
from walks import REAL_GAMES

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "examples" / "records"
FOLDER = ROOT / "docs" / "images" / "boards"


def picture_path(game: Game) -> Path:
    return FOLDER / f"{game.name}.svg"


def position_of(game: Game) -> tw.Position:
    """Return the position after five sixths of the game's example record, as the first seat sees
    it."""
    end = tw.load((RECORDS / f"{game.name}.txt").read_text(encoding="utf-8"))
    return end.after(len(end.moves) * 5 // 6).view(0)


def draw(game: Game) -> str:
    return position_of(game)._repr_svg_() + "\n"


if __name__ == "__main__" and "--write" in sys.argv:
    for game in REAL_GAMES:
        picture_path(game).write_text(draw(game), encoding="utf-8")
