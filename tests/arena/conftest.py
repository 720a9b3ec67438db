"""Arenas in tests play the toy game, interpreted: nothing here needs speed."""

from __future__ import annotations

import pytest

from arena.helpers import TEST_BOTS
from tilewright.bots import BOTS


@pytest.fixture(autouse=True)
def _test_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_JIT", "0")
    for name, maker in TEST_BOTS.items():
        monkeypatch.setitem(BOTS, name, maker)
