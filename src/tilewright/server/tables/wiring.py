"""Creates the table services of a process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilewright.dates import now_ms
from tilewright.server.audience.presence import Presence
from tilewright.server.audience.subscriptions import Hub
from tilewright.server.background import TaskSet
from tilewright.server.pubsub import Bus, LocalBus
from tilewright.server.storage.database import Database
from tilewright.server.tables.cache import TableCache
from tilewright.server.tables.commands import TableCommands
from tilewright.server.tables.directory import TableDirectory
from tilewright.server.tables.game_time import GameTime
from tilewright.server.tables.publisher import TablePublisher
from tilewright.server.tables.scheduler import TableScheduler
from tilewright.server.tables.sync import TableSync

__all__ = ["Tables", "make_tables"]


@dataclass(frozen=True, kw_only=True)
class Tables:
    """The table services of a process, for routes and sockets. Belongs to one event loop."""

    database: Database
    bus: Bus
    hub: Hub
    presence: Presence
    time: GameTime
    cache: TableCache
    publisher: TablePublisher
    sync: TableSync
    commands: TableCommands
    directory: TableDirectory
    scheduler: TableScheduler
    tasks: TaskSet

    async def start(self) -> None:
        """Connect to the bus and start tracking presence."""
        await self.bus.start()
        await self.sync.start()
        self.presence.start()

    async def stop(self) -> None:
        """Wait for running commands, then disconnect from the bus."""
        self.presence.stop()
        await self.tasks.finish()
        await self.bus.stop()


def make_tables(
    database: Database, clock: Callable[[], int] = now_ms, bus: Bus | None = None
) -> Tables:
    """Create the table services. `Tables.start` starts them.

    Without `bus`, this must be the only process.
    """
    bus, hub, tasks, time = bus or LocalBus(), Hub(), TaskSet(), GameTime(database, clock)
    presence = Presence(hub, bus)
    cache = TableCache(database, hub, presence, time)
    publisher = TablePublisher(hub, cache)
    sync = TableSync(database, bus, hub, presence, cache, publisher, time, tasks)
    commands = TableCommands(database, bus, cache, publisher, sync, time, tasks)
    return Tables(
        database=database,
        bus=bus,
        hub=hub,
        presence=presence,
        time=time,
        cache=cache,
        publisher=publisher,
        sync=sync,
        commands=commands,
        directory=TableDirectory(database, cache, commands, time),
        scheduler=TableScheduler(database, bus, presence, cache, sync, commands, time),
        tasks=tasks,
    )
