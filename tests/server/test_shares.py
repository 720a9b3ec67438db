"""Sharing out what is scarce."""

from __future__ import annotations

import pytest

from tilewright.server import shares
from tilewright.server.shares import Shares


def serve(shared: Shares, waiting: list[str], costs: dict[str, float], times: int) -> str:
    """Who is served, one after the other, when all of them always want more."""
    served = ""
    for _ in range(times):
        key = shared.order(waiting)[0]
        shared.begin(key, 1)
        shared.add(key, costs.get(key, 1) - 1)
        served += key
    return served


def test_all_get_the_same_however_often_they_ask() -> None:
    assert serve(Shares(), ["a", "a", "a", "b", "c"], {}, 9) == "abcabcabc"


def test_what_costs_little_comes_more_often() -> None:
    served = serve(Shares(), ["slow", "q"], {"slow": 1, "q": 1 / 64}, 131)
    assert served == "slow" + "q" * 64 + "slow" + "q" * 64 + "slow"


def test_nobody_saves_up() -> None:
    """Who comes late, or comes back, does not make good for what they never asked for."""
    shared = Shares()
    assert serve(shared, ["a", "b"], {}, 100).count("a") == 50
    assert serve(shared, ["a", "late"], {}, 10).count("late") <= 6
    assert serve(shared, ["a", "b"], {}, 10).count("b") <= 8


def test_whoever_is_being_served_waits_for_the_others() -> None:
    """Several are served at once: what somebody has not got yet counts as expected."""
    shared = Shares()
    shared.begin("a", 1)
    assert shared.order(["a", "b"]) == ["b", "a"]


def test_a_key_that_owes_nothing_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "MOST", 3)
    shared = Shares()
    for key in "abcd" * 2:
        shared.begin(key, 1)
    assert len(shared._had) <= 4 and shared.order("ae") == ["e", "a"]
