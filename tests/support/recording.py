"""People who play at real servers; what they sent, were answered and read is recorded."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from histories import Log, MoveCall, Outage, Read, check_history
from tilewright.client import Client, Live, Lost
from tilewright.errors import Code, Refused, TilewrightError
from tilewright.match.events import parse_event
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Transaction, open_database
from waiting import LIMIT_SECONDS
from walks import REAL_GAMES

GAME = next(game.name for game in REAL_GAMES if 2 in game.players)

__all__ = ["Histories", "check_logs", "play"]

T = TypeVar("T")

PATIENCE_SECONDS = 4 * LIMIT_SECONDS
"""A limit for a run that hangs. It decides nothing: a busy machine has taken minutes."""
WRONG_EVERY = 9
"""Interval of moves that are preceded by one that the server must refuse."""
LOOK_EVERY = 4
"""Interval of moves after which the table is read over HTTP."""
CLOCK = {"kind": "game", "time": 3_600_000}


@dataclass
class Histories:
    """The calls of all clients, by table, and the number of acknowledged moves."""

    wanted: int
    people: int
    calls: defaultdict[str, list[MoveCall | Read]] = field(
        default_factory=lambda: defaultdict(list)
    )
    outages: list[Outage] = field(default_factory=list)
    """Intervals in which no server was up."""
    count: int = 0
    changed: threading.Condition = field(default_factory=threading.Condition)
    failures: list[BaseException] = field(default_factory=list)
    is_done: bool = False

    def add(self, table: str, call: MoveCall | Read) -> None:
        with self.changed:
            self.calls[table].append(call)
            if isinstance(call, MoveCall) and call.seq is not None:
                self.count += 1
                self.is_done |= self.count >= self.wanted
                self.changed.notify_all()

    def fail(self, error: BaseException) -> None:
        with self.changed:
            self.failures.append(error)
            self.is_done = True
            self.changed.notify_all()

    def wait_for(self, count: int) -> None:
        with self.changed:
            self.changed.wait_for(lambda: self.count >= count or self.failures)
            assert not self.failures

    def finish(self) -> None:
        self.is_done = True


class Player:
    """A client at a table, with all that it sent and received there."""

    def __init__(self, client: Client, live: Live, histories: Histories) -> None:
        self.client, self.live, self.histories = client, live, histories
        assert live.person is not None
        self.person = live.person
        self.known = 0
        self.moved = -1
        """Number of the position in which it moved last."""

    @property
    def is_to_move(self) -> bool:
        return self.live.is_my_turn and self.live.info.number > self.moved

    def move(self) -> None:
        """Move in a way that follows from the position; sometimes try a wrong move before."""
        view = self.live.view
        assert view is not None and view.moves
        if view.number % WRONG_EVERY == 0:
            self.send("no such move", f"{view.number}-wrong")
        self.send(view.moves[view.number * 7 % len(view.moves)], f"{view.number}")
        self.moved = view.number
        self.hear()
        if view.number % LOOK_EVERY == 0:
            look(self.client, self.person, self.live.table, self.histories)

    def send(self, text: str, move_id: str) -> None:
        """Send a move until it is answered; without an answer its outcome is unknown."""
        call = partial(MoveCall, client=self.person, move_id=move_id, move=text)
        sent = time.monotonic()
        try:
            seq = self.live.move(text, move_id)
        except Lost:
            self.histories.add(self.live.table, call(sent=sent))
            raise
        except TilewrightError as refusal:
            if refusal.code == Code.UNAVAILABLE:
                raise
            done = call(sent=sent, answered=time.monotonic(), refusal=str(refusal.code))
            self.histories.add(self.live.table, done)
        else:
            done = call(sent=sent, answered=time.monotonic(), seq=seq)
            self.histories.add(self.live.table, done)
            while self.live.info.seq < seq:  # the answer comes first, the position after it
                self.live.wait()

    def hear(self) -> None:
        """Record what the server has sent since."""
        live, now = self.live, time.monotonic()
        new = {numbered.seq: numbered.event for numbered in live.events[self.known :]}
        self.known += len(new)
        view = live.view if live.view and live.view.number == live.info.number else None
        read = Read(
            client=self.person,
            sent=now,
            answered=now,
            seq=live.info.seq,
            events=new,
            seat=view.seat if view else None,
            position=view.position if view else None,
            is_pushed=True,
        )
        self.histories.add(live.table, read)

    def wait(self) -> None:
        """Wait for news of the table."""
        self.live.wait()
        self.hear()


def look(client: Client, person: str, table: str, histories: Histories) -> None:
    """Read a table over HTTP; a server that is down is not asked again."""
    sent = time.monotonic()
    try:
        shown = client.table(table)
    except (Lost, Refused):
        return
    read = Read(
        client=person,
        sent=sent,
        answered=time.monotonic(),
        seq=shown.info.seq,
        seat=shown.view.seat if shown.view else None,
        position=shown.view.position if shown.view else None,
    )
    histories.add(table, read)


def play(urls: list[str], number: int, histories: Histories) -> None:
    """Play one game after the other: alone on both seats, against a bot, against another client.

    The other client, and one that looks on, come to the next server.
    """
    try:
        with ExitStack() as stack:
            here, there = urls[number % len(urls)], urls[(number + 1) % len(urls)]
            clients = [stack.enter_context(Client(url)) for url in (here, there, there)]
            ids = [
                insist(partial(client.guest, f"Person {number}-{n}")).id
                for n, client in enumerate(clients)
            ]
            games = number
            while not histories.is_done:
                games += 1
                play_game(clients, ids[-1], games % 3, histories)
    except BaseException as error:
        histories.fail(error)


def play_game(clients: list[Client], watcher: str, kind: int, histories: Histories) -> None:
    host, guest, spectator = clients
    table = open_game(host, guest if kind == 2 else None, has_bot=kind == 1)
    with ExitStack() as stack:
        playing = [host, guest] if kind == 2 else [host]
        lives = [client.play(table, patience=PATIENCE_SECONDS) for client in playing]
        players = [
            Player(client, stack.enter_context(live), histories)
            for client, live in zip(playing, lives, strict=True)
        ]
        for player in players:
            player.hear()
        while not histories.is_done:
            latest = max(lives, key=lambda live: live.seq)
            if latest.is_over:
                break
            mover = players[latest.info.mover or 0] if kind == 2 else players[0]
            if mover.is_to_move:
                mover.move()
                if mover.moved % LOOK_EVERY == 1:
                    look(spectator, watcher, table, histories)
            else:
                mover.wait()


def open_game(host: Client, guest: Client | None, *, has_bot: bool) -> str:
    """Open a table and start the game; ask again while a server is down."""
    bots = {1: "random"} if has_bot else {}
    table = insist(lambda: host.open_table(GAME, 2, bots=bots, clock=CLOCK)).info.id

    def start() -> None:
        info = host.table(table).info
        if info.status == "open":
            if info.chairs[1].who is None:
                (guest or host).sit(table, 1)
            host.start(table)

    insist(start)
    return table


def insist(call: Callable[[], T]) -> T:
    """Repeat a call while the server, or its database, is down."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return call()
        except (Lost, Refused):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)  # the server says nothing while it is away


def check_logs(database_url: str, histories: Histories) -> None:
    """Compare the history of every table with its log."""
    database = open_database(database_url)
    found: list[str] = []
    try:
        for table, calls in histories.calls.items():
            log = database.submit_read(partial(read_log, table=table)).result()
            faults = check_history(calls, log, histories.outages)
            found += [f"{table}: {fault.kind}: {fault.found}" for fault in faults]
    finally:
        database.close()
    assert not found, "\n".join(found)


def read_log(tx: Transaction, table: str) -> Log:
    row = store.find(tx, table)
    assert row is not None, table
    rows = store.list_events(tx, table_id=table, after=0)
    return Log([(one.seq, parse_event(one.data)) for one in rows], row.secret)
