"""Rows of results, on made-up games."""

from __future__ import annotations

from typing import Any

from arena.helpers import settings
from tilewright.arena import GameResult, Schedule, summarise
from tilewright.arena.play import Forfeit
from tilewright.arena.runner import ArenaRun


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
