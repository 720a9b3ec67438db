"""Rows of results, on made-up games."""

from __future__ import annotations

from typing import Any

import pytest

from arena.helpers import settings
from tilewright.arena import GameResult, Schedule, Sprt, summarise
from tilewright.arena.play import Forfeit, shorten_name
from tilewright.arena.results import _seat_rows, is_table_of_games
from tilewright.arena.runner import ArenaRun, _GameCollector
from tilewright.arena.stats import SprtState, compute_elo


def game(index: int, entries: tuple[int, ...], places: tuple[int, ...], **more: Any) -> GameResult:
    seats = range(len(entries))
    given: dict[str, Any] = {
        "scores": tuple(10 * (seat + 1) for seat in seats),
        "seconds": tuple(float(seat + 1) for seat in seats),
        "slowest": tuple((seat + 1) / 10 for seat in seats),
        "moves": (2,) * len(entries),
        "forfeit": None,
    }
    return GameResult(
        index, index // 3, 7, entries=entries, places=places, record="", **given | more
    )


def rows(*games: GameResult) -> Any:
    schedule = Schedule(settings("a", "b", "c", games=3, players=3))
    return summarise(ArenaRun(schedule, list(games), 0, None, False))


def test_results_are_summed_per_entry_over_all_seats() -> None:
    """Three entries in all rotations of the seats; the seat that forfeits is not the entry."""
    found = rows(
        game(0, (0, 1, 2), (1, 2, 3)),
        game(1, (1, 2, 0), (1, 3, 2), forfeit=Forfeit(1, "illegal")),
        game(2, (2, 0, 1), (3, 1, 2), forfeit=Forfeit(0, "late")),
    )
    results = found["results"]
    assert [row["wins"] for row in results] == [2, 1, 0]
    assert [row["forfeits"] for row in results] == [0, 0, 2]
    assert [row["wins_by_seat"] for row in results] == [[1, 1, 0], [1, 0, 0], [0, 0, 0]]
    assert [row["games_by_seat"] for row in results] == [[1, 1, 1]] * 3
    assert [row["mean_place"] for row in results] == [4 / 3, 5 / 3, 3]
    assert [row["mean_score"] for row in results] == [20, 20, 20]
    assert [row["slowest_move"] for row in results] == [0.3, 0.3, 0.3]
    assert [row["seconds_per_move"] for row in results] == [1.0, 1.0, 1.0]
    assert [(one["game"], one["seat"], one["bot"]) for one in found["forfeits"]] == [
        (1, 1, "c"),
        (2, 0, "c"),
    ]


def test_an_entry_without_games_has_no_figures() -> None:
    found = rows(game(0, (0, 1), (2, 1)))["results"][2]
    assert (found["bot"], found["entry"], found["games"], found["wins"]) == ("c", 3, 0, 0)
    for name in ("win_rate", "mean_place", "mean_score", "seconds_per_move", "slowest_move"):
        assert found[name] is None
    assert found["ci95"] == [0.0, 1.0]


def test_summary_counts_games_deals_and_what_was_planned() -> None:
    found = rows(*(game(index, (0, 1, 2), (1, 2, 3)) for index in (0, 1, 3)))
    assert (found["games"], found["deals"], found["planned"]) == (3, 2, 3)
    assert found["paired"] is None and found["sprt"] is None and found["forfeits"] == []
    assert [row["rating"] for row in found["results"]] == pytest.approx(
        [row["mu"] - 3 * row["sigma"] for row in found["results"]]
    )


def pairs(*won: tuple[int, int]) -> Any:
    """Return a summary of deals that two bots played both ways: who won each game, by entry."""
    games = []
    for deal, winners in enumerate(won):
        for turn, winner in enumerate(winners):
            entries = (0, 1) if turn == 0 else (1, 0)
            places = tuple(1 + (entry != winner) for entry in entries)
            one = game(2 * deal + turn, entries, places)
            games.append(GameResult(**{**vars(one), "deal": deal}))
    schedule = Schedule(settings("old", "new", games=2 * len(won)))
    return summarise(ArenaRun(schedule, games, 0, None, False))["paired"]


def test_pairs_are_those_of_the_second_bot_against_the_first() -> None:
    """The new bot wins both games of two deals, one of a third, and none of the last."""
    found = pairs((1, 1), (1, 1), (0, 1), (0, 0))
    assert (found["bot"], found["against"]) == ("new", "old")
    assert (found["deals"], found["counts"], found["score"]) == (4, [1, 1, 2], 0.625)
    assert found["elo"] == pytest.approx(compute_elo(0.625)) and found["elo"] > 0
    low, high = found["ci95"]
    assert low < 0.625 < high
    assert found["elo_ci95"] == [compute_elo(low), compute_elo(high)]
    once = pairs((1, 1))
    assert (once["ci95"], once["elo_ci95"], once["elo"]) == (None, None, None)


def test_a_running_test_is_told_with_its_bounds() -> None:
    state = SprtState(Sprt(0, 50))
    for score in (1.0, 0.5, 0.5):
        state.add(score)
    schedule = Schedule(settings("old", "new", games=8))
    found = summarise(ArenaRun(schedule, [], 0, state, False))["sprt"]
    assert (found["pairs"], found["counts"], found["decision"]) == (3, [0, 2, 1], None)
    assert (found["elo0"], found["elo1"], found["alpha"], found["beta"]) == (0, 50, 0.05, 0.05)
    assert found["bounds"] == list(state.test.bounds) and found["llr"] > 0


# --- Rows of a table ----------------------------------------------------------------------------


def test_rows_of_a_table_are_of_seats() -> None:
    asked = settings("a", "b", "c", games=3, players=3)
    one = game(4, (2, 0, 1), (3, 1, 2), forfeit=Forfeit(0, "late"))
    found = _seat_rows(asked, one)
    assert [(row["seat"], row["bot"], row["entry"]) for row in found] == [
        (0, "c", 3),
        (1, "a", 1),
        (2, "b", 2),
    ]
    assert [(row["place"], row["won"], row["score"]) for row in found] == [
        (3, False, 10),
        (1, True, 20),
        (2, False, 30),
    ]
    assert [(row["forfeit"], row["reason"]) for row in found] == [
        (True, "late"),
        (False, None),
        (False, None),
    ]
    assert [(row["seconds"], row["slowest_move"], row["plies"]) for row in found] == [
        (1.0, 0.1, 6),
        (2.0, 0.2, 6),
        (3.0, 0.3, 6),
    ]
    assert {(row["game"], row["deal"], row["seed"], row["players"]) for row in found} == {
        (4, 1, 7, 3)
    }
    plain = _seat_rows(asked, game(0, (0, 1, 2), (1, 2, 3)))
    assert {(row["forfeit"], row["reason"]) for row in plain} == {(False, None)}


@pytest.mark.parametrize(
    "data, is_ours",
    [
        (b"PAR1 game_name slowest_move", True),
        (b"PAR2 game_name slowest_move", False),
        (b"PAR1 slowest_move", False),
        (b"PAR1 game_name", False),
        (b"", False),
    ],
)
def test_a_table_of_games_is_known_by_its_columns(data: bytes, is_ours: bool) -> None:
    assert is_table_of_games(data) is is_ours


# --- Games that come in any order ---------------------------------------------------------------


@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4, 5), (5, 4, 3, 2, 1, 0), (1, 2, 5, 0, 4, 3)])
def test_a_test_counts_pairs_in_the_order_of_the_deals(order: tuple[int, ...]) -> None:
    """Entry 1 wins both games of deal 0, one of deal 1, and none of deal 2."""
    wins = {0: True, 1: True, 2: False, 3: True, 4: False, 5: False}
    collector = _GameCollector(Schedule(settings("old", "new", games=6)), Sprt(0, 50))
    for index in order:
        entries = (0, 1) if index % 2 == 0 else (1, 0)
        places = tuple(1 + ((entry == 1) != wins[index]) for entry in entries)
        collector.add(game(index, entries, places))
    assert collector.sprt is not None
    assert collector.sprt.counts == [1, 1, 1]
    assert [one.index for one in collector.list_games()] == [0, 1, 2, 3, 4, 5]
    collector.add(game(6, (0, 1), (1, 2)))
    assert len(collector.list_games()) == 6, "of another, longer schedule"


def test_games_after_a_decision_are_left_out() -> None:
    collector = _GameCollector(Schedule(settings("old", "new", games=400)), Sprt(0, 200))
    for index in range(400):
        entries = (0, 1) if index % 2 == 0 else (1, 0)
        collector.add(game(index, entries, tuple(1 + (entry != 1) for entry in entries)))
    assert collector.is_decided and collector.sprt is not None
    decided = 2 * sum(collector.sprt.counts)
    assert [one.index for one in collector.list_games()] == list(range(decided))
    assert 0 < decided < 100


# --- Names --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, short",
    [
        ("level-8@2", "level-8@2"),
        ("exec:/home/me/bots/my_bot.py --fast", "exec:my_bot.py_--fast"),
        ("exec:python -m bot", "exec:python_-m_bot"),
        ("мій bot", "_bot"),
        ("x" * 80, "x" * 60),
    ],
)
def test_short_name_is_one_word(name: str, short: str) -> None:
    assert shorten_name(name) == short
