"""A Redis of our own on a socket in a temporary folder, which keeps nothing: for tests and
benchmarks.

``python tests/redis_server.py`` starts one, prints its address and keeps it until Ctrl-C.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

from needs import REDIS

# Ends the server when the pipe to us closes: also when we are killed.
KEEPER = '"$@" & read -r _; kill -KILL $!; wait $!'


class RedisServer:
    """A server that always has the same address, however often it dies."""

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
        for _ in range(600):
            try:
                return self.empty()
            except redis.ConnectionError:
                time.sleep(0.01)
        raise RuntimeError("Redis did not start")

    def kill(self) -> None:
        """End it without a warning."""
        assert self._process is not None and self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=30)

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
        try:
            while True:
                time.sleep(3600)
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
