"""What time brings to tables by itself: flags that fall, stand-ins, tables nobody came to."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from tilewright.server.rounds import go_round

if TYPE_CHECKING:
    from tilewright.server.tables.service import Tables

__all__ = ["keep_time"]

log = logging.getLogger("tilewright.tables")

TICK_SECONDS = 0.5
BEAT_SECONDS = 2.0
"""How often it is written down that the server is there. If it could not be, no time is up."""
LOOK_SECONDS = 5.0
"""How often followed tables are looked at for what nobody told of."""
SWEEP_SECONDS = 5.0
"""How often tables that are not in memory are looked through for time that is up, by one
process for all."""


async def keep_time(tables: Tables) -> None:
    """Look at the clock for ever. Whatever goes wrong, time goes on."""
    swept = beaten = looked = 0.0

    async def pass_by() -> None:
        nonlocal swept, beaten, looked
        if time.monotonic() - beaten > BEAT_SECONDS:
            await tables.beat()
            beaten = time.monotonic()
        if tables.may_miss_words or time.monotonic() - looked > LOOK_SECONDS:
            looked = time.monotonic()
            await tables.look()
        await tables.tick()
        if time.monotonic() - swept > SWEEP_SECONDS:
            swept = time.monotonic()
            if await tables.exchange.claim("sweep", SWEEP_SECONDS / 2):
                await tables.sweep()

    await go_round(pass_by, TICK_SECONDS, log, "time was not kept")
