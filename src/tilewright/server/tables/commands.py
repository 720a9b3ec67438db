"""Executes commands at tables: check, apply to a copy, append to the log, replace, publish.

Every change to a table goes through ``execute``, one command at a time. A command is checked and
returns events. They are applied to a copy of the match and appended to the log. Then the copy
replaces the match, and the events are published. So a match in memory contains committed events
only, and a failed or cancelled commit needs no rollback. If another process committed first, the
match is reloaded from the log, and the command is checked again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from tilewright.errors import Code, Refused
from tilewright.match import Match, apply, game_commands, proposals
from tilewright.match.events import Event, Forfeited, Moved, Person
from tilewright.server.audience.subscriptions import EventsMessage, publish_events
from tilewright.server.background import TaskSet
from tilewright.server.monitoring import DurationHistogram
from tilewright.server.pubsub import Bus
from tilewright.server.storage import tables
from tilewright.server.storage.database import Conflict, Database, Transaction
from tilewright.server.tables.cache import LiveTable, TableCache, to_event_rows, to_table_index
from tilewright.server.tables.game_end import apply_game_end
from tilewright.server.tables.game_time import GameTime
from tilewright.server.tables.publisher import TablePublisher
from tilewright.server.tables.sync import TableSync, number_events
from tilewright.wire.messages import (
    AnswerRequest,
    AskRequest,
    MoveRequest,
    ReclaimRequest,
    ResignRequest,
    ResumeRequest,
    SayRequest,
    TableRequest,
)

__all__ = [
    "COMMANDS",
    "Command",
    "CommandResult",
    "MoveReceipt",
    "TableCommands",
    "command_for",
    "make_move",
]

Command = Callable[[Match, int], list[Event]]
"""A command: `(match, now) -> events`. Raises if it is not allowed."""

MAX_ATTEMPTS = 5
"""Maximum number of attempts per command if other processes commit first."""


@dataclass(frozen=True)
class CommandResult:
    """The result of a committed command."""

    table: LiveTable
    events: list[Event]
    seq: int
    """The table's number of events after the command."""


class TableCommands:
    """Executes commands at tables. Belongs to one event loop."""

    def __init__(
        self,
        database: Database,
        bus: Bus,
        cache: TableCache,
        publisher: TablePublisher,
        sync: TableSync,
        time: GameTime,
        tasks: TaskSet,
    ) -> None:
        self._database, self._bus, self._cache = database, bus, cache
        self._publisher, self._sync, self._time, self._tasks = publisher, sync, time, tasks
        self.num_moves = 0
        """Moves made through this process, by people and bots."""
        self.num_bot_moves = 0
        self.move_seconds = DurationHistogram()
        """Time from receiving a move on a socket to its commit."""

    async def execute(self, table_id: str, command: Command) -> CommandResult:
        """Execute a command, and return when it is committed.

        It goes on even if the caller is cancelled.
        """
        return await asyncio.shield(self._tasks.spawn(self.execute_inline(table_id, command)))

    async def execute_inline(self, table_id: str, command: Command) -> CommandResult:
        """Execute a command in the caller's task. This is faster than `execute`.

        If the caller is cancelled during the commit, the events are published at the next tick.
        """
        self._time.check_writable()
        return await self._execute(table_id, command)

    async def freeze_clock(self, table: LiveTable) -> None:
        """Freeze a table's clock for past outages and commit that, even in read-only mode."""
        if self._time.clock_freeze_events(table.match, 0):
            await asyncio.shield(self._tasks.spawn(self._execute(table.id, _do_nothing)))

    async def _execute(self, table_id: str, command: Command) -> CommandResult:
        """Execute a command while holding the table's lock."""
        table = await self._cache.get_or_load(table_id)
        async with table.lock:
            return await self._execute_locked(table, command)

    async def _execute_locked(self, table: LiveTable, command: Command) -> CommandResult:
        """Execute a command and retry after conflicts. The caller must hold the table's lock."""
        for _ in range(MAX_ATTEMPTS):
            match = table.match
            # Clocks of machines differ, but time within a log must not go backwards.
            now = max(self._time.now(), match.changed_at)
            await self._time.ensure_heartbeat(now)
            frozen = self._time.clock_freeze_events(match, now)
            events = frozen or command(match, now)
            if not events:
                return CommandResult(table, [], match.seq)
            after = match.copy()
            apply(after, *events)
            try:
                await self._append(table, after, events)
            except Conflict:
                await self._sync.reload(table)
                continue
            self._publisher.replace_match(table, after, number_events(match.seq, events), now)
            if not frozen:
                return CommandResult(table, events, after.seq)
        raise Refused(Code.CONFLICT, "the table is changing too fast; try again")

    async def _append(self, table: LiveTable, new_match: Match, events: list[Event]) -> None:
        """Append events to a table's log and publish them to other processes.

        Args:
            table: The table before the events.
            new_match: Its match after the events.
            events: The events to append.

        Raises:
            Conflict: Another process committed first.
        """
        before, was_over = table.match.seq, table.match.is_over
        rows, index = to_event_rows(before, events), to_table_index(new_match, events)
        has_ended = new_match.outcome is not None and not was_over

        def append_events(tx: Transaction) -> None:
            tables.append(tx, table.id, before, rows, index)
            if has_ended:
                apply_game_end(tx, table.id, new_match)

        try:
            await self._database.write(append_events)
        except Conflict:
            raise
        except BaseException:
            self._sync.reload_soon(table.id)  # the events may be in the log
            raise
        publish_events(self._bus, table.id, EventsMessage(before, events))
        self._count_moves(events)

    def _count_moves(self, events: list[Event]) -> None:
        """Add the moves among `events` to the counters."""
        moves = [event for event in events if isinstance(event, Moved)]
        self.num_moves += len(moves)
        self.num_bot_moves += sum(event.author is None for event in moves)


def _do_nothing(match: Match, now: int) -> list[Event]:
    """Return no events."""
    return []


# --- Player commands, over HTTP or the socket -----------------------------------------------------

PlayerCommand = Callable[[Match, Person, Any, int], list[Event]]
"""Handles a player's request: `(match, person, request, now) -> events`."""

COMMANDS: Final[dict[type[TableRequest], PlayerCommand]] = {
    MoveRequest: lambda match, person, request, now: game_commands.move(
        match, person.id, request.move, request.number, request.move_id, now
    ),
    AskRequest: lambda match, person, request, now: proposals.propose(
        match, person.id, request.what, now
    ),
    AnswerRequest: lambda match, person, request, now: proposals.answer(
        match, person.id, request.yes, now
    ),
    ResumeRequest: lambda match, person, request, now: proposals.resume(match, person.id, now),
    ResignRequest: lambda match, person, request, now: game_commands.resign(match, person.id, now),
    ReclaimRequest: lambda match, person, request, now: game_commands.reclaim(
        match, person.id, now
    ),
    SayRequest: lambda match, person, request, now: game_commands.chat(
        match, person, request.text, now
    ),
}
"""The command for each type of request."""


def command_for(request: TableRequest, person: Person) -> Command:
    """Return the match command that executes `request` for a person."""
    handle = COMMANDS[type(request)]
    return lambda match, now: handle(match, person, request, now)


class MoveReceipt(NamedTuple):
    """A committed move."""

    table: LiveTable
    seq: int
    """The number of the move's event. Repeated requests get the same number."""


async def make_move(
    execute: Callable[[str, Command], Awaitable[CommandResult]],
    request: MoveRequest,
    player: Person,
) -> MoveReceipt:
    """Play a person's move. A repeated request gets the same receipt.

    Args:
        execute: `TableCommands.execute` or `execute_inline`.
        request: The move.
        player: The player.

    Raises:
        Stale: The position has changed since the client saw it.
        Refused: The move is not allowed, or came too late and forfeited the game.
    """
    result = await execute(request.table, command_for(request, player))
    if any(isinstance(event, Forfeited) for event in result.events):
        raise Refused(Code.TIME, "your time was up before this move")
    seq = result.table.match.seq_of_move(player.id, request.move_id)
    return MoveReceipt(result.table, result.seq if seq is None else seq)
