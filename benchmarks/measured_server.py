"""A server process for a benchmark, and its use of the machine."""

from __future__ import annotations

import os
import platform
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilewright.runtime.wasm_assets import build_engines

# A benchmark is many people behind one address.
GENEROUS = {
    "TILEWRIGHT_GUESTS_PER_HOUR": "1000000",
    "TILEWRIGHT_PEOPLE_PER_ADDRESS": "1000000",
}
WARM_SECONDS = 600.0
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class ServerProcess:
    """A running server. Its figures are those of all its processes together, but for the helpers
    that compile in sessions of their own (Linux only)."""

    address: str
    pid: int

    @property
    def cpu_seconds(self) -> float:
        return sum(sum(map(int, stat(pid)[11:13])) for pid in family(self.pid)) / TICKS

    @property
    def resident_bytes(self) -> int:
        statm = (Path(f"/proc/{pid}/statm").read_text().split() for pid in family(self.pid))
        return sum(int(words[1]) for words in statm) * PAGE


def stat(pid: int) -> list[str]:
    """Return the fields of /proc/PID/stat after the program's name, which may contain any
    character."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def family(pid: int) -> list[int]:
    """Return a process and all its descendants of the same session."""
    children = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    own = [child for child in children if os.getsid(child) == os.getsid(pid)]
    return [pid, *(grandchild for child in own for grandchild in family(child))]


@contextmanager
def running_server(
    arguments: list[str], log: Path, *, is_generous: bool = True, is_warm: bool = True
) -> Iterator[ServerProcess]:
    """Run ``tilewright serve`` with these arguments on a free port; its log goes into a file.

    Waits until the server has loaded its kernels, unless told otherwise, because it interprets
    before. The modules for browsers are built first, because a server would use a core for that.
    """
    if is_warm:
        for game in build_engines():
            print(f"\r{f'module of {game.title} ready':<78}", end="", file=sys.stderr, flush=True)
    environment = os.environ | (GENEROUS if is_generous else {})
    command = [sys.executable, "-m", "tilewright", "serve", "--port", "0", *arguments]
    with (
        open(log, "wb") as lines,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=lines, text=True, env=environment
        ) as process,
    ):
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        if not address:
            raise SystemExit(f"the server did not start: {log.read_text()[-2000:]}")
        try:
            if is_warm:
                wait_until_warm(log)
            yield ServerProcess(address, process.pid)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=60)


def wait_until_warm(log: Path) -> None:
    """Wait until the kernels are loaded: a minute the first time on a machine."""
    end = time.monotonic() + WARM_SECONDS
    while not re.search(r"\bwarm\b", log.read_text()):
        if time.monotonic() > end:
            raise SystemExit(f"the server does not get warm: {log.read_text()[-2000:]}")
        time.sleep(0.2)


def hardware() -> dict[str, Any]:
    """Return a description of the machine."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    names = [line.partition(": ")[2] for line in lines if line.startswith("model name")]
    cpu = names[0] if names else platform.processor()
    return {"cpu": cpu, "cores": os.cpu_count(), "system": platform.system()}
