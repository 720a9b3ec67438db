"""``tilewright serve`` as a process of its own, to be killed and started again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from needs import SERVER

GENEROUS = {
    "TILEWRIGHT_GUESTS_PER_HOUR": "1000000",
    "TILEWRIGHT_PEOPLE_PER_ADDRESS": "1000000",
    "TILEWRIGHT_SOCKET_MESSAGES": "1000000",
    "TILEWRIGHT_BOT_THREADS": "1",
}


class ServerProcess:
    """A server that always has the same address, however often it dies."""

    def __init__(
        self,
        arguments: list[str],
        log: Path,
        environment: Mapping[str, str],
        python: Path | None = None,
    ) -> None:
        self._arguments, self._log = arguments, log
        self._python = str(python or sys.executable)
        self._environment = {**os.environ, **GENEROUS, **environment}
        self._process: subprocess.Popen[str] | None = None
        self._port = 0
        self.url = ""

    def start(self) -> None:
        """Start it and wait until it says that it is ready."""
        command = [self._python, "-m", "tilewright", "serve", "--port", str(self._port)]
        with open(self._log, "ab") as log:
            self._process = subprocess.Popen(
                [*command, *self._arguments],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=self._environment,
                start_new_session=True,
            )
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip()
        if not self.url:
            self.kill()
            raise AssertionError(f"the server did not start: {self._log.read_text()[-3000:]}")
        self._port = int(self.url.rpartition(":")[2])

    def kill(self) -> None:
        """End it and all its processes without a warning, as the power would."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.communicate()

    def kill_worker(self) -> None:
        """End one of several web processes; another one will take its place."""
        started = re.findall(r"worker started pid=(\d+)", self._log.read_text())
        os.kill(int(started[-2]), signal.SIGKILL)  # the older of two

    def stop(self) -> None:
        """Ask it to stop; it must end by itself, with status 0."""
        assert self._process is not None
        self._process.terminate()
        self._process.communicate(timeout=60)
        assert self._process.returncode == 0


@contextmanager
def server_process(
    arguments: list[str], log: Path, python: Path | None = None, **environment: str
) -> Iterator[ServerProcess]:
    SERVER.ask()
    server = ServerProcess(arguments, log, environment, python)
    server.start()
    try:
        yield server
    except BaseException:
        server.kill()
        raise
    else:
        server.stop()
