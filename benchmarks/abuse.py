"""Measures the latency of honest players while a server is abused in many ways.

    python benchmarks/abuse.py --tables 100 --seconds 15 --rounds 2 --json out.json

Starts a server with its default limits. Honest players act like the page, each pair from an
address of its own. The abusers are another process (``tests/support/abusers.py``), each kind from
one address, with a given number of tries per second. Quiet and abused periods alternate, so that
other load on the machine falls on both. ``ratio`` is p95 with abusers divided by p95 without.

``--apart``: the server has half of the cores, players and abusers the other half, in all periods.
Then ``ratio`` is the cost of abuse for the server, without the cores that abusers take from it.
Abusers share their cores with the players; ``heard`` counts how much they did.

``--kind empty_pings --sockets 20 --pace 1000000``: one kind of abuse only, here a flood on 20
sockets with 1 MB/s each in small pieces; without ``--pace`` as fast as the server reads.

``--each 4``: afterwards each kind alone for 4 s, without players. ``cores`` is the processor time
of the server itself, which abusers on the same machine do not affect.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import uvloop
from load import finish_moves, format_percentiles, run_in_batches, say, socket_url, wait_and_report
from measured_server import ServerProcess, hardware, running_server
from players import Figures, Pair

from wire import Http

ABUSERS = Path(__file__).parent.parent / "tests" / "support" / "abusers.py"


def loopback_address(number: int) -> str:
    """Return one of this machine's loopback addresses (Linux)."""
    return f"127.1.{number // 250}.{number % 250 + 1}"


async def start_playing(server: ServerProcess, figures: Figures, tables: int) -> list[Pair]:
    """Seat a pair of players at each table and start their games."""
    pairs = [
        Pair(
            Http(server.address, 1, loopback_address(seed)), figures, 1.0, seed, client_kind="page"
        )
        for seed in range(tables)
    ]
    url = socket_url(server)
    await run_in_batches("sitting down", tables, lambda seat: pairs[seat].sit_down(url))
    return pairs


async def measure_period(label: str, seconds: float, figures: Figures) -> list[float]:
    """Return the latencies in s of all honest moves that begin in a period."""
    await asyncio.sleep(1.0)
    figures.clear()
    await wait_and_report(label, seconds, figures)
    return list(figures.until_both)


async def start_abusers(
    server: ServerProcess, table: str, seconds: float, rate: float, *options: str
) -> asyncio.subprocess.Process:
    """Start the abusers in another process, at idle priority, and wait until they begin."""
    words = ["--table", table, "--seconds", str(seconds), "--rate", str(rate), *options]
    command = [str(ABUSERS), server.address, *words]
    pipe = asyncio.subprocess.PIPE
    abusers = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=pipe)
    assert abusers.stdout is not None
    await abusers.stdout.readline()
    os.sched_setscheduler(abusers.pid, os.SCHED_IDLE, os.sched_param(0))
    return abusers


async def measure(server: ServerProcess, given: argparse.Namespace) -> dict[str, Any]:
    """Let honest players play, with and without abusers in turn, and return all figures."""
    figures = Figures()
    pairs = await start_playing(server, figures, given.tables)
    await wait_and_report("warming up", given.warm_up, figures)
    quiet, abused, heard, cpu = [], [], {}, []
    for _ in range(given.rounds):
        quiet += await measure_period("quiet", given.seconds, figures)
        abusers = await start_abusers(
            server, pairs[0].table, given.seconds + 2, given.rate, *format_options(given)
        )
        before, begun = server.cpu_seconds, time.monotonic()
        abused += await measure_period("abused", given.seconds, figures)
        cpu.append((server.cpu_seconds - before) / (time.monotonic() - begun))
        heard = json.loads((await abusers.communicate())[0])
    for pair in pairs:
        pair.stop()
    await finish_moves(pairs)
    resident = server.resident_bytes
    return summarise(quiet, abused, figures) | {
        "tables": given.tables,
        "is_apart": given.apart,
        "kinds": len(heard),
        "tries_per_s": given.rate * len(heard),
        "server_cores_abused": round(sum(cpu) / len(cpu), 2),
        "server_rss_mb": round(resident / 1e6, 1),
        "heard": heard,
        "each": await measure_each_kind(server, pairs[0].table, heard, given) if given.each else {},
    }


def format_options(given: argparse.Namespace) -> list[str]:
    """Return the command-line options for the abusers."""
    kind = ["--kind", given.kind] if given.kind else []
    return [*kind, "--sockets", str(given.sockets), "--pace", str(given.pace)]


async def measure_each_kind(
    server: ServerProcess, table: str, kinds: Iterable[str], given: argparse.Namespace
) -> dict[str, dict[str, Any]]:
    """Measure the server's CPU usage for each kind of abuse alone, most expensive first."""
    found = {}
    for kind in kinds:
        say(f"alone: {kind}")
        abusers = await start_abusers(server, table, given.each, given.rate, "--kind", kind)
        before, begun = server.cpu_seconds, time.monotonic()
        heard = json.loads((await abusers.communicate())[0])[kind]
        cores = (server.cpu_seconds - before) / (time.monotonic() - begun)
        found[kind] = {"cores": round(cores, 3), "answers": sum(heard.values())}
    return dict(sorted(found.items(), key=lambda item: -item[1]["cores"]))


def summarise(quiet: list[float], abused: list[float], figures: Figures) -> dict[str, Any]:
    """Return the figures of both kinds of periods and their ratio."""
    percentiles = format_percentiles("quiet_", quiet) | format_percentiles("abused_", abused)
    return percentiles | {
        "ratio": round(percentiles["abused_p95_ms"] / percentiles["quiet_p95_ms"], 2),
        "quiet_moves": len(quiet),
        "abused_moves": len(abused),
        "honest_errors": dict(figures.errors),
    }


def separate_cores(server: ServerProcess) -> None:
    """Give half of the cores to the server, and the rest to this process and its future
    children."""
    cores = sorted(os.sched_getaffinity(0))
    half = len(cores) // 2
    for thread in Path(f"/proc/{server.pid}/task").iterdir():
        os.sched_setaffinity(int(thread.name), cores[:half])
    os.sched_setaffinity(0, cores[half:])


def run(given: argparse.Namespace) -> dict[str, Any]:
    """Start a server, measure it and return the figures."""
    say("starting a server")
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        words = ["--data", folder, "--bot-threads", "1"]
        with running_server(words, log, is_generous=False) as server:
            if given.apart:
                separate_cores(server)
            return uvloop.run(measure(server, given))


def main() -> None:
    """Run the benchmark, and print and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--tables", type=int, default=100, help="honest tables, a move a second each (100)")
    add("--seconds", type=float, default=15, help="length of a stretch (15)")
    add("--rounds", type=int, default=2, help="quiet and abused stretches (2)")
    add("--rate", type=float, default=20, help="tries a second of each kind (20)")
    add("--warm-up", type=float, default=5, help="seconds of play that do not count (5)")
    add("--kind", help="one kind only")
    add("--sockets", type=int, default=0, help="sockets of a flood (the kind's own)")
    add("--pace", type=int, default=0, help="bytes per second on each (as many as are read)")
    add("--apart", action="store_true", help="cores of its own for the server")
    add("--each", type=float, default=0, help="then every kind alone, so many seconds (not)")
    add("--json", help="write the figures to this file")
    given = parser.parse_args()
    now = datetime.now(UTC).isoformat(timespec="seconds")
    result = {"date": now, "hardware": hardware()} | run(given)
    say("")
    print("\r" + json.dumps(result, indent=1))
    if given.json:
        Path(given.json).write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
