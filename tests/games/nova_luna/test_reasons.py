"""Reasons of a review of Nova Luna: what they claim is counted again by the reference."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from reasoning import Reasoned, reasons
from reference import nova_luna as reference
from tilewright.position import Position


def helping(position: Position, seat: int) -> int:
    """How many of the tiles that all tasks of an area ask for are there."""
    laid: list[Any] = position.scene()["seats"][seat]["area"]
    area = {(one["x"], one["y"]): one["tile"] for one in laid}
    return sum(
        min(have, asked)
        for place, tile in area.items()
        for task in reference.tile(tile).tasks
        for have, asked in zip(reference.helpers(area, place), task, strict=True)
    )


def check(one: Reasoned) -> None:
    facts, seat = one.facts, one.before.mover
    if one.key == "nl-why-helps":
        assert [facts["fewer"], facts["count"]] == [
            helping(then, seat) for then in (one.played, one.best)
        ]
        assert facts["fewer"] < facts["count"]
    elif one.key == "nl-why-many":
        tasks = [len(reference.tile(effect["tile"]).tasks) for effect in one.effects]
        assert [facts["done"], facts["could"]] == tasks and tasks[0] < tasks[1]


@pytest.mark.slow
def test_reasons_are_true_when_counted_again() -> None:
    seen: Counter[str] = Counter()
    for one in reasons("nova-luna", 2):
        seen[one.key] += 1
        check(one)
    assert {"nl-why-helps", "nl-why-many"} <= seen.keys()
