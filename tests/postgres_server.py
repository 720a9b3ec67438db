"""A PostgreSQL server of our own, in a temporary folder: for tests and benchmarks.

``python tests/postgres_server.py`` starts one, prints its address and keeps it until Ctrl-C.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psycopg

from needs import POSTGRES, find_postgres

# initdb and postgres refuse to run as root.
ACCOUNT = "postgres" if os.geteuid() == 0 else None
# Ends the server when the pipe to us closes: also when we are killed.
KEEPER = '"$@" & read -r _; kill -INT $!; wait $!'
# Of no interest to a test; the benchmark asks for a server that is safe.
UNSAFE = ("-c", "fsync=off", "-c", "full_page_writes=off")


@dataclass(frozen=True)
class PostgresServer:
    """A running server. Everybody on this machine who can reach the folder may connect."""

    folder: Path

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


@contextmanager
def running_postgres(is_safe: bool = False) -> Iterator[PostgresServer]:
    POSTGRES.ask()
    # Sockets have short names only, so this is no subfolder of a test's own.
    with tempfile.TemporaryDirectory(prefix="tilewright-pg-", dir="/tmp") as name:
        folder = Path(name)
        if ACCOUNT is not None:
            shutil.chown(folder, ACCOUNT)
        _make_cluster(folder)
        with _kept(folder, is_safe) as process:
            server = PostgresServer(folder)
            _wait_until_ready(server, process)
            yield server


def _make_cluster(folder: Path) -> None:
    # A locale that sorts as people do, so that we notice where we rely on the order of bytes.
    locale = "--no-locale --locale-provider=icu --icu-locale=en"
    options = f"--auth=trust --username=postgres --encoding=UTF8 {locale} --no-sync".split()
    command = [str(find_postgres("initdb")), *options, "--pgdata", str(folder / "data")]
    subprocess.run(command, user=ACCOUNT, cwd=folder, check=True, capture_output=True)


@contextmanager
def _kept(folder: Path, is_safe: bool) -> Iterator[subprocess.Popen[bytes]]:
    server = [
        str(find_postgres("postgres")),
        "-D",
        str(folder / "data"),
        "-k",
        str(folder),
        "-h",
        "",
    ]
    command = ["sh", "-c", KEEPER, "sh", *server, *(() if is_safe else UNSAFE)]
    with (
        open(folder / "log", "wb") as log,
        subprocess.Popen(
            command, user=ACCOUNT, cwd=folder, stdin=subprocess.PIPE, stdout=log, stderr=log
        ) as process,
    ):
        try:
            yield process
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(timeout=30)


def _wait_until_ready(server: PostgresServer, process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        try:
            return server.run("SELECT 1")
        except psycopg.OperationalError:
            if process.poll() is not None:
                break
            time.sleep(0.05)
    raise RuntimeError(f"PostgreSQL did not start: {(server.folder / 'log').read_text()}")


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
