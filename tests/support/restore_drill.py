"""A drill: back a server up while people play, destroy it, restore it elsewhere, play on.

``python tests/support/restore_drill.py --tables 2000`` prints the figures of docs/how-to/serve.md.
"""

from __future__ import annotations

import argparse
import itertools
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from histories import Log, MoveCall, Read, check_history
from recording import Histories, play, read_log
from server.storage.samples import INDEX, event, facts
from server_process import ServerProcess, server_process
from tilewright.client import Client
from tilewright.match.events import Moved
from tilewright.server.storage import tables
from tilewright.server.storage.database import Transaction, open_database
from walks import REAL_GAMES

GAME = next(game.name for game in REAL_GAMES if 2 in game.players)

__all__ = ["Drill", "run_drill"]

PEOPLE = 6
EVENTS_PER_TABLE = 60
COUNT_TABLES = "SELECT COUNT(*) FROM tables"
COUNT_EVENTS = "SELECT COUNT(*) FROM events"


@dataclass(frozen=True)
class Drill:
    """Durations and losses of a drill."""

    tables: int
    events: int
    megabytes: float
    """Size of the backup."""
    backup_seconds: float
    """Duration of the backup while people play."""
    restore_seconds: float
    start_seconds: float
    recovery_seconds: float
    """From the loss of the server to the first acknowledged move."""
    loss_seconds: float
    """From the beginning of the backup to the loss of the server: what was played then is gone."""
    moves_before: int
    """Moves acknowledged when the backup began; all of them were restored."""
    moves_lost: int

    def table(self) -> str:
        """Return the results as rows of the docs."""
        rows = [
            ("tables, events", f"{self.tables:,}, {self.events:,}"),
            ("`tilewright backup`, while people play", f"{self.backup_seconds:.1f} s"),
            ("the file", f"{self.megabytes:.1f} MB"),
            ("`tilewright restore`", f"{self.restore_seconds:.1f} s"),
            ("`tilewright serve`, until it is ready", f"{self.start_seconds:.1f} s"),
            ("from the loss to the next move", f"{self.recovery_seconds:.1f} s"),
            (
                "moves lost of those acknowledged before the backup began",
                f"0 of {self.moves_before:,}",
            ),
            ("moves lost of those made after it began", f"{self.moves_lost:,}"),
        ]
        lines = ["| | |", "| --- | --- |", *(f"| {name} | {value} |" for name, value in rows)]
        return "\n".join(lines)


def run_drill(folder: Path, moves: int, num_tables: int = 0) -> Drill:
    """Play so many moves before and after a backup, lose the server, restore it and play on."""
    old, new, file = folder / "old", folder / "new", folder / "file.backup"
    fill(old, num_tables)
    histories = Histories(10**9, PEOPLE)  # until the server is lost
    server = ServerProcess(["--data", str(old)], folder / "log", {})
    server.start()
    people = [
        threading.Thread(target=play, args=([server.url], number, histories))
        for number in range(PEOPLE)
    ]
    for thread in people:
        thread.start()
    try:
        histories.wait_for(moves)
        began = time.monotonic()
        command("backup", "--data", str(old), str(file))
        backed_up = time.monotonic()
        histories.wait_for(histories.count + moves // 2)
    finally:
        histories.finish()
        for thread in people:
            thread.join()
        lost = time.monotonic()
        server.kill()
    assert histories.failures == []
    shutil.rmtree(old)
    command("restore", "--data", str(new), str(file))
    restored = time.monotonic()
    # Before a server goes on with it: bots move again where they had moved after the backup.
    count, events, gone = compare(new, histories, began)
    starting = time.monotonic()
    with server_process(["--data", str(new)], folder / "log") as again:
        started = time.monotonic()
        move_on(again.url)
        recovered = time.monotonic()
    calls = itertools.chain.from_iterable(histories.calls.values())
    before = sum(call.answered < began for call in acknowledged(calls))
    return Drill(
        tables=count,
        events=events,
        megabytes=file.stat().st_size / 1e6,
        backup_seconds=backed_up - began,
        restore_seconds=restored - lost,
        start_seconds=started - starting,
        recovery_seconds=restored - lost + recovered - starting,
        loss_seconds=lost - began,
        moves_before=before,
        moves_lost=gone,
    )


def fill(data: Path, num_tables: int) -> None:
    """Write finished tables, as a club has them after some years."""
    database = open_database(data / "tilewright.sqlite3")
    over = replace(INDEX, status="over", mover_id=None)
    text = '{"kind": "moved", "seat": 1, "move": "xxxxxxxx", "author": "%s"}' % ("x" * 32)
    rows = [replace(event(seq), data=text) for seq in range(1, EVENTS_PER_TABLE + 1)]

    def work(tx: Transaction, first: int) -> None:
        for number in range(first, min(first + 100, num_tables)):
            tables.create(tx, facts(f"filled-{number}"), rows, over)

    for first in range(0, num_tables, 100):
        database.submit_write(partial(work, first=first)).result()
    database.close()


def command(*words: str) -> None:
    """Run a command of the package to its end."""
    subprocess.run([sys.executable, "-m", "tilewright", *words], check=True, capture_output=True)


def move_on(url: str) -> None:
    """Open a table of the restored server and move there."""
    with Client(url) as client:
        client.guest("Phoenix")
        table = client.open_table(GAME, 2, bots={1: "random"}).info.id
        client.start(table)
        with client.play(table) as live:
            view = next(live.turns())
            assert view.moves
            live.move(view.moves[0])


def acknowledged(calls: Iterable[MoveCall | Read]) -> list[MoveCall]:
    return [call for call in calls if isinstance(call, MoveCall) and call.seq is not None]


def find_log(tx: Transaction, table: str) -> Log:
    """Return the log of a table; empty if it was opened after the backup."""
    return read_log(tx, table) if tables.find(tx, table) else Log([], b"")


def compare(data: Path, histories: Histories, began: float) -> tuple[int, int, int]:
    """Compare the restored logs with what clients saw; return tables, events and moves lost.

    What was acknowledged before the backup began is there. Later moves may be missing, all of a
    table from one on; what is there is what was played.
    """
    database = open_database(data / "tilewright.sqlite3")
    num_lost = 0
    try:
        for table, calls in histories.calls.items():
            log = database.submit_read(partial(find_log, table=table)).result()
            made = {one.move_id for _, one in log.rows if isinstance(one, Moved)}
            kept: list[MoveCall | Read] = []
            for call in calls:
                if isinstance(call, Read):
                    if call.seq <= len(log.rows):
                        kept.append(call)
                elif call.seq is None or call.move_id in made or call.answered < began:
                    kept.append(call)
                else:
                    num_lost += 1
            found = check_history(kept, log) if log.rows else list(map(str, acknowledged(kept)))
            assert not found, (table, found)
        [[num_tables]] = database.submit_read(lambda tx: tx.rows(COUNT_TABLES)).result()
        [[num_events]] = database.submit_read(lambda tx: tx.rows(COUNT_EVENTS)).result()
    finally:
        database.close()
    return num_tables, num_events, num_lost


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=2000, help="that are over already")
    parser.add_argument("--moves", type=int, default=1000, help="before the backup")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(run_drill(Path(folder), asked.moves, asked.tables).table())


if __name__ == "__main__":
    main()
