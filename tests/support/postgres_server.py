"""A PostgreSQL server in a temporary folder, for tests and benchmarks.

``python tests/support/postgres_server.py`` starts one and prints its address.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

import psycopg

from needs import POSTGRES, find_postgres
from waiting import wait_until

# initdb and postgres refuse to run as root.
ACCOUNT = "postgres" if os.geteuid() == 0 else None
# Ends the server when the pipe to us closes: also when we are killed.
KEEPER = '"$@" & read -r _; kill -INT $! 2>/dev/null; wait $!'
# Of no interest to a test; the benchmark asks for a server that is safe.
UNSAFE = ("-c", "fsync=off", "-c", "full_page_writes=off")


class PostgresServer:
    """A server that keeps its address when it is killed and started again.

    All users of this machine who can reach the folder may connect.
    """

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
        """Create an empty database and yield its URL; it is dropped afterwards."""
        self.run(f"CREATE DATABASE {name}")
        try:
            yield self.url(name)
        finally:
            self.run(f"DROP DATABASE {name} WITH (FORCE)")

    # --- Life and death ---

    def start(self) -> None:
        """Start it and wait until it answers."""
        self._process = self._keep()
        wait_until("PostgreSQL to start", self._answers)

    def _answers(self) -> bool:
        try:
            self.run("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

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
        """Kill it; its children must end, too, before another can start."""
        first = int((self.folder / "data" / "postmaster.pid").read_text().splitlines()[0])
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        os.kill(first, signal.SIGKILL)
        self.stop()
        wait_until(
            "PostgreSQL's children to end",
            lambda: not any(Path(f"/proc/{child}").exists() for child in children),
        )

    def kill_connection(self) -> None:
        """Kill one of the processes that serve clients; the server then ends all others, too."""
        for pid in self._connections()[:1]:
            os.kill(pid, signal.SIGKILL)

    @contextmanager
    def frozen_connection(self) -> Iterator[None]:
        """Freeze the process of the client that wrote last, with all its locks, for a while."""
        stopped = self._connections()[:1]
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in stopped:
                os.kill(pid, signal.SIGCONT)

    def _connections(self) -> list[int]:
        """Return the processes that serve clients, most recently active first."""
        sql = (
            "SELECT pid FROM pg_stat_activity WHERE datname <> 'postgres'"
            " ORDER BY query ILIKE 'COMMIT%' OR query ILIKE 'INSERT%' DESC, query_start DESC"
        )
        with psycopg.connect(self.url(), autocommit=True) as connection:
            return [pid for (pid,) in connection.execute(sql).fetchall()]


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
        with suppress(KeyboardInterrupt):
            threading.Event().wait()


if __name__ == "__main__":
    main()
