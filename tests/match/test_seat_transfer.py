"""A seat that goes on on another device."""

from __future__ import annotations

from matches import SECOND, refusal, running
from tilewright.match import game_commands, lobby_commands, proposals
from tilewright.match.clock import ClockRule
from tilewright.match.events import Person
from tilewright.match.game_commands import LOST_AFTER_MS

PHONE = Person("phone", "Ben")


def test_transfer_seat_by_its_owner_changes_the_device() -> None:
    table = running("anna", "ben")
    match = table.match
    assert game_commands.find_giver(match, "ben", 1, table.now) == "owner"
    table.do(game_commands.transfer_seat(match, "owner", 1, PHONE, table.now))
    assert match.seats_of("phone") == [1] and match.seats_of("ben") == []
    assert match.viewer_seat("phone") == 1 and match.viewer_seat("ben") is None
    assert (
        refusal(game_commands.move, match, "ben", "take 1", match.number, None, 0) == "not_seated"
    )
    table.move("anna")
    table.move("phone")


def test_transfer_seat_keeps_shuffle_and_clock() -> None:
    table = running("anna", "ben", clock=ClockRule("game", 60 * SECOND))
    table.wait(10 * SECOND)
    seed, left = table.match.shuffle.seed, table.match.clocks.deadline
    table.do(game_commands.transfer_seat(table.match, "owner", 0, PHONE, table.now))
    assert table.match.shuffle.seed == seed
    assert table.match.clocks.deadline == left


def test_transfer_seat_after_time_ran_out_forfeits_first() -> None:
    table = running("anna", "ben", clock=ClockRule("game", 60 * SECOND))
    late = table.now + 61 * SECOND
    (event,) = game_commands.transfer_seat(table.match, "owner", 0, PHONE, late)
    assert (event.seat, event.reason) == (0, "time")  # type: ignore[union-attr]


def test_transfer_seat_ends_the_stand_in() -> None:
    table = running("anna", "ben", grace=60_000)
    table.leave("anna")
    table.wait(60_000)
    assert table.match.seats[0].has_stand_in
    table.do(game_commands.transfer_seat(table.match, "owner", 0, PHONE, table.now))
    assert not table.match.seats[0].has_stand_in
    table.move("phone")


def test_transfer_seat_resets_its_answer_to_a_proposal() -> None:
    table = running("anna", "ben", "cleo")
    table.move("anna")
    table.do(proposals.propose(table.match, "anna", "undo", table.now))
    table.do(proposals.answer(table.match, "ben", True, table.now))
    table.do(game_commands.transfer_seat(table.match, "owner", 1, PHONE, table.now))
    table.do(proposals.answer(table.match, "cleo", True, table.now))
    assert table.match.asked is not None
    table.do(proposals.answer(table.match, "phone", True, table.now))
    assert table.kinds()[-1] == "undone"


def test_transfer_seat_by_the_host_needs_an_absent_owner() -> None:
    table = running("anna", "ben")
    match = table.match
    assert refusal(game_commands.find_giver, match, "anna", 1, table.now) == "still_here"
    table.leave("ben")
    soon = table.now + LOST_AFTER_MS - 1
    assert refusal(game_commands.find_giver, match, "anna", 1, soon) == "still_here"
    assert refusal(game_commands.find_giver, match, "cleo", 1, soon + 1) == "not_yours"
    assert game_commands.find_giver(match, "anna", 1, soon + 1) == "host"
    assert refusal(game_commands.transfer_seat, match, "host", 1, PHONE, soon) == "still_here"
    table.do(game_commands.transfer_seat(match, "host", 1, PHONE, soon + 1))
    assert match.seats[1].occupant == PHONE


def test_transfer_seat_by_the_host_is_refused_with_days_per_move() -> None:
    table = running("anna", "ben", clock=ClockRule("move", 24 * 3600 * SECOND))
    table.leave("ben")
    late = table.now + 3600 * SECOND
    assert refusal(game_commands.find_giver, table.match, "anna", 1, late) == "not_yours"
    assert game_commands.find_giver(table.match, "ben", 1, late) == "owner"


def test_transfer_seat_in_a_rated_game_is_refused() -> None:
    rated = running("anna", "ben", rated=True, clock=ClockRule("game", 600 * SECOND))
    deal = running("anna", "level-1", deal="x")
    for table in (rated, deal):
        arguments = table.match, "anna", 0, table.now
        assert refusal(game_commands.find_giver, *arguments) == "no_handing_over"
        given = table.match, "owner", 0, PHONE, table.now
        assert refusal(game_commands.transfer_seat, *given) == "no_handing_over"


def test_transfer_seat_without_an_active_owner_is_refused() -> None:
    table = running("anna", "ben", "level-1")
    match, now = table.match, table.now
    assert refusal(game_commands.find_giver, match, "anna", 2, now) == "not_seated"
    assert refusal(game_commands.find_giver, match, "anna", 3, now) == "no_seat"
    table.do(game_commands.resign(match, "ben", now))
    assert refusal(game_commands.find_giver, match, "ben", 1, now) == "not_seated"
    table.do(lobby_commands.admin_close(match, now))
    assert refusal(game_commands.find_giver, match, "anna", 0, now) == "not_running"


def test_transfer_seat_to_a_seated_player_is_refused() -> None:
    table = running("anna", "ben")
    anna = Person("anna", "Anna")
    given = table.match, "owner", 1, anna, table.now
    assert refusal(game_commands.transfer_seat, *given) == "seated_already"
