"""Sheets of every game, their layouts and their text, for decoders in other languages.

The effects of moves stand beside their text, so that a decoder can check both. ``python
tests/support/sheet_samples.py --write`` writes ``web/tests/engine/sheets.json``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tilewright.game import SHEET_SIZE, Action, Sheet
from tilewright.position import Position
from walks import REAL_GAMES, walk

SAMPLES = Path(__file__).parents[2] / "web" / "tests" / "engine" / "sheets.json"
PLIES = (1, 31, 40)
MOVES = 4


def write_samples() -> str:
    """Return the file, a sheet per line."""
    lines = [json.dumps(sample) for sample in _samples()]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _samples() -> Iterator[dict[str, Any]]:
    for game in REAL_GAMES:
        for position in walk(game.name, game.players[-1], {}, seed=4):
            if position.ply in PLIES and not position.is_over:
                yield from _samples_of(position)


def _samples_of(position: Position) -> Iterator[dict[str, Any]]:
    view = position.view((position.mover + 1) % position.players)
    yield _sample(position.game.scenery.scene, view.state)
    last = len(position.legal_actions) - 1
    for number in sorted({last * n // MOVES for n in range(MOVES + 1)}):
        yield _sample_of_move(position, int(position.legal_actions[number]))


def _sample_of_move(position: Position, action: Action) -> dict[str, Any]:
    after = position.copy()
    after.play(action)
    game = position.game
    sample = _sample(game.scenery.effect, position.state, action, after.state)
    return {"game": game.name, "move": position.format_move(action), **sample}


def _sample(sheet: Any, *args: Any) -> dict[str, Any]:
    assert isinstance(sheet, Sheet)
    out = np.zeros(SHEET_SIZE, dtype=np.int32)
    count = sheet.write(*args, out)
    told = sheet.decode(out, count)
    return {"layout": sheet.layout, "figures": out[:count].tolist(), "told": told}


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    SAMPLES.write_text(write_samples(), encoding="utf-8")
