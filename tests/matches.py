"""Matches for tests: a table where wishes come true at once, and what one can see of a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, fields
from typing import Any

import pytest

from tilewright.bots import BOTS
from tilewright.clock import Clocks
from tilewright.errors import Refused
from tilewright.events import Event, Person, Terms
from tilewright.match import (
    Chair,
    Match,
    apply,
    fold,
    open_table,
    playing,
    seating,
    timing,
)
from tilewright.position import Position

SECRET = bytes(range(32))
SECOND = 1_000
ANNA, BEN, CLEO = (Person(name, name.title()) for name in ("anna", "ben", "cleo"))


class Table:
    """A match with its log and a clock that only moves when told to."""

    def __init__(
        self, game: str = "toy", players: int = 2, reserved: Sequence[str | None] = (), **terms: Any
    ) -> None:
        self.now = 1_000_000
        given = Terms(game=game, players=players, **terms)
        self.log = open_table(given, "anna", SECRET, self.now, reserved)
        self.match = fold(SECRET, self.log)

    def do(self, events: list[Event]) -> list[Event]:
        apply(self.match, *events)
        self.log += events
        return events

    def kinds(self) -> list[str]:
        return [str(type(event).__struct_config__.tag) for event in self.log]

    # --- Shorthands ---

    def wait(self, ms: int) -> None:
        """Let time pass and bring what it brings."""
        self.now += ms
        self.do(timing.tick(self.match, self.now))

    def move(self, person: str, text: str = "take 1", move_id: str | None = None) -> list[Event]:
        match = self.match
        return self.do(playing.move(match, person, text, match.number, move_id, self.now))

    def bot_move(self, action: int = 0) -> list[Event]:
        return self.do(playing.bot_move(self.match, action, self.match.number, self.now))

    def leave(self, person: str) -> None:
        timing.set_presence(self.match, person, is_here=False, now=self.now)


def running(*seats: str, **terms: Any) -> Table:
    """A game that has begun, with these persons and bots."""
    table = Table(players=len(seats), **terms)
    for seat, name in enumerate(seats):
        if name in BOTS:
            table.do(seating.seat_bot(table.match, "anna", seat, name, table.now))
        else:
            table.do(seating.sit(table.match, Person(name, name.title()), table.now, seat))
    table.do(seating.start(table.match, "anna", table.now))
    return table


def refusal(call: Callable[..., object], *args: Any, **named: Any) -> str:
    """The code of the refusal that a wish meets with."""
    with pytest.raises(Refused) as error:
        call(*args, **named)
    return error.value.code


def look(match: Match) -> dict[str, Any]:
    """Everything that a match knows, in a form that can be compared and kept."""
    return {one.name: _plain(getattr(match, one.name)) for one in fields(match)}


def _plain(value: Any) -> Any:
    if isinstance(value, Position):
        return value.text, value.moves, value.seed, value.options
    if isinstance(value, Clocks):
        return list(value.left), value.running, value.since, value.rule
    if isinstance(value, list) and value and isinstance(value[0], Chair):
        # Whether somebody is there is no event.
        return [asdict(chair) | {"absent_since": None} for chair in value]
    return value.copy() if isinstance(value, list | set | dict) else value
