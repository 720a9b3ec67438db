"""People, accounts and sessions in storage: who is found, what expires, what is deleted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.storage.samples import INDEX, event, facts, read, write
from tilewright.server.storage import deals, evenings, mail, people, records, tables
from tilewright.server.storage.database import Database, Transaction
from tilewright.server.storage.deals import Deal, DealSetup
from tilewright.server.storage.evenings import Evening
from tilewright.server.storage.people import Identity, Session, StoredLogin

ANN = Identity("ann", "Ann", "guest")


def session(key: bytes, person: Identity = ANN, **changes: object) -> Session:
    made = Session(key, person, "session", "", created=10, seen=20, expires=100)
    return replace(made, **changes)  # type: ignore[arg-type]


@pytest.fixture
def ann(database: Database) -> Database:
    """A database with one guest."""
    write(database, lambda tx: people.add_guest(tx, "ann", "Ann", 1))
    return database


def add(database: Database, *sessions: Session) -> None:
    for one in sessions:
        write(database, lambda tx, s=one: people.add_session(tx, s))  # type: ignore[misc]


def keys(database: Database, person: str = "ann") -> list[bytes]:
    found = read(database, lambda tx: people.list_sessions(tx, person))
    return [one.key for one in found]


# --- Accounts -----------------------------------------------------------------------------------


def test_add_account_keeps_login_and_person_unique(ann: Database) -> None:
    write(ann, lambda tx: people.add_guest(tx, "bob", "Bob", 1))
    tries = [("ann", "login", "x"), ("bob", "login", "y"), ("ann", "other", "z")]
    added = [write(ann, lambda tx, t=t: people.add_account(tx, *t)) for t in tries]  # type: ignore[misc]
    assert added == [True, False, False]
    assert read(ann, lambda tx: people.find_account(tx, "login")) == StoredLogin("ann", "x")
    assert read(ann, lambda tx: people.find_account(tx, "other")) is None
    kinds = [read(ann, lambda tx, p=p: people.find_person(tx, p)) for p in ("ann", "bob", "eve")]  # type: ignore[misc]
    assert kinds == [Identity("ann", "Ann", "account"), Identity("bob", "Bob", "guest"), None]
    logins = [read(ann, lambda tx, p=p: people.find_login(tx, p)) for p in ("ann", "bob")]  # type: ignore[misc]
    assert logins == ["login", None]


def test_set_password_changes_one_account(ann: Database) -> None:
    write(ann, lambda tx: people.add_guest(tx, "bob", "Bob", 1))
    for person in ("ann", "bob"):
        write(ann, lambda tx, p=person: people.add_account(tx, p, p, "old"))  # type: ignore[misc]
    write(ann, lambda tx: people.set_password_hash(tx, "bob", "new"))
    found = [read(ann, lambda tx, p=p: people.find_password_hash(tx, p)) for p in ("ann", "bob")]  # type: ignore[misc]
    assert found == ["old", "new"]
    assert read(ann, lambda tx: people.find_password_hash(tx, "eve")) is None


# --- Sessions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "expires, now, is_found", [(100, 99, True), (100, 100, False), (None, 10**15, True)]
)
def test_find_session_ends_at_its_time(
    ann: Database, expires: int | None, now: int, is_found: bool
) -> None:
    one = session(b"a" * 32, expires=expires)
    add(ann, one)
    found = read(ann, lambda tx: people.find_session(tx, one.key, now))
    assert found == (one if is_found else None)
    live = read(ann, lambda tx: people.filter_unexpired(tx, [one.key, b"x"], now))
    assert live == ({one.key} if is_found else set())
    assert read(ann, lambda tx: people.find_session(tx, b"b" * 32, 0)) is None
    assert one.id == "61" * 8, "the first eight bytes, in hexadecimal"


def test_filter_live_keys_asks_in_parts(ann: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "SESSIONS_PER_QUERY", 2)
    every = [bytes([number]) * 4 for number in range(5)]
    add(ann, *(session(key) for key in every))
    for count in range(6):
        found = read(ann, lambda tx, n=count: people.filter_unexpired(tx, every[:n], 50))  # type: ignore[misc]
        assert found == set(every[:count])


def test_list_tokens_has_unexpired_tokens_of_one_person_oldest_first(ann: Database) -> None:
    write(ann, lambda tx: people.add_guest(tx, "bob", "Bob", 1))
    add(
        ann,
        session(b"c", kind="token", label="new", created=30),
        session(b"a", kind="token", label="old", created=5, expires=None),
        session(b"e", kind="token", label="gone", created=1, expires=60),
        session(b"d", kind="token", label="also new", created=30),
        session(b"s"),
        session(b"b", Identity("bob", "Bob", "guest"), kind="token", label="his"),
    )
    found = read(ann, lambda tx: people.list_tokens(tx, "ann", 60))
    assert [one.label for one in found] == ["old", "new", "also new"]
    assert keys(ann) == [b"e", b"a", b"s", b"c", b"d"], "all of them, expired or not"
    assert keys(ann, "bob") == [b"b"]


def test_add_session_drops_the_least_used_of_its_kind(
    ann: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "MAX_UNLABELLED_SESSIONS", 2)
    add(
        ann,
        session(b"t", kind="token", seen=1),
        session(b"l", label="named", seen=1),
        session(b"a", seen=40),
        session(b"b", seen=30),
        session(b"c", seen=50),
    )
    assert set(keys(ann)) == {b"t", b"l", b"a", b"c"}
    add(ann, session(b"d", seen=5))
    assert set(keys(ann)) == {b"t", b"l", b"a", b"c", b"d"}, "the newest stays, however old"


def test_extend_session_moves_its_end_and_its_person(ann: Database) -> None:
    add(ann, session(b"a"), session(b"b"))
    write(ann, lambda tx: people.extend_session(tx, b"a", "ann", 90, 190))
    found = read(ann, lambda tx: people.list_sessions(tx, "ann"))
    assert [(one.seen, one.expires) for one in found] == [(90, 190), (20, 100)]
    assert read(ann, lambda tx: tx.row("SELECT created, seen FROM people")) == (1, 90)


def test_end_session_ends_one_and_end_sessions_all_of_a_person(ann: Database) -> None:
    write(ann, lambda tx: people.add_guest(tx, "bob", "Bob", 1))
    bob = Identity("bob", "Bob", "guest")
    add(ann, session(b"a"), session(b"b", kind="token"), session(b"c", bob))
    write(ann, lambda tx: people.delete_session(tx, b"a"))
    assert (keys(ann), keys(ann, "bob")) == ([b"b"], [b"c"])
    write(ann, lambda tx: people.delete_sessions(tx, "ann"))
    assert (keys(ann), keys(ann, "bob")) == ([], [b"c"])


# --- Housekeeping -------------------------------------------------------------------------------


def test_delete_expired_sessions_begins_with_the_oldest(ann: Database) -> None:
    ends = {b"a": 30, b"b": 10, b"c": 50, b"d": 51, b"e": None, b"f": 20}
    add(ann, *(session(key, expires=end) for key, end in ends.items()))
    deleted = [write(ann, lambda tx: people.delete_expired_sessions(tx, 50, 2)) for _ in range(3)]
    assert deleted == [2, 2, 0]
    assert set(keys(ann)) == {b"d", b"e"}
    add(ann, session(b"g", expires=5))
    write(ann, lambda tx: people.delete_expired_sessions(tx, 50, 1))
    assert set(keys(ann)) == {b"d", b"e"}


def test_list_guests_pages_by_id(ann: Database) -> None:
    for name in ("eve", "bob", "cid", "dan"):
        write(ann, lambda tx, n=name: people.add_guest(tx, n, n, 1))  # type: ignore[misc]
    write(ann, lambda tx: people.add_account(tx, "cid", "cid", "x"))
    assert read(ann, lambda tx: people.list_guests(tx, "", 2)) == ["ann", "bob"]
    assert read(ann, lambda tx: people.list_guests(tx, "bob", 9)) == ["dan", "eve"]


def leave_seat(tx: Transaction) -> None:
    tables.create(tx, facts("t", host="bob"), [event(1)], replace(INDEX, seats={0: "ann"}))


def leave_table(tx: Transaction) -> None:
    tables.create(tx, facts("t", host="ann"), [event(1)], INDEX)


def leave_session(tx: Transaction) -> None:
    people.add_session(tx, session(b"a", expires=1))


def leave_record(tx: Transaction) -> None:
    records.add(tx, records.SavedRecord("r", "ann", "toy", "text", 1))


def leave_account(tx: Transaction) -> None:
    people.add_account(tx, "ann", "ann", "x")


@pytest.mark.parametrize(
    "leave", [leave_seat, leave_table, leave_session, leave_record, leave_account]
)
def test_delete_stale_guests_keeps_those_with_a_trace(ann: Database, leave: object) -> None:
    write(ann, lambda tx: people.add_guest(tx, "eve", "Eve", 1))
    write(ann, leave)  # type: ignore[arg-type]
    stale = [read(ann, lambda tx, p=p: people.is_stale_guest(tx, p)) for p in ("ann", "eve", "no")]  # type: ignore[misc]
    assert stale == [False, True, False]
    assert write(ann, lambda tx: people.delete_stale_guests(tx, ["ann", "eve", "no"])) == 1
    assert read(ann, lambda tx: people.find_person(tx, "ann")) is not None
    assert read(ann, lambda tx: people.find_person(tx, "eve")) is None


def test_anonymize_leaves_seats_and_other_people_alone(ann: Database) -> None:
    deal = Deal("d", "toy", None, DealSetup(seats=[None]), bytes(32), "keys")

    def fill(tx: Transaction) -> None:
        people.add_guest(tx, "bob", "Bob", 1)
        for name in ("ann", "bob"):
            people.add_account(tx, name, name, "x")
            mail.set_address(tx, mail.Address(name, f"{name}@x.org", "en", name, 1, True))
            records.add(tx, records.SavedRecord(name, name, "toy", "text", 1))
            evenings.add(tx, Evening(f"of {name}", "Friday", name, (deal,)), 1)
        deals.add_play(tx, "d", "ann", "t", 0)
        leave_seat(tx)
        people.anonymize(tx, "ann")

    write(ann, fill)
    found = [read(ann, lambda tx, p=p: people.find_person(tx, p)) for p in ("ann", "bob")]  # type: ignore[misc]
    assert found == [Identity("ann", "deleted", "guest"), Identity("bob", "Bob", "account")]
    for table in ("accounts", "mail", "records"):
        rows = read(ann, lambda tx, t=table: tx.rows(f"SELECT person FROM {t}"))  # type: ignore[misc]
        assert rows == [("bob",)], table
    names = read(ann, lambda tx: tx.rows("SELECT host, name FROM evenings ORDER BY host"))
    assert names == [("ann", "deleted"), ("bob", "Friday")]
    assert read(ann, lambda tx: tables.list_seats(tx, "t", "ann")) == [0]
    assert read(ann, lambda tx: deals.find_table(tx, "d", "ann")) == "t"


def test_rename_changes_one_person(ann: Database) -> None:
    write(ann, lambda tx: people.add_guest(tx, "bob", "Ann", 1))
    write(ann, lambda tx: people.rename(tx, "bob", "Bob"))
    found = [read(ann, lambda tx, p=p: people.find_person(tx, p)) for p in ("ann", "bob")]  # type: ignore[misc]
    assert [one.name for one in found if one] == ["Ann", "Bob"]
