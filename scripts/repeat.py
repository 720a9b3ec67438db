"""Run the whole suite again and again on clean clones: ``scripts/test --repeat N``.

Every run clones the last commit into a folder of its own and calls ``.ci/run`` there, so nothing
is compiled and nothing is left over from the run before. With ``--seed`` the tests run in another
order each time and Hypothesis draws other examples; the seed is printed, and ``scripts/test
--only-tests --seed SEED --hypothesis-seed SEED`` repeats it. The log of a failed run is kept.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
FAILURE = re.compile(r"^(FAILED|ERROR) (\S+)")
BURN = "while True: pass"


def parse_arguments() -> argparse.Namespace:
    """Parse the command-line arguments."""
    parser = argparse.ArgumentParser(prog="scripts/test --repeat", description=__doc__)
    parser.add_argument("runs", type=int, metavar="N", help="how many runs")
    parser.add_argument("--busy", action="store_true", help="burn every core meanwhile")
    parser.add_argument("--seed", type=int, help="random order; run K takes the seed SEED + K - 1")
    parser.add_argument("--keep", type=Path, default=ROOT / "repeat-logs", help="folder of logs")
    return parser.parse_args()


@contextlib.contextmanager
def occupy_cores(is_enabled: bool) -> Iterator[None]:
    """Keep every core busy with processes that do nothing else, if enabled."""
    count = (os.cpu_count() or 1) if is_enabled else 0
    burners = [subprocess.Popen([sys.executable, "-c", BURN]) for _ in range(count)]
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


def run_once(log: Path, arguments: list[str]) -> int:
    """Run ``.ci/run`` on a clean clone and write its output to `log`. Returns its exit status."""
    with tempfile.TemporaryDirectory(prefix="tilewright-repeat-") as folder, log.open("wb") as out:
        clone = Path(folder) / "tilewright"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        return subprocess.run(
            [str(clone / ".ci" / "run"), *arguments],
            cwd=clone,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            check=False,
        ).returncode


def find_failures(log: Path) -> list[str]:
    """Return the ids of the tests that failed; if the log names none, its last line."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    named = [found[2] for line in lines if (found := FAILURE.match(line))]
    return sorted(set(named)) or lines[-1:]


def main() -> int:
    """Run the suite `runs` times. Returns 1 if any run failed."""
    arguments = parse_arguments()
    arguments.keep.mkdir(parents=True, exist_ok=True)
    failed = 0
    for run in range(1, arguments.runs + 1):
        seed = None if arguments.seed is None else arguments.seed + run - 1
        pytest_arguments = [] if seed is None else [f"--seed={seed}", f"--hypothesis-seed={seed}"]
        log = arguments.keep / f"run-{run}.log"
        begin = time.monotonic()
        with occupy_cores(arguments.busy):
            status = run_once(log, pytest_arguments)
        minutes, seconds = divmod(round(time.monotonic() - begin), 60)
        order = "fixed order" if seed is None else f"seed {seed}"
        print(f"run {run} of {arguments.runs}: {order}, {minutes} min {seconds:02} s,", end=" ")
        if status == 0:
            print("green", flush=True)
            log.unlink()
            continue
        failed += 1
        print(f"failed with status {status}, see {log}", flush=True)
        for test in find_failures(log):
            print(f"    {test}", flush=True)
    print(f"{arguments.runs - failed} of {arguments.runs} runs were green")
    if not failed:
        shutil.rmtree(arguments.keep, ignore_errors=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
