"""Limits that several processes keep together.

Each decides at once by what it knows. Twice a second it takes what was used out of buckets that all
share, and learns what the others have taken: so a limit holds in the long run, and a burst may be
larger by what fits into half a second. Sockets are counted where they are opened. Bytes that wait
are a process's own, as its memory is. While the others cannot be reached each counts for itself.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import partial
from itertools import islice
from typing import Final

from tilewright.server.admission import Admission, Caller
from tilewright.server.exchange import Exchange
from tilewright.server.rounds import go_round

__all__ = ["callers_elsewhere", "holding_socket", "settle", "share_limits"]

log = logging.getLogger("tilewright.exchange")

SHARE_SECONDS: Final = 0.5
AT_ONCE: Final = 500
"""Buckets in one question."""


async def share_limits(admission: Admission, exchange: Exchange) -> None:
    """Count together with the others for ever, where there may be some."""
    if not exchange.is_wide:
        return
    for _, limiter in admission.limiters():
        limiter.is_shared = True
    await go_round(
        partial(settle, admission, exchange), SHARE_SECONDS, log, "limits were not shared"
    )


async def settle(admission: Admission, exchange: Exchange) -> None:
    """Tell the others what was taken here, and learn what is left."""
    for name, limiter in admission.limiters():
        told = iter(limiter.tell().items())
        while some := dict(islice(told, AT_ONCE)):
            costs = {f"{name} {key}": cost for key, cost in some.items()}
            left = await exchange.spend(costs)
            for key, shared in zip(some, costs, strict=True):
                if shared in left:
                    limiter.learn(key, left[shared])


@asynccontextmanager
async def holding_socket(
    admission: Admission, exchange: Exchange, caller: Caller
) -> AsyncIterator[None]:
    """Have one socket more for a while. Raises TooManyRequests."""
    topics = _topic_of(caller.person), f"sockets at {caller.client}"
    of_person, of_client = [await _count(exchange, topic) for topic in topics]
    with admission.sockets.holding(caller, elsewhere=(of_person, of_client)):
        note = f"{caller.client} {secrets.token_hex(8)}"
        for topic in topics:
            exchange.pin(topic, note)
        try:
            yield
        finally:
            for topic in topics:
                exchange.unpin(topic, note)


async def callers_elsewhere(exchange: Exchange, people: Iterable[str]) -> set[Caller]:
    """From where these people have come to other processes, as far as it is known."""
    callers: set[Caller] = set()
    for person in people if exchange.is_wide else ():
        for notes in (await exchange.notes(_topic_of(person)) or {}).values():
            callers |= {Caller(person, note.partition(" ")[0]) for note in notes}
    return callers


def _topic_of(person: str) -> str:
    return f"sockets of {person}"


async def _count(exchange: Exchange, topic: str) -> int:
    """How many notes the others have pinned, as far as it is known."""
    notes = await exchange.notes(topic) if exchange.is_wide else None
    return sum(map(len, notes.values())) if notes else 0
