"""What whoever runs a server asks of it while it runs: commands write, the server looks."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from browser import Browser, Server, code_of
from live_world import Clock, begin, joined, running_tables
from server.storage.samples import write
from table_play import look, move, open_table, start_table
from tilewright.cli import oversight
from tilewright.cli.oversight import Mode
from tilewright.clock import ClockRule
from tilewright.match import timing
from tilewright.server.admission import Caller
from tilewright.server.storage import orders
from tilewright.server.storage.database import Database
from tilewright.server.tables.oversight import Oversight


@pytest.fixture
def watched(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    """The server looks whenever a command waits."""
    look = server.services.oversight.look
    monkeypatch.setattr("tilewright.cli.oversight.sleep", lambda _: server.run(look()))
    return server


def switch(server: Server, mode: Mode, folder: Path) -> None:
    oversight.set_read_only(mode, data=folder)
    server.run(server.services.oversight.look())


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


def test_no_clock_runs_in_read_only_mode(database: Database) -> None:
    async def story() -> None:
        clock = Clock()
        async with running_tables(database, clock, beats=True) as tables:
            table = await begin(tables, "anna", "ben", clock=ClockRule("game", 20_000))
            overseer = Oversight(tables)
            write(database, lambda tx: orders.give(tx, orders.READ_ONLY))
            await overseer.look()
            clock.now += 3_600_000
            await tables.beat()
            await tables.tick()
            await tables.sweep()
            write(database, lambda tx: orders.withdraw(tx, orders.READ_ONLY))
            await overseer.look()
            (anna,) = await joined(tables, table, "anna")
            assert anna.info["chairs"][0]["left"] == 20_000
            assert anna.info["held_until"] == clock.now + timing.GRACE
            assert (await anna.move(anna.moves[0], "m1"))["type"] == "ack"

    asyncio.run(story())


def test_a_table_is_closed_whatever_is_played_there(
    watched: Server, ada: Browser, bea: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, waiting = start_table(ada, bea), open_table(ada)["info"]["id"]
    move(ada, table).raise_for_status()
    for name in (table, waiting):
        oversight.close_table(name, data=tmp_path)
    assert capsys.readouterr().out == f"{table}: closed\n{waiting}: closed\n"
    info = look(bea, table)["info"]
    assert info["status"] == "over" and "outcome" not in info
    assert code_of(move(bea, table, "take 1")) == (409, "not_running")
    assert "result: unfinished\n" in bea.get(f"/tables/{table}/record").text
    assert look(ada, waiting)["info"]["status"] == "over"


def test_it_is_told_who_weighs_most(
    watched: Server, ann: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    services = watched.services
    open_table(ann)
    services.admission.sockets.add(Caller(ann.id, "198.51.100.7"), 3)
    services.analysts.spent.seconds[ann.id] = 2.5
    oversight.weigh(data=tmp_path)
    told = capsys.readouterr().out.split("\n")
    amounts = {told[row]: told[row + 1].split() for row in range(len(told) - 1)}
    assert amounts["tables:"] == ["1", "Ann", f"({ann.id})"]
    assert amounts["sockets:"] == ["3", "Ann", f"({ann.id})"]
    assert amounts["seconds of analyses:"] == ["2.5", "Ann", f"({ann.id})"]
    assert watched.run(services.database.read(orders.find)) == [], "it is asked for once"
