"""Commands of ours that run until they are told to stop, each in a process of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from needs import SERVER

# Interpreted rules do, and many guests come from one address.
ENVIRONMENT = {
    "TILEWRIGHT_JIT": "0",
    "TILEWRIGHT_GUESTS_PER_HOUR": "1000000",
    "TILEWRIGHT_SOCKET_MESSAGES": "1000000",
}
PATIENCE = 60.0


@dataclass
class TilewrightProcess:
    """A running command. ``line`` is the first that it printed: it is ready."""

    process: subprocess.Popen[str]
    line: str
    log: Path

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def workers(self) -> list[int]:
        """The web processes that are alive, oldest first."""
        started = re.findall(r"worker started pid=(\d+)", self.log.read_text())
        return [int(pid) for pid in started if is_alive(int(pid))]

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and wait for the end; its status."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)


@contextmanager
def running(log: Path, *arguments: str, **environment: str) -> Iterator[TilewrightProcess]:
    """``tilewright ARGUMENTS``, ready; killed at the end if it is still there."""
    SERVER.ask()
    command = [sys.executable, "-m", "tilewright", *arguments]
    with (
        open(log, "ab") as lines,
        subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=lines,
            text=True,
            env=os.environ | ENVIRONMENT | environment,
        ) as process,
    ):
        try:
            assert process.stdout is not None
            line = process.stdout.readline().strip()
            assert line, f"it did not start: {log.read_text()}"
            yield TilewrightProcess(process, line, log)
        finally:
            process.kill()  # its workers notice and end


def is_alive(pid: int) -> bool:
    """Whether a process runs; a dead one that nobody has asked about does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def wait_until(what: str, holds: Callable[[], bool]) -> None:
    """Wait for something that will come about by itself; fail if it does not."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, f"expected {what}"
        time.sleep(0.01)


@contextmanager
def frozen(pid: int) -> Iterator[None]:
    """Meanwhile that process does nothing at all: whoever comes is another's guest."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)
