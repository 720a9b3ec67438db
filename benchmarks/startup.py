"""Start-up time: import, first legal moves with an empty cache, compiling each game with and
without.

    python benchmarks/startup.py --json out.json

Every figure is the median of several fresh processes.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from datetime import UTC, datetime

GAMES = ("nova-luna", "nova-luna-solo", "my-shelfie", "polyssimo")

IMPORT = """
import time; begin = time.perf_counter()
import tilewright
print(time.perf_counter() - begin)
"""
FIRST_MOVES = """
import time; begin = time.perf_counter()
import tilewright as tw
p = tw.new({game!r}, seed=1)
list(p.legal_moves)
assert not p._runtime.is_compiled
print(time.perf_counter() - begin)
"""
COMPILE = """
import time; begin = time.perf_counter()
import tilewright as tw
from tilewright.runtime.jit import runtime_of
runtime_of(tw.GAMES[{game!r}]).compile()
print(time.perf_counter() - begin)
"""


def time_script(script: str, cache: str) -> float:
    """Run a script in a new process with this kernel cache. Returns the seconds that it prints."""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"TILEWRIGHT_CACHE_DIR": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout.split()[-1])


def measure_cold(script: str, runs: int) -> float:
    """Return the median time over runs with an empty cache, in s."""
    times = []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as cache:
            times.append(time_script(script, cache))
    return statistics.median(times)


def measure_warm(script: str, runs: int) -> float:
    """Return the median time over runs with a filled cache, in s."""
    with tempfile.TemporaryDirectory() as cache:
        time_script(script, cache)
        return statistics.median(time_script(script, cache) for _ in range(runs))


def main() -> None:
    """Run the benchmark, and print and write the times."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", help="write the figures to this file")
    parser.add_argument("--runs", type=int, default=5, help="processes per figure (5)")
    arguments = parser.parse_args()
    figures = {"import_s": measure_warm(IMPORT, arguments.runs)}
    print(f"import tilewright                      {figures['import_s']:.2f} s")
    for game in GAMES:
        rows = {
            "first_moves_cold_s": measure_cold(FIRST_MOVES.format(game=game), arguments.runs),
            "compile_cold_s": measure_cold(COMPILE.format(game=game), 1),
            "compile_cached_s": measure_warm(COMPILE.format(game=game), arguments.runs),
        }
        for name, value in rows.items():
            figures[f"{game}.{name}"] = value
            print(f"{game:<16} {name:<20} {value:6.2f} s")
    if arguments.json:
        result = {
            "date": datetime.now(UTC).isoformat(timespec="seconds"),
            "python": sys.version.split()[0],
            "cores": os.cpu_count(),
            "seconds": figures,
        }
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(result, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
