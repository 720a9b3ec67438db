"""A seat that goes on on another device."""

from __future__ import annotations

from matches import SECOND, refusal, running
from tilewright.clock import ClockRule
from tilewright.events import Person
from tilewright.match import consent, handing, playing, seating
from tilewright.match.handing import LOST_AFTER

PHONE = Person("phone", "Ben")


def test_an_owner_gives_a_seat_away() -> None:
    table = running("anna", "ben")
    match = table.match
    assert handing.find_giver(match, "ben", 1, table.now) == "owner"
    table.do(handing.hand_over(match, "owner", 1, PHONE, table.now))
    assert match.seats_of("phone") == [1] and match.seats_of("ben") == []
    assert match.seen_as("phone") == 1 and match.seen_as("ben") is None
    assert refusal(playing.move, match, "ben", "take 1", match.number, None, 0) == "not_seated"
    table.move("anna")
    table.move("phone")


def test_the_shuffle_and_the_clock_stay_as_they_were() -> None:
    table = running("anna", "ben", clock=ClockRule("game", 60 * SECOND))
    table.wait(10 * SECOND)
    seed, left = table.match.shuffle.seed, table.match.clocks.deadline
    table.do(handing.hand_over(table.match, "owner", 0, PHONE, table.now))
    assert table.match.shuffle.seed == seed
    assert table.match.clocks.deadline == left


def test_a_flag_falls_before_a_seat_is_given() -> None:
    table = running("anna", "ben", clock=ClockRule("game", 60 * SECOND))
    late = table.now + 61 * SECOND
    (event,) = handing.hand_over(table.match, "owner", 0, PHONE, late)
    assert (event.seat, event.reason) == (0, "time")  # type: ignore[union-attr]


def test_a_stand_in_makes_room() -> None:
    table = running("anna", "ben", grace=60_000)
    table.leave("anna")
    table.wait(60_000)
    assert table.match.chairs[0].has_stand_in
    table.do(handing.hand_over(table.match, "owner", 0, PHONE, table.now))
    assert not table.match.chairs[0].has_stand_in
    table.move("phone")


def test_who_has_agreed_is_asked_again_on_another_device() -> None:
    table = running("anna", "ben", "cleo")
    table.move("anna")
    table.do(consent.ask(table.match, "anna", "undo", table.now))
    table.do(consent.answer(table.match, "ben", True, table.now))
    table.do(handing.hand_over(table.match, "owner", 1, PHONE, table.now))
    table.do(consent.answer(table.match, "cleo", True, table.now))
    assert table.match.asked is not None
    table.do(consent.answer(table.match, "phone", True, table.now))
    assert table.kinds()[-1] == "undone"


def test_the_host_gives_the_seat_of_somebody_who_is_lost() -> None:
    table = running("anna", "ben")
    match = table.match
    assert refusal(handing.find_giver, match, "anna", 1, table.now) == "still_here"
    table.leave("ben")
    soon = table.now + LOST_AFTER - 1
    assert refusal(handing.find_giver, match, "anna", 1, soon) == "still_here"
    assert refusal(handing.find_giver, match, "cleo", 1, soon + 1) == "not_yours"
    assert handing.find_giver(match, "anna", 1, soon + 1) == "host"
    assert refusal(handing.hand_over, match, "host", 1, PHONE, soon) == "still_here"
    table.do(handing.hand_over(match, "host", 1, PHONE, soon + 1))
    assert match.chairs[1].who == PHONE


def test_where_one_is_away_for_days_the_host_gives_nothing() -> None:
    table = running("anna", "ben", clock=ClockRule("move", 24 * 3600 * SECOND))
    table.leave("ben")
    late = table.now + 3600 * SECOND
    assert refusal(handing.find_giver, table.match, "anna", 1, late) == "not_yours"
    assert handing.find_giver(table.match, "ben", 1, late) == "owner"


def test_seats_of_games_that_count_stay_where_they_are() -> None:
    rated = running("anna", "ben", rated=True, clock=ClockRule("game", 600 * SECOND))
    deal = running("anna", "level-1", deal="x")
    for table in (rated, deal):
        arguments = table.match, "anna", 0, table.now
        assert refusal(handing.find_giver, *arguments) == "no_handing_over"
        given = table.match, "owner", 0, PHONE, table.now
        assert refusal(handing.hand_over, *given) == "no_handing_over"


def test_only_a_person_who_plays_gives_a_seat() -> None:
    table = running("anna", "ben", "level-1")
    match, now = table.match, table.now
    assert refusal(handing.find_giver, match, "anna", 2, now) == "not_seated"
    assert refusal(handing.find_giver, match, "anna", 3, now) == "no_seat"
    table.do(playing.resign(match, "ben", now))
    assert refusal(handing.find_giver, match, "ben", 1, now) == "not_seated"
    table.do(seating.close_down(match, now))
    assert refusal(handing.find_giver, match, "anna", 0, now) == "not_running"


def test_nobody_plays_two_seats_that_way() -> None:
    table = running("anna", "ben")
    anna = Person("anna", "Anna")
    given = table.match, "owner", 1, anna, table.now
    assert refusal(handing.hand_over, *given) == "seated_already"
