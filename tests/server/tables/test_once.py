"""A move counts once, however often and in whatever order it is sent."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from typing import Any

from live_world import Guest, begin, joined, log_of, running_tables
from tilewright.server.storage.database import Database

SENDS = 1000
LONG_SENDS = 50_000


async def test_move_sent_twice_or_reordered_is_played_once(
    database: Database, is_long: bool
) -> None:
    """Two people with two sockets each send every move several times, old and new ones mixed, over
    all their sockets at once."""
    random_, sends = random.Random(1), LONG_SENDS if is_long else SENDS
    async with running_tables(database) as tables:
        while sends > 0:
            table = await begin(tables, "anna", "ben", options={"rolls": "yes"})
            guests = await joined(tables, table, "anna", "ben", "anna", "ben", None)
            sends -= await _play_wildly(guests, random_)
            await _check(database, table, guests)


async def _play_wildly(guests: list[Guest], random_: random.Random) -> int:
    watcher, num_sent = guests[-1], 0
    sent: list[tuple[str | None, dict[str, Any]]] = []
    acked: dict[tuple[str | None, str], int] = {}
    while watcher.info["status"] == "running":
        mover = next(guest for guest in guests if guest.moves)
        wish = {"move": random_.choice(mover.moves), "number": mover.info["number"]}
        sent.append((mover.name, wish | {"move_id": f"m{len(sent)}"}))
        batch = [sent[-1]] * random_.randint(1, 4) + random_.choices(sent, k=3)
        random_.shuffle(batch)
        num_sent += len(batch)
        answers = await asyncio.gather(*(_send(guests, random_, *one) for one in batch))
        for key, seq in (answer for answer in answers if answer is not None):
            assert acked.setdefault(key, seq) == seq, "a second answer differs from the first"
        for guest in guests:
            await guest.listen()
    return num_sent


async def _send(
    guests: list[Guest], random_: random.Random, name: str | None, wish: dict[str, Any]
) -> tuple[tuple[str | None, str], int] | None:
    guest = random_.choice([guest for guest in guests if guest.name == name])
    answer = await guest.ask("move", **wish)
    assert answer["type"] == "ack", answer
    return (name, wish["move_id"]), answer["seq"]


async def _check(database: Database, table: str, guests: list[Guest]) -> None:
    log = await log_of(database, table)
    moves = Counter(
        (event["author"], event["move_id"]) for event in log if event["kind"] == "moved"
    )
    assert set(moves.values()) == {1}
    for guest in guests:
        assert guest.events == log
