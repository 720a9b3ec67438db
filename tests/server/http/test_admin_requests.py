"""Requests of an operator to a running server: commands write them, the server reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

from browser import Browser, Server, code_of
from live_world import Clock, begin, joined, running_tables
from server.storage.samples import write
from table_play import look, move, open_table, start_table
from tilewright.cli import admin
from tilewright.cli.admin import Mode
from tilewright.match import timeouts
from tilewright.match.clock import ClockRule
from tilewright.server.audience.outbox import Connection
from tilewright.server.ratelimit.quotas import Caller
from tilewright.server.storage import ops
from tilewright.server.storage.database import Database
from tilewright.server.tables.scheduler import AdminRequestRunner
from tilewright.server.websocket.session import SIGNED_OUT


@pytest.fixture
def watched(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    """The server looks whenever a command waits."""
    look = server.services.admin_requests.run_pending
    monkeypatch.setattr("tilewright.cli.admin.sleep", lambda _: server.run(look()))
    return server


def switch(server: Server, mode: Mode, folder: Path) -> None:
    admin.set_read_only(mode, data=folder)
    server.run(server.services.admin_requests.run_pending())


def test_read_only_mode_refuses_changes_and_shows_all(
    server: Server, ann: Browser, bob: Browser, tmp_path: Path
) -> None:
    table = start_table(ann, bob)
    record = ann.get("/games").status_code
    switch(server, Mode.ON, tmp_path)
    refused = (503, "read_only")
    assert code_of(move(ann, table)) == refused
    assert code_of(ann.post("/tables", json={"game": "toy", "players": 2})) == refused
    assert code_of(server.browser().post("/people/guests", json={"name": "Eve"})) == refused
    assert look(bob, table)["info"]["status"] == "running" and record == 200
    assert ann.post("/verify", json={"record": "x"}).status_code == 200, "that only looks"
    switch(server, Mode.OFF, tmp_path)
    assert move(ann, table).status_code == 200


async def test_read_only_mode_stops_clocks(database: Database) -> None:
    clock = Clock()
    async with running_tables(database, clock, beats=True) as tables:
        table = await begin(tables, "anna", "ben", clock=ClockRule("game", 20_000))
        runner = AdminRequestRunner(database, tables.commands, tables.sync, tables.time)
        write(database, lambda tx: ops.add_request(tx, ops.READ_ONLY))
        await runner.run_pending()
        clock.now += 3_600_000
        await tables.time.write_heartbeat()
        await tables.scheduler.tick()
        await tables.scheduler.sweep()
        write(database, lambda tx: ops.remove_request(tx, ops.READ_ONLY))
        await runner.run_pending()
        (anna,) = await joined(tables, table, "anna")
        assert anna.info["chairs"][0]["left"] == 20_000
        assert anna.info["held_until"] == clock.now + timeouts.CLOCK_GRACE_MS
        assert (await anna.move(anna.moves[0], "m1"))["type"] == "ack"


def test_close_table_ends_a_running_game(
    watched: Server, ada: Browser, bea: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, waiting = start_table(ada, bea), open_table(ada)["info"]["id"]
    move(ada, table).raise_for_status()
    for name in (table, waiting):
        admin.close_table(name, data=tmp_path)
    assert capsys.readouterr().out == f"{table}: closed\n{waiting}: closed\n"
    info = look(bea, table)["info"]
    assert info["status"] == "over" and "outcome" not in info
    assert code_of(move(bea, table, "take 1")) == (409, "not_running")
    assert "result: unfinished\n" in bea.get(f"/tables/{table}/record").text
    assert look(ada, waiting)["info"]["status"] == "over"


# --- Accounts -----------------------------------------------------------------------------------


def test_reset_password_works_on_a_running_server(server: Server, tmp_path: Path) -> None:
    """The server had to be stopped with an SQLite file. Sockets of the old sessions are closed."""
    browser, services = server.account("ann"), server.services
    session = server.run(services.accounts.find_session(browser.secret, "session"))
    assert session is not None
    caller = Caller(session.person.id, "198.51.100.7")
    connection = Connection(session.person.id, caller, services.quotas.unread_bytes)
    with services.session_watcher.watch(session, connection):
        server.run(services.session_watcher.check())
        assert connection.close_reason is None
        admin.reset_password("ann", data=tmp_path)
        assert browser.who() is None
        server.run(services.session_watcher.check())
        assert connection.close_reason == SIGNED_OUT


def test_admin_removes_a_person_while_the_server_runs(
    server: Server, bob: Browser, tmp_path: Path
) -> None:
    """Their name is gone from the tables in memory as well."""
    ann = server.account("ann")
    name, table = (ann.who() or {})["name"], start_table(ann, bob)
    move(ann, table).raise_for_status()
    assert name in names_at(bob, table)
    admin.remove_person("ann", yes=True, data=tmp_path)
    server.run(server.services.admin_requests.run_pending())
    assert names_at(bob, table) == {"deleted", (bob.who() or {})["name"]}
    assert server.run(server.services.database.read(ops.list_requests)) == []
    assert move(bob, table).status_code == 200


def names_at(browser: Browser, table: str) -> set[str]:
    return {chair["who"]["name"] for chair in look(browser, table)["info"]["chairs"]}
