"""The first answer of a bot on a machine that has compiled nothing, and on one that has.

    python benchmarks/cold.py --json out.json

Cold: for each game and level a new server with an empty kernel cache, and somebody who sits down at
once with a bot that begins. Warm: one server that found everything in the cache. The server's
memory is its own, without the helper process that compiles.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from measured_server import PAGE, ServerProcess, hardware, running_server

from tilewright.client import Client

GAMES = ("my-shelfie", "nova-luna", "polyssimo")
LEVELS = (1, 2, 3, 4)
BOUND_SECONDS = 2.0
BOUND_MEGABYTES = 300
MOST_SECONDS = 120.0


@contextmanager
def fresh_server(cache: str) -> Iterator[ServerProcess]:
    """A server with a database of its own and that kernel cache."""
    os.environ["TILEWRIGHT_CACHE_DIR"] = cache
    with (
        tempfile.TemporaryDirectory() as data,
        running_server(["--data", data], Path(data) / "log", is_warm=False) as server,
    ):
        yield server


def first_answer(server: ServerProcess, game: str, level: int) -> float:
    """Seconds from the start of a game to the first move of the bot, who begins."""
    with Client(server.address) as client:
        client.guest("Stopwatch")
        opened = client.open_table(
            game, players=2, bots={1: f"level-{level}"}, options={"first": "seat-1"}
        )
        begin = time.perf_counter()
        client.start(opened.info.id)
        while time.perf_counter() - begin < MOST_SECONDS:
            if client.table(opened.info.id).info.ply:
                return time.perf_counter() - begin
            time.sleep(0.01)
    raise SystemExit(f"{game}, level {level}: no answer within {MOST_SECONDS:.0f} s")


def own_megabytes(server: ServerProcess) -> float:
    """What the server itself has in memory."""
    pages = int(Path(f"/proc/{server.pid}/statm").read_text().split()[1])
    return pages * PAGE / 2**20


def wait_until_compiled(server: ServerProcess) -> float:
    """Seconds until the helper has come and gone."""
    begin = time.perf_counter()
    while not has_helper(server):
        time.sleep(0.05)
    while has_helper(server):
        time.sleep(0.2)
    return time.perf_counter() - begin


def has_helper(server: ServerProcess) -> bool:
    """Whether a thread of the server has a process at work."""
    tasks = Path(f"/proc/{server.pid}/task").glob("*/children")
    return any(task.read_text().strip() for task in tasks)


def measure_cold() -> dict[str, float]:
    """First answers, each on a machine that has compiled nothing."""
    seconds = {}
    for game in GAMES:
        for level in LEVELS:
            name = f"{game} level-{level}"
            with tempfile.TemporaryDirectory() as cache, fresh_server(cache) as server:
                seconds[name] = first_answer(server, game, level)
                print(f"cold  {game:<12} level {level}  {seconds[name]:6.2f} s", flush=True)
    return seconds


def measure_warm(cache: str) -> dict[str, Any]:
    """How long compiling takes beside an idle server; then first answers from the cache."""
    with fresh_server(cache) as server:
        compiling = wait_until_compiled(server)
        while_cold = own_megabytes(server)
    seconds: dict[str, float] = {}
    with fresh_server(cache) as server:
        for game in GAMES:
            for level in LEVELS:
                name = f"{game} level-{level}"
                seconds[name] = first_answer(server, game, level)
                print(f"warm  {game:<12} level {level}  {seconds[name]:6.2f} s", flush=True)
        megabytes = own_megabytes(server)
    return {
        "compiling_s": compiling,
        "after_compiling_mb": while_cold,
        "from_cache_mb": megabytes,
        "first_answer_s": seconds,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", help="write the figures to this file")
    arguments = parser.parse_args()
    cold = measure_cold()
    with tempfile.TemporaryDirectory() as cache:
        warm = measure_warm(cache)
    worst, most = max(cold.values()), max(warm["after_compiling_mb"], warm["from_cache_mb"])
    print(f"all kernels compiled after {warm['compiling_s']:.0f} s")
    print(f"slowest cold answer {worst:.2f} s (bound {BOUND_SECONDS})")
    print(f"memory of the server {most:.0f} MB (bound {BOUND_MEGABYTES})")
    if arguments.json:
        result = {
            "date": datetime.now(UTC).isoformat(timespec="seconds"),
            "hardware": hardware(),
            "cold_first_answer_s": cold,
            "warm": warm,
            "is_within_bounds": worst <= BOUND_SECONDS and most <= BOUND_MEGABYTES,
        }
        Path(arguments.json).write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
