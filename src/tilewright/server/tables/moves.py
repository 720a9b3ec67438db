"""Moves of people, whichever way they come: over HTTP or over the socket."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from tilewright.errors import Code, Refused
from tilewright.events import Event, Forfeited
from tilewright.match import Match, playing
from tilewright.server.tables.live_table import LiveTable
from tilewright.server.tables.service import Done, Wish
from tilewright.wire.tables import Move

__all__ = ["Made", "make_move"]

Do = Callable[[str, Wish], Awaitable[Done]]


class Made(NamedTuple):
    """A move that is on disk."""

    table: LiveTable
    seq: int
    """The number of the event that it became, when it was made first."""


async def make_move(do: Do, table_id: str, person: str, move: Move) -> Made:
    """Play a move for somebody, by one of the two ways of ``Tables`` to do things. Raises ``Stale``
    when the position has changed since they saw it, and refuses what came after the flag: its event
    is the forfeit."""

    def wish(match: Match, now: int) -> list[Event]:
        return playing.move(match, person, move.move, move.number, move.move_id, now)

    done = await do(table_id, wish)
    if any(isinstance(event, Forfeited) for event in done.events):
        raise Refused(Code.TIME, "your time was up before this move")
    seq = done.table.match.seq_of_move(person, move.move_id)
    return Made(done.table, done.seq if seq is None else seq)
