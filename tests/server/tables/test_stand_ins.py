"""A player leaves; a stand-in plays until they are back."""

from __future__ import annotations

from contextlib import closing

import pytest

from live_world import Clock, Guest, begin, joined, running_tables
from tilewright.server.audience import presence
from tilewright.server.storage.database import Database, open_database
from tilewright.server.tables.bots import BotPool
from tilewright.server.tables.wiring import Tables

GRACE = 60_000


def kinds(guest: Guest) -> list[str]:
    return [event["kind"] for event in guest.events]


def mover_first(guests: list[Guest]) -> tuple[Guest, Guest]:
    """Return the mover first, then the other player."""
    one, other = guests
    return (one, other) if one.moves else (other, one)


async def pass_time(tables: Tables, clock: Clock, ms: int, *guests: Guest) -> None:
    clock.now += ms
    await tables.scheduler.tick()
    for guest in guests:
        await guest.listen()


async def test_stand_in_replaces_a_player_until_their_return(database: Database) -> None:
    clock = Clock()
    async with running_tables(database, clock) as tables:
        table = await begin(tables, "anna", "ben", grace=GRACE, stand_in="random")
        leaver, other = mover_first(await joined(tables, table, "anna", "ben"))
        leaver.leave()
        await pass_time(tables, clock, GRACE - 1, other)
        assert "taken_over" not in kinds(other)
        await pass_time(tables, clock, 1, other)
        assert kinds(other)[-1] == "taken_over"
        await let_bots_play_until_turn_of(other)
        leaver.connect(tables)
        await leaver.subscribe()
        assert (await leaver.ask("reclaim"))["type"] == "ack"
        assert leaver.events == other.events + leaver.events[-1:]
        assert kinds(leaver)[-3:] == ["taken_over", "moved", "reclaimed"]
        assert not any("has_stand_in" in chair for chair in leaver.info["chairs"])


async def let_bots_play_until_turn_of(guest: Guest) -> None:
    bots = BotPool(guest.tables, 1)
    bots.start()
    try:
        while not guest.moves:
            await guest.hear()
    finally:
        await bots.stop()


async def test_stand_in_does_not_replace_a_player_with_a_second_socket(database: Database) -> None:
    clock = Clock()
    async with running_tables(database, clock) as tables:
        table = await begin(tables, "anna", "ben", grace=GRACE)
        guests = await joined(tables, table, "anna", "ben", "anna", "ben")
        for guest in guests[:2]:
            guest.leave()
        await pass_time(tables, clock, 10 * GRACE, *guests[2:])
        assert "taken_over" not in kinds(guests[2])


async def test_stand_in_at_an_empty_table_does_not_play(database: Database) -> None:
    clock = Clock()
    async with running_tables(database, clock) as tables:
        table = await begin(tables, "anna", "ben", grace=GRACE)
        guests = await joined(tables, table, "anna", "ben")
        for guest in guests:
            guest.leave()
        await pass_time(tables, clock, 100 * GRACE)
        assert (await tables.directory.get(table)).match.bot_to_move is None


@pytest.fixture(autouse=True)
def _presence_is_refreshed_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "REFRESH_SECONDS", 0.05)
    monkeypatch.setattr(presence, "AFTER_GAP_SECONDS", 0.5)


@pytest.mark.parametrize("how", ["leaves", "process ends"])
async def test_stand_in_replaces_a_player_of_another_process(postgres_url: str, how: str) -> None:
    """Presence is known over all processes; entries of a process that ends go."""

    with closing(open_database(postgres_url)) as one, closing(open_database(postgres_url)) as other:
        clock = Clock()
        async with running_tables(one, clock) as here, running_tables(other, clock) as there:
            table = await begin(here, "anna", "ben", grace=GRACE)
            guests = await joined(here, table, "anna", "ben")
            leaver, stays = mover_first(guests)
            leaver.leave()
            await heard(stays, {str(stays.name)})
            leaver.connect(there)
            await leaver.subscribe()
            await heard(stays, {"anna", "ben"})
            await pass_time(here, clock, 2 * GRACE, stays)
            assert "taken_over" not in kinds(stays)
            if how == "leaves":
                leaver.leave()
            else:
                there.presence.stop()  # takes its entries with it
            await heard(stays, {str(stays.name)})
            await pass_time(here, clock, 2 * GRACE, stays)
            assert kinds(stays)[-1] == "taken_over"


async def heard(guest: Guest, here: set[str]) -> None:
    """Wait until a client has been told that these people are present."""
    while set(guest.here) != here:
        await guest.hear()
