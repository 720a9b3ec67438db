"""Consequences of a game's end: ratings and deal results."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from matches import Table, running
from tilewright.match import game_commands
from tilewright.match.events import BotSeat, Person
from tilewright.position import Outcome
from tilewright.registry import get_game
from tilewright.server.storage import deals, ratings
from tilewright.server.storage.deals import GameScore
from tilewright.server.storage.ratings import Category
from tilewright.server.tables.game_end import (
    _is_early,
    apply_game_end,
    compute_deal_score,
    rating_places,
    rating_subject,
)


def test_rating_subject_is_the_id_of_a_person_or_the_name_of_a_bot() -> None:
    assert rating_subject(Person("xK2c", "Ada")) == "xK2c"
    assert rating_subject(BotSeat("level-3")) == "bot:level-3"


# --- Results of deals ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game, scores, seat, margin",
    [
        ("my-shelfie", (30, 25), 0, 5),
        ("my-shelfie", (30, 25), 1, -5),
        ("my-shelfie", (30, 25, 28), 0, 2),
        ("my-shelfie", (30, 25, 28), 1, -5),
        ("my-shelfie", (30, 25, 28, 31), 2, -3),
        ("my-shelfie", (-2, -5), 0, 3),
        ("nova-luna", (4, 9), 0, 5),
        ("nova-luna", (4, 9, 6), 1, -5),
        ("nova-luna", (0, 9, 6), 0, 6),
        ("nova-luna-solo", (91,), 0, -91),
    ],
)
def test_deal_score_is_the_lead_over_the_best_other(
    game: str, scores: tuple[int, ...], seat: int, margin: int
) -> None:
    places = tuple(range(1, len(scores) + 1))
    found = compute_deal_score(get_game(game), Outcome(scores, places), seat, ["a", "b c"])
    assert found == GameScore(seat + 1, scores[seat], margin, "a\nb c")


# --- Ratings ------------------------------------------------------------------------------------


def resign(table: Table, person: str) -> None:
    table.do(game_commands.resign(table.match, person, table.now))


def play_rounds(table: Table, rounds: int, *people: str) -> None:
    """Let each person take one stone per round of a large heap."""
    table.match.board.state["heap"] = 100
    for _ in range(rounds):
        for person in people:
            table.move(person, "take 1")


@pytest.mark.parametrize("moves, is_early", [(0, True), (2, True), (3, False), (4, False)])
def test_a_game_that_is_given_up_before_all_have_moved_three_times_is_early(
    moves: int, is_early: bool
) -> None:
    table = running("anna", "ben")
    play_rounds(table, moves, "anna", "ben")
    resign(table, "ben")
    assert _is_early(table.match) is is_early


def test_a_game_is_early_for_all_where_one_has_moved_too_little() -> None:
    """Anna has made three moves, Ben two: he gives up instead of a third."""
    table = running("anna", "ben")
    play_rounds(table, 2, "anna", "ben")
    table.move("anna", "take 1")
    resign(table, "ben")
    assert _is_early(table.match)


def test_a_short_game_to_its_end_is_not_early() -> None:
    table = running("anna", "ben")
    table.match.board.state["heap"] = 1
    table.move("anna", "take 1")
    assert table.match.is_over and not _is_early(table.match)


def test_a_game_of_three_that_goes_on_after_a_forfeit_is_early_no_more() -> None:
    table = running("anna", "ben", "cleo")
    resign(table, "cleo")
    table.match.board.state["heap"] = 2
    table.move("anna", "take 1")
    table.move("ben", "take 1")
    assert table.match.is_over and not _is_early(table.match)


def rated(monkeypatch: pytest.MonkeyPatch, table: Table) -> list[tuple[Any, ...]]:
    """Return what is rated at the end of a game, and which results are stored."""
    told: list[tuple[Any, ...]] = []
    monkeypatch.setattr(
        ratings, "rate_game", lambda tx, *given, **named: told.append((*given, named))
    )
    for name in ("save_result", "save_end"):
        monkeypatch.setattr(deals, name, lambda tx, *given, name=name: told.append((name, *given)))
    apply_game_end(None, "t", table.match)  # type: ignore[arg-type]
    return told


def test_apply_game_end_rates_seats_in_order_at_the_time_of_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = running("anna", "random", "ben", rated=True)
    table.now += 5_000
    resign(table, "anna")
    table.now += 5_000
    resign(table, "ben")
    (told,) = rated(monkeypatch, table)
    *given, named = told
    assert given == [
        "t",
        Category("toy", 3),
        ["anna", "bot:random", "ben"],
        [3, 1, 2],
        table.match.changed_at,
    ]
    assert named == {"is_early": True} and table.match.changed_at == table.now


def test_apply_game_end_of_a_friendly_or_an_unrated_game_rates_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    friendly = running("anna", "ben")
    resign(friendly, "ben")
    assert rated(monkeypatch, friendly) == []
    unrated = running("anna", "ben", rated=True)
    resign(unrated, "ben")
    unrated.match.unrated = "address"
    assert rated(monkeypatch, unrated) == []


def test_rating_places_put_those_who_left_last() -> None:
    """Seat 0 wins with its stand-in's help: for ratings it is the last of three."""
    table = running("anna", "ben", "cleo")
    table.match.board.state["heap"] = 1
    table.match.stood_in = frozenset({0})
    table.move("anna", "take 1")
    assert table.match.outcome is not None
    assert (table.match.outcome.places, rating_places(table.match)) == ((1, 2, 3), [3, 2, 3])
    table.match.stood_in = frozenset()
    assert rating_places(table.match) == [1, 2, 3]


# --- Shared deals -------------------------------------------------------------------------------


def finished_deal(*seats: str, ended_at: int = 0, quits: str = "") -> Table:
    table = running(*seats)
    table.match.terms = replace(table.match.terms, deal="d")
    assert table.match.terms.is_duplicate
    if quits:
        resign(table, quits)
    else:
        table.match.board.state["heap"] = 1
        table.move("anna", "take 1")
    return table


def test_deal_results_are_of_people_and_none_of_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished_deal("anna", "random", "ben")
    told = rated(monkeypatch, table)
    assert [(name, seat, made.place, made.margin) for name, _, seat, made, _ in told] == [
        ("save_result", 0, 1, 10),
        ("save_result", 2, 3, -10),
    ]
    assert {(one[1], one[4]) for one in told} == {("t", table.match.changed_at)}


def test_deal_results_of_a_table_that_a_player_left_are_ends_of_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = finished_deal("anna", "ben", quits="ben")
    assert rated(monkeypatch, table) == [("save_end", "t", 0, table.match.changed_at)]
    left = finished_deal("anna", "ben")
    left.match.stood_in = frozenset({1})
    assert rated(monkeypatch, left) == [("save_end", "t", 0, left.match.changed_at)]


@pytest.mark.parametrize("early, count", [(1, 2), (0, 0), (-1, 0)])
def test_deal_results_count_until_the_deal_is_open(
    early: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished_deal("anna", "ben")
    monkeypatch.setattr(
        type(table.match), "sealed_until", property(lambda match: match.changed_at + early)
    )
    assert len(rated(monkeypatch, table)) == count
