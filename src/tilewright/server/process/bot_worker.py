"""A process that only lets bots think, for servers on the same PostgreSQL."""

from __future__ import annotations

import asyncio
import signal

from tilewright.server.audience.hub import Hub
from tilewright.server.exchange import open_exchange
from tilewright.server.monitoring.logs import configure_logs
from tilewright.server.settings import Settings
from tilewright.server.storage.database import Database, open_database
from tilewright.server.tables.bots import BotPool
from tilewright.server.tables.game_time import begin_time
from tilewright.server.tables.oversight import Oversight
from tilewright.server.tables.service import Tables, new_worker

__all__ = ["run_bot_worker"]


def run_bot_worker(settings: Settings) -> None:
    """Make bots' moves until a signal says stop."""
    configure_logs(settings.log_format)
    database = open_database(settings.database)
    try:
        database.join(is_alone=False)
        asyncio.run(think(settings, database))
    finally:
        database.close()


async def think(settings: Settings, database: Database) -> None:
    worker, clock = new_worker(), await begin_time(database)
    tables = Tables(database, Hub(), worker, clock, open_exchange(settings.redis_url, worker))
    pool = BotPool(tables, settings.bot_threads, settings.bot_lease_seconds * 1000)
    oversight = Oversight(tables)
    oversight.scales["seconds of bots"] = lambda: pool.spent.seconds
    await tables.start(keeps_time=False)  # where only bots are, the server is away
    pool.start()
    overseeing = asyncio.create_task(oversight.oversee())
    print(f"{settings.bot_threads} bots may think for {database.url}", flush=True)
    await stop_signal()
    overseeing.cancel()
    await pool.stop()
    await tables.stop()


async def stop_signal() -> None:
    """Return when this process is asked to stop."""
    stopping, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopping.set)
    await stopping.wait()
