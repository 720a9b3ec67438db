"""Runs the tests of all promises at their long sizes, and records results, dates and the machine.

    python benchmarks/promises.py --json promises.json                 # all: many hours
    python benchmarks/promises.py --json promises.json frames cuts     # some
    python benchmarks/promises.py --json promises.json --table         # results so far

Each is a test with ``--long``, or a benchmark. The file is written after each. A promise that has
held at this commit is not run again, so an interrupted run continues where it was.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parent.parent
LAST_LINES: Final = 5
"""Characters of a run's output that are kept with its result."""


@dataclass(frozen=True)
class Promise:
    """A promise, and the command that tests it."""

    what: str
    words: tuple[str, ...]


def make_promise(what: str, *nodes: str, jobs: str = "0") -> Promise:
    """Create a promise that tests at their long size check, run in `jobs` processes."""
    paths = (f"tests/server/{node}" for node in nodes)
    return Promise(what, ("-m", "pytest", "-q", "-n", jobs, "--long", *paths))


PROMISES: Final = {
    "kills": make_promise(
        "100 kills of the whole server, 500,000 moves, SQLite: none lost, none twice",
        "websocket/test_killed.py::test_killed_or_frozen_server_loses_no_move",
    ),
    "kills-postgres": make_promise(
        "The same on PostgreSQL: of a server, connections, Redis, postmaster, all servers",
        "websocket/test_killed.py::test_killed_or_frozen_servers_with_postgres_and_redis_lose_no_move",
    ),
    "kills-writer": make_promise(
        "100 kills in the middle of 500,000 writes, each database",
        "storage/test_killed.py::test_killed_server_keeps_acknowledged_moves",
    ),
    "torn-disk": make_promise(
        "A disk cut after any frame of its log: every commit before is there",
        "storage/test_torn_disk.py",
    ),
    "frames": make_promise(
        "1,000,000 bad frames: each refused, nobody else disturbed",
        "websocket/test_fuzz.py::test_frames_fuzzed_end_only_their_connection",
    ),
    "bodies": make_promise(
        "2,000 requests an operation, as described and as forbidden",
        "http/test_openapi.py",
        jobs="auto",
    ),
    "hidden": make_promise(
        "100,000 positions a game: nothing hidden changes what others see",
        "websocket/test_hidden.py::test_hidden_information_is_in_no_view_event_error_or_log",
        jobs="auto",
    ),
    "cuts": make_promise(
        "1,000 disconnects at any byte: no move lost, none twice", "websocket/test_reconnect.py"
    ),
    "sends": make_promise("50,000 moves sent twice and out of order", "tables/test_once.py"),
    "clocks": make_promise(
        "500 lives of tables with jumping clocks, restarts and two processes",
        "tables/test_machine.py",
        "tables/test_game_time.py",
    ),
    "soak": make_promise(
        "24 hours at the tables in compressed time, each database: nobody waits, nothing stays",
        "websocket/test_soak.py",
    ),
    "plans": make_promise(
        "A million rows: every statement finds its own by an index", "storage/test_plans.py"
    ),
    "load": Promise(
        "Ten minutes of 100 tables, as the page plays them",
        ("benchmarks/load.py", "--tables", "100", "--seconds", "600"),
    ),
}


@dataclass(frozen=True)
class Result:
    """The result of one run."""

    held: bool
    minutes: float
    date: str
    commit: str
    said: list[str]


def commit() -> str:
    """Return the commit of the checkout, with ``-dirty`` if files have changed."""
    words = ["git", "describe", "--always", "--dirty"]
    return subprocess.run(
        words, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


def run_promise(promise: Promise) -> Result:
    """Run a promise's command and return the result."""
    start, tried = time.monotonic(), commit()
    done = subprocess.run(
        [sys.executable, *promise.words],
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    minutes = round((time.monotonic() - start) / 60, 1)
    said = done.stdout.splitlines()[-LAST_LINES:]
    return Result(done.returncode == 0, minutes, f"{datetime.now(UTC):%Y-%m-%d}", tried, said)


def read(path: Path) -> dict[str, Any]:
    """Read the results so far; without a file, return an empty set with this machine."""
    if path.exists():
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return found
    machine = {"system": platform.platform(), "cores": os.cpu_count()}
    return {"machine": machine | {"python": platform.python_version()}, "promises": {}}


def write(path: Path, known: dict[str, Any]) -> None:
    """Write the results to a file, atomically."""
    beside = path.with_suffix(".part")
    beside.write_text(json.dumps(known, indent=2) + "\n", encoding="utf-8")
    beside.replace(path)


def table(known: dict[str, Any]) -> str:
    """Format the results of all promises as a Markdown table."""
    rows = ["| promise | held | minutes | commit | date |", "| --- | --- | --- | --- | --- |"]
    for name, promise in PROMISES.items():
        found = known["promises"].get(name)
        told = "not tried | | |"
        if found:
            held = "yes" if found["held"] else "**no**"
            told = f"{held} | {found['minutes']} | {found['commit']} | {found['date']}"
        rows.append(f"| {promise.what} | {told} |")
    return "\n".join(rows)


def is_known(known: dict[str, Any], name: str) -> bool:
    """Return True if a promise has held at this commit."""
    found = known["promises"].get(name)
    return bool(found and found["held"] and found["commit"] == commit())


def main() -> int:
    """Run the promises that have not held at this commit. Returns the exit status."""
    arguments = parse_arguments()
    known = read(arguments.json)
    for name in [] if arguments.table else arguments.names or PROMISES:
        if is_known(known, name):
            print(f"{name}: held before at this commit", flush=True)
            continue
        print(f"{name}: {PROMISES[name].what} ...", flush=True)
        result = run_promise(PROMISES[name])
        known["promises"][name] = asdict(result)
        write(arguments.json, known)
        print(f"{name}: {'held' if result.held else 'BROKEN'}, {result.minutes} min", flush=True)
        if not result.held:
            print(*result.said, sep="\n", flush=True)
    print(table(known))
    return 0 if all(found["held"] for found in known["promises"].values()) else 1


def parse_arguments() -> argparse.Namespace:
    """Parse the command-line arguments."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", help=f"of {', '.join(PROMISES)}; all unless named")
    parser.add_argument("--json", type=Path, required=True, help="kept here, and gone on from")
    parser.add_argument("--table", action="store_true", help="run nothing, print what is known")
    arguments = parser.parse_args()
    if unknown := sorted(set(arguments.names) - set(PROMISES)):
        parser.error(f"expected some of {', '.join(PROMISES)}; found {', '.join(unknown)}")
    return arguments


if __name__ == "__main__":
    sys.exit(main())
