"""Schedules: every deal in all seatings, seats shared evenly, everything from one seed."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from arena.helpers import settings
from tilewright.arena import Schedule, Settings, parse_bots
from tilewright.arena.schedule import choose_players
from tilewright.errors import InvalidOption, UnknownGame
from toy import TOY


def test_schedule_of_two_bots_has_every_deal_from_both_seats() -> None:
    fixtures = list(Schedule(settings("one", "perfect", games=6)))
    assert [fixture.entries for fixture in fixtures] == [(0, 1), (1, 0)] * 3
    assert [fixture.deal for fixture in fixtures] == [0, 0, 1, 1, 2, 2]
    assert len({fixture.seed for fixture in fixtures}) == 3
    assert all(a.seed == b.seed for a, b in zip(fixtures[::2], fixtures[1::2], strict=True))


def test_schedule_has_all_line_ups_on_each_deal() -> None:
    """The seed is the deal's: with three bots at two seats, six games share it."""
    fixtures = list(Schedule(settings("one", "one", "perfect", games=18)))
    assert [fixture.deal for fixture in fixtures] == [0] * 6 + [1] * 6 + [2] * 6
    assert [fixture.block for fixture in fixtures] == [n // 2 for n in range(18)]
    seeds = [{fixture.seed for fixture in fixtures if fixture.deal == deal} for deal in range(3)]
    assert [len(one) for one in seeds] == [1, 1, 1] and len(set.union(*seeds)) == 3


def test_schedule_of_three_players_rotates_seats() -> None:
    fixtures = list(Schedule(settings("one", "one", "perfect", players=3, games=3)))
    assert [fixture.entries for fixture in fixtures] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


@pytest.mark.parametrize("bots, players", [(2, 2), (3, 2), (5, 2), (3, 3), (4, 3), (5, 3)])
def test_schedule_balances_seats(bots: int, players: int) -> None:
    schedule = Schedule(settings(*["one"] * bots, players=players, games=1))
    per_deal = len(schedule.settings.line_ups) * players
    whole = list(Schedule(settings(*["one"] * bots, players=players, games=2 * per_deal)))
    assert len(whole) == 2 * per_deal
    seats: dict[int, Counter[int]] = defaultdict(Counter)
    for fixture in whole:
        assert len(set(fixture.entries)) == players
        for seat, entry in enumerate(fixture.entries):
            seats[entry][seat] += 1
    assert len({count for counter in seats.values() for count in counter.values()}) == 1


@pytest.mark.parametrize("asked, played", [(1, 3), (3, 3), (40, 42)])
def test_schedule_rounds_games_up_to_whole_blocks(asked: int, played: int) -> None:
    assert len(Schedule(settings("one", "one", "one", players=3, games=asked))) == played


@pytest.mark.parametrize(
    "bots, players, games, played", [(3, 2, 5, 6), (3, 2, 6, 6), (2, 2, 1, 2), (5, 3, 4, 6)]
)
def test_games_come_in_blocks_of_as_many_as_there_are_seats(
    bots: int, players: int, games: int, played: int
) -> None:
    schedule = Schedule(settings(*["one"] * bots, players=players, games=games))
    fixtures = list(schedule)
    assert len(schedule) == len(fixtures) == played == players * schedule.num_blocks
    assert [one.index for one in fixtures] == list(range(played))
    assert [one.block for one in fixtures] == [index // players for index in range(played)]


def test_schedule_of_a_longer_run_begins_with_the_shorter_one() -> None:
    short = list(Schedule(settings("one", "one", "one", games=10)))
    long = list(Schedule(settings("one", "one", "one", games=100)))
    assert long[: len(short)] == short


def test_schedule_seeds_depend_on_the_arena_seed() -> None:
    first, second = (Schedule(settings("one", "one", seed=seed)) for seed in (1, 2))
    assert first.fixture(0).seed != second.fixture(0).seed
    seeds = {first.bot_seed(index, seat) for index in range(50) for seat in range(2)}
    assert len(seeds) == 100
    assert first.fixture(0).seed not in seeds


def test_choose_players_takes_one_per_bot_if_allowed() -> None:
    assert [choose_players(TOY, count) for count in (1, 2, 3, 4)] == [2, 2, 3, 2]


def test_parse_bots_splits_at_commas() -> None:
    assert parse_bots("random, level-8") == ("random", "level-8")
    assert parse_bots('one,"exec:bot --nums 1,2"') == ("one", "exec:bot --nums 1,2")
    assert parse_bots("exec:'my bot' -x,one") == ("exec:'my bot' -x", "one")


@pytest.mark.parametrize("text", ["", ",", "one,", ",one", " "])
def test_parse_bots_refuses_empty_names(text: str) -> None:
    with pytest.raises(InvalidOption, match="expected names with commas"):
        parse_bots(text)


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"games": 0}, "games: expected 1 to"),
        ({"players": 3}, "bots: expected 3 to 64"),
        ({"players": 5}, "is for 2, 3 players"),
        ({"seed": -1}, "seed: expected"),
        ({"seconds": 0.0}, "seconds: expected a number above 0"),
        ({"iterations": 0}, "iterations: expected a number above 0"),
        ({"options": {"colour": "red"}}, "has no option"),
        ({"bots": ("one",) * 65}, "expected 2 to 64 bots"),
    ],
)
def test_settings_out_of_range_are_refused(changes: dict[str, object], words: str) -> None:
    with pytest.raises(InvalidOption, match=words):
        settings("one", "one", **changes)


def test_settings_of_an_unknown_game_are_refused() -> None:
    with pytest.raises(UnknownGame):
        Settings("chess", ("one", "one"), games=2)
