"""Before the game: terms, seats, hosts, bots. After it: the next one."""

from __future__ import annotations

from typing import Any

import pytest

from matches import ANNA, BEN, CLEO, SECRET, Table, refusal, running
from tilewright.errors import InvalidOption, Refused, TextError, TilewrightError, UnknownGame
from tilewright.match import game_commands, lobby_commands, open_table, replay
from tilewright.match.events import BotSeat, Person, SeatTaken, Started, Terms, format_event
from tilewright.match.guards import HOST_EVENTS, MAX_EVENTS, MAX_SITTINGS
from tilewright.match.timeouts import MAX_OPEN_MS
from tilewright.records.commit_reveal import ShuffleMismatch, commit

# --- Terms --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "terms, error",
    [
        ({"game": "chess"}, UnknownGame),
        ({"players": 4}, InvalidOption),
        ({"options": {"rolls": "maybe"}}, InvalidOption),
        ({"options": {"dice": "6"}}, InvalidOption),
        ({"options": {f"o{n}": "x" for n in range(17)}}, Refused),
        ({"options": {"rolls": "x" * 65}}, Refused),
        ({"stand_in": "level-9"}, Refused),
        ({"grace": 1}, Refused),
        ({"players": 2**70}, Refused),
        ({"game": "\ud800"}, Refused),
    ],
)
def test_terms_are_checked(terms: dict[str, Any], error: type[TilewrightError]) -> None:
    default: dict[str, Any] = {"game": "toy", "players": 2}
    given = Terms(**default | terms)
    with pytest.raises(error):
        open_table(given, "anna", SECRET, 0, [None] * min(given.players, 4))


def test_reserved_seats_must_be_as_many_as_seats() -> None:
    terms = Terms(game="toy", players=2)
    assert refusal(open_table, terms, "anna", SECRET, 0, ["anna"]) == "bad_terms"


def test_rated_table_of_a_solo_game_is_refused() -> None:
    terms = Terms(game="nova-luna-solo", players=1, rated=True)
    assert refusal(open_table, terms, "anna", SECRET, 0) == "bad_terms"


def test_shuffle_before_the_end_shows_only_the_commitment() -> None:
    (opened,) = Table().log
    assert SECRET.hex() not in str(opened) and commit(SECRET) in str(opened)


# --- Seats --------------------------------------------------------------------------------------


def test_rename_changes_all_seats_of_the_person() -> None:
    """Another person at the same screen keeps theirs, and what is over stays as it was."""
    table = Table(players=3)
    for who in (ANNA, Person("anna", "Max"), BEN):
        table.do(lobby_commands.sit(table.match, who, 0))
    table.do(lobby_commands.rename(table.match, ANNA, "Annabel", 1))
    assert [chair.occupant for chair in table.match.seats] == [
        Person("anna", "Annabel"),
        Person("anna", "Max"),
        BEN,
    ]
    table.do(lobby_commands.start(table.match, table.match.host, 2))
    table.do(lobby_commands.rename(table.match, BEN, "Benno", 3))
    assert table.match.seats[2].occupant == Person("ben", "Benno")
    assert lobby_commands.rename(table.match, BEN, "Bob", 4) == []
    again = replay(SECRET, table.log)
    assert [chair.occupant for chair in again.seats] == [
        chair.occupant for chair in table.match.seats
    ]


def test_sit_again_and_again_is_refused() -> None:
    """Guests who sat down and stood up by turns filled the log, and ended any open table."""
    table = Table(players=2)
    for _ in range(MAX_SITTINGS):
        table.do(lobby_commands.sit(table.match, BEN, 0))
        table.do(lobby_commands.leave_seat(table.match, "ben", 0, 0))
    assert refusal(lobby_commands.sit, table.match, BEN, 0) == "seated_too_often"
    table.do(lobby_commands.sit(table.match, CLEO, 0))
    for _ in range(2 * MAX_SITTINGS):  # not the host
        table.do(lobby_commands.sit(table.match, ANNA, 0))
        table.do(lobby_commands.leave_seat(table.match, "anna", 1, 0))


def test_rename_again_and_again_is_ignored() -> None:
    table, who = Table(players=2), BEN
    table.do(lobby_commands.sit(table.match, who, 0))
    for number in range(2 * MAX_SITTINGS):
        name = f"Ben {number}"
        if table.do(lobby_commands.rename(table.match, who, name, 0)):
            who = Person("ben", name)
    assert table.kinds().count("renamed") == MAX_SITTINGS - 1


def test_last_events_before_a_game_are_the_hosts() -> None:
    table = Table(players=2)
    number = 0
    while table.match.seq < MAX_EVENTS - HOST_EVENTS:
        number += 1
        table.do(lobby_commands.sit(table.match, Person(f"p{number}", "P"), 0))
        table.do(lobby_commands.leave_seat(table.match, f"p{number}", 0, 0))
    for full in (MAX_EVENTS - HOST_EVENTS, MAX_EVENTS - 1):
        table.match.seq = full
        assert refusal(lobby_commands.sit, table.match, BEN, 0) == "log_full"
        assert lobby_commands.sit(table.match, ANNA, 0)
    table.match.seq = MAX_EVENTS
    assert refusal(lobby_commands.sit, table.match, ANNA, 0) == "log_full"
    table.match.seq = MAX_EVENTS - HOST_EVENTS - 1
    assert lobby_commands.sit(table.match, BEN, 0)
    table.do(lobby_commands.sit(table.match, ANNA, 0))
    table.do(lobby_commands.seat_bot(table.match, "anna", 1, "random", 0))
    table.do(lobby_commands.start(table.match, "anna", 0))
    assert table.match.status == "running"


def test_seats_are_taken_in_order_or_by_choice() -> None:
    table = Table(players=3)
    table.do(lobby_commands.sit(table.match, ANNA, 0))
    table.do(lobby_commands.sit(table.match, BEN, 0, seat=2))
    table.do(lobby_commands.sit(table.match, CLEO, 0))
    assert [chair.owner for chair in table.match.seats] == ["anna", "cleo", "ben"]
    assert refusal(lobby_commands.sit, table.match, CLEO, 0) == "table_full"
    assert refusal(lobby_commands.sit, table.match, CLEO, 0, seat=0) == "seat_taken"
    assert refusal(lobby_commands.sit, table.match, CLEO, 0, seat=3) == "no_seat"
    assert refusal(lobby_commands.sit, table.match, CLEO, 0, seat=-1) == "no_seat"


def test_reserved_seat_is_for_its_owner_only() -> None:
    table = Table(players=3, reserved=[None, "ben", None])
    (sat,) = lobby_commands.sit(table.match, BEN, 0)
    assert isinstance(sat, SeatTaken) and sat.seat == 1  # his own rather than the first
    assert refusal(lobby_commands.sit, table.match, ANNA, 0, seat=1) == "seat_taken"
    table.do(lobby_commands.sit(table.match, ANNA, 0))
    table.do(lobby_commands.sit(table.match, CLEO, 0))
    assert refusal(lobby_commands.sit, table.match, ANNA, 0) == "table_full"


def test_leave_seat_by_its_reserved_person_refuses_the_rematch() -> None:
    table = Table(players=2, reserved=["anna", "ben"])
    assert refusal(lobby_commands.leave_seat, table.match, "cleo", 1, 0) == "not_yours"
    table.do(lobby_commands.leave_seat(table.match, "ben", 1, 0))
    assert table.match.reserved == ["anna", None]


def test_reserved_seat_can_be_freed_by_the_host() -> None:
    """A player who did not come to the next game kept all others from that seat."""
    table = Table(players=2, reserved=["anna", "ben"])
    table.do(lobby_commands.sit(table.match, BEN, 0))
    table.do(lobby_commands.leave_seat(table.match, "anna", 1, 0))
    assert table.match.reserved[1] == "ben"
    table.do(lobby_commands.leave_seat(table.match, "anna", 1, 0))
    assert refusal(lobby_commands.leave_seat, table.match, "anna", 1, 0) == "seat_free"
    table.do(lobby_commands.sit(table.match, CLEO, 0))
    assert [chair.owner for chair in replay(SECRET, table.log).seats] == [None, "cleo"]


def test_salts_are_checked() -> None:
    match = Table().match
    for salt in ("xyz", "ABCD", "abc", "00" * 65):
        with pytest.raises(TextError, match="salt: expected up to 64 bytes"):
            lobby_commands.sit(match, ANNA, 0, salt=salt)
    (sat,) = lobby_commands.sit(match, ANNA, 0, salt="00ff")
    assert isinstance(sat, SeatTaken) and sat.salt == "00ff"


def test_commands_with_bad_values_are_refused() -> None:
    match = Table().match
    assert refusal(lobby_commands.sit, match, Person("", "Nobody"), 0) == "bad_value"
    assert refusal(lobby_commands.sit, match, Person("anna", "A" * 65), 0) == "bad_value"
    assert refusal(lobby_commands.seat_bot, match, "anna", 0, "hal", 0) == "bad_value"
    assert refusal(lobby_commands.start, match, "anna", 0, fill="hal") == "bad_value"
    assert refusal(game_commands.chat, match, ANNA, "x" * 301, 0) == "bad_value"
    assert refusal(game_commands.chat, match, ANNA, "", 0) == "bad_value"
    assert refusal(game_commands.chat, match, ANNA, "\ud800", 0) == "bad_value"


def test_leave_seat_needs_the_host_or_the_owner() -> None:
    table = Table()
    table.do(lobby_commands.sit(table.match, BEN, 0))
    table.do(lobby_commands.seat_bot(table.match, "anna", 1, "random", 0))
    assert refusal(lobby_commands.leave_seat, table.match, "cleo", 0, 0) == "not_yours"
    assert refusal(lobby_commands.leave_seat, table.match, "ben", 1, 0) == "not_yours"
    table.do(lobby_commands.leave_seat(table.match, "ben", 0, 0))
    table.do(lobby_commands.leave_seat(table.match, "anna", 1, 0))
    assert refusal(lobby_commands.leave_seat, table.match, "anna", 1, 0) == "seat_free"
    assert [chair.occupant for chair in table.match.seats] == [None, None]


def test_lobby_commands_by_others_than_the_host_are_refused() -> None:
    match = Table().match
    for call in (
        lambda: lobby_commands.seat_bot(match, "ben", 0, "random", 0),
        lambda: lobby_commands.start(match, "ben", 0, fill="random"),
        lambda: lobby_commands.close(match, "ben", 0),
    ):
        assert refusal(call) == "not_host"


def test_free_seats_are_filled_with_bots_if_one_is_named() -> None:
    table = Table(players=3)
    table.do(lobby_commands.sit(table.match, ANNA, 0, seat=1))
    assert refusal(lobby_commands.start, table.match, "anna", 0) == "seats_free"
    events = table.do(lobby_commands.start(table.match, "anna", 0, fill="level-2"))
    assert isinstance(events[-1], Started) and len(events) == 3
    assert [chair.occupant for chair in table.match.seats] == [
        BotSeat("level-2"),
        ANNA,
        BotSeat("level-2"),
    ]
    assert table.match.bot_to_move == "level-2"
    assert refusal(lobby_commands.sit, table.match, BEN, 0) == "not_open"


def test_seat_bot_stores_its_version() -> None:
    """It is part of the event, moves as that version, and the next game takes whatever is newest
    then. Events from before there were versions say none."""
    table = Table()
    table.do(lobby_commands.seat_bot(table.match, "anna", 0, "level-2@7", 0))
    events = table.do(lobby_commands.start(table.match, "anna", 0, fill="level-3"))
    assert [chair.occupant for chair in table.match.seats] == [
        BotSeat("level-2", 7),
        BotSeat("level-3"),
    ]
    assert table.match.bot_to_move == "level-2@7"
    assert [name for _, name in lobby_commands.rematch_bots(table.match)] == ["level-2", "level-3"]
    assert "version" not in format_event(events[0])
    assert (
        refusal(lobby_commands.seat_bot, Table().match, "anna", 0, "level-2@99999", 0)
        == "bad_value"
    )


def test_rated_game_needs_persons_on_one_seat_each() -> None:
    table = Table(rated=True)
    assert refusal(lobby_commands.start, table.match, "anna", 0, fill="level-1") == "bad_terms"
    table.do(lobby_commands.sit(table.match, ANNA, 0))
    assert lobby_commands.start(table.match, "anna", 0, fill="level-1")
    table.do(lobby_commands.sit(table.match, ANNA, 0))
    assert refusal(lobby_commands.start, table.match, "anna", 0) == "bad_terms"


def test_deal_depends_on_each_players_bytes() -> None:
    seeds = set()
    for salts in (("", ""), ("aa", ""), ("", "aa"), ("aa", "aa")):
        table = Table()
        for person, salt in zip((ANNA, BEN), salts, strict=True):
            table.do(lobby_commands.sit(table.match, person, 0, salt=salt))
        table.do(lobby_commands.start(table.match, "anna", 0))
        seeds.add(table.match.board.seed)
    assert len(seeds) == 4


def test_replay_with_another_secret_is_refused() -> None:
    table = running("anna", "ben")
    with pytest.raises(ShuffleMismatch, match="announced was"):
        replay(bytes(32), table.log)


# --- Giving up the table ------------------------------------------------------------------------


def test_close_before_the_game_is_allowed() -> None:
    table = Table()
    table.do(lobby_commands.close(table.match, "anna", 0))
    assert table.match.is_over and table.match.outcome is None and table.match.mover is None
    assert refusal(lobby_commands.sit, table.match, BEN, 0) == "not_open"
    assert refusal(lobby_commands.plan_rematch, table.match, "anna") == "never_begun"


def test_open_table_without_events_closes() -> None:
    table = Table()
    table.wait(MAX_OPEN_MS - 1)
    table.do(lobby_commands.sit(table.match, BEN, table.now))
    table.wait(MAX_OPEN_MS - 1)
    assert table.match.status == "open"
    table.wait(1)
    assert table.match.is_over and table.kinds()[-1] == "closed"


# --- The next game ------------------------------------------------------------------------------


def test_rematch_rotates_the_seats_by_one() -> None:
    table = running("anna", "level-1", "ben", options={"rolls": "yes"})
    assert refusal(lobby_commands.plan_rematch, table.match, "anna") == "not_over"
    assert refusal(lobby_commands.link_rematch, table.match, "next", 0) == "not_over"
    table.do(game_commands.resign(table.match, "anna", 0))
    table.do(game_commands.resign(table.match, "ben", 0))
    terms, reserved = lobby_commands.plan_rematch(table.match, "ben")
    assert terms == table.match.terms and reserved == ["ben", "anna", None]
    assert list(lobby_commands.rematch_bots(table.match)) == [(2, "level-1")]
    assert refusal(lobby_commands.plan_rematch, table.match, "cleo") == "not_seated"


def test_rematch_twice_links_one_next_game() -> None:
    table = running("anna", "ben")
    table.do(game_commands.resign(table.match, "anna", 0))
    table.do(lobby_commands.link_rematch(table.match, "next", 0))
    assert table.match.next_table == "next"
    assert refusal(lobby_commands.link_rematch, table.match, "other", 0) == "rematched"
    assert refusal(lobby_commands.plan_rematch, table.match, "ben") == "rematched"


def test_rematch_keeps_both_seats_of_one_person() -> None:
    table = running("anna", "anna")
    table.do(game_commands.resign(table.match, "anna", 0))
    _, reserved = lobby_commands.plan_rematch(table.match, "anna")
    again = Table(reserved=reserved)
    again.do(lobby_commands.sit(again.match, ANNA, 0))
    again.do(lobby_commands.sit(again.match, ANNA, 0))
    assert again.match.seats_of("anna") == [0, 1]
