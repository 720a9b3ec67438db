"""Measures the latency of a server under load: many two-player tables, one move per second each.

    python benchmarks/load.py --tables 300 --seconds 60 --json out.json
    python benchmarks/load.py --tables 1 --idle-tables 1000 --idle-sockets 2000     # memory

Starts a server of its own. The clients are one process on the same machine, one socket per player;
``--as`` says which kind of readers they are (``players.py``). Results from before 16 November 2026
are of ``texts``; those of the page from 18 and 19 November 2026 are of a page that drew positions
from bytes. A move lasts from sending it until its sender has the acknowledgement (so it is on
disk) and the other player has the new position; p50_ms, p95_ms and p99_ms are of that.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import uvloop
from measured_server import ServerProcess, hardware, running_server
from players import API, FORMS, GAMES, PACKED, Figures, Guest, Pair, open_game

from wire import Http, Socket

SETTLE_SECONDS = 5.0
"""Seconds to wait at the end for moves under way."""
MIN_MOVES = 500
WARM_TABLES = 500
"""Tables opened before memory is measured, to exclude kernels and the database cache."""
ARRIVALS = 20
"""Number of pairs that connect at the same time."""


def say(text: str) -> None:
    """Update the progress line on stderr."""
    print(f"\r{text:<78}", end="", file=sys.stderr, flush=True)


async def run_in_batches(
    label: str, count: int, work: Callable[[int], Awaitable[Any]], at_once: int = ARRIVALS
) -> list[Any]:
    """Run ``work(0)`` to ``work(count - 1)``, `at_once` at a time. Returns the results in order."""
    results: list[Any] = []
    for begin in range(0, count, at_once):
        numbers = range(begin, min(begin + at_once, count))
        results += await asyncio.gather(*map(work, numbers))
        say(f"{label}: {len(results):,} of {count:,}")
    return results


# --- Idle tables and sockets
# --------------------------------------------------------------------


@dataclass(frozen=True)
class IdleLoad:
    """Idle tables, and sockets that only listen."""

    tables: list[str]
    sockets: list[Socket]
    pongs: list[bytes]
    figures: dict[str, Any]


async def open_idle_load(
    server: ServerProcess, http: Http, arguments: argparse.Namespace
) -> IdleLoad:
    """Open idle tables and sockets, and measure how much memory the server takes for each."""
    tables, sockets = arguments.idle_tables, arguments.idle_sockets
    is_packed = arguments.readers in PACKED
    warm = await open_idle_tables(http, WARM_TABLES if tables or sockets else 1)
    before = server.resident_bytes
    names = await open_idle_tables(http, tables)
    between = server.resident_bytes
    idle = IdleLoad(names or warm, [], [], {})
    idle.sockets.extend(await idle_sockets(server, http, idle, sockets, is_packed=is_packed))
    after = server.resident_bytes
    idle.figures["idle_tables"], idle.figures["idle_sockets"] = tables, sockets
    if tables:
        idle.figures["bytes_per_idle_table"] = round((between - before) / tables)
    if sockets:
        idle.figures["bytes_per_idle_socket"] = round((after - between) / sockets)
    return idle


async def open_idle_tables(http: Http, count: int) -> list[str]:
    """Start games without moves, each with two new guests. Returns the ids of the tables."""

    async def one(number: int) -> str:
        """Start the game of a table with two new guests. Returns the table's id."""
        guests = await Guest.arrive(http), await Guest.arrive(http)
        return await open_game(http, GAMES[number % len(GAMES)], guests)

    return await run_in_batches("idle tables", count, one)


async def idle_sockets(
    server: ServerProcess, http: Http, idle: IdleLoad, count: int, *, is_packed: bool
) -> list[Socket]:
    """Connect sockets that subscribe to idle tables and send nothing else."""

    async def one(number: int) -> Socket:
        """Connect a new guest's socket and subscribe it to an idle table."""
        guest = await Guest.arrive(http)
        url = socket_url(server)
        socket = await Socket.connect(url, guest.token, heard, is_packed=is_packed)
        socket.send({"type": "subscribe", "table": idle.tables[number % len(idle.tables)]})
        return socket

    def heard(data: bytes) -> None:
        if b'"type":"pong"' in data:
            idle.pongs.append(data)

    return await run_in_batches("idle sockets", count, one)


async def count_open_sockets(idle: IdleLoad) -> int:
    """Ping all idle sockets and return how many answer."""
    for socket in idle.sockets:
        if socket.is_open:
            socket.send({"type": "ping"})
    end = time.monotonic() + SETTLE_SECONDS
    while len(idle.pongs) < len(idle.sockets) and time.monotonic() < end:
        await asyncio.sleep(0.05)
    return len(idle.pongs)


def socket_url(server: ServerProcess) -> str:
    """Return the URL of a server's WebSocket endpoint."""
    return server.address.replace("http", "ws", 1) + f"{API}/socket"


# --- The load -----------------------------------------------------------------------------------


async def play(server: ServerProcess, http: Http, arguments: argparse.Namespace) -> dict[str, Any]:
    """Play at all tables, and return the figures after the warm-up."""
    figures = Figures()
    pairs = [
        Pair(http, figures, arguments.pace, seed, client_kind=arguments.readers)
        for seed in range(arguments.tables)
    ]
    await run_in_batches(
        "sitting down", len(pairs), lambda seat: pairs[seat].sit_down(socket_url(server))
    )
    await wait_and_report("warming up", arguments.warm_up, figures)
    figures.clear()
    cpu, own_cpu, begin = server.cpu_seconds, time.process_time(), time.monotonic()
    received = sum(pair.received for pair in pairs)
    await wait_and_report("playing", arguments.seconds, figures)
    took = time.monotonic() - begin
    used = {"server_cpu_s": server.cpu_seconds - cpu, "client_cpu_s": time.process_time() - own_cpu}
    received = sum(pair.received for pair in pairs) - received
    for pair in pairs:
        pair.stop()
    await finish_moves(pairs)
    result = summarise(figures, arguments, took) | {k: round(v, 2) for k, v in used.items()}
    moves = max(1, result["moves"])
    per_move = {"server_cpu_ms": 1000 * used["server_cpu_s"], "bytes": received}
    return result | {f"{what}_per_move": round(all_ / moves, 3) for what, all_ in per_move.items()}


async def wait_and_report(label: str, seconds: float, figures: Figures) -> None:
    """Wait for some seconds and update the progress line meanwhile."""
    begin = time.monotonic()
    while (passed := time.monotonic() - begin) < seconds:
        moves, errors = len(figures.until_both), sum(figures.errors.values())
        late = (
            f"p95 {1000 * compute_percentiles(figures.until_both)[1]:.1f} ms, " if moves > 1 else ""
        )
        say(f"{label}: {passed:.0f} of {seconds:.0f} s, {moves:,} moves, {late}{errors} errors")
        await asyncio.sleep(min(1.0, seconds - passed))


async def finish_moves(pairs: list[Pair]) -> None:
    """Wait for pending moves, and count those without an answer as errors."""
    end = time.monotonic() + SETTLE_SECONDS
    while any(pair.is_waiting for pair in pairs) and time.monotonic() < end:
        await asyncio.sleep(0.05)
    for pair in pairs:
        pair.leave()


def compute_percentiles(seconds: Iterable[float]) -> tuple[float, float, float]:
    """Return the ``(median, p95, p99)`` of times."""
    hundredths = statistics.quantiles(seconds, n=100)
    return hundredths[49], hundredths[94], hundredths[98]


def format_percentiles(prefix: str, seconds: list[float]) -> dict[str, float]:
    """Return p50, p95 and p99 in ms by key, each key with a prefix; NaN with too few moves."""
    found = compute_percentiles(seconds) if len(seconds) > 1 else (float("nan"),) * 3
    names = ("p50_ms", "p95_ms", "p99_ms")
    return {prefix + n: round(1000 * s, 2) for n, s in zip(names, found, strict=True)}


def summarise(figures: Figures, arguments: argparse.Namespace, took: float) -> dict[str, Any]:
    """Return the figures of the period in which moves were measured."""
    return {
        **format_percentiles("", figures.until_both),
        "max_ms": round(1000 * max(figures.until_both, default=0), 2),
        **format_percentiles("ack_", figures.until_ack),
        **format_percentiles("update_", figures.until_update),
        "moves": len(figures.until_both),
        "moves_per_s": round(len(figures.until_both) / took, 1),
        "errors": sum(figures.errors.values()),
        "error_kinds": dict(figures.errors),
        "games_finished": figures.games,
        "tables": arguments.tables,
        "sockets": 2 * arguments.tables,
        "readers": arguments.readers,
        "seconds": round(took, 1),
    }


def describe_limit(result: dict[str, Any]) -> str:
    """Return a sentence about the resource that the server would run out of first."""
    if result["moves"] < MIN_MOVES:
        return f"nothing was: {result['moves']} moves tell too little"
    busy, client = (result[f"{who}_cpu_s"] / result["seconds"] for who in ("server", "client"))
    rate = result["moves_per_s"]
    full = rate / busy if busy else 0.0
    return (
        f"the server used {busy:.2f} cores ({1000 * busy / rate:.2f} ms of CPU a move), "
        f"the client {client:.2f}; the process, with its one event loop, would be "
        f"full at about {full:,.0f} moves/s if nothing else ran here"
    )


# --- All together -------------------------------------------------------------------------------


async def measure(server: ServerProcess, arguments: argparse.Namespace) -> dict[str, Any]:
    """Open idle tables and sockets, play, and return all figures."""
    http = Http(server.address)
    idle = await open_idle_load(server, http, arguments)
    result = await play(server, http, arguments)
    result |= idle.figures | {"idle_sockets_held": await count_open_sockets(idle)}
    result["server_rss_mb"] = round(server.resident_bytes / 1e6, 1)
    return result | {"limit": describe_limit(result)}


def run(arguments: argparse.Namespace) -> dict[str, Any]:
    """Start a server, measure it and return the figures."""
    say("starting a server")
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        where = ["--data", folder]
        if arguments.database_url:
            where = ["--database-url", arguments.database_url]
        if arguments.redis_url:
            where += ["--redis-url", arguments.redis_url]
        with running_server([*where, "--bot-threads", "0"], Path(folder) / "log") as server:
            return uvloop.run(measure(server, arguments))


def parse_arguments(words: list[str] | None = None) -> argparse.Namespace:
    """Parse the command-line arguments."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--tables", type=int, default=300, help="tables at once (300)")
    add("--seconds", type=float, default=60, help="how long they are measured (60)")
    add("--as", dest="readers", choices=sorted(FORMS), default="page", help="who plays (page)")
    add("--pace", type=float, default=1, help="seconds between the moves of a table (1)")
    add("--warm-up", type=float, default=5, help="seconds of play that do not count (5)")
    add("--idle-tables", type=int, default=0, help="games that wait, beside the others")
    add("--idle-sockets", type=int, default=0, help="sockets that only listen, beside the others")
    add("--database-url", help="an empty PostgreSQL; else an SQLite file")
    add("--redis-url", help="a Redis, as where several servers meet")
    add("--folder", help="where the SQLite file is put (the temporary folder)")
    add("--json", help="write the figures to this file")
    return parser.parse_args(words)


def main() -> None:
    """Run the load test, and print and write the figures."""
    arguments = parse_arguments()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    result = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "hardware": hardware(),
        "versions": {name: version(name) for name in ("tilewright", "uvicorn", "websockets")},
        "backend": "PostgreSQL" if arguments.database_url else "SQLite",
    } | run(arguments)
    say("")
    print("\r" + json.dumps(result, indent=1))
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
