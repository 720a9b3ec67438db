"""``tilewright serve`` as a process of its own, to be killed and started again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from needs import SERVER

__all__ = ["ServerProcess", "server_process"]

GENEROUS = {
    "TILEWRIGHT_GUESTS_PER_HOUR": "1000000",
    "TILEWRIGHT_PEOPLE_PER_ADDRESS": "1000000",
    "TILEWRIGHT_SOCKET_MESSAGES": "1000000",
    "TILEWRIGHT_BOT_THREADS": "1",
}
STOP_SECONDS = 60.0


class ServerProcess:
    """A server that keeps its address when it is killed and started again.

    Attributes:
        url: Its address, as it printed it.
        log: The file with its log.
    """

    def __init__(
        self,
        arguments: list[str],
        log: Path,
        environment: Mapping[str, str],
        python: Path | None = None,
    ) -> None:
        self._arguments, self.log = arguments, log
        self._python = str(python or sys.executable)
        self._environment = {**os.environ, **GENEROUS, **environment}
        self._process: subprocess.Popen[str] | None = None
        self._port = 0
        self.url = ""

    @property
    def process(self) -> subprocess.Popen[str]:
        """The latest process."""
        assert self._process is not None, "it was never started"
        return self._process

    def start(self) -> None:
        """Start it and wait until it says that it is ready."""
        command = [self._python, "-m", "tilewright", "serve", "--port", str(self._port)]
        with open(self.log, "ab") as log:
            self._process = subprocess.Popen(
                [*command, *self._arguments],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=self._environment,
                start_new_session=True,
            )
        self.url = self.next_line()
        if not self.url:
            self.kill()
            raise AssertionError(f"the server did not start: {self.log.read_text()[-3000:]}")
        self._port = int(self.url.rpartition(":")[2])

    def next_line(self) -> str:
        """Return the next line that it prints; empty if it ends before."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    def kill(self) -> None:
        """Kill it and its helpers, like a power cut."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Freeze it for a while: it keeps all locks and connections, and answers nothing."""
        os.killpg(self.process.pid, signal.SIGSTOP)
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED)  # its threads run on until they are told
        try:
            yield
        finally:
            os.killpg(self.process.pid, signal.SIGCONT)

    def stop(self, number: int = signal.SIGTERM) -> None:
        """Send it a signal; check that it ends by itself, with status 0."""
        if self.process.returncode is None:
            self.process.send_signal(number)
            self.process.wait(STOP_SECONDS)
        assert self.process.returncode == 0


RUNNING: list[ServerProcess] = []
"""Servers that tests of this process have started and not stopped yet."""


@contextmanager
def server_process(
    arguments: list[str], log: Path, python: Path | None = None, **environment: str
) -> Iterator[ServerProcess]:
    """Run a server; stop it at the end, or kill it after a failure."""
    SERVER.ask()
    server = ServerProcess(arguments, log, environment, python)
    server.start()
    RUNNING.append(server)
    try:
        yield server
    except BaseException:
        server.kill()
        raise
    else:
        server.stop()
        assert server.process.stdout is not None
        server.process.stdout.close()
    finally:
        RUNNING.remove(server)
