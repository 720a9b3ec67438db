"""Consequences of a game's end: ratings and deal results."""

from __future__ import annotations

from tilewright.match.events import BotSeat, Person
from tilewright.server.tables.game_end import rating_subject


def test_people_are_rated_by_id_and_bots_by_name() -> None:
    assert rating_subject(Person("xK2c", "Ada")) == "xK2c"
    assert rating_subject(BotSeat("level-3")) == "bot:level-3"
