"""The schema: the tables there are, and how a database is brought up to date when it is opened."""

from __future__ import annotations

from tilewright.server.storage.database import Transaction, Unavailable
from tilewright.server.storage.database.migrations import MIGRATIONS

__all__ = ["MIGRATIONS", "TABLES", "check_version", "find_version", "migrate"]

# The newest version's tables and columns, each primary key first: what a backup holds.
TABLES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "tables": (
        ("id",),
        (
            *("game", "players", "status", "listed", "host", "secret", "invite", "created"),
            *("updated", "seq", "number", "mover_id", "deadline", "bot_due"),
            *("lease_until", "lease_by", "summary"),
        ),
    ),
    "events": (("table_id", "seq"), ("at", "kind", "author", "move_id", "data")),
    "seats": (("table_id", "seat"), ("person",)),
    "people": (("id",), ("name", "kind", "created", "seen")),
    "accounts": (("person",), ("login", "password")),
    "sessions": (("token_hash",), ("person", "kind", "label", "created", "seen", "expires")),
    "ratings": (("subject", "game", "players"), ("mu", "sigma", "games")),
    "rating_changes": (
        ("table_id", "seat"),
        ("subject", "mu_before", "sigma_before", "mu_after", "sigma_after"),
    ),
    "outages": (("gone",), ("back",)),
    "rating_pairs": (("one", "other"), ("heat", "at")),
    "records": (("id",), ("person", "game", "text", "created")),
    "deals": (
        ("id",),
        (
            *("game", "day", "setup", "secret", "chance", "created"),
            *("par_place", "par_score", "par_margin", "par_line"),
        ),
    ),
    "deal_plays": (
        ("deal", "person"),
        (
            *("table_id", "seat", "ranked", "at", "place", "score", "margin", "line"),
            *("adjusted", "error"),
        ),
    ),
    "evenings": (("id",), ("name", "host", "deals", "created", "closed")),
    "evening_people": (("evening", "person"), ("at",)),
    "mail": (("person",), ("address", "language", "token", "asked", "confirmed")),
    "turn_mails": (("table_id",), ("number", "tries", "next_try")),
    "puzzle_tries": (("person", "game", "puzzle"), ("is_right", "rating", "at")),
    "puzzle_shifts": (("game", "puzzle"), ("shift", "tries")),
}


def migrate(tx: Transaction, to: int | None = None) -> None:
    """Bring the schema to a version, the newest unless told; what was done before is kept."""
    # Two processes may open a new database at once: the second waits, and finds nothing to do.
    tx.lock("schema")
    tx.define("CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT")
    found, wanted = find_version(tx), len(MIGRATIONS) if to is None else to
    check_not_newer(found)
    for statement in (sql for steps in MIGRATIONS[found:wanted] for sql in steps):
        tx.define(statement)
    if found < wanted:
        _set_version(tx, wanted)


def find_version(tx: Transaction) -> int:
    """The version of the schema; 0 where nothing is there yet. Expects the meta table."""
    row = tx.row("SELECT value FROM meta WHERE key = 'schema'")
    return int(row[0]) if row else 0


def check_not_newer(found: int) -> None:
    if found > len(MIGRATIONS):
        raise Unavailable(
            f"expected a database of version {len(MIGRATIONS)} or older; found version {found}, "
            "which a newer Tilewright has made: use that one"
        )


def check_version(tx: Transaction) -> None:
    """For those who read only: the schema must be exactly this program's."""
    found = find_version(tx)
    check_not_newer(found)
    if found < len(MIGRATIONS):
        raise Unavailable(
            f"expected a database of version {len(MIGRATIONS)}; found version {found}: "
            "start the server once to bring it up to date"
        )


def _set_version(tx: Transaction, version: int) -> None:
    tx.execute(
        "INSERT INTO meta (key, value) VALUES ('schema', ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        str(version),
    )
