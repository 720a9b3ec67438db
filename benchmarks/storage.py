"""Measures durable moves per second at many tables. Each sends its next move when the last is on
disk.

    python benchmarks/storage.py --json out.json                       # an SQLite file
    python benchmarks/storage.py --database-url postgresql://...       # an empty database

A move is written as the server does: the table's row and one event.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tilewright.server.storage import tables
from tilewright.server.storage.database import Database, Transaction, open_database
from tilewright.server.storage.tables import EventRow, TableIndex, TableStatic

DATA = json.dumps({"kind": "moved", "seat": 1, "move": "3@-2,1", "left": [183_000, 169_500]})
SUMMARY = json.dumps({"names": ["Ada", "Bohdan"], "scores": [11, 9], "started": 1_700_000_000_000})


def make_index(number: int) -> TableIndex:
    return TableIndex("running", number, "bohdan", 10**12 + number, False, SUMMARY)


def make_event(table: str, seq: int) -> EventRow:
    return EventRow(seq, 10**12 + seq, "moved", "ada", f"{table}.{seq}", DATA)


async def open_table(database: Database, table: str) -> None:
    """Create a table in the database."""
    facts = TableStatic(table, "nova-luna", 2, bytes(32), "invite", 10**12, True, "ada", False)
    await database.write(lambda tx: tables.create(tx, facts, [make_event(table, 1)], make_index(1)))


async def write_moves(database: Database, table: str, end: float) -> list[float]:
    """Write moves of a table, one after the other, until the time `end`. Returns the seconds that
    each took."""
    times = []
    while (begin := time.perf_counter()) < end:
        seq = len(times) + 2

        def work(tx: Transaction, seq: int = seq) -> None:
            tables.append(tx, table, seq - 1, [make_event(table, seq)], make_index(seq))

        await database.write(work)
        times.append(time.perf_counter() - begin)
    return times


async def measure(database: Database, num_tables: int, seconds: float) -> dict[str, Any]:
    """Write moves of many tables at once, and return latencies and the rate."""
    names = [f"{num_tables}-{number}" for number in range(num_tables)]
    await asyncio.gather(*(open_table(database, name) for name in names))
    begin = time.perf_counter()
    played = await asyncio.gather(*(write_moves(database, name, begin + seconds) for name in names))
    took = time.perf_counter() - begin
    times = sorted(1000 * seconds for times in played for seconds in times)
    cuts = statistics.quantiles(times, n=100)
    figures = {
        "p50_ms": cuts[49],
        "p95_ms": cuts[94],
        "p99_ms": cuts[98],
    }
    return {
        "tables": num_tables,
        "moves": len(times),
        "moves_per_s": round(len(times) / took),
        **{name: round(value, 2) for name, value in figures.items()},
    }


def run(url: str, sizes: list[int], seconds: float) -> list[dict[str, Any]]:
    """Open the database, measure each number of tables and return the rows."""
    database = open_database(url)
    try:
        return [report(asyncio.run(measure(database, size, seconds))) for size in sizes]
    finally:
        database.close()


def report(row: dict[str, Any]) -> dict[str, Any]:
    print("  ".join(f"{name} {value:>8}" for name, value in row.items()), flush=True)
    return row


def main() -> None:
    """Run the benchmark, and print and write the rows."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--database-url", help="an empty PostgreSQL; else an SQLite file")
    parser.add_argument("--folder", help="where the SQLite file is put (the temporary folder)")
    parser.add_argument("--tables", default="1,20,200", help="tables at once (1,20,200)")
    parser.add_argument("--seconds", type=float, default=5, help="for each number of tables (5)")
    parser.add_argument("--json", help="write the figures to this file")
    arguments = parser.parse_args()
    sizes = [int(size) for size in arguments.tables.split(",")]
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        url = arguments.database_url or str(Path(folder) / "bench.sqlite3")
        rows = run(url, sizes, arguments.seconds)
    if arguments.json:
        result = {
            "date": datetime.now(UTC).isoformat(timespec="seconds"),
            "python": sys.version.split()[0],
            "cores": os.cpu_count(),
            "backend": "PostgreSQL" if arguments.database_url else "SQLite",
            "rows": rows,
        }
        Path(arguments.json).write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
