"""The schema version, and the migration of a database when it is opened."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from tilewright.server.storage.database.base import Transaction, Unavailable
from tilewright.server.storage.database.migrations import BASELINE, BASELINE_VERSION, UPGRADES

__all__ = [
    "TABLES",
    "UPGRADES",
    "OutdatedSchema",
    "check_known",
    "check_version",
    "find_version",
    "migrate",
    "newest_version",
]

TABLES: Final = tuple(re.findall(r"CREATE TABLE (\w+)", " ".join(BASELINE)))
"""All tables except `meta`: the contents of a backup."""


def newest_version() -> int:
    """Return the schema version that this release uses."""
    return max([BASELINE_VERSION, *(version for version, _ in UPGRADES.values())])


def migrate(tx: Transaction) -> None:
    """Create the schema in an empty database, or migrate it to the newest version."""
    # If two processes open a new database at the same time, the second finds it migrated.
    tx.lock("schema")
    tx.define("CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT")
    found = version = find_version(tx)
    check_known(found)
    if version == 0:
        _run_statements(tx, BASELINE)
        version = BASELINE_VERSION
    while version in UPGRADES:
        version, steps = UPGRADES[version]
        _run_statements(tx, steps)
    if found < version:
        _set_version(tx, version)


def _run_statements(tx: Transaction, steps: Iterable[str]) -> None:
    for statement in steps:
        tx.define(statement)


def find_version(tx: Transaction) -> int:
    """Return a database's schema version; 0 if it has none. The table `meta` must exist."""
    row = tx.row("SELECT value FROM meta WHERE key = 'schema'")
    if row is None:
        return 0
    if not str(row[0]).isdecimal():
        raise Unavailable(f"expected a number as the version of the database; found {row[0]!r:.40}")
    return int(row[0])


def check_known(found: int) -> None:
    """Raise Unavailable for a schema version that cannot be migrated."""
    newest = newest_version()
    if found > newest:
        raise Unavailable(
            f"expected a database of version {newest} or older; found version {found}, "
            "which a newer Tilewright has made: use that one"
        )
    if found not in {0, newest, BASELINE_VERSION, *UPGRADES}:
        raise Unavailable(
            f"expected a database of a released version; found version {found}, which lay between"
        )


class OutdatedSchema(Unavailable):
    """The schema is outdated, and must be migrated."""


def check_version(tx: Transaction) -> None:
    """Raise Unavailable unless the schema is up to date. For read-only access."""
    found = find_version(tx)
    check_known(found)
    if found < newest_version():
        raise OutdatedSchema(
            f"expected a database of version {newest_version()}; found version {found}: "
            "start the server once to bring it up to date"
        )


def _set_version(tx: Transaction, version: int) -> None:
    tx.execute(
        "INSERT INTO meta (key, value) VALUES ('schema', ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        str(version),
    )
