"""``tilewright admin``, ``backup`` and ``restore``: commands for the operator of a server."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.cli.options import open_chosen_database, takes_database
from tilewright.cli.output import progress_line
from tilewright.dates import now_ms
from tilewright.errors import TilewrightError
from tilewright.settings import Settings

if TYPE_CHECKING:
    from tilewright.server.storage.database import Database

Login = Annotated[str, typer.Argument(metavar="LOGIN", help="Login of the account.")]


@takes_database
def reset_password(settings: Settings, login: Login) -> None:
    """Set a new random password for a person.

    It is printed once. All sessions and tokens of that person end, and open sockets close within 30
    s. The server may keep running.
    """
    from tilewright.server.accounts import service as accounts

    with open_chosen_database(settings, allow_other_server=True) as database:
        password = accounts.reset_password(database, login)
    print(f"{login}: the new password is {password}")


@takes_database
def remove_person(
    settings: Settings,
    login: Login,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete a person: name, login, sessions and tokens.

    Their seats remain, because the games of other players need them. The server may keep running.
    This cannot be undone.
    """
    from tilewright.server.accounts import service as accounts
    from tilewright.server.storage import ops
    from tilewright.server.storage.tables import list_tables_mentioning
    from tilewright.server.tables.name_changes import anonymize_table

    if not yes:
        typer.confirm(f"Forget {login} for good?", abort=True)
    with open_chosen_database(settings, allow_other_server=True) as database:
        person = accounts.get_account_id(database, login)
        accounts.delete_account(database, login)
        for table in database.submit_read(
            partial(list_tables_mentioning, person_id=person)
        ).result():
            database.submit_write(
                partial(anonymize_table, table_id=table, person_id=person)
            ).result()
            database.submit_write(
                partial(ops.add_request, request=ops.RELOAD_PREFIX + table)
            ).result()
    print(f"{login}: forgotten")


# --- Requests to a running server, which polls them once per second -------------------------------

REQUEST_TIMEOUT = 5.0
"""Seconds to wait for a server to process a request."""


class Mode(StrEnum):
    """Read-only mode: on or off."""

    ON = "on"
    OFF = "off"


@takes_database
def close_table(
    settings: Settings,
    table: Annotated[
        str, typer.Argument(metavar="TABLE", help="Id of the table: the end of its address.")
    ],
) -> None:
    """Close a table, even during a game.

    The game gets no outcome and no rating; its viewers are notified. If the server is not running,
    it closes the table when it starts.
    """
    from tilewright.server.storage import ops

    order = ops.CLOSE_PREFIX + table
    with open_chosen_database(settings, allow_other_server=True) as database:
        database.submit_write(partial(ops.add_request, request=order)).result()
        is_done = _wait_for_request(database, order)
    print(f"{table}: {'closed' if is_done else 'no server is there; it is closed when one starts'}")


def _wait_for_request(database: Database, request: str) -> bool:
    """Return True once a server has executed `request`, or False after a timeout."""
    from tilewright.server.storage import ops

    end = monotonic() + REQUEST_TIMEOUT
    while monotonic() < end:
        if request not in database.submit_read(ops.list_requests).result():
            return True
        sleep(0.1)
    return False


@takes_database
def set_read_only(
    settings: Settings,
    mode: Annotated[
        Mode, typer.Argument(metavar="on|off", help="on: refuse changes. off: allow them again.")
    ],
) -> None:
    """Switch read-only mode on or off, for maintenance.

    In read-only mode, moves, new tables and new accounts are refused with an explanation. Bots
    wait, and no clock runs. The mode lasts until you switch it off, even if the server restarts.
    """
    from tilewright.server.storage import ops

    change = ops.add_request if mode is Mode.ON else ops.remove_request
    with open_chosen_database(settings, allow_other_server=True) as database:
        database.submit_write(partial(change, request=ops.READ_ONLY)).result()
    print(f"read-only mode: {mode}, in a second wherever the server runs")


# --- tilewright backup, tilewright restore --------------------------------------------------------


@takes_database
def backup(
    settings: Settings,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; a new one.")],
) -> None:
    """Back up the server's database to one file.

    The server may keep running. The file can be restored to SQLite and to PostgreSQL. It contains
    secrets: protect it like the database itself.
    """
    from tilewright.server.storage.backup import write_backup

    if file.exists():
        raise TilewrightError(f"{file} exists already: name a new file")
    with (
        open_chosen_database(settings, read_only=True) as database,
        progress_line("{}: {:,} rows saved") as show,
    ):
        work = database.submit_read(lambda tx: write_backup(tx, file, now_ms(), show))
        try:
            counts = work.result()
        except OSError as error:
            raise TilewrightError(f"cannot write {file}: {error}") from error
    print(f"{file}: {_format_counts(counts)} from {database.url}")


@takes_database
def restore(
    settings: Settings,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `backup` has written.")],
) -> None:
    """Restore a backup to an empty database. If it fails, the database stays empty."""
    from tilewright.server.storage.backup import check_backup
    from tilewright.server.storage.backup import restore as restore_backup

    check_backup(file)  # before a database is made for it
    with (
        open_chosen_database(settings, read_only=False) as database,
        progress_line("{}: {:,} rows restored") as show,
    ):
        counts = database.submit_write(lambda tx: restore_backup(tx, file, show)).result()
    print(f"{database.url}: {_format_counts(counts)} from {file}")


def _format_counts(counts: Mapping[str, int]) -> str:
    total = sum(counts.values())
    return f"{total:,} rows, {counts['tables']:,} tables with {counts['events']:,} events"
