"""Checks the prerequisites of a server. Each finding is one line, with a remedy if necessary."""

from __future__ import annotations

import importlib.metadata
import platform
import re
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal, NamedTuple

from tilewright.dates import now_ms
from tilewright.errors import TilewrightError
from tilewright.kernel import cache_root
from tilewright.runtime.wasm_assets import is_ready, playable_games
from tilewright.server.process.web_server import check_redis_url
from tilewright.server.storage.database import Database, Unavailable, open_database
from tilewright.server.storage.database.schema import OutdatedSchema
from tilewright.server.storage.ops import read_last_heartbeat, read_wall_clock, write_probe_time
from tilewright.settings import PAGE_FOLDER, Settings
from tilewright.version import __version__

__all__ = ["Finding", "State", "run_checks"]

State = Literal["ok", "warning", "wrong"]

MIB: Final = 1 << 20
MIN_FREE_BYTES: Final = 200 * MIB
"""Less free space is an error: SQLite may need this much to checkpoint its log."""
LOW_FREE_BYTES: Final = 2048 * MIB
MAX_SKEW_MS: Final = 2_000
"""Maximum difference between this machine's clock and the database's."""
SAMPLE_SECONDS: Final = 0.2
MAX_STEP_SECONDS: Final = 0.1
"""Maximum drift of the wall clock against the monotonic clock within `SAMPLE_SECONDS`."""
LOCK_FILE: Final = Path(__file__).parents[4] / "locks" / "server.txt"
"""The packages that a release was tested with. The file exists only in a repository checkout."""


class Finding(NamedTuple):
    """The result of one check."""

    check: str
    state: State
    text: str
    """The finding, and the remedy unless it is ok, in one line."""


def run_checks(settings: Settings) -> Iterator[Finding]:
    """Run all checks in order and yield their findings. One of them makes a test write."""
    for check in CHECKS:
        try:
            state, text = check(settings)
        except TilewrightError as error:
            state, text = "wrong", str(error)
        yield Finding(check.__name__.removeprefix("check_"), state, " ".join(text.split()))


Result = tuple[State, str]


# --- The machine ----------------------------------------------------------------------------------


def check_versions(settings: Settings) -> Result:
    """Check that the installed packages have the versions of the lock file."""
    found = f"Tilewright {__version__}, Python {platform.python_version()}"
    if not LOCK_FILE.is_file():
        return "ok", found
    if others := sorted(_iter_unlocked_packages(LOCK_FILE.read_text(encoding="utf-8"))):
        names = ", ".join(others[:5]) + (" ..." if len(others) > 5 else "")
        do = "install with pip install --require-hashes -r locks/server.txt"
        return "warning", f"{found}; not the versions that were tested: {names}: {do}"
    return "ok", f"{found}, packages as in locks/server.txt"


def _iter_unlocked_packages(lock: str) -> Iterator[str]:
    """Yield each installed package, with its version, that differs from the lock file."""
    locked: dict[str, set[str]] = {}
    for name, version in re.findall(
        r"^([A-Za-z0-9_.\-]+)(?:\[.*\])?==([^\s;]+)", lock, re.MULTILINE
    ):
        locked.setdefault(name, set()).add(version)
    for name, versions in locked.items():
        try:
            found = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue  # for another platform
        if found not in versions:
            yield f"{name} {found}"


def check_disk(settings: Settings) -> Result:
    """Check the free disk space at the data folder and the kernel cache."""
    folders = [cache_root()] if settings.is_shared else [settings.data, cache_root()]
    free = {folder: free_bytes(folder) for folder in folders}
    folder, least = min(free.items(), key=lambda item: item[1])
    found = f"{least / MIB:,.0f} MiB free at {folder}"
    if least < MIN_FREE_BYTES:
        return "wrong", f"{found}: free at least {MIN_FREE_BYTES // MIB} MiB, or moves are refused"
    if least < LOW_FREE_BYTES:
        return "warning", f"{found}: free some, or move the folder"
    return "ok", found


def free_bytes(folder: Path) -> int:
    """Return the free disk space (bytes) at a folder. The folder need not exist yet."""
    return shutil.disk_usage(_nearest_existing(folder)).free


def _nearest_existing(folder: Path) -> Path:
    return next(one for one in (folder, *folder.absolute().parents) if one.exists())


def check_data(settings: Settings) -> Result:
    """Check that the data folder is writable and private."""
    if settings.is_shared:
        return "ok", "nothing is kept here: the database is a PostgreSQL"
    if problem := _write_problem(settings.data):
        do = "name another with --data, or make it yours: chown and chmod u+rwx"
        return "wrong", f"{settings.data}: {problem}: {do}"
    file = Path(settings.database)
    if file.exists() and stat.S_IMODE(file.stat().st_mode) & 0o077:
        return "warning", f"{file} can be read by others on this machine: chmod 600 {file}"
    return "ok", str(settings.data)


def _write_problem(folder: Path) -> str:
    """Return the reason why a folder is not writable, or "" if it is.

    A missing folder is tested at its nearest existing parent.
    """
    try:
        with tempfile.TemporaryFile(dir=_nearest_existing(folder)):
            return ""
    except OSError as error:
        return f"cannot be written ({error.strerror})"


def check_files(settings: Settings) -> Result:
    """Check that the page and the games' WebAssembly modules are built."""
    if not (PAGE_FOLDER / "index.html").is_file():
        return "wrong", "the page has not been built: run pip install . where the sources are"
    if missing := [game.name for game in playable_games() if not is_ready(game)]:
        names, do = ", ".join(missing), "run python -m tilewright.runtime.wasm_assets"
        return "warning", f"no module for browsers of {names}: wait for the server, or {do}"
    return "ok", f"the page, and modules of {len(playable_games())} games"


def check_cache(settings: Settings) -> Result:
    """Check that the kernel cache is writable and count its entries."""
    folder = cache_root()
    if problem := _write_problem(folder):
        do = "name a folder of your own in TILEWRIGHT_CACHE_DIR, or rules compile at every start"
        return "warning", f"{folder}: {problem}: {do}"
    count = len(list(folder.glob("*/"))) if folder.exists() else 0
    if count == 0:
        return "ok", f"{folder} is empty: the first start compiles the rules in half a minute"
    return "ok", f"{folder}, {count} entries"


# --- Database, clock, Redis, proxy ----------------------------------------------------------------


def check_database(settings: Settings) -> Result:
    """Check the database's connection and schema version, then make a test write."""
    if _has_no_database_file(settings):
        return "ok", f"{settings.database} is made at the first start"
    try:
        open_database(settings.database, read_only=True).close()
    except Unavailable as error:
        return _explain_unavailable(error)
    # The schema is current, so nothing is migrated.
    with _open_database(settings, allow_other_server=True) as database:
        database.submit_write(lambda tx: write_probe_time(tx, now_ms())).result()
        return "ok", f"{database.url}, test write done"


def _explain_unavailable(error: Unavailable) -> Result:
    """Return the finding for an unavailable database.

    It is no error if the next start of the server fixes it.
    """
    if isinstance(error.__cause__, OutdatedSchema):
        return "warning", f"{error}; make a backup before"
    if type(error.__cause__).__name__ == "UndefinedTable":
        return "ok", f"{str(error).partition(': ')[0]} is empty: the first start makes its tables"
    return "wrong", str(error)


def check_clock(settings: Settings) -> Result:
    """Compare this machine's clock with the database's clock, which game time follows."""
    read_time = read_wall_clock if settings.is_shared else read_last_heartbeat
    try:
        with _open_database(settings, read_only=True) as database:
            before, there, after = now_ms(), database.submit_read(read_time).result(), now_ms()
    except Unavailable:
        return _check_clock_steps()
    skew = min(there - before, 0) + max(there - after, 0)
    do = "let all machines keep time by NTP"
    if settings.is_shared and abs(skew) > MAX_SKEW_MS:
        return "wrong", f"the database's clock is {skew / 1000:+,.1f} s from this machine's: {do}"
    if skew > MAX_SKEW_MS:  # a database file has its last heartbeat
        return "wrong", f"the database was in use {skew / 1000:,.1f} s from now: {do}"
    return _check_clock_steps()


def _check_clock_steps() -> Result:
    """Check that the wall clock runs as fast as the monotonic clock."""
    before = _measure_clock_offset()
    time.sleep(SAMPLE_SECONDS)  # the drift is measured over this time
    drift = _measure_clock_offset() - before
    if abs(drift) > MAX_STEP_SECONDS:
        return "wrong", f"it was set by {drift:+.1f} s just now: see that one NTP client sets it"
    return "ok", "runs evenly"


def _measure_clock_offset() -> float:
    """Return the wall clock minus the monotonic clock (s). It is the best of 5 readings."""
    readings = [(time.monotonic(), time.time(), time.monotonic()) for _ in range(5)]
    before, wall, after = min(readings, key=lambda one: one[2] - one[0])
    return wall - (before + after) / 2


def check_redis(settings: Settings) -> Result:
    """Check that Redis answers, if a URL is configured."""
    if not settings.redis_url:
        return "ok", "none is named, and one server alone needs none"
    check_redis_url(settings)
    return "ok", "it answers"


def check_proxy(settings: Settings) -> Result:
    """Check that the public URL uses TLS and is set together with trusted proxies."""
    if not settings.public_url:
        return "ok", "no public address: pages are served at the server's own"
    if not settings.trusted_proxies:
        do = "name the proxy's address with --trusted-proxies, or all visitors share its limits"
        return "warning", f"{settings.public_url} without trusted proxies: {do}"
    if not settings.is_https:
        do = "let the proxy speak TLS and name https://, or cookies can be read on the way"
        return "warning", f"{settings.public_url}: {do}"
    return "ok", f"{settings.public_url}, from {', '.join(settings.trusted_proxies)}"


def _has_no_database_file(settings: Settings) -> bool:
    return not settings.is_shared and not Path(settings.database).exists()


@contextmanager
def _open_database(settings: Settings, **options: bool) -> Iterator[Database]:
    """Open the configured database for the duration of the context."""
    database = open_database(settings.database, **options)
    try:
        yield database
    finally:
        database.close()


CHECKS: Final[tuple[Callable[[Settings], Result], ...]] = (
    check_versions,
    check_files,
    check_cache,
    check_data,
    check_disk,
    check_database,
    check_clock,
    check_redis,
    check_proxy,
)
