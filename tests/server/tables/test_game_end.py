"""Consequences of a game's end: ratings and deal results."""

from __future__ import annotations

from tilewright.match.events import BotSeat, Person
from tilewright.server.tables.game_end import rating_subject


def test_rating_subject_is_the_id_of_a_person_or_the_name_of_a_bot() -> None:
    assert rating_subject(Person("xK2c", "Ada")) == "xK2c"
    assert rating_subject(BotSeat("level-3")) == "bot:level-3"
