"""Reasons of Nova Luna: their claims are recounted by the reference."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from reasoning import Reasoned, reasons
from reference import nova_luna as reference
from tilewright.game import SeenMove
from tilewright.games.nova_luna import reasons as reasons_of_game
from tilewright.position import Position


def area_of(position: Position, seat: int) -> dict[tuple[int, int], int]:
    laid: list[Any] = position.scene()["seats"][seat]["area"]
    return {(one["x"], one["y"]): one["tile"] for one in laid}


def most_covered(position: Position, seat: int) -> dict[int, int]:
    """Return the maximum number of tasks that each tile on the wheel can fulfil."""
    area = area_of(position, seat)
    old = reference.fulfilled_tasks(area)
    return {
        tile: max(
            len(reference.fulfilled_tasks({**area, place: tile}) - old)
            for place in reference.open_places(area)
        )
        for tile in map(int, position.state["wheel"])
        if tile
    }


def helping(position: Position, seat: int) -> int:
    """Return how many of the tiles needed by the tasks of an area are in place."""
    area = area_of(position, seat)
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
    elif one.key == "nl-why-promise":
        before, then = (most_covered(position, seat) for position in (one.played, one.best))
        assert facts["most"] == max(before.values(), default=0) < facts["tasks"]
        assert facts["tasks"] == then[facts["tile"]] == max(then.values())
    elif one.key == "nl-why-many":
        tasks = [len(reference.tile(effect["tile"]).tasks) for effect in one.effects]
        assert [facts["done"], facts["could"]] == tasks and tasks[0] < tasks[1]


@pytest.mark.slow
def test_claims_are_true_by_the_naive_reference() -> None:
    seen: Counter[str] = Counter()
    for one in reasons("nova-luna", 2):
        seen[one.key] += 1
        check(one)
    assert {"nl-why-helps", "nl-why-many", "nl-why-promise"} <= seen.keys()


@pytest.mark.parametrize("tiles", [(0, 0), (9, 0), (0, 9), (9, 9)])
def test_nl_7_no_tile_is_promised_of_a_wheel_that_is_filled_again(tiles: tuple[int, int]) -> None:
    """The tiles that are drawn are unknown, both after the played move and after the best."""
    one = next(one for one in reasons("nova-luna", 2) if one.key == "nl-why-promise")
    played, best = (
        SeenMove(one.before.state, after.state, {**effect, "tiles": count})
        for after, effect, count in zip((one.played, one.best), one.effects, tiles, strict=True)
    )
    told = [claim.facts["tile"] for claim in reasons_of_game._claim_promise(played, best)]
    assert told == ([] if any(tiles) else [one.facts["tile"]])
