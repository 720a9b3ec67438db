"""Matches for tests: a table that runs commands at once, and a comparable view of a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, fields
from typing import Any

import pytest

from tilewright.bots import BOTS
from tilewright.errors import Refused
from tilewright.match import (
    Match,
    SeatState,
    apply,
    game_commands,
    lobby_commands,
    open_table,
    replay,
    timeouts,
)
from tilewright.match.clock import Clocks
from tilewright.match.events import Event, Person, Terms
from tilewright.position import Position

SECRET = bytes(range(32))
SECOND = 1_000
ANNA, BEN, CLEO = (Person(name, name.title()) for name in ("anna", "ben", "cleo"))


class Table:
    """A match with its log and a clock that moves only when a test moves it."""

    def __init__(
        self, game: str = "toy", players: int = 2, reserved: Sequence[str | None] = (), **terms: Any
    ) -> None:
        self.now = 1_000_000
        given = Terms(game=game, players=players, **terms)
        self.log = open_table(given, "anna", SECRET, self.now, reserved)
        self.match = replay(SECRET, self.log)

    def do(self, events: list[Event]) -> list[Event]:
        apply(self.match, *events)
        self.log += events
        return events

    def kinds(self) -> list[str]:
        return [str(type(event).__struct_config__.tag) for event in self.log]

    # --- Shorthands ---

    def wait(self, ms: int) -> None:
        """Advance the clock and run all events that are due."""
        self.now += ms
        self.do(timeouts.tick(self.match, self.now))

    def move(self, person: str, text: str = "take 1", move_id: str | None = None) -> list[Event]:
        match = self.match
        return self.do(game_commands.move(match, person, text, match.number, move_id, self.now))

    def bot_move(self, action: int = 0) -> list[Event]:
        return self.do(game_commands.bot_move(self.match, action, self.match.number, self.now))

    def leave(self, person: str) -> None:
        timeouts.set_presence(self.match, person, is_present=False, now=self.now)


def running(*seats: str, **terms: Any) -> Table:
    """Start a game of these people."""
    table = Table(players=len(seats), **terms)
    for seat, name in enumerate(seats):
        if name in BOTS:
            table.do(lobby_commands.seat_bot(table.match, "anna", seat, name, table.now))
        else:
            table.do(lobby_commands.sit(table.match, Person(name, name.title()), table.now, seat))
    table.do(lobby_commands.start(table.match, "anna", table.now))
    return table


def refusal(call: Callable[..., object], *args: Any, **named: Any) -> str:
    """Return the code of the refusal that a command raises."""
    with pytest.raises(Refused) as error:
        call(*args, **named)
    return error.value.code


def look(match: Match) -> dict[str, Any]:
    """Return the whole state of a match in a form that can be compared and stored."""
    names = [one.name for one in fields(match) if one.name != "absences"]  # presence is no event
    return {name: _plain(getattr(match, name)) for name in names}


def _plain(value: Any) -> Any:
    if isinstance(value, Position):
        return value.text, value.moves, value.seed, value.options
    if isinstance(value, Clocks):
        return list(value.left), value.running, value.running_since, value.rule
    if isinstance(value, list) and value and isinstance(value[0], SeatState):
        return [asdict(chair) for chair in value]
    return value.copy() if isinstance(value, list | set | dict) else value
