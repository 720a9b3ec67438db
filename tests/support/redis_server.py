"""A Redis on a socket in a temporary folder, without persistence, for tests and benchmarks.

``python tests/support/redis_server.py`` starts one, prints its address and keeps it until Ctrl-C.
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import redis

from needs import REDIS
from waiting import wait_until

# Ends the server when the pipe to us closes: also when we are killed.
KEEPER = '"$@" & read -r _; kill -KILL $!; wait $!'


class RedisServer:
    """A server that keeps its address when it is killed and started again."""

    def __init__(self, folder: Path) -> None:
        self._socket = folder / "redis"
        self.url = f"unix://{self._socket}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, empty, and wait until it answers."""
        options = ["--port", "0", "--unixsocket", str(self._socket), "--save", ""]
        command = ["sh", "-c", KEEPER, "sh", "redis-server", *options]
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, cwd=self._socket.parent
        )
        wait_until("Redis to start", self._answers)

    def _answers(self) -> bool:
        try:
            self.empty()
        except redis.ConnectionError:
            return False
        return True

    def kill(self) -> None:
        """Kill it."""
        assert self._process is not None and self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=30)

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Freeze it for a while: connections stay open, and nothing is answered."""
        with redis.Redis.from_url(self.url) as client:
            pid = client.info("server")["process_id"]
        os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(pid, signal.SIGCONT)

    def empty(self) -> None:
        with redis.Redis.from_url(self.url) as client:
            client.flushall()


@contextmanager
def running_redis() -> Iterator[RedisServer]:
    REDIS.ask()
    # Sockets have short names only, so this is no subfolder of a test's own.
    with tempfile.TemporaryDirectory(prefix="tilewright-redis-", dir="/tmp") as name:
        server = RedisServer(Path(name))
        server.start()
        try:
            yield server
        finally:
            server.kill()


def main() -> None:
    with running_redis() as server:
        print(server.url, flush=True)
        with suppress(KeyboardInterrupt):
            threading.Event().wait()


if __name__ == "__main__":
    main()
