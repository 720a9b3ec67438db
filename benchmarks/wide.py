"""What a second web process costs: CPU a move with one and with two, by turns, in one run.

    python benchmarks/wide.py --tables 100 --seconds 20 --turns 3 --json out.json

Starts a PostgreSQL and a Redis of its own (Debian's packages), and for every turn a server with an
empty database. The players are those of ``load.py``: their sockets name their table, so that both
are brought to its home. What counts is the CPU of the server's own processes.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import load
from measured_server import hardware

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from postgres_server import running_postgres
from redis_server import running_redis


def cpu_of(result: dict[str, Any]) -> float:
    """Milliseconds of the server's CPU a move."""
    return float(round(1000 * result["server_cpu_s"] / result["moves"], 3))


def measure(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """One process, then two, and so on by turns."""
    found = []
    with running_postgres(is_safe=True) as postgres, running_redis() as redis:
        for turn in range(2 * arguments.turns):
            workers = 1 + turn % 2
            with postgres.new_database(f"turn_{turn}") as url:
                given = load.parse_arguments(
                    [
                        *("--tables", str(arguments.tables), "--as", arguments.readers),
                        *("--seconds", str(arguments.seconds), "--workers", str(workers)),
                        *("--database-url", url, "--redis-url", redis.url),
                    ]
                )
                result = load.run(given)
            names = ("p50_ms", "p95_ms", "moves", "error_kinds")
            found.append(
                {"workers": workers, "cpu_ms": cpu_of(result)} | {n: result[n] for n in names}
            )
            print("\r", found[-1], file=sys.stderr)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--tables", type=int, default=100, help="tables at once (100)")
    add("--seconds", type=float, default=20, help="how long each turn is measured (20)")
    add("--as", dest="readers", choices=["page", "bots"], default="page", help="who plays (page)")
    add("--turns", type=int, default=3, help="how often each is measured (3)")
    add("--json", help="write the figures to this file")
    arguments = parser.parse_args()
    turns = measure(arguments)
    one, two = (
        statistics.median(turn["cpu_ms"] for turn in turns if turn["workers"] == workers)
        for workers in (1, 2)
    )
    result = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "hardware": hardware(),
        "tables": arguments.tables,
        "readers": arguments.readers,
        "cpu_ms_1_worker": one,
        "cpu_ms_2_workers": two,
        "ratio": round(two / one, 3),
        "turns": turns,
    }
    print(json.dumps(result, indent=1))
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
