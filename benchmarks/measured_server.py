"""A server process for benchmarks, with its CPU and memory usage."""

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
    """A running server (Linux only). The figures are the sums over all its processes, except
    compilers, which run in their own sessions."""

    address: str
    pid: int

    @property
    def cpu_seconds(self) -> float:
        """CPU time that the server has used, in s."""
        return (
            sum(sum(map(int, read_proc_stat(pid)[11:13])) for pid in list_processes(self.pid))
            / TICKS
        )

    @property
    def resident_bytes(self) -> int:
        """Resident memory of the server."""
        statm = (Path(f"/proc/{pid}/statm").read_text().split() for pid in list_processes(self.pid))
        return sum(int(words[1]) for words in statm) * PAGE


def read_proc_stat(pid: int) -> list[str]:
    """Return the fields of /proc/PID/stat that follow the program name."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def list_processes(pid: int) -> list[int]:
    """Return the ids of a process and of all its descendants in the same session."""
    children = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    own = [child for child in children if os.getsid(child) == os.getsid(pid)]
    return [pid, *(grandchild for child in own for grandchild in list_processes(child))]


@contextmanager
def running_server(
    arguments: list[str], log: Path, *, is_generous: bool = True, is_warm: bool = True
) -> Iterator[ServerProcess]:
    """Run ``tilewright serve`` with these arguments on a free port, and stop it at the end.

    Unless `is_warm` is False, waits until the server has loaded its compiled kernels. The browser
    modules are built beforehand, since the server would use a core for that.
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
                wait_until_compiled(log)
            yield ServerProcess(address, process.pid)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=60)


def wait_until_compiled(log: Path) -> None:
    """Wait until the server's log says that the kernels are loaded, which may take a minute."""
    end = time.monotonic() + WARM_SECONDS
    while not re.search(r"\bwarm\b", log.read_text()):
        if time.monotonic() > end:
            raise SystemExit(f"the server does not get warm: {log.read_text()[-2000:]}")
        time.sleep(0.2)


def hardware() -> dict[str, Any]:
    """Return the CPU model, the number of cores and the operating system."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    names = [line.partition(": ")[2] for line in lines if line.startswith("model name")]
    cpu = names[0] if names else platform.processor()
    return {"cpu": cpu, "cores": os.cpu_count(), "system": platform.system()}
