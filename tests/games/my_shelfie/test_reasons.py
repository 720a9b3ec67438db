"""Reasons of My Shelfie: their claims are recounted on the drawn shelves."""

from __future__ import annotations

from collections import Counter

import pytest

from reasoning import Reasoned, after, reasons
from tilewright.games.my_shelfie import reasons as reasons_of_game
from tilewright.games.my_shelfie.grids import format_room, format_shelf, read_planes
from tilewright.games.my_shelfie.tables import CARDS, ITEM_LETTERS
from tilewright.position import Position

MOST_CHECKED = 2
"""Of each kind: to try all answers takes a while."""
Cell = tuple[int, int]


def shelf_of(position: Position, seat: int) -> list[str]:
    """Return the rows of a shelf, top row first."""
    return format_shelf(read_planes(position.state["shelves"][seat]))


def heights(rows: list[str]) -> list[int]:
    return [sum(letter in ITEM_LETTERS for letter in column) for column in zip(*rows, strict=True)]


def groups(rows: list[str]) -> list[tuple[int, str]]:
    """Return the size and the item of each group."""
    return [(size, item) for size, item, _ in walk(rows)]


def open_groups(rows: list[str]) -> Counter[tuple[int, str]]:
    """Return the size and the item of each group that can grow."""
    return Counter((size, item) for size, item, is_open in walk(rows) if is_open)


def walk(rows: list[str]) -> list[tuple[int, str, bool]]:
    """Return the size and the item of each group, and whether a free place is beside it, by walking
    from tile to tile."""
    tiles = {
        (y, x): letter
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
        if letter in ITEM_LETTERS
    }
    free = {(y, x) for y in range(len(rows)) for x in range(len(rows[0]))} - tiles.keys()
    found = []
    while tiles:
        start, item = tiles.popitem()
        size, frontier, is_open = 1, [start], False
        while frontier:
            y, x = frontier.pop()
            for near in ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)):
                is_open |= near in free
                if tiles.get(near) == item:
                    del tiles[near]
                    size += 1
                    frontier.append(near)
        found.append((size, item, is_open))
    return found


def most_public(position: Position) -> int:
    gains = [position.effect(int(action))["gains"] for action in position.legal_actions]
    return max((one["groups"] + one["tokens"] + one["end"] for one in gains), default=0)


def grown(position: Position) -> int:
    """Return the largest group that the mover can form or enlarge by a take."""
    seat = position.mover
    old = Counter(groups(shelf_of(position, seat)))
    shelves = {
        tuple(shelf_of(after(position, int(action)), seat)) for action in position.legal_actions
    }
    new = [Counter(groups(list(rows))) - old for rows in shelves]
    return max((size for one in new for size, _ in one), default=0)


def reachable(position: Position, seat: int) -> set[Cell]:
    """Return the places of the card within reach of three tiles."""
    columns = heights(shelf_of(position, seat))
    card = CARDS[int(position.state["cards"][seat]) - 1]
    return {(row, column) for row, column, _ in card if 0 <= 5 - row - columns[column] < 3}


def check(one: Reasoned) -> None:
    facts, seat = one.facts, one.before.mover
    both = (one.played, one.best)
    if one.key == "ms-why-answer":
        assert [facts["points"], facts["instead"]] == [most_public(then) for then in both]
    elif one.key == "ms-why-feeds":
        assert facts["size"] == grown(one.played) > grown(one.best)
        assert facts["seat"] == one.played.mover
    elif one.key == "ms-why-ready":
        new = reachable(one.best, seat) - reachable(one.played, seat)
        card = CARDS[int(one.before.state["cards"][seat]) - 1]
        assert facts["type"] in {ITEM_LETTERS[i] for row, column, i in card if (row, column) in new}
        room = "".join(format_room(read_planes(one.best.state["room"]), 2))
        assert facts["count"] == room.count(facts["type"]) > 0
    elif one.key == "ms-why-closes":
        kind = facts["size"], facts["type"]
        shelf = shelf_of(one.played, seat)
        assert open_groups(shelf)[kind] < groups(shelf).count(kind)
        assert facts["type"] in {item for _, item in open_groups(shelf_of(one.best, seat))}
    elif one.key == "ms-why-columns":
        roomy = [sum(high <= 3 for high in heights(shelf_of(then, seat))) for then in both]
        assert [facts["left"], facts["could"]] == roomy
    elif one.key == "ms-why-touch":
        beside = [
            sum(size for size, _ in groups(shelf_of(then, seat)) if size > 1) for then in both
        ]
        assert [facts["fewer"], facts["count"]] == beside
    elif one.key == "ms-why-stock":
        rooms = ["".join(format_room(read_planes(then.state["room"]), 2)) for then in both]
        assert facts["count"] == rooms[1].count(facts["type"])
        assert facts["fewer"] == max(map(rooms[0].count, one.effects[0]["types"]))
        assert facts["count"] > facts["fewer"]


@pytest.mark.slow
def test_claims_are_true_by_the_naive_reference() -> None:
    seen: Counter[str] = Counter()
    for seed in range(2):
        for one in reasons("my-shelfie", seed):
            seen[one.key] += 1
            if seen[one.key] <= MOST_CHECKED:
                check(one)
    told = ("answer", "ready", "columns", "touch", "stock", "feeds", "closes")
    new = {f"ms-why-{word}" for word in told}
    assert new <= seen.keys()


@pytest.mark.parametrize("refills", [(False, False), (True, False), (False, True), (True, True)])
def test_ms_11_no_line_is_promised_in_a_room_that_is_filled_again(
    refills: tuple[bool, bool],
) -> None:
    """The tiles that are drawn are unknown, both after the played move and after the best."""
    line = {"type": "C", "count": 3}
    mine = {"leaves": [line], "refills": refills[0]}
    other = {"leaves": [], "refills": refills[1]}
    told = [claim.facts for claim in reasons_of_game._claim_leaves(mine, other)]
    assert told == ([] if any(refills) else [{"type": "C"}])
    spared = {"leaves": [line], "refills": False}
    assert not list(reasons_of_game._claim_leaves(mine, spared)), "both leave it"
