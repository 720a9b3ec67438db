"""``tilewright admin``: people and their accounts, and a dashboard, for whoever runs a club."""

from __future__ import annotations

import json
from functools import partial
from typing import Annotated

import typer

from tilewright.cli.databases import opened_database
from tilewright.cli.options import DatabaseUrl, DataFolder

__all__ = ["print_dashboard", "remove_person", "reset_password"]

Login = Annotated[str, typer.Argument(metavar="LOGIN", help="What they log in with.")]


def reset_password(login: Login, data: DataFolder = None, database_url: DatabaseUrl = None) -> None:
    """Give somebody a new password, who has forgotten theirs.

    It is printed once; all their sessions and tokens end. An SQLite file can be written by one
    process at a time: stop the server before.
    """
    from tilewright.server.people import administration

    with opened_database(data, database_url, read_only=False) as database:
        password = administration.reset_password(database, login)
    print(f"{login}: the new password is {password}")


def remove_person(
    login: Login,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    data: DataFolder = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Forget somebody for good: name, login, sessions and tokens.

    Their seats stay, so that the others' games do. An SQLite file can be written by one process
    at a time: stop the server before.
    """
    from tilewright.server.people import administration
    from tilewright.server.storage.tables import tables_naming
    from tilewright.server.tables.forgetting import forget_at

    if not yes:
        typer.confirm(f"Forget {login} for good?", abort=True)
    with opened_database(data, database_url, read_only=False) as database:
        person = administration.find_owner(database, login)
        administration.remove_person(database, login)
        for table in database.submit_read(partial(tables_naming, person=person)).result():
            database.submit_write(partial(forget_at, table_id=table, person=person)).result()
    print(f"{login}: forgotten")


def print_dashboard() -> None:
    """Print a dashboard for Grafana, over what a server tells Prometheus.

    Import it there, and choose your Prometheus when asked.
    """
    from tilewright.server.monitoring.dashboard import make_dashboard

    print(json.dumps(make_dashboard(), indent=2))
