"""Work that is done again and again as long as the server runs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from logging import Logger

from tilewright.errors import TilewrightError

__all__ = ["go_round"]


async def go_round(
    work: Callable[[], Awaitable[None]], seconds: float, log: Logger, failure: str
) -> None:
    """Do it every so many seconds, for ever. Whatever goes wrong, it is done again."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except TilewrightError as error:
            log.warning("%s: %s", failure, error)
        except Exception:
            log.exception(failure)
