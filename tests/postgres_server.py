"""A PostgreSQL server of our own, in a temporary folder: for tests and benchmarks.

``python tests/postgres_server.py`` starts one, prints its address and keeps it until Ctrl-C.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg

from needs import POSTGRES, find_postgres

# initdb and postgres refuse to run as root.
ACCOUNT = "postgres" if os.geteuid() == 0 else None
# Ends the server when the pipe to us closes: also when we are killed.
KEEPER = '"$@" & read -r _; kill -INT $! 2>/dev/null; wait $!'
# Of no interest to a test; the benchmark asks for a server that is safe.
UNSAFE = ("-c", "fsync=off", "-c", "full_page_writes=off")


class PostgresServer:
    """A server that always has the same address, however often it dies. Everybody on this machine
    who can reach the folder may connect."""

    def __init__(self, folder: Path, *, is_safe: bool) -> None:
        self.folder, self._is_safe = folder, is_safe
        self._process: subprocess.Popen[bytes] | None = None

    def url(self, name: str = "postgres") -> str:
        return f"postgresql://postgres@/{name}?host={quote(str(self.folder), safe='')}"

    def run(self, sql: str) -> None:
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(sql)

    @contextmanager
    def new_database(self, name: str) -> Iterator[str]:
        """The url of an empty database that is gone afterwards."""
        self.run(f"CREATE DATABASE {name}")
        try:
            yield self.url(name)
        finally:
            self.run(f"DROP DATABASE {name} WITH (FORCE)")

    # --- Life and death ---

    def start(self) -> None:
        """Start it and wait until it answers."""
        self._process = self._keep()
        for _ in range(600):
            try:
                return self.run("SELECT 1")
            except psycopg.OperationalError:
                time.sleep(0.05)
        raise RuntimeError(f"PostgreSQL did not start: {(self.folder / 'log').read_text()}")

    def _keep(self) -> subprocess.Popen[bytes]:
        where = ["-D", str(self.folder / "data"), "-k", str(self.folder), "-h", ""]
        server = [str(find_postgres("postgres")), *where, *(() if self._is_safe else UNSAFE)]
        command, pipe = ["sh", "-c", KEEPER, "sh", *server], subprocess.PIPE
        with open(self.folder / "log", "ab") as log:
            return subprocess.Popen(
                command, user=ACCOUNT, cwd=self.folder, stdin=pipe, stdout=log, stderr=log
            )

    def stop(self) -> None:
        assert self._process is not None and self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=30)

    def kill(self) -> None:
        """End it without a warning; while one of its children lives no other one would start."""
        first = int((self.folder / "data" / "postmaster.pid").read_text().splitlines()[0])
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        os.kill(first, signal.SIGKILL)
        self.stop()
        while any(Path(f"/proc/{child}").exists() for child in children):
            time.sleep(0.01)

    def kill_connection(self) -> None:
        """End one of the processes that serve somebody; the server then ends all others, too."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            sql = "SELECT pid FROM pg_stat_activity WHERE datname <> 'postgres'"
            found = connection.execute(sql).fetchall()
        for (pid,) in found[:1]:
            os.kill(pid, signal.SIGKILL)


@contextmanager
def running_postgres(is_safe: bool = False) -> Iterator[PostgresServer]:
    POSTGRES.ask()
    # Sockets have short names only, so this is no subfolder of a test's own.
    with tempfile.TemporaryDirectory(prefix="tilewright-pg-", dir="/tmp") as name:
        folder = Path(name)
        if ACCOUNT is not None:
            shutil.chown(folder, ACCOUNT)
        _make_cluster(folder)
        server = PostgresServer(folder, is_safe=is_safe)
        server.start()
        try:
            yield server
        finally:
            server.stop()


def _make_cluster(folder: Path) -> None:
    # A locale that sorts as people do, so that we notice where we rely on the order of bytes.
    locale = "--no-locale --locale-provider=icu --icu-locale=en"
    options = f"--auth=trust --username=postgres --encoding=UTF8 {locale} --no-sync".split()
    command = [str(find_postgres("initdb")), *options, "--pgdata", str(folder / "data")]
    subprocess.run(command, user=ACCOUNT, cwd=folder, check=True, capture_output=True)


def main() -> None:
    with running_postgres(is_safe=True) as server:
        print(server.url(), flush=True)
        try:
            while True:
                time.sleep(3600)
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
