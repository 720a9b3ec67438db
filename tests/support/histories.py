"""Check what clients of one table saw against its log.

Clients record each call: when it was sent, when it was answered and what the answer was.
``check_history`` compares that with the log that the database holds afterwards and returns the
faults, each with a kind:

    gap          the numbers of the log are not 1, 2, 3 ...
    lost         an acknowledged move is not in the log
    moved        an acknowledged move is another event than the one it was acknowledged as
    doubled      a move is in the log twice
    refused      a move that was refused is in the log
    invented     the log holds a move of a client that the client never sent
    reordered    a move stands before one that was answered before it was sent
    future       a read shows a move that was sent after it was answered
    backwards    a client read an older state than it knew already
    told         a client was told another event than the log holds
    hidden       a view is not what its seat may see
    clock        a seat was charged for time in which the server was away

Moves of one table form a linearisable history if the order of the log agrees with the order in
which calls were sent and answered: the log itself is the linearisation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from tilewright.game import Seat
from tilewright.match import Match, apply, replay
from tilewright.match.events import Event, Forfeited, Moved
from tilewright.server.storage.ops import OUTAGE_AFTER_MS

__all__ = ["Fault", "Log", "MoveCall", "Read", "check_history"]


@dataclass(frozen=True, kw_only=True)
class Call:
    """A call of a client; times in seconds, on one clock for all clients."""

    client: str
    """The identity of the person."""
    sent: float
    answered: float = inf
    """Infinite without an answer: the outcome is unknown."""


@dataclass(frozen=True, kw_only=True)
class MoveCall(Call):
    """A move, with all attempts to send it."""

    move_id: str
    move: str
    seq: int | None = None
    """Number of the event that it was acknowledged as."""
    refusal: str | None = None
    """Code of its refusal."""


@dataclass(frozen=True, kw_only=True)
class Read(Call):
    """The state of the table that a client was sent: an update, a resume, an HTTP response."""

    seq: int
    events: Mapping[int, Event] = field(default_factory=dict)
    """The events that came with it, by number."""
    seat: Seat | None = None
    """Seat of the view that came with it; None for a spectator."""
    position: str | None = None
    """Text of that view; None without one."""
    is_pushed: bool = False
    """True if the server pushed it on a socket: it may be older than an answer over HTTP."""


class Log(NamedTuple):
    """The log of a table as the database holds it."""

    rows: Sequence[tuple[int, Event]]
    secret: bytes


class Fault(NamedTuple):
    """A way in which history and log disagree."""

    kind: str
    found: str


Outage = tuple[int, int]
"""Interval in which the server was down, in ms since 1970."""


def check_history(
    history: Iterable[MoveCall | Read], log: Log, outages: Sequence[Outage] = ()
) -> list[Fault]:
    """Return the faults of a table's history; an empty list if it is right.

    Args:
        history: The calls of all clients, in any order.
        log: The rows of the database after the last call.
        outages: Intervals in which the whole server was down. The product counts silence of more
            than ``OUTAGE_AFTER_MS`` as an outage; shorter ones are charged to the mover.
    """
    history = list(history)
    moves = [call for call in history if isinstance(call, MoveCall)]
    reads = [call for call in history if isinstance(call, Read)]
    faults = [*_check_numbers(log)]
    if faults:
        return faults
    faults += _check_moves(moves, log)
    faults += _check_order(moves, log)
    faults += _check_reads(moves, reads, log)
    faults += _check_views_and_clocks(reads, log, outages)
    return faults


def _check_numbers(log: Log) -> Iterator[Fault]:
    found = [seq for seq, _ in log.rows]
    if found != list(range(1, len(found) + 1)):
        yield Fault("gap", f"numbers {found}")


# --- Moves ----------------------------------------------------------------------------------------

Key = tuple[str, str]
"""Author and id of a move."""


def _made(log: Log) -> dict[Key, tuple[int, Moved]]:
    return {
        (event.author, event.move_id): (seq, event)
        for seq, event in log.rows
        if isinstance(event, Moved) and event.author and event.move_id
    }


def _key(call: MoveCall) -> Key:
    return call.client, call.move_id


def _check_moves(moves: Sequence[MoveCall], log: Log) -> Iterator[Fault]:
    """Find acknowledged moves that are missing or elsewhere, doubled, refused, invented ones."""
    made = _made(log)
    keys = Counter(
        (event.author, event.move_id)
        for _, event in log.rows
        if isinstance(event, Moved) and event.move_id
    )
    yield from (
        Fault("doubled", f"{key}, {count} times") for key, count in keys.items() if count > 1
    )
    sent = {_key(call): call.move for call in moves}
    acknowledged = {_key(call) for call in moves if call.seq is not None}
    for call in moves:
        seq, _ = made.get(_key(call), (None, None))
        if call.seq is not None and seq is None:
            yield Fault("lost", f"{_key(call)}, acknowledged as event {call.seq}")
        elif call.seq is not None and seq != call.seq:
            yield Fault("moved", f"{_key(call)}: acknowledged as {call.seq}; found {seq}")
        elif call.refusal and seq is not None and _key(call) not in acknowledged:
            yield Fault("refused", f"{_key(call)}: refused with {call.refusal}; found {seq}")
    clients = {call.client for call in moves}
    for (author, move_id), (seq, event) in made.items():
        if author in clients and sent.get((author, move_id)) != event.move:
            yield Fault("invented", f"event {seq}: {event.move} of {author} as {move_id}")


def _check_order(moves: Sequence[MoveCall], log: Log) -> Iterator[Fault]:
    """Find moves that stand before one that was answered before they were sent."""
    answered_by = inf
    for seq, call in sorted(_placed(moves, log), key=lambda item: item[0], reverse=True):
        if call.sent > answered_by:
            yield Fault("reordered", f"event {seq} was sent after a later one was answered")
        if call.seq is not None:
            answered_by = min(answered_by, call.answered)


def _placed(moves: Sequence[MoveCall], log: Log) -> list[tuple[int, MoveCall]]:
    """Return the moves in the log, each with its number there."""
    made = _made(log)
    return [(made[_key(call)][0], call) for call in moves if _key(call) in made]


# --- Reads ----------------------------------------------------------------------------------------


def _check_reads(moves: Sequence[MoveCall], reads: Sequence[Read], log: Log) -> Iterator[Fault]:
    """Find reads that differ from the log, or are older than what their client knew."""
    rows = dict(log.rows)
    sent_at = {seq: call.sent for seq, call in _placed(moves, log)}
    for read in reads:
        if not 0 <= read.seq <= len(rows):
            yield Fault("told", f"state {read.seq} of {len(rows)} to {read.client}")
        for seq, event in read.events.items():
            if rows.get(seq) != event:
                yield Fault("told", f"event {seq} to {read.client}: {event}; found {rows.get(seq)}")
        late = [seq for seq, sent in sent_at.items() if seq <= read.seq and sent > read.answered]
        if late:
            yield Fault("future", f"state {read.seq} to {read.client} holds {late}, sent later")
    yield from _check_backwards(moves, reads)


def _check_backwards(moves: Sequence[MoveCall], reads: Sequence[Read]) -> Iterator[Fault]:
    """Find reads older than what their client had been sent: of requests, by any way; of pushes,
    by push."""
    for client in {read.client for read in reads}:
        told = [read for read in reads if read.client == client]
        known = [(one.answered, one.seq, one.is_pushed) for one in told]
        known += [
            (move.answered, move.seq, False)
            for move in moves
            if move.client == client and move.seq is not None
        ]
        for read in told:
            before = max(
                (
                    seq
                    for when, seq, is_pushed in known
                    if when < read.sent and (is_pushed or not read.is_pushed)
                ),
                default=0,
            )
            if read.seq < before:
                yield Fault("backwards", f"{client} read {read.seq} after {before}")


# --- Views and clocks -----------------------------------------------------------------------------


def _check_views_and_clocks(
    reads: Sequence[Read], log: Log, outages: Sequence[Outage]
) -> Iterator[Fault]:
    """Replay the log; compare each view with the position after so many events."""
    views: dict[int, list[Read]] = {}
    for read in reads:
        if read.position is not None:
            views.setdefault(read.seq, []).append(read)
    events = [event for _, event in log.rows]
    match = replay(log.secret, events[:1])
    turn = _Turn.of(match, events[0].at)
    for event in events[1:]:
        yield from turn.check(match, event, outages)
        before = match.number, match.clocks.running
        apply(match, event)
        if (match.number, match.clocks.running) != before:
            turn = _Turn.of(match, event.at)
        for read in views.get(match.seq, []):
            yield from _check_view(match, read)


def _check_view(match: Match, read: Read) -> Iterator[Fault]:
    if read.seat != match.viewer_seat(read.client):
        yield Fault("hidden", f"event {match.seq}: {read.client} got the view of seat {read.seat}")
        return
    seen = match.board if match.is_revealed else match.board.view(read.seat)
    if seen.text != read.position:
        yield Fault("hidden", f"event {match.seq}: seat {read.seat} was shown {read.position}")


class _Turn(NamedTuple):
    """A running clock: its seat, since when it runs, and its reading then."""

    seat: Seat | None
    since: int
    left: int

    @classmethod
    def of(cls, match: Match, now: int) -> _Turn:
        seat = match.clocks.running
        return cls(seat, now, 0 if seat is None else match.clocks.left[seat])

    def check(self, match: Match, event: Event, outages: Sequence[Outage]) -> Iterator[Fault]:
        """Compare the time charged for a move or a flag fall with the time the server was up."""
        is_flag = isinstance(event, Forfeited) and event.reason == "time"
        if self.seat is None or not (is_flag or isinstance(event, Moved)):
            return
        charged = self.left - match.clocks.remaining(self.seat, event.at)
        away = sum(
            max(0, min(event.at, back) - max(self.since, gone))
            for gone, back in outages
            if back - gone > OUTAGE_AFTER_MS
        )
        if charged > event.at - self.since - away:
            yield Fault(
                "clock",
                f"event {match.seq + 1}: seat {self.seat} was charged {charged} ms of "
                f"{event.at - self.since} ms, {away} ms of them without a server",
            )
