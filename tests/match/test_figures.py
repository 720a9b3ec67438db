"""Times and limits of a match, as docs and page tell them; rated games at their border."""

from __future__ import annotations

import pytest

from matches import ANNA, BEN, CLEO, Table, refusal
from tilewright.match import clock, game_commands, guards, lobby_commands, timeouts

SECOND, HOUR, DAY = 1_000, 3_600_000, 86_400_000


def test_times_of_a_match() -> None:
    assert clock.MAX_TIME_MS == 30 * DAY
    assert game_commands.CHAT_AFTER_END_MS == 3 * DAY
    assert game_commands.LOST_AFTER_MS == 15 * SECOND
    assert timeouts.MAX_OPEN_MS == 24 * HOUR
    assert timeouts.QUICK_AWAY_MS == 10 * SECOND
    assert timeouts.CLOCK_GRACE_MS == 15 * SECOND


def test_limits_of_a_log() -> None:
    assert (guards.MAX_EVENTS, guards.HOST_EVENTS, guards.MAX_SITTINGS) == (3000, 200, 10)
    assert guards.MAX_EVENTS_OF_RECLAIMS == 6000
    assert game_commands.MAX_CHAT_LINES == 200


# --- Rated games --------------------------------------------------------------------------------


def rated_table(*people: object) -> Table:
    table = Table(players=3, rated=True)
    for person in people:
        table.do(lobby_commands.sit(table.match, person, table.now))  # type: ignore[arg-type]
    return table


@pytest.mark.parametrize(
    "here, code",
    [
        ({"anna", "ben", "cleo"}, None),
        ({"anna", "ben", "cleo", "dan"}, None),
        ({"anna", "ben"}, "not_here"),
        ({"dan"}, "not_here"),
        (set(), "not_here"),
        (None, None),  # it is not known who is here
    ],
)
def test_rated_game_needs_all_its_players(here: set[str] | None, code: str | None) -> None:
    match = rated_table(ANNA, BEN, CLEO).match
    if code is None:
        events = lobby_commands.start(match, "anna", 5, present_ids=here)
        assert [type(event).__name__ for event in events] == ["Started"]
    else:
        assert refusal(lobby_commands.start, match, "anna", 5, present_ids=here) == code


def test_rated_game_is_for_persons_each_on_one_seat() -> None:
    twice = rated_table(ANNA, BEN)
    twice.do(lobby_commands.sit(twice.match, ANNA, twice.now, 2))
    assert refusal(lobby_commands.start, twice.match, "anna", 5) == "bad_terms"
