"""Who is who: guests, accounts, sessions, tokens. A test for each rule, on both databases."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from argon2 import extract_parameters

from browser import QUICK, Browser, Server, code_of
from tilewright.cli import admin
from tilewright.errors import NotSignedIn, Refused, TilewrightError
from tilewright.match import game_commands
from tilewright.match.events import Person
from tilewright.server.accounts import service as accounts_admin
from tilewright.server.accounts import sessions
from tilewright.server.accounts.passwords import DECOY, make_hasher
from tilewright.server.accounts.service import Session, SessionKind
from tilewright.server.accounts.sessions import DAY, SESSION_DAYS
from tilewright.server.storage import people as store
from tilewright.server.storage.database import Transaction
from tilewright.settings import Settings

PASSWORD = "correct horse"
ROOMY = Settings(guests_per_hour=1000, logins_per_minute=1000)


@pytest.fixture
def server(database_url: str, tmp_path: Path) -> Iterator[Server]:
    """A server on each database in turn."""
    url = database_url if database_url.startswith("postgres") else ""
    with Server(replace(ROOMY, data=tmp_path, database_url=url)) as server:
        yield server


@pytest.fixture
def local(tmp_path: Path) -> Iterator[Server]:
    """A server for tests that hardly touch the database."""
    with Server(replace(ROOMY, data=tmp_path)) as server:
        yield server


def log_in(browser: Browser, login: str = "ann", password: str = PASSWORD) -> Browser:
    browser.post("/sessions", json={"login": login, "password": password}).raise_for_status()
    return browser


# --- Guests -------------------------------------------------------------------------------------


def test_guest_is_created_with_a_name_only(server: Server) -> None:
    browser = server.browser()
    answer = browser.post("/people/guests", json={"name": " Ann  Lee "})
    assert answer.status_code == 201
    made = answer.json()
    assert (made["name"], made["kind"], made["token"]) == ("Ann Lee", "guest", None)
    assert browser.who() == {"id": made["id"], "name": "Ann Lee", "kind": "guest"}


def test_session_of_a_stranger_is_absent(server: Server) -> None:
    answer = server.browser().get("/people/me")
    assert code_of(answer) == (401, "not_signed_in")
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    asked = server.browser().get("/sessions/current")
    assert (asked.status_code, asked.json()) == (200, {"person": None})


@pytest.mark.parametrize("secret", ["", "x", "x" * 43, "x" * 5000, "é" * 43])
def test_session_with_an_unknown_secret_is_refused(local: Server, secret: str) -> None:
    cookie = f"tilewright={secret}".encode()
    browser = local.browser()
    assert browser.get("/people/me", headers={b"Cookie": cookie}).status_code == 401


def test_token_client_gets_no_cookie(server: Server) -> None:
    answer = server.program().post("/people/guests", json={"name": "Bot", "token": True})
    assert "set-cookie" not in answer.headers
    who = server.program(answer.json()["token"]).who()
    assert who is not None and who["id"] == answer.json()["id"]


def test_token_and_cookie_are_not_interchangeable(local: Server) -> None:
    token = local.program().post("/people/guests", json={"name": "Bot", "token": True}).json()
    browser = local.browser()
    browser.cookies.set("tilewright", token["token"])
    assert browser.who() is None
    assert local.program(local.guest().secret).who() is None


@pytest.mark.parametrize("value", ["Basic YTpi", "Bearer", "Bearer x", "bearer " + "x" * 43, ""])
def test_token_that_is_invalid_is_answered_401(local: Server, value: str) -> None:
    """Even where a stranger may go: or it would play on without a name and wonder."""
    headers = {"Authorization": value}
    answer = local.program().post("/people/guests", json={"name": "Bot"}, headers=headers)
    assert code_of(answer) == (401, "not_signed_in")


def test_new_guest_ends_the_previous_session(server: Server) -> None:
    browser = server.guest()
    old = browser.copy()
    browser.post("/people/guests", json={"name": "Bea"}).raise_for_status()
    assert old.who() is None


def test_name_change_is_shown(server: Server) -> None:
    browser = server.guest()
    assert browser.patch("/people/me", json={"name": "Олена"}).json()["name"] == "Олена"
    assert (browser.who() or {})["name"] == "Олена"


# --- Accounts -----------------------------------------------------------------------------------


def test_account_keeps_the_identity_of_its_guest(server: Server) -> None:
    browser = server.guest()
    before = browser.who()
    account = {"login": "ann", "password": PASSWORD}
    assert browser.post("/people/me/account", json=account).status_code == 201
    assert browser.who() == (before or {}) | {"kind": "account"}


def test_account_logs_in_on_another_device(server: Server) -> None:
    first = server.account()
    assert log_in(server.browser()).who() == first.who()


@pytest.mark.parametrize("login", ["ANN", "Ann", "\uff41\uff4e\uff4e"])
def test_login_ignores_case(local: Server, login: str) -> None:
    first = local.account("ann")
    assert log_in(local.browser(), login).who() == first.who()


def test_password_is_normalized(local: Server) -> None:
    first = local.account("ann", "caf\u00e9 au lait")
    assert log_in(local.browser(), "ann", "cafe\u0301 au lait").who() == first.who()


def test_login_is_unique(server: Server) -> None:
    server.account("ann")
    other = server.guest()
    answer = other.post("/people/me/account", json={"login": "ANN", "password": PASSWORD})
    assert code_of(answer) == (409, "login_taken")
    assert (other.who() or {})["kind"] == "guest"


def test_second_account_of_a_person_is_refused(server: Server) -> None:
    browser = server.account("ann")
    answer = browser.post("/people/me/account", json={"login": "bea", "password": PASSWORD})
    assert code_of(answer) == (403, "forbidden")


@pytest.mark.parametrize(
    "login, password, code",
    [
        ("an", PASSWORD, "invalid_login"),
        ("a" * 33, PASSWORD, "invalid_login"),
        ("ann lee", PASSWORD, "invalid_login"),
        ("ann\u202e", PASSWORD, "invalid_login"),
        ("ann", "7letter", "invalid_password"),
        ("ann", "x" * 129, "invalid_password"),
        ("ann.ann.ann", "ANN.ann.ann", "invalid_password"),
    ],
)
def test_login_and_password_lengths_are_limited(
    local: Server, login: str, password: str, code: str
) -> None:
    account = {"login": login, "password": password}
    answer = local.guest().post("/people/me/account", json=account)
    assert code_of(answer) == (422, code)
    assert password not in answer.text


@pytest.mark.parametrize("login, password", [("ann", "wrong horse"), ("bea", PASSWORD), ("\0", "")])
def test_login_failures_are_answered_alike(local: Server, login: str, password: str) -> None:
    local.account("ann")
    answer = local.browser().post("/sessions", json={"login": login, "password": password})
    assert code_of(answer) == (403, "wrong_password")
    assert answer.json()["message"].startswith("no account has this login and password")


class CountingHasher:
    """Counts how often passwords are hashed or checked."""

    def __init__(self) -> None:
        self.count = 0

    def hash(self, password: str) -> str:
        self.count += 1
        return f"hash of {password}"

    def verify(self, hash: str, password: str) -> bool:  # noqa: A002
        self.count += 1
        return hash == f"hash of {password}"


@pytest.mark.parametrize("login", ["ann", "nobody", "\u202e", "x" * 100])
def test_login_of_an_unknown_name_costs_a_hash(local: Server, login: str) -> None:
    """Or the time of the answer would tell who has an account."""
    hasher = CountingHasher()
    local.services.accounts.passwords.hasher = hasher
    local.account("ann")
    hasher.count = 0
    wrong = {"login": login, "password": "wrong horse"}
    assert local.browser().post("/sessions", json=wrong).status_code == 403
    assert hasher.count == 1


def test_login_decoy_is_hashed_like_passwords() -> None:
    assert extract_parameters(DECOY) == extract_parameters(make_hasher().hash("correct horse"))


# --- Sessions -----------------------------------------------------------------------------------


def test_login_replaces_the_session(server: Server) -> None:
    """Session fixation: a person who planted or knew the cookie before has nothing afterwards."""
    server.account("ann")
    browser = server.guest()
    planted = browser.copy()
    log_in(browser)
    assert browser.secret != planted.secret
    assert (browser.who() or {})["name"] == "ann"
    assert planted.who() is None


def test_account_creation_replaces_the_session(server: Server) -> None:
    browser = server.guest()
    planted = browser.copy()
    account = {"login": "ann", "password": PASSWORD}
    browser.post("/people/me/account", json=account).raise_for_status()
    assert planted.who() is None and browser.who() is not None


def test_login_of_a_token_client_keeps_other_tokens(server: Server) -> None:
    server.account("ann")
    guest = server.program().post("/people/guests", json={"name": "Bot", "token": True}).json()
    program = server.program(guest["token"])
    credentials = {"login": "ann", "password": PASSWORD, "token": True}
    answer = program.post("/sessions", json=credentials).raise_for_status()
    assert (server.program(answer.json()["token"]).who() or {})["name"] == "ann"
    assert program.who() is not None


def test_log_out_ends_one_session(server: Server) -> None:
    first = server.account("ann")
    second, stolen = log_in(server.browser()), first.copy()
    answer = first.delete("/sessions/current")
    assert answer.status_code == 204 and 'tilewright="";' in answer.headers["set-cookie"]
    assert (first.who(), stolen.who()) == (None, None)
    assert second.who() is not None


def test_log_out_everywhere_ends_all_sessions_and_tokens(server: Server) -> None:
    first = server.account("ann")
    second, other = log_in(server.browser()), server.account("bea")
    token = first.post("/tokens", json={"label": "bot"}).json()["token"]
    assert first.delete("/sessions").status_code == 204
    assert [who.who() for who in (first, second, server.program(token))] == [None, None, None]
    assert other.who() is not None


def test_password_change_ends_other_sessions_and_tokens(server: Server) -> None:
    first = server.account("ann")
    second, stolen = log_in(server.browser()), first.copy()
    token = first.post("/tokens", json={"label": "bot"}).json()["token"]
    change = {"old": PASSWORD, "new": "battery staple"}
    assert first.put("/people/me/password", json=change).status_code == 200
    assert [who.who() for who in (second, stolen, server.program(token))] == [None, None, None]
    assert first.who() == log_in(server.browser(), "ann", "battery staple").who()
    old = {"login": "ann", "password": PASSWORD}
    assert server.browser().post("/sessions", json=old).status_code == 403


def test_password_change_needs_the_old_password(server: Server) -> None:
    browser = server.account("ann")
    change = {"old": "wrong horse", "new": "battery staple"}
    assert code_of(browser.put("/people/me/password", json=change)) == (403, "wrong_password")
    assert log_in(server.browser()).who() is not None


def test_password_change_of_a_guest_is_refused(server: Server) -> None:
    change = {"old": "", "new": "battery staple"}
    answer = server.guest().put("/people/me/password", json=change)
    assert code_of(answer) == (403, "wrong_password")


def test_session_is_renewed_while_used(server: Server) -> None:
    people, browser = server.services.accounts, server.guest()
    start = people.clock()
    people.clock = lambda: start + (SESSION_DAYS - 1) * DAY
    renewed = browser.get("/people/me")
    assert f"Max-Age={SESSION_DAYS * 24 * 3600}" in renewed.headers["set-cookie"]
    assert "set-cookie" not in browser.get("/people/me").headers, "once a day is enough"
    people.clock = lambda: start + (2 * SESSION_DAYS - 2) * DAY
    assert browser.who() is not None


def test_session_that_is_unused_expires(server: Server) -> None:
    people, browser = server.services.accounts, server.guest()
    start = people.clock()
    people.clock = lambda: start + SESSION_DAYS * DAY
    assert browser.who() is None


@pytest.mark.parametrize("kind", ["session", "token"])
def test_sessions_are_limited_per_person(server: Server, kind: SessionKind) -> None:
    people = server.services.accounts
    lasting = server.account("ann").post("/tokens", json={"label": "lasting"}).json()["token"]
    start, made = people.clock(), []
    for later in range(51):
        people.clock = partial(int, start + later)
        made.append(server.run(people.log_in("ann", PASSWORD, kind)).secret)
    found = [server.run(people.find_session(secret, kind)) is not None for secret in made]
    assert found == [False, *[True] * 50]
    assert server.program(lasting).who() is not None


# --- While a password is being checked ----------------------------------------------------------


def meanwhile(server: Server, happening: Coroutine[Any, Any, object]) -> None:
    """Let something happen while the next password is being checked or hashed."""
    loop = server.runner.get_loop()

    class Slow:
        def hash(self, password: str) -> str:
            self.wait()
            return QUICK.hash(password)

        def verify(self, hash: str, password: str) -> bool:  # noqa: A002
            self.wait()
            return QUICK.verify(hash, password)

        def wait(self) -> None:
            server.services.accounts.passwords.hasher = QUICK
            asyncio.run_coroutine_threadsafe(happening, loop).result()

    server.services.accounts.passwords.hasher = Slow()


def session_of(server: Server, browser: Browser) -> Session:
    found = server.run(server.services.accounts.find_session(browser.secret, "session"))
    assert found is not None
    return found


def test_login_during_a_deletion_ends_with_it(server: Server) -> None:
    session = session_of(server, server.account("ann"))
    meanwhile(server, server.services.accounts.delete(session, PASSWORD))
    credentials = {"login": "ann", "password": PASSWORD}
    answer = server.browser().post("/sessions", json=credentials)
    assert code_of(answer) == (403, "wrong_password")


def test_login_during_a_password_change_ends_with_it(server: Server) -> None:
    session = session_of(server, server.account("ann"))
    change = server.services.accounts.change_password(session, PASSWORD, "battery staple")
    meanwhile(server, change)
    credentials = {"login": "ann", "password": PASSWORD}
    answer = server.browser().post("/sessions", json=credentials)
    assert code_of(answer) == (403, "wrong_password")


def test_login_waits_for_a_running_deletion(server: Server) -> None:
    """Two transactions at once, as on PostgreSQL: the one must see what the other has done."""
    session, database = session_of(server, server.account("ann")), server.services.database
    under_way, never = Event(), Event()

    def delete_slowly(tx: Transaction) -> None:
        sessions.end_all_sessions(tx, session.person.id)
        store.anonymize(tx, session.person.id)
        under_way.set()
        never.wait(0.5)  # a log-in that does not wait gets through here

    async def begin() -> None:
        database.submit_write(delete_slowly)
        assert await asyncio.to_thread(under_way.wait, 60)

    meanwhile(server, begin())
    answer = server.browser().post("/sessions", json={"login": "ann", "password": PASSWORD})
    assert code_of(answer) == (403, "wrong_password")


def test_account_creation_needs_a_live_session(server: Server) -> None:
    browser = server.guest()
    meanwhile(server, server.services.accounts.log_out(session_of(server, browser)))
    account = {"login": "ann", "password": PASSWORD}
    answer = browser.post("/people/me/account", json=account)
    assert code_of(answer) == (401, "not_signed_in")


def test_deletion_of_a_former_guest_needs_the_password(
    server: Server,
) -> None:
    people, browser = server.services.accounts, server.guest()
    as_guest = session_of(server, browser)
    server.run(people.create_account(as_guest, "ann", PASSWORD))
    with pytest.raises(Refused, match="no account has this login and password"):
        server.run(people.delete(as_guest, ""))


def test_rename_after_deletion_is_refused(server: Server) -> None:
    session = session_of(server, server.guest())
    server.run(server.services.accounts.delete(session, ""))
    with pytest.raises(NotSignedIn):
        server.run(server.services.accounts.rename(session, "Ann"))


def test_session_watchers_are_notified_when_it_ends(server: Server) -> None:
    people, browser = server.services.accounts, server.guest()
    people.session_ended.clear()
    browser.delete("/sessions").raise_for_status()
    assert people.session_ended.is_set()


# --- Leaving ------------------------------------------------------------------------------------


def test_deletion_removes_the_account(server: Server) -> None:
    browser = server.account("ann")
    other, person = log_in(server.browser()), (browser.who() or {})["id"]
    token = browser.post("/tokens", json={"label": "bot"}).json()["token"]
    browser.post(
        "/tables", json={"game": "toy", "players": 2}
    ).raise_for_status()  # a sweep keeps hosts
    assert browser.post("/people/me/deletion", json={"password": PASSWORD}).status_code == 204
    assert [who.who() for who in (browser, other, server.program(token))] == [None, None, None]
    credentials = {"login": "ann", "password": PASSWORD}
    assert server.browser().post("/sessions", json=credentials).status_code == 403
    rows = server.run(server.services.database.read(lambda tx: tx.rows("SELECT * FROM people")))
    assert [row[:2] for row in rows] == [(person, "deleted")]


def test_deletion_frees_the_login(server: Server) -> None:
    browser = server.account("ann")
    browser.post("/people/me/deletion", json={"password": PASSWORD}).raise_for_status()
    assert server.account("ann").who() is not None


@pytest.mark.parametrize("password", ["", "wrong horse"])
def test_deletion_needs_the_password(server: Server, password: str) -> None:
    browser = server.account("ann")
    answer = browser.post("/people/me/deletion", json={"password": password})
    assert code_of(answer) == (403, "wrong_password")
    assert browser.who() is not None


def test_deletion_of_a_guest_is_allowed(server: Server) -> None:
    browser = server.guest()
    assert browser.post("/people/me/deletion", json={}).status_code == 204
    assert browser.who() is None


def test_deletion_keeps_the_seats(server: Server) -> None:
    browser = server.guest()
    person = (browser.who() or {})["id"]
    take_seat(server, person)
    browser.post("/people/me/deletion", json={}).raise_for_status()
    server.run(server.services.accounts.delete_expired())
    seats = server.run(server.services.database.read(lambda tx: tx.rows("SELECT * FROM seats")))
    assert seats == [("table", 0, person)]
    assert people_names(server) == ["deleted"]


def take_seat(server: Server, person: str) -> None:
    insert = "INSERT INTO seats (table_id, seat, person) VALUES ('table', 0, ?)"
    server.run(server.services.database.write(lambda tx: tx.execute(insert, person)))


def people_names(server: Server) -> list[str]:
    rows = server.run(
        server.services.database.read(lambda tx: tx.rows("SELECT name FROM people ORDER BY name"))
    )
    return [name for (name,) in rows]


def test_guests_without_a_session_are_deleted(server: Server) -> None:
    people = server.services.accounts
    server.guest("Gone"), server.account("kept")
    take_seat(server, (server.guest("Seated").who() or {})["id"])
    start = people.clock()
    people.clock = lambda: start + (SESSION_DAYS - 1) * DAY
    here = server.guest("Here")
    people.clock = lambda: start + (SESSION_DAYS + 1) * DAY
    assert server.run(people.delete_expired()) > 0
    assert sorted(people_names(server)) == ["Here", "Seated", "kept"]
    assert here.who() is not None


# --- Tokens -------------------------------------------------------------------------------------


def test_token_is_shown_once(server: Server) -> None:
    browser = server.account("ann")
    made = browser.post("/tokens", json={"label": "my bot"})
    assert made.status_code == 201
    secret = made.json().pop("token")
    listed = browser.get("/tokens")
    assert listed.json() == [{k: v for k, v in made.json().items() if k != "token"}]
    assert secret not in listed.text
    assert server.program(secret).who() == browser.who()


def test_token_is_revoked_by_its_owner_only(server: Server) -> None:
    browser, other = server.account("ann"), server.account("bea")
    made = browser.post("/tokens", json={"label": "bot"}).json()
    assert code_of(other.delete(f"/tokens/{made['id']}")) == (404, "not_found")
    assert server.program(made["token"]).who() is not None
    assert browser.delete(f"/tokens/{made['id']}").status_code == 204
    assert server.program(made["token"]).who() is None
    assert code_of(browser.delete(f"/tokens/{made['id']}")) == (404, "not_found")


def test_token_has_a_default_lifetime(server: Server) -> None:
    people, browser = server.services.accounts, server.account("ann")
    lasting = browser.post("/tokens", json={"label": "lasting"}).json()
    short = browser.post("/tokens", json={"label": "short", "days": 7}).json()
    start = people.clock()
    assert server.program(short["token"]).who() is not None
    people.clock = lambda: start + 8 * DAY
    assert server.program(short["token"]).who() is None
    assert [token["label"] for token in browser.get("/tokens").json()] == ["lasting"]
    people.clock = lambda: start + 1000 * DAY
    assert server.program(lasting["token"]).who() is not None


def test_token_use_keeps_a_short_lifetime(server: Server) -> None:
    people, browser = server.services.accounts, server.account("ann")
    token = browser.post("/tokens", json={"label": "short", "days": 7}).json()["token"]
    start = people.clock()
    people.clock = lambda: start + 6 * DAY
    assert server.program(token).who() is not None
    people.clock = lambda: start + 8 * DAY
    assert server.program(token).who() is None


def test_token_renewal_keeps_a_short_lifetime(server: Server) -> None:
    people, browser = server.services.accounts, server.account("ann")
    token = browser.post("/tokens", json={"label": "short", "days": 7}).json()["token"]
    change = {"old": PASSWORD, "new": "battery staple"}
    renewed = server.program(token).put("/people/me/password", json=change).json()["token"]
    start = people.clock()
    assert server.program(renewed).who() is not None
    people.clock = lambda: start + 8 * DAY
    assert server.program(renewed).who() is None


def test_token_creation_needs_a_cookie_session(server: Server) -> None:
    """A leaked one could outlive itself."""
    token = server.account("ann").post("/tokens", json={"label": "bot"}).json()["token"]
    answer = server.program(token).post("/tokens", json={"label": "child"})
    assert code_of(answer) == (403, "forbidden")


def test_tokens_are_limited_per_person(local: Server) -> None:
    browser = local.account("ann")
    for _ in range(20):
        browser.post("/tokens", json={"label": "bot"}).raise_for_status()
    assert code_of(browser.post("/tokens", json={"label": "bot"})) == (403, "forbidden")


# --- At rest ------------------------------------------------------------------------------------


def test_secrets_are_stored_as_hashes(server: Server, tmp_path: Path) -> None:
    """A stolen database signs no person in: neither secrets nor passwords are in it."""
    browser = server.account("ann", "hunter2hunter2")
    token = browser.post("/tokens", json={"label": "bot"}).json()["token"]
    kept = everything(server, tmp_path)
    assert b"argon2id" in kept, "or nothing was looked at"
    for secret in (browser.secret, token, "hunter2hunter2"):
        assert secret.encode() not in kept


def everything(server: Server, folder: Path) -> bytes:
    """Return all bytes of an SQLite database; all cells of a PostgreSQL one."""
    if not server.settings.is_shared:
        files = sorted(folder.glob("tilewright.sqlite3*"))
        return b"".join(path.read_bytes() for path in files)
    query = "SELECT * FROM {}"
    tables = ("people", "accounts", "sessions", "meta")
    work = lambda tx: [tx.rows(query.format(table)) for table in tables]  # noqa: E731
    rows = server.run(server.services.database.read(work))
    return repr(rows).encode()


# --- Taking along, and the host of a club ------------------------------------------------------


def test_own_data_has_all_stored_data_of_a_person(server: Server) -> None:
    browser = server.account("ann")
    table = browser.post("/tables", json={"game": "toy", "players": 2}).json()["info"]["id"]
    answer = browser.get("/people/me/data")
    assert "attachment" in answer.headers["Content-Disposition"]
    data = answer.json()
    assert (data["person"]["id"], data["login"]) == (browser.id, "ann")
    assert [one["id"] for one in data["tables"]] == [table]
    assert [one["kind"] for one in data["sessions"]] == ["session"]
    assert browser.secret not in answer.text
    assert code_of(server.browser().get("/people/me/data")) == (401, "not_signed_in")


def test_deletion_anonymizes_running_games(server: Server) -> None:
    browser = server.guest("Ann")
    table = browser.post("/tables", json={"game": "toy", "players": 2}).json()["info"]["id"]
    browser.post("/people/me/deletion", json={}).raise_for_status()
    chairs = server.guest("Bob").get(f"/tables/{table}").json()["info"]["chairs"]
    assert chairs[0]["who"]["name"] == "deleted"


def test_deletion_anonymizes_finished_games(server: Server) -> None:
    """Their name stood on in chairs, lists and logs of finished games, and in what they said."""
    ann, bob = server.guest("Ann-Marie"), server.guest("Bob")
    table = ann.post("/tables", json={"game": "toy", "players": 2}).json()["info"]["id"]
    bob.post(f"/tables/{table}/seats", json={}).raise_for_status()
    ann.delete(f"/tables/{table}/seats/0").raise_for_status()
    ann.post(f"/tables/{table}/seats", json={}).raise_for_status()
    ann.patch("/people/me", json={"name": "Ann-Rose"}).raise_for_status()
    ann.post(f"/tables/{table}/start", json={}).raise_for_status()
    elsewhere = bob.post("/tables", json={"game": "toy", "players": 2}).json()["info"]["id"]
    speaker = Person(ann.id, "Ann-Rose")
    for place in (table, elsewhere):
        say = server.services.tables.commands.execute(
            place, lambda match, now: game_commands.chat(match, speaker, "hello", now)
        )
        server.run(say)
    ann.post(f"/tables/{table}/resign").raise_for_status()
    seen = [f"/tables/{table}", f"/tables/{table}/events", f"/tables/{table}/record", "/me/tables"]
    seen.append(f"/tables/{elsewhere}/events")
    assert all("Ann-Rose" in bob.get(path).text for path in seen if "record" not in path)
    ann.post("/people/me/deletion", json={}).raise_for_status()
    assert not any("Ann-" in bob.get(path).text for path in seen)
    assert "deleted" in bob.get(f"/tables/{table}").text


def test_password_reset_lets_the_person_log_in(server: Server) -> None:
    browser = server.account("ann")
    database = server.services.database
    password = accounts_admin.reset_password(database, "Ann")
    assert browser.who() is None
    credentials = {"login": "ann", "password": PASSWORD}
    assert code_of(server.browser().post("/sessions", json=credentials))[1] == "wrong_password"
    again = server.browser().post("/sessions", json=credentials | {"password": password})
    assert again.status_code == 201


def test_admin_removes_a_person(server: Server) -> None:
    browser = server.account("ann")
    accounts_admin.delete_account(server.services.database, "ann")
    assert browser.who() is None
    with pytest.raises(TilewrightError, match="no account has login 'ann'"):
        accounts_admin.delete_account(server.services.database, "ann")


def test_admin_commands_list_reset_and_remove_people(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = replace(ROOMY, data=tmp_path)
    with Server(settings) as server:
        server.account("ann")
    admin.reset_password("ann", data=tmp_path)
    password = capsys.readouterr().out.split()[-1]
    with Server(settings) as server:
        body = {"login": "ann", "password": password}
        server.browser().post("/sessions", json=body).raise_for_status()
    admin.remove_person("ann", yes=True, data=tmp_path)
    assert capsys.readouterr().out == "ann: forgotten\n"
    with pytest.raises(TilewrightError, match="no account has login"):
        admin.reset_password("ann", data=tmp_path)
