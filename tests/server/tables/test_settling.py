"""What follows from the end of a game."""

from __future__ import annotations

from tilewright.events import BotSeat, Person
from tilewright.server.tables.settling import subject_of


def test_people_are_rated_by_id_and_bots_by_name() -> None:
    assert subject_of(Person("xK2c", "Ada")) == "xK2c"
    assert subject_of(BotSeat("level-3")) == "bot:level-3"
