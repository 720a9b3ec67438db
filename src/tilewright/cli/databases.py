"""The database that a command names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.errors import InvalidOption

if TYPE_CHECKING:
    from tilewright.server.settings import Settings
    from tilewright.server.storage.database import Database

__all__ = ["opened_database", "settings_from"]


@contextmanager
def opened_database(
    data: Path | None, url: str | None, *, read_only: bool = False, is_beside: bool = False
) -> Iterator[Database]:
    """The database that a command names, or the one that the environment or the default does;
    ``is_beside``: a server may go on using it."""
    from tilewright.server.storage.database import open_database

    settings = settings_from({"data": data, "database_url": url})
    database = open_database(settings.database, read_only=read_only, is_beside=is_beside)
    try:
        yield database
    finally:
        database.close()


def settings_from(given: dict[str, Any]) -> Settings:
    """Settings from the options that were given; the environment decides the others."""
    from tilewright.server.settings import Settings, as_variables

    chosen = {name: value for name, value in given.items() if value is not None}
    if "data" in chosen and "database_url" in chosen:
        raise InvalidOption("expected --data or --database-url; found both")
    if "data" in chosen:
        chosen["database_url"] = ""  # whatever the environment says
    return Settings.from_environment(os.environ | as_variables(chosen))
