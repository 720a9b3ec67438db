"""``tilewright admin``: what a running server is asked to do. It looks for it once a second."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import partial
from time import monotonic, sleep
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from tilewright.cli.databases import opened_database
from tilewright.cli.options import DatabaseUrl, DataFolder

if TYPE_CHECKING:
    from tilewright.server.storage.database import Database

__all__ = ["close_table", "set_read_only", "weigh"]

PATIENCE = 5.0
"""Seconds for a server to do what it is asked for."""
LINES = 10


class Mode(StrEnum):
    ON = "on"
    OFF = "off"


def close_table(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The end of its address.")],
    data: DataFolder = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Close a table, whatever is played there.

    The game has no outcome then and is not rated; everybody there is told. A server that is not
    running does it when it starts.
    """
    from tilewright.server.storage import orders

    order = orders.CLOSE + table
    with opened_database(data, database_url, is_beside=True) as database:
        database.submit_write(partial(orders.give, order=order)).result()
        is_done = _wait(database, order)
    print(f"{table}: {'closed' if is_done else 'no server is there; it is closed when one starts'}")


def _wait(database: Database, order: str) -> bool:
    """Whether a server has done something within a while."""
    from tilewright.server.storage import orders

    end = monotonic() + PATIENCE
    while monotonic() < end:
        if order not in database.submit_read(orders.find).result():
            return True
        sleep(0.1)
    return False


def set_read_only(
    mode: Annotated[Mode, typer.Argument(metavar="on|off", help="Whether nothing may change.")],
    data: DataFolder = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Let people look but change nothing, for maintenance.

    Moves, new tables and new people are refused, with a sentence that says why. Bots wait, and no
    clock runs. It lasts until it is switched off, also when the server starts anew.
    """
    from tilewright.server.storage import orders

    change = orders.give if mode is Mode.ON else orders.withdraw
    with opened_database(data, database_url, is_beside=True) as database:
        database.submit_write(partial(change, order=orders.READ_ONLY)).result()
    print(f"read-only mode: {mode}, in a second wherever the server runs")


def weigh(data: DataFolder = None, database_url: DatabaseUrl = None) -> None:
    """Show who weighs most on the server.

    By tables that are open or played, bytes of records, sockets, bytes that they leave unread, and
    seconds of thinking since the server started.
    """
    from tilewright.server.storage import weights

    with opened_database(data, database_url, is_beside=True) as database:
        found = database.submit_read(weights.kept).result()
        for answer in _answers(database):
            for what, amounts in msgspec.json.decode(
                answer, type=dict[str, dict[str, float]]
            ).items():
                found[what] = dict(Counter(found.get(what, {})) + Counter(amounts))
        people = {person for amounts in found.values() for person in amounts}
        names = database.submit_read(partial(weights.names_of, people=people)).result()
    for line in _lines(found, names):
        print(line)


def _answers(database: Database) -> Iterable[str]:
    """What every process of a running server says, as soon as all of them had the time for it."""
    from tilewright.server.storage import orders

    database.submit_write(orders.take_answers).result()
    database.submit_write(partial(orders.give, order=orders.WEIGH)).result()
    sleep(PATIENCE / 2)
    database.submit_write(partial(orders.withdraw, order=orders.WEIGH)).result()
    return database.submit_write(orders.take_answers).result().values()


def _lines(found: dict[str, dict[str, float]], names: Mapping[str, str]) -> Iterator[str]:
    for what, amounts in found.items():
        yield f"{what}:"
        ranked = sorted(amounts.items(), key=lambda item: -item[1])[:LINES]
        yield from (f"  {amount:12,.10g}  {names.get(who, '')} ({who})" for who, amount in ranked)
