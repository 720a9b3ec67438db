"""Wins over the tables of a room, and the moment when the next one may be opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from server.storage.samples import INDEX, facts
from tilewright.match.events import Terms
from tilewright.server.storage.tables import TableRow
from tilewright.server.tables.cache import TableSummary
from tilewright.server.tables.rooms import Room, rank_players
from tilewright.wire.tables import OutcomeInfo

ANN_AND_BOB = {0: "ann", 1: "bob"}


def game(
    chairs: list[str | None], places: list[int], owners: Mapping[int, str] = ANN_AND_BOB
) -> tuple[TableSummary, Mapping[int, str]]:
    terms = Terms(game="toy", players=len(chairs))
    return TableSummary(terms, chairs, 9, OutcomeInfo([0] * len(chairs), places)), owners


def wins(*games: tuple[TableSummary, Mapping[int, str]]) -> list[tuple[str, int, int]]:
    return [(one.name, one.wins, one.games) for one in rank_players(games)]


def test_rank_players_follows_people_from_seat_to_seat() -> None:
    """Seats move up by one with each rematch."""
    first = game(["Ann", "Bob"], [1, 2])
    second = game(["Bob", "Ann"], [2, 1], {0: "bob", 1: "ann"})
    assert wins(second, first) == [("Ann", 2, 2), ("Bob", 0, 2)]


def test_rank_players_shows_the_latest_name() -> None:
    assert wins(game(["Anna", "Bob"], [2, 1]), game(["Ann", "Bob"], [1, 2])) == [
        ("Anna", 1, 2),
        ("Bob", 1, 2),
    ]


def test_rank_players_counts_all_winners_of_a_tie() -> None:
    assert wins(game(["Ann", "Bob"], [1, 1])) == [("Ann", 1, 1), ("Bob", 1, 1)]


def test_rank_players_tells_bots_and_people_at_one_screen_by_name() -> None:
    shared = game(["Ann", "Leo", "level-3"], [2, 1, 3], {0: "ann", 1: "ann"})
    assert wins(shared, shared) == [("Leo", 2, 2), ("Ann", 0, 2), ("level-3", 0, 2)]
    assert [one.person for one in rank_players([shared])] == ["ann", "ann", None]


def test_rank_players_of_no_game_is_empty() -> None:
    assert wins() == []


def table(status: str) -> TableRow:
    row = {**vars(facts("t1")), **vars(INDEX), "status": status, "host": "ann"}
    del row["seats"]
    return TableRow(**row, seq=1, updated=1)


ROOM = Room("i", None, [], 0, {}, frozenset({"ann", "bob"}), frozenset())


@pytest.mark.parametrize(
    "status, here, may",
    [
        ("over", set(), {"ann": True, "bob": True}),
        ("running", set(), {"ann": False, "bob": False}),
        ("open", {"ann"}, {"ann": True, "bob": False}),
        ("open", {"bob"}, {"ann": True, "bob": True}),
    ],
)
def test_may_open_waits_for_the_game_and_not_for_a_host_who_is_away(
    status: str, here: set[str], may: dict[str, bool]
) -> None:
    room = replace(ROOM, current=table(status), here=frozenset(here))
    assert {person: room.may_open(person) for person in may} == may


def test_may_open_is_for_those_who_played() -> None:
    assert ROOM.may_open("ann")
    assert not ROOM.may_open("eve") and not ROOM.may_open(None)
