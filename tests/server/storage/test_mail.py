"""The turns to notify of, and claims of their mails."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.storage.samples import INDEX, event, facts, read, write
from tilewright.server.storage import mail, tables
from tilewright.server.storage.database import Database
from tilewright.server.storage.mail import Address, DueTurn

TURN = DueTurn("t", "toy", 3, 9000, "ada", "", "", "", 0)
NEXT = replace(TURN, number=4)


def claim(database: Database, turn: DueTurn, now: int) -> bool:
    return write(database, lambda tx: mail.claim_turn(tx, turn, now))


def put_off(database: Database, turn: DueTurn, until: int) -> None:
    write(database, lambda tx: mail.reschedule_turn(tx, turn, until))


def kept(database: Database) -> list[tuple[int, int, int | None]]:
    sql = "SELECT number, tries, next_try FROM turn_mails"
    return [(number, tries, at) for number, tries, at in read(database, lambda tx: tx.rows(sql))]


def test_claim_turn_twice_fails(database: Database) -> None:
    assert [claim(database, TURN, 10), claim(database, TURN, 10)] == [True, False]
    assert claim(database, NEXT, 10)
    assert kept(database) == [(4, 1, None)]


def test_claim_turn_after_reschedule_succeeds_in_time(database: Database) -> None:
    claim(database, TURN, 10)
    put_off(database, TURN, 50)
    again = replace(TURN, tries=1)
    assert [claim(database, again, now) for now in (49, 50, 50)] == [False, True, False]
    assert kept(database) == [(3, 2, None)]


def test_reschedule_turn_late_keeps_the_next_turn(database: Database) -> None:
    """The next turn's mail is claimed by then, and must not be sent twice."""
    claim(database, TURN, 10)
    assert claim(database, NEXT, 20)
    put_off(database, TURN, 30)
    assert kept(database) == [(4, 1, None)]
    assert not claim(database, NEXT, 40)


@pytest.mark.parametrize("since, is_confirmed", [(99, True), (100, True), (101, False)])
def test_confirm_takes_links_that_are_not_too_old(
    database: Database, since: int, is_confirmed: bool
) -> None:
    asked = Address("ada", "ada@example.org", "en", "token", 100, False)
    write(database, lambda tx: mail.set_address(tx, asked))
    assert not write(database, lambda tx: mail.confirm_address(tx, "other", 0))
    assert write(database, lambda tx: mail.confirm_address(tx, "token", since)) is is_confirmed
    found = read(database, lambda tx: mail.find(tx, "ada"))
    assert found == replace(asked, confirmed=is_confirmed)
    if is_confirmed:
        assert write(database, lambda tx: mail.confirm_address(tx, "token", 10**9)), (
            "pressed once more"
        )


def test_set_address_replaces_that_of_one_person(database: Database) -> None:
    first = Address("ada", "ada@example.org", "en", "token", 100, True)
    second = Address("ada", "new@example.org", "uk", "other", 200, False)
    bob = Address("bob", "ada@example.org", "en", "his", 100, True)
    for one in (first, bob, second):
        write(database, lambda tx, a=one: mail.set_address(tx, a))  # type: ignore[misc]
    assert read(database, lambda tx: mail.find(tx, "ada")) == second
    assert read(database, lambda tx: mail.find(tx, "bob")) == bob
    assert not write(database, lambda tx: mail.confirm_address(tx, "token", 0)), "an old link"
    write(database, lambda tx: mail.remove_by_token(tx, "token"))
    write(database, lambda tx: mail.delete_unconfirmed(tx, 200))
    assert read(database, lambda tx: mail.find(tx, "ada")) == second
    write(database, lambda tx: mail.delete_unconfirmed(tx, 201))
    assert read(database, lambda tx: mail.find(tx, "ada")) is None
    write(database, lambda tx: mail.remove(tx, "bob"))
    assert read(database, lambda tx: mail.find(tx, "bob")) is None


# --- What is due ----------------------------------------------------------------------------------

NOW, STILL_AFTER, QUIET_SINCE = 10_000, 20_000, 5_000


def wait_for_ada(
    database: Database, table: str, *, deadline: int = 30_000, updated: int = 1_000
) -> None:
    index = replace(INDEX, deadline=deadline)
    rows = [event(1, at=updated)]
    write(database, lambda tx: tables.create(tx, facts(table), rows, index))


def due(database: Database, limit: int = 10) -> list[str]:
    found = read(
        database,
        lambda tx: mail.list_due_turns(
            tx, now=NOW, deadline_after=STILL_AFTER, quiet_since=QUIET_SINCE, limit=limit
        ),
    )
    return [one.table for one in found]


@pytest.fixture
def ada(database: Database) -> None:
    address = Address("ada", "ada@example.org", "en", "token", 1, True)
    write(database, lambda tx: mail.set_address(tx, address))


@pytest.mark.usefixtures("ada")
def test_list_due_turns_begins_with_the_earliest_deadline(database: Database) -> None:
    for table, deadline in (("late", 50_000), ("first", 30_000), ("second", 40_000)):
        wait_for_ada(database, table, deadline=deadline)
    assert due(database) == ["first", "second", "late"]
    assert due(database, limit=2) == ["first", "second"]


@pytest.mark.usefixtures("ada")
def test_list_due_turns_at_its_borders(database: Database) -> None:
    wait_for_ada(database, "short", deadline=STILL_AFTER)
    wait_for_ada(database, "long", deadline=STILL_AFTER + 1)
    wait_for_ada(database, "quiet", deadline=STILL_AFTER + 2, updated=QUIET_SINCE)
    wait_for_ada(database, "busy", updated=QUIET_SINCE + 1)
    assert due(database) == ["long", "quiet"]


@pytest.mark.usefixtures("ada")
@pytest.mark.parametrize("until, is_due", [(NOW - 1, True), (NOW, True), (NOW + 1, False)])
def test_list_due_turns_has_failed_mails_again_in_time(
    database: Database, until: int, is_due: bool
) -> None:
    wait_for_ada(database, "t")
    assert claim(database, TURN, NOW)
    assert due(database) == []
    put_off(database, TURN, until)
    assert due(database) == (["t"] if is_due else [])
