"""What a server of many tables is made of, besides moves: a bot's thought, and its start.

    python benchmarks/scale.py --finished 100000 --json out.json

``thought_ms``: the processor's time for a move by level, mean over positions of a game of two.
``ready_s``: how long a server takes that has so many finished tables in its SQLite file, from its
start to its first answer to a question that reads the database. ``load.py`` has moves, sockets and
idle tables.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from measured_server import hardware, running_server
from players import API, GAMES

import tilewright as tw
from tilewright.bots import make_bot
from tilewright.engine import engine_of
from tilewright.events import Event, Person, Terms
from tilewright.match import apply, fold, open_table, playing, seating
from tilewright.registry import get_game
from tilewright.server.storage import tables
from tilewright.server.storage.database import Transaction, open_database
from tilewright.server.storage.tables import TableFacts
from tilewright.server.tables.rows import event_rows, index_of
from tilewright.shuffle import draw_secret

LEVELS = (1, 3, 5, 6, 7)
THOUGHTS = 25
NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
ROW = "game, players, secret, invite, created, status, listed, host, number, bot_due, summary, seq"


# --- A thought ----------------------------------------------------------------------------------


def measure_thoughts(name: str) -> dict[str, float]:
    """Milliseconds of the processor for a move, by level."""
    game = get_game(name)
    engine_of(game).compile()
    return {f"level-{level}": round(1000 * thought(name, level), 2) for level in LEVELS}


def thought(name: str, level: int) -> float:
    bot, position = make_bot(f"level-{level}", get_game(name), 1), tw.new(name, players=2, seed=3)
    bot.choose(position.view(position.mover))  # loads what it needs
    rng, took, count = random.Random(1), 0.0, 0
    while not position.is_over and count < THOUGHTS:
        begun = time.thread_time()
        bot.choose(position.view(position.mover))
        took, count = took + time.thread_time() - begun, count + 1
        position.play(rng.choice(list(position.legal_moves)))
    return took / count


# --- A start ------------------------------------------------------------------------------------


def fill(path: Path, count: int) -> None:
    """A file with so many finished tables, all alike."""
    database = open_database(path)
    database.submit_write(lambda tx: add_finished(tx, count)).result()
    database.close()


def add_finished(tx: Transaction, count: int) -> None:
    secret, terms = draw_secret(), Terms(game=GAMES[0], players=2)
    log = open_table(terms, "anna", secret, now=0)
    match = fold(secret, log)
    wishes: list[Callable[[], list[Event]]] = [
        lambda: seating.sit(match, Person("anna", "Anna"), now=0, salt=""),
        lambda: seating.sit(match, Person("bert", "Bert"), now=0, salt=""),
        lambda: seating.start(match, "anna", now=0),
        lambda: playing.resign(match, "anna", now=0),
    ]
    for wish in wishes:
        events = wish()
        apply(match, *events)
        log += events
    facts = TableFacts(
        "first", terms.game, terms.players, secret, "an invitation", 0, True, match.host
    )
    tables.create(tx, facts, event_rows(0, log), index_of(match, log))
    more = f"SELECT 'table-' || i, {ROW}, i FROM tables, n WHERE id = 'first'"
    tx.execute(f"{NUMBERS} INSERT INTO tables (id, {ROW}, updated) {more}", count - 1)
    row = "seq, at, kind, author, data"
    more = f"SELECT 'table-' || i, {row} FROM events, n WHERE table_id = 'first'"
    tx.execute(f"{NUMBERS} INSERT INTO events (table_id, {row}) {more}", count - 1)


def measure_start(count: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder) / "tilewright.sqlite3", count)
        begun = time.monotonic()
        words = ["--data", folder, "--bot-threads", "0"]
        with running_server(words, Path(folder) / "log", is_warm=False) as server:
            asyncio.run(ask(server.address))
            return time.monotonic() - begun


async def ask(address: str) -> None:
    """What the home page asks first."""
    host, port = address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"GET {API}/tables HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
    assert b" 200 " in await reader.readline()
    writer.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--finished", type=int, default=100_000, help="tables there (100000)")
    parser.add_argument("--json", help="write the figures to this file")
    given = parser.parse_args()
    result = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "hardware": hardware(),
        "finished_tables": given.finished,
        "ready_s": round(measure_start(given.finished), 2),
        "thought_ms": {name: measure_thoughts(name) for name in GAMES},
    }
    print(json.dumps(result, indent=1))
    if given.json:
        Path(given.json).write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
