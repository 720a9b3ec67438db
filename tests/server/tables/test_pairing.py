"""Pairing of the people of an evening at tables."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tilewright.server.tables.evenings import pair_round

CASES = [(people, seats) for seats in (2, 3, 4) for people in range(1, 18)]


@pytest.mark.parametrize("people, seats", CASES)
def test_seating_gives_each_person_one_seat_and_leaves_few_over(people: int, seats: int) -> None:
    for turn in range(8):
        tables = pair_round(range(people), seats, turn)
        assert all(len(table) == seats for table in tables)
        everybody = [one for table in tables for one in table]
        assert sorted(one for one in everybody if one is not None) == list(range(people))
        assert everybody.count(None) < seats


@pytest.mark.parametrize("people", [4, 6, 7, 8, 12])
def test_seating_of_two_at_a_table_lets_all_meet_once(people: int) -> None:
    places = people + people % 2
    met = Counter(
        frozenset(table)
        for turn in range(places - 1)
        for table in pair_round(range(people), 2, turn)
    )
    assert set(met.values()) == {1}
    pairs = set(map(frozenset, combinations(range(people), 2)))
    assert pairs <= met.keys()


@pytest.mark.parametrize("people, seats", [(4, 2), (8, 2), (9, 3), (12, 4), (16, 4)])
def test_seating_changes_seats_and_company(people: int, seats: int) -> None:
    """Over a few deals each person sits on several seats and meets many others."""
    sat: dict[int, set[int]] = {}
    beside: dict[int, set[int]] = {}
    for turn in range(6):
        for table in pair_round(range(people), seats, turn):
            for seat, one in enumerate(table):
                assert one is not None
                sat.setdefault(one, set()).add(seat)
                beside.setdefault(one, set()).update(set(table) - {one, None})  # type: ignore[arg-type]
    assert min(map(len, sat.values())) >= 2
    assert min(map(len, beside.values())) >= min(people - 1, 3)
