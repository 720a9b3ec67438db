"""Reasons of all games on made-up moves: from which difference on they are claimed, and of whom.

The tests of each game count the claims of real games again; these say where a claim ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import tilewright as tw
from tilewright.game import SeenMove
from tilewright.games.my_shelfie import reasons as shelfie
from tilewright.games.my_shelfie.state import shelf_bit
from tilewright.games.my_shelfie.tables import ITEM_LETTERS
from tilewright.games.nova_luna import reasons as luna
from tilewright.games.polyssimo import reasons as polyssimo
from tilewright.games.polyssimo.pieces import PIECE_IDS
from tilewright.registry import get_game

Told = list[tuple[str, dict[str, Any]]]


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_JIT", "0")


def tell(claims: Any) -> Told:
    return [(claim.key, dict(claim.facts)) for claim in claims]


# --- Nova Luna ----------------------------------------------------------------------------------

LUNA = get_game("nova-luna").new_state()[0]


def take(**changes: Any) -> dict[str, Any]:
    made = {"kind": "take", "seat": 0, "next": 1, "covers": (), "near": 0, "cost": 3, "tile": 1}
    return {**made, "tiles": 0, **changes}


def luna_line(*effects: dict[str, Any]) -> Sequence[SeenMove]:
    return [SeenMove(LUNA, LUNA, effect) for effect in effects]


@pytest.mark.parametrize(
    "played, best, told",
    [
        ({}, {}, []),
        ({}, {"covers": (1,)}, [("tasks", {"done": 0, "could": 1, "tile": 1})]),
        ({"covers": (1,)}, {"covers": (5,)}, []),
        ({"covers": (1, 2)}, {"covers": (5,)}, []),
        ({"next": 1}, {"next": 0}, [("again", {"tile": 1, "cost": 3})]),
        ({"next": 0}, {"next": 0}, []),
        ({"next": 0}, {"next": 1}, []),
        ({"next": 2}, {"next": 1}, []),
        ({"seat": 2, "next": 0}, {"seat": 2, "next": 2}, [("again", {"tile": 1, "cost": 3})]),
        ({"cost": 6}, {"cost": 3}, [("cost", {"cost": 6, "less": 3})]),
        ({"cost": 5}, {"cost": 3}, [("cost", {"cost": 5, "less": 3})]),
        ({"cost": 4}, {"cost": 3}, [("cost", {"cost": 4, "less": 3})]),
        ({"cost": 3}, {"cost": 4}, []),
        ({"near": 1}, {"near": 2}, [("near", {"near": 2, "instead": 1})]),
        ({"near": 2}, {"near": 2}, []),
    ],
)
def test_nova_luna_claims_of_a_single_take(
    played: dict[str, Any], best: dict[str, Any], told: Told
) -> None:
    found = tell(luna.claims(luna_line(take(**played)), luna_line(take(**best))))
    assert found == [(f"nl-why-{key}", facts) for key, facts in told]


def test_nova_luna_claims_come_in_their_order() -> None:
    played = take(near=1, cost=5, next=1)
    best = take(near=2, cost=1, next=0, covers=(1, 2))
    found = luna.claims(luna_line(played), luna_line(best))
    keys = [claim.key.removeprefix("nl-why-") for claim in found]
    assert keys == ["tasks", "again", "cost", "near"]
    slightly = luna.claims(luna_line(take(cost=4, near=0)), luna_line(take(cost=3, near=1)))
    assert [claim.key for claim in slightly] == ["nl-why-near", "nl-why-cost"], "small ones last"


@pytest.mark.parametrize(
    "played, best, told",
    [
        # Another seat's reply covers more tasks than the reply to the best move.
        ([take(seat=1, covers=(1, 2), tile=7)], [], {"seat": 1, "tile": 7, "tasks": 2}),
        ([take(seat=2, covers=(1, 2), tile=7)], [take(seat=1, covers=(1,))],
         {"seat": 2, "tile": 7, "tasks": 2}),
        ([take(seat=1, covers=(1,))], [take(seat=1, covers=(4,))], None),
        ([take(seat=1, covers=(1,))], [take(seat=1, covers=(4, 5))], None),
        ([take(seat=1)], [], None),
    ],
)  # fmt: skip
def test_nova_luna_claims_of_the_reply(
    played: list[dict[str, Any]], best: list[dict[str, Any]], told: dict[str, Any] | None
) -> None:
    found = tell(luna.claims(luna_line(take(), *played), luna_line(take(), *best)))
    assert found == ([("nl-why-answer", told)] if told else [])


@pytest.mark.parametrize(
    "played, best, told",
    [
        ([], [take(covers=(1,), tile=9)], {"tile": 9, "tasks": 1}),
        ([], [take(seat=1), take(covers=(1, 2), tile=9)], {"tile": 9, "tasks": 2}),
        ([take(covers=(3,))], [take(covers=(1,), tile=9)], None),
        ([], [take(), take(covers=(1, 2))], None),  # the mover's next move covers nothing
        ([], [{"kind": "refill", "seat": 0}, take(covers=(1, 2))], None),
    ],
)
def test_nova_luna_claims_of_the_next_own_move(
    played: list[dict[str, Any]], best: list[dict[str, Any]], told: dict[str, Any] | None
) -> None:
    found = tell(luna.claims(luna_line(take(), *played), luna_line(take(), *best)))
    assert found == ([("nl-why-next", told)] if told else [])


def test_nova_luna_claims_of_a_refill() -> None:
    refill = {"kind": "refill", "seat": 0, "next": 0, "tiles": 4}
    best = take(covers=(1,), tile=5)
    assert tell(luna.claims(luna_line(refill), luna_line(best))) == [
        ("nl-why-refilled", {"tile": 5, "tasks": 1})
    ]
    assert tell(luna.claims(luna_line(best), luna_line(refill))) == [
        ("nl-why-refill", {"tiles": 4})
    ]


@pytest.mark.parametrize(
    "played, best, tiles, told",
    [
        ((1, 4), (2, 9), (0, 0), {"tile": 9, "tasks": 2, "most": 1}),
        ((0, 0), (1, 3), (0, 0), {"tile": 3, "tasks": 1, "most": 0}),
        ((2, 4), (2, 9), (0, 0), None),
        ((2, 4), (1, 9), (0, 0), None),
        ((1, 4), (2, 9), (5, 0), None),  # what is drawn is not known
        ((1, 4), (2, 9), (0, 5), None),
        ((1, 4), (2, 9), (5, 5), None),
    ],
)
def test_nova_luna_claims_what_a_tile_on_the_wheel_would_cover(
    played: tuple[int, int],
    best: tuple[int, int],
    tiles: tuple[int, int],
    told: dict[str, int] | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = {"played": played, "best": best}
    monkeypatch.setattr(luna, "_find_best_cover", lambda seen: found[seen.effect["name"]])
    one, other = (
        SeenMove(LUNA, LUNA, {"name": name, "tiles": count})
        for name, count in zip(("played", "best"), tiles, strict=True)
    )
    claims = tell(luna._claim_promise(one, other))
    assert claims == ([("nl-why-promise", told)] if told else [])


@pytest.mark.parametrize("played, best, is_told", [(3, 4, True), (4, 4, False), (4, 3, False)])
def test_nova_luna_claims_more_helping_tiles(
    played: int, best: int, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {"played": played, "best": best}
    monkeypatch.setattr(luna, "_count_helping", lambda seen: found[seen.effect["name"]])
    one, other = (SeenMove(LUNA, LUNA, {"name": name}) for name in found)
    claims = tell(luna._claim_helps(one, other))
    assert claims == ([("nl-why-helps", {"count": best, "fewer": played})] if is_told else [])


# --- My Shelfie ---------------------------------------------------------------------------------


def shelfie_take(**changes: Any) -> dict[str, Any]:
    made = {"tokens": [], "fills": False, "matches": {"after": 1}, "groups": [], "types": ["C"]}
    return {**made, "gains": {"end": 0, "groups": 0}, **changes}


def token(goal: int, points: int = 8) -> dict[str, int]:
    return {"goal": goal, "points": points}


def group(kind: str, size: int, points: int) -> dict[str, Any]:
    return {"type": kind, "cells": [(0, 0)] * size, "points": points}


CAT_OF_4 = group("C", 4, 3)


@pytest.mark.parametrize(
    "claim, played, best, told",
    [
        ("tokens", {}, {"tokens": [token(3)]}, [("token", token(3))]),
        ("tokens", {"tokens": [token(3, 8)]}, {"tokens": [token(3, 8)]}, []),
        ("tokens", {"tokens": [token(3)]}, {"tokens": [token(5), token(3)]}, [("token", token(5))]),
        ("tokens", {"tokens": [token(5)]}, {}, []),
        ("ends", {"fills": True}, {"fills": False}, [("fills", {})]),
        ("ends", {"fills": True}, {"fills": True}, []),
        ("ends", {}, {"gains": {"end": 1}}, [("end-token", {})]),
        ("ends", {"gains": {"end": 1}}, {"gains": {"end": 1}}, []),
        ("card", {}, {"matches": {"after": 3}}, [("card", {"matches": 3, "more": 2})]),
        ("card", {}, {"matches": {"after": 1}}, []),
        ("card", {"matches": None}, {"matches": {"after": 3}}, []),
        ("card", {}, {"matches": None}, []),
        ("groups", {}, {"gains": {"groups": 3}, "groups": [CAT_OF_4]},
         [("group", {"type": "C", "size": 4, "points": 3})]),
        ("groups", {"gains": {"groups": 2}},
         {"gains": {"groups": 8}, "groups": [CAT_OF_4, group("B", 5, 5)]},
         [("group", {"type": "B", "size": 5, "points": 6})]),
        ("groups", {"gains": {"groups": 3}}, {"gains": {"groups": 3}, "groups": [CAT_OF_4]}, []),
        ("groups", {"gains": {"groups": 3}}, {}, []),
    ],
)  # fmt: skip
def test_my_shelfie_claims_what_only_the_best_take_gains(
    claim: str, played: dict[str, Any], best: dict[str, Any], told: Told
) -> None:
    claims = getattr(shelfie, f"_claim_{claim}")
    found = tell(claims(shelfie_take(**played), shelfie_take(**best)))
    assert found == [(f"ms-why-{key}", facts) for key, facts in told]


@pytest.mark.parametrize(
    "done, of, instead, key",
    [
        (3, 6, 2, "progress"),  # from a half on
        (2, 5, 1, "begun"),
        (2, 8, 1, "begun"),  # from a quarter on
        (1, 5, 0, None),
        (3, 6, 3, None),
        (6, 6, 5, None),  # fulfilled: its token is claimed
    ],
)
def test_my_shelfie_claims_progress_of_a_common_goal(
    done: int, of: int, instead: int, key: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelfie, "list_goals", lambda state: [7])

    def seen(after: int) -> SeenMove:
        effect = {"progress": [{"before": done - 1, "after": after, "of": of}]}
        return SeenMove(None, None, effect)  # type: ignore[arg-type]

    facts = {"goal": 7, "done": done, "of": of, "instead": instead}
    for name in ("progress", "begun"):
        found = tell(getattr(shelfie, f"_claim_{name}")(seen(instead), seen(done)))
        assert found == ([("ms-why-progress", facts)] if name == key else [])


def test_my_shelfie_claims_no_progress_of_a_take_that_makes_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The best take leaves a goal as it was, the played one spoils it."""
    monkeypatch.setattr(shelfie, "list_goals", lambda state: [7])
    best = {"progress": [{"before": 4, "after": 4, "of": 6}]}
    played = {"progress": [{"before": 4, "after": 3, "of": 6}]}
    one, other = (SeenMove(None, None, effect) for effect in (played, best))  # type: ignore[arg-type]
    assert tell(shelfie._claim_progress(one, other)) == []


@pytest.mark.parametrize(
    "row, filled, free", [(3, (), 2), (3, (5,), 1), (3, (5, 4), 0), (0, (5,), 4)]
)
def test_my_shelfie_counts_free_places_below_in_the_same_column(
    row: int, filled: tuple[int, ...], free: int
) -> None:
    """Rows are counted from the top, row 5 is the lowest; other columns do not matter."""
    others = 1 << shelf_bit(5, 0) | 1 << shelf_bit(5, 2) | 1 << shelf_bit(4, 2)
    bits = others | sum(1 << shelf_bit(one, 1) for one in filled)
    assert shelfie._count_free_below(bits, shelf_bit(row, 1)) == free


@pytest.mark.parametrize(
    "before, size, scored, is_told",
    [
        (0, 2, 0, True),
        (1, 1, 0, False),
        (2, 3, 0, True),
        (3, 3, 0, False),
        (4, 5, 0, True),
        (5, 6, 0, False),  # six score as much as they ever will
        (2, 4, 3, False),  # what scores more is claimed as such
    ],
)
def test_my_shelfie_claims_a_group_that_grows(
    before: int, size: int, scored: int, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = {"played": (before, "C"), "best": (size, "B")}
    monkeypatch.setattr(shelfie, "_find_joined_group", lambda seen: sizes[seen.effect["name"]])
    one, other = (
        SeenMove(None, None, {"name": name, "gains": {"groups": scored}})  # type: ignore[arg-type]
        for name in ("played", "best")
    )
    found = tell(shelfie._claim_joins(one, other))
    assert found == ([("ms-why-joins", {"type": "B", "size": size})] if is_told else [])


@pytest.mark.parametrize(
    "played, best, counts, told",
    [
        ({}, {3: "C"}, {"C": 2}, {"type": "C", "count": 2}),
        ({3: "C"}, {3: "C"}, {}, None),
        ({3: "C"}, {3: "C", 9: "C"}, {"C": 1}, {"type": "C", "count": 1}),  # a second place
        ({}, {3: "C", 9: "B"}, {"C": 1, "B": 4}, {"type": "B", "count": 4}),
        ({}, {3: "C"}, {"C": 0}, None),
        ({3: "C"}, {}, {}, None),
    ],
)
def test_my_shelfie_claims_a_place_of_the_card_within_reach(
    played: dict[int, str],
    best: dict[int, str],
    counts: dict[str, int],
    told: dict[str, Any] | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    places = {"played": played, "best": best}
    monkeypatch.setattr(shelfie, "_find_next_places", lambda seen: places[seen.effect["name"]])
    monkeypatch.setattr(shelfie, "_count_in_room", lambda seen, items: [counts[i] for i in items])

    def claimed(refills: bool) -> Told:
        one, other = (
            SeenMove(None, None, {"name": name, "refills": refills})  # type: ignore[arg-type]
            for name in ("played", "best")
        )
        return tell(shelfie._claim_ready(one, other))

    assert claimed(False) == ([("ms-why-ready", told)] if told else [])
    assert claimed(True) == [], "nothing is promised of a room that is filled again"


@pytest.mark.parametrize(
    "points, instead, refills, is_told",
    [(2, 1, (), True), (1, 0, (), False), (2, 2, (), False), (5, 4, ("played",), False),
     (5, 4, ("best",), False)],
)  # fmt: skip
def test_my_shelfie_claims_what_the_next_seat_may_score(
    points: int,
    instead: int,
    refills: tuple[str, ...],
    is_told: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gains = {"played": points, "best": instead}
    monkeypatch.setattr(shelfie, "_find_max_gain", lambda state: gains[state["name"]])
    one, other = (
        SeenMove(None, {"name": name, "mover": 2}, {"refills": name in refills})  # type: ignore[arg-type]
        for name in ("played", "best")
    )
    expected = [("ms-why-answer", {"seat": 2, "points": points, "instead": instead})]
    assert tell(shelfie._claim_answer(one, other)) == (expected if is_told else [])


def test_my_shelfie_claims_come_in_their_order_and_compare_the_first_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = [name for name in vars(shelfie) if name.startswith("_claim_")]
    lines = {"played": ["p0", "p1"], "best": ["b0", "b1"]}
    told: list[str] = []

    def note(name: str) -> Any:
        def claim(played: Any, best: Any) -> list[Any]:
            told.append(name.removeprefix("_claim_"))
            moves = [getattr(one, "name", one) for one in (played, best)]
            assert moves in (["p0", "b0"], [["p0", "p1"], ["b0", "b1"]]), name
            return []

        return claim

    class Named:
        def __init__(self, name: str) -> None:
            self.name = self.effect = name

        def __eq__(self, other: object) -> bool:
            return self.name == other

        __hash__ = None  # type: ignore[assignment]

    for name in names:
        monkeypatch.setattr(shelfie, name, note(name))
    played, best = ([Named(name) for name in line] for line in lines.values())
    list(shelfie.claims(played, best))  # type: ignore[arg-type]
    order = "tokens ends groups joins card spoils closes progress answer next leaves ready begun"
    assert told == [*order.split(), *"touch columns stock feeds size".split()]
    monkeypatch.setattr(shelfie, "_claim_groups", lambda played, best: ["a group"])
    told.clear()
    assert list(shelfie.claims(played, best)) == ["a group"]  # type: ignore[arg-type,comparison-overlap]
    assert "touch" not in told, "a group says as much"


def test_my_shelfie_gain_is_the_most_of_any_take_for_its_mover(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    points = {"now": [4, 9, 0], "a": [4, 11, 99], "b": [50, 12, 0]}
    monkeypatch.setattr(
        shelfie, "_count_public_points", lambda state, seat: points[state["name"]][seat]
    )
    after = [{"name": name, "mover": 2} for name in "ab"]
    monkeypatch.setattr(shelfie, "_iterate_successors", lambda state: iter(after))
    assert shelfie._find_max_gain({"name": "now", "mover": 1}) == 3  # type: ignore[arg-type]


def both(**effect: Any) -> tuple[SeenMove, SeenMove]:
    """Return a played and a best move of seat 1, after which seat 2 moves; they differ by name."""
    one, other = (
        SeenMove(
            None,  # type: ignore[arg-type]
            {"name": name, "mover": 2},  # type: ignore[arg-type]
            {"seat": 1, "refills": False, "types": ["C"], "name": name, **effect},
        )
        for name in ("played", "best")
    )
    return one, other


def counting(monkeypatch: pytest.MonkeyPatch, helper: str, played: object, best: object) -> None:
    """Let a helper find one thing after the played move, and another after the best."""
    found = {"played": played, "best": best}

    def look(seen: Any, *_: object) -> object:
        return found[seen["name"] if isinstance(seen, dict) else seen.effect["name"]]

    monkeypatch.setattr(shelfie, helper, look)


@pytest.mark.parametrize("played, best, is_told", [(4, 5, True), (5, 5, False), (6, 5, False)])
def test_my_shelfie_claims_tiles_that_touch_their_like(
    played: int, best: int, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    counting(monkeypatch, "_count_grouped", played, best)
    found = tell(shelfie._claim_touch(*both()))
    assert found == ([("ms-why-touch", {"count": best, "fewer": played})] if is_told else [])


@pytest.mark.parametrize(
    "left, could, is_told",
    [(3, 4, True), (4, 5, False), (3, 3, False), (0, 1, True), (3, 2, False)],
)
def test_my_shelfie_claims_columns_with_room_while_there_are_few(
    left: int, could: int, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    counting(monkeypatch, "_count_roomy_columns", left, could)
    found = tell(shelfie._claim_columns(*both()))
    assert found == ([("ms-why-columns", {"left": left, "could": could})] if is_told else [])


@pytest.mark.parametrize(
    "played, best, is_told",
    [((3, "B"), (2, "C"), True), ((2, "B"), (0, ""), False), ((3, "B"), (3, "C"), False)],
)
def test_my_shelfie_claims_a_group_that_the_next_seat_may_form(
    played: tuple[int, str],
    best: tuple[int, str],
    is_told: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counting(monkeypatch, "_find_largest_join", played, best)
    told = {"seat": 2, "type": played[1], "size": played[0]}
    found = tell(shelfie._claim_feeds(*both()))
    assert found == ([("ms-why-feeds", told)] if is_told else [])
    assert tell(shelfie._claim_feeds(*both(refills=True))) == []


def test_my_shelfie_finds_the_largest_new_group_of_any_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A shelf is told here by its groups; what was there before does not count."""
    old = ((0, 0b1111), (1, 0b110000))
    takes = [(*old, (2, 0b1000000)), ((0, 0b1111), (1, 0b1110000)), old]
    state: Any = {"mover": 1, "shelves": [(), old]}
    monkeypatch.setattr(shelfie, "read_planes", lambda shelf: shelf)
    monkeypatch.setattr(shelfie, "list_groups", lambda shelf: shelf)
    after = [{"mover": 2, "shelves": [(), shelf]} for shelf in takes]
    monkeypatch.setattr(shelfie, "_iterate_successors", lambda state: iter(after))
    assert shelfie._find_largest_join(state) == (3, ITEM_LETTERS[1])
    after[1:2] = []
    assert shelfie._find_largest_join(state) == (1, ITEM_LETTERS[2])
    after[:1] = []
    assert shelfie._find_largest_join(state) == (0, "")


@pytest.mark.parametrize(
    "types, played, best, is_told",
    [
        (["C"], [2], [3], True),
        (["C"], [3], [3], False),
        (["C", "C"], [2], [3], True),
        (["C", "B"], [2], [3], False),  # of two types nothing is said
        (["C"], [1, 3], [3], False),  # the played take has two types: the more frequent counts
    ],
)
def test_my_shelfie_claims_more_of_a_type_in_the_room(
    types: list[str],
    played: list[int],
    best: list[int],
    is_told: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counting(monkeypatch, "_count_in_room", played, best)
    told = {"type": "C", "count": 3, "fewer": max(played)}
    found = tell(shelfie._claim_stock(*both(types=types)))
    assert found == ([("ms-why-stock", told)] if is_told else [])
    assert tell(shelfie._claim_stock(*both(types=types, refills=True))) == []


@pytest.mark.parametrize(
    "mine, other, seats, is_told",
    [
        (3, 5, (1, 1), True),
        (3, 4, (1, 1), False),
        (5, 3, (1, 1), False),
        (3, 9, (2, 1), False),  # among three, the next own take is another move of the line
        (3, 9, (1, 2), False),
    ],
)
def test_my_shelfie_claims_what_the_next_own_take_brings(
    mine: int, other: int, seats: tuple[int, int], is_told: bool
) -> None:
    first = both()[1]

    def line(points: int, seat: int) -> list[SeenMove]:
        effect = {"seat": seat, "gains": {"total": points}, "move": f"for {points}"}
        return [first, first, SeenMove(None, None, effect)]  # type: ignore[arg-type]

    played, best = line(mine, seats[0]), line(other, seats[1])
    told = {"move": f"for {other}", "points": other}
    assert tell(shelfie._claim_next(played, best)) == ([("ms-why-next", told)] if is_told else [])
    assert tell(shelfie._claim_next(played[:2], best)) == []
    assert tell(shelfie._claim_next(played, best[:2])) == []


@pytest.mark.parametrize("took, could, is_told", [(1, 2, True), (2, 2, False), (3, 2, False)])
def test_my_shelfie_claims_more_tiles(took: int, could: int, is_told: bool) -> None:
    found = tell(shelfie._claim_size({"cells": [0] * took}, {"cells": [0] * could}))
    assert found == ([("ms-why-size", {"took": took, "could": could})] if is_told else [])


# --- Polyssimo ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "one, other, is_more",
    [(3, 0, True), (2, 0, False), (23, 20, True), (22, 20, False), (22, 19, True),
     (114, 100, False), (115, 100, True), (26, 23, False), (20, 23, False)],
)  # fmt: skip
def test_polyssimo_clearly_more_is_by_three_and_by_fifteen_percent(
    one: int, other: int, is_more: bool
) -> None:
    assert polyssimo._is_clearly_more(one, other) is is_more


def placed(
    piece: str, *, seat: int = 0, outs: tuple[int, ...] = (), cells: int = 5
) -> dict[str, Any]:
    return {
        "kind": "place", "piece": piece, "seat": seat, "outs": outs, "cells": [(0, 0)] * cells,
    }  # fmt: skip


def board(hands: Sequence[str], number: int) -> Any:
    """Return a state in which the seats hold these pieces; its number tells it from others."""
    state = tw.new("polyssimo", players=max(2, len(hands)), seed=3).state.copy()
    state["hands"][:] = 0
    for seat, pieces in enumerate(hands):
        state["hands"][seat] = sum(1 << PIECE_IDS.index(piece) for piece in pieces)
    state["ply"] = number
    return state


BEFORE, PLAYED, BEST = 1, 2, 3


def with_ways(monkeypatch: pytest.MonkeyPatch, ways: dict[int, dict[str, int]]) -> None:
    """Let each piece have so many placements before, after the played and after the best move."""

    def count(state: Any, pieces: int) -> dict[int, int]:
        table = ways[int(state["ply"])]
        return {
            index: table.get(name, 0) for index, name in enumerate(PIECE_IDS) if pieces >> index & 1
        }

    monkeypatch.setattr(polyssimo, "_count_ways", count)


def test_polyssimo_claims_who_is_out_after_the_best_move_only() -> None:
    def outs(played: tuple[int, ...], best: tuple[int, ...]) -> list[int]:
        one, other = (
            SeenMove(None, None, placed("F", seat=1, outs=given))  # type: ignore[arg-type]
            for given in (played, best)
        )
        return [claim.facts["seat"] for claim in polyssimo._claim_outs(one, other)]

    assert outs((), (0, 2)) == [0, 2]
    assert outs((2,), (0, 2)) == [0]
    assert outs((0,), ()) == []
    assert outs((), (1,)) == [], "that the mover itself is out is no reason"


@pytest.mark.parametrize(
    "played, best, lost, spared",
    [
        ({"F": 0}, {"F": 1}, "F", ""),
        ({"F": 1}, {"F": 1}, "", ""),
        ({"F": 0, "I": 0}, {"F": 4, "I": 2}, "F, I", ""),
        ({"L": 3}, {"L": 0}, "", "L"),
        ({"L": 3, "F": 2}, {"L": 0, "F": 0}, "", "L"),
    ],
)
def test_polyssimo_claims_pieces_that_fit_after_one_move_only(
    played: dict[str, int],
    best: dict[str, int],
    lost: str,
    spared: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Seat 0 holds F and I, its rival L."""
    with_ways(monkeypatch, {PLAYED: played, BEST: best})
    one, other = (board(["FI", "L"], number) for number in (PLAYED, BEST))
    count = len(lost.split(", ")) if lost else 0
    assert tell(polyssimo._claim_lost(one, other, 0)) == (
        [("pc-why-lost", {"pieces": lost, "count": count})] if lost else []
    )
    assert tell(polyssimo._claim_spared(one, other, 1)) == (
        [("pc-why-spared", {"pieces": spared, "count": 1, "seat": 1})] if spared else []
    )


@pytest.mark.parametrize(
    "before, after, is_told",
    [(5, 4, True), (9, 4, True), (9, 5, False), (4, 4, False), (9, 1, True), (9, 0, False)],
)
def test_polyssimo_claims_a_piece_that_becomes_scarce(
    before: int, after: int, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_ways(monkeypatch, {BEFORE: {"I": before}, PLAYED: {"I": after}})
    start = board(["FI", "L"], BEFORE)
    played = SeenMove(start, board(["I", "L"], PLAYED), placed("F"))
    best = SeenMove(start, board(["F", "L"], BEST), placed("I"))
    expected = [("pc-why-scarce", {"piece": "I", "ways": after})] if is_told else []
    assert tell(polyssimo._claim_scarce(played, best)) == expected
    assert tell(polyssimo._claim_scarce(played, played)) == []


@pytest.mark.parametrize(
    "played, best, told",
    [
        ({"F": 6}, {"F": 12}, ("F", 6, 12)),
        ({"F": 6}, {"F": 11}, None),
        ({"F": 12}, {"F": 24}, ("F", 12, 24)),
        ({"F": 13}, {"F": 26}, None),
        ({"F": 0}, {"F": 26}, None),
        ({"F": 6, "I": 4}, {"F": 12, "I": 9}, ("I", 4, 9)),
    ],
)
def test_polyssimo_claims_the_tightest_piece_that_could_have_twice_the_room(
    played: dict[str, int],
    best: dict[str, int],
    told: tuple[str, int, int] | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with_ways(monkeypatch, {PLAYED: played, BEST: best})
    one, other = (board(["FI", "L"], number) for number in (PLAYED, BEST))
    found = tell(polyssimo._claim_tight(one, other, 0))
    expected = told and dict(zip(("piece", "ways", "could"), told, strict=True))
    assert found == ([("pc-why-tight", expected)] if expected else [])


@pytest.mark.parametrize("played, best, is_told", [(5, 6, True), (6, 6, False), (6, 5, False)])
def test_polyssimo_claims_more_cells(played: int, best: int, is_told: bool) -> None:
    one, other = (
        SeenMove(None, None, placed("F", cells=count))  # type: ignore[arg-type]
        for count in (played, best)
    )
    found = tell(polyssimo._claim_cells(one, other))
    assert found == ([("pc-why-cells", {"placed": played, "could": best})] if is_told else [])


def test_polyssimo_claims_what_only_one_seat_can_cover(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three seats: own cells, those of rivals, and a rival that is out reaches nothing."""
    reach = {PLAYED: [0b1111, 0b110000, 0b1000000], BEST: [0b1111111, 0b110000, 0b11111000000]}

    def find(state: Any, seat: int) -> int:
        return reach[int(state["ply"])][seat]

    monkeypatch.setattr(polyssimo, "_find_reach_mask", find)
    one, other = (board(["F", "L", "I"], number) for number in (PLAYED, BEST))
    assert polyssimo._count_exclusive_cells(one, 0) == (4, 3)
    assert polyssimo._count_exclusive_cells(one, 1) == (2, 5)
    assert polyssimo._count_exclusive_cells(other, 0) == (4, 4)
    other["out"] = 0b100
    assert polyssimo._count_exclusive_cells(other, 0) == (5, 0)
    assert tell(polyssimo._claim_territory(one, other, 0)) == [
        ("pc-why-theirs", {"cells": 3, "fewer": 0})
    ]
    reach[BEST][0] |= 0b1100000000000
    assert tell(polyssimo._claim_territory(one, other, 0)) == [
        ("pc-why-territory", {"cells": 7, "fewer": 4}),
        ("pc-why-theirs", {"cells": 3, "fewer": 0}),
    ]


@pytest.mark.parametrize(
    "now, then, told",
    [
        ((4, 9), (7, 9), [("territory", {"cells": 7, "fewer": 4})]),
        ((4, 9), (6, 9), []),
        ((4, 9), (4, 6), [("theirs", {"cells": 9, "fewer": 6})]),
        ((4, 9), (4, 7), []),
        ((9, 4), (9, 8), []),
        ((7, 6), (4, 9), []),
        ((1, 8), (5, 2), [
            ("territory", {"cells": 5, "fewer": 1}), ("theirs", {"cells": 8, "fewer": 2}),
        ]),
    ],
)  # fmt: skip
def test_polyssimo_claims_three_cells_or_more_of_its_own(
    now: tuple[int, int], then: tuple[int, int], told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(polyssimo, "_count_exclusive_cells", lambda state, seat: state)
    found = tell(polyssimo._claim_territory(now, then, 1))  # type: ignore[arg-type]
    assert found == [(f"pc-why-{key}", facts) for key, facts in told]


@pytest.mark.parametrize(
    "now, then, told",
    [
        (10, 20, [("room", {"left": 10, "could": 20})]),
        (20, 10, [("blocked", {"seat": 1, "left": 20, "could": 10})]),
        (20, 18, []),
        (18, 20, []),
    ],
)
def test_polyssimo_claims_room_of_its_own_and_of_a_rival(
    now: int, then: int, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(polyssimo, "_count_all_ways", lambda state, seat: state)
    states: list[Any] = [now, then]
    one, other = states
    found = [*polyssimo._claim_blocked(one, other, 1), *polyssimo._claim_room(one, other, 0)]
    assert tell(found) == [(f"pc-why-{key}", facts) for key, facts in told]
