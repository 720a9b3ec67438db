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
    "check_can_migrate",
    "check_version",
    "migrate",
    "newest_version",
    "read_version",
]

TABLES: Final = tuple(re.findall(r"CREATE TABLE (\w+)", " ".join(BASELINE)))
"""All tables except `meta`: the contents of a backup."""


def newest_version() -> int:
    """Return the schema version of this release."""
    return max([BASELINE_VERSION, *(version for version, _ in UPGRADES.values())])


def migrate(tx: Transaction) -> None:
    """Create the schema in an empty database, or migrate it to the newest version."""
    # If two processes open a new database at the same time, the second finds it migrated.
    tx.lock("schema")
    tx.define("CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT")
    found = version = read_version(tx)
    check_can_migrate(found)
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


def read_version(tx: Transaction) -> int:
    """Return a database's schema version, or 0 if it has none. The table `meta` must exist."""
    row = tx.row("SELECT value FROM meta WHERE key = 'schema'")
    if row is None:
        return 0
    if not str(row[0]).isdecimal():
        raise Unavailable(f"expected a number as the version of the database; found {row[0]!r:.40}")
    return int(row[0])


def check_can_migrate(version: int) -> None:
    """Raise Unavailable if a database of this schema version cannot be migrated."""
    newest = newest_version()
    if version > newest:
        raise Unavailable(
            f"expected a database of version {newest} or older; found version {version}, "
            "which a newer Tilewright has made: use that one"
        )
    if version not in {0, newest, BASELINE_VERSION, *UPGRADES}:
        raise Unavailable(
            f"expected a database of a released version; found version {version}, which lay between"
        )


class OutdatedSchema(Unavailable):
    """The schema is outdated and must be migrated."""


def check_version(tx: Transaction) -> None:
    """Raise Unavailable unless the schema has the newest version.

    For read-only access, which cannot migrate.
    """
    found = read_version(tx)
    check_can_migrate(found)
    if found < newest_version():
        raise OutdatedSchema(
            f"expected a database of version {newest_version()}; found version {found}: "
            "start the server once to bring it up to date"
        )


def _set_version(tx: Transaction, version: int) -> None:
    """Store the schema version."""
    tx.execute(
        "INSERT INTO meta (key, value) VALUES ('schema', ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        str(version),
    )
