"""Studies in tests look at the toy game, and its bots play."""

from __future__ import annotations

import pytest

from arena.helpers import TEST_BOTS
from study.helpers import SEEN_TOY
from tilewright.bots import BOTS
from tilewright.registry import GAMES


@pytest.fixture(autouse=True)
def _toy_to_study(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, SEEN_TOY.name, SEEN_TOY)
    for name, maker in TEST_BOTS.items():
        monkeypatch.setitem(BOTS, name, maker)
