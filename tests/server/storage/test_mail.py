"""Claims of the mails of turns."""

from __future__ import annotations

from dataclasses import replace

from server.storage.samples import read, write
from tilewright.server.storage import mail
from tilewright.server.storage.database import Database
from tilewright.server.storage.mail import DueTurn

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
