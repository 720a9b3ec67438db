"""Sheets of every game, their layouts and what they tell, for whoever reads them elsewhere.

``python tests/sheet_samples.py --write`` writes ``web/tests/sheets.json`` anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tilewright.game import SHEET_SIZE, Sheet
from tilewright.position import Position
from walks import REAL_GAMES, walk

SAMPLES = Path(__file__).parents[1] / "web" / "tests" / "sheets.json"
PLIES = (1, 27, 40)


def write_samples() -> str:
    """The file, a sheet on a line."""
    lines = [json.dumps(sample) for sample in _samples()]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _samples() -> Iterator[dict[str, Any]]:
    for game in REAL_GAMES:
        for position in walk(game.name, game.players[-1], {}, seed=4):
            if position.ply in PLIES and not position.is_over:
                yield from _samples_of(position)


def _samples_of(position: Position) -> Iterator[dict[str, Any]]:
    view = position.view((position.mover + 1) % position.players)
    action = int(position.legal_actions[-1])
    after = position.copy()
    after.play(action)
    scenery = position.game.scenery
    yield _sample(scenery.scene, view.state)
    yield _sample(scenery.effect, position.state, action, after.state)


def _sample(sheet: Any, *args: Any) -> dict[str, Any]:
    assert isinstance(sheet, Sheet)
    out = np.zeros(SHEET_SIZE, dtype=np.int32)
    count = sheet.write(*args, out)
    told = sheet.read(out, count)
    return {"layout": sheet.layout, "figures": out[:count].tolist(), "told": told}


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    SAMPLES.write_text(write_samples(), encoding="utf-8")
