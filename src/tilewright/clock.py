"""Time to think: none kept, so much for the whole game, or so much for every move.

All times are whole milliseconds, given from outside; nothing here looks at a clock.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tilewright.game import Seat

__all__ = ["MAX_TIME", "ClockRule", "Clocks"]

MAX_TIME = 30 * 24 * 3600 * 1000
Time = Annotated[int, Meta(ge=1, le=MAX_TIME)]


class ClockRule(Struct, frozen=True, forbid_unknown_fields=True):
    """How time is kept at a table."""

    kind: Literal["none", "game", "move"] = "none"
    """``game``: ``time`` for all moves together, ``increment`` added after each; ``move``: ``time``
    for every single one, usually days."""
    time: Time = 600_000
    increment: Annotated[int, Meta(ge=0, le=MAX_TIME)] = 0


class Clocks:
    """The time that every seat has left, and whose is running."""

    __slots__ = ("left", "rule", "running", "since")

    def __init__(self, rule: ClockRule, players: int) -> None:
        self.rule = rule
        self.left = [rule.time] * players
        """As of the last stop, in ms."""
        self.running: Seat | None = None
        """The seat whose time runs."""
        self.since = 0

    def start(self, seat: Seat, now: int) -> None:
        """Let a seat's time run from now on; nobody else's."""
        self.stop(now)
        if self.rule.kind != "none":
            self.running, self.since = seat, now

    def stop(self, now: int) -> None:
        """Nobody's time runs."""
        if self.running is not None:
            self.left[self.running] = self.remaining(self.running, now)
            self.running = None

    def hold(self, gone: int, until: int) -> None:
        """What lies between counts for nobody: whose time runs has it run on from ``until``."""
        if self.running is not None and self.since < until:
            self.left[self.running] = self.remaining(self.running, gone)
            self.since = until

    def is_held(self, now: int) -> bool:
        """Whether time that should run stands still for a while."""
        return self.running is not None and now < self.since

    def moved(self, seat: Seat, now: int) -> None:
        """A move was made in time; a bot's, whose time does not run, earns nothing."""
        if self.running == seat:
            self.stop(now)
            if self.rule.kind == "game":
                self.left[seat] = min(MAX_TIME, self.left[seat] + self.rule.increment)

    def begin_turn(self, now: int) -> None:
        """The position has changed: where every move has its own time, that is whole again."""
        self.stop(now)
        if self.rule.kind == "move":
            self.left = [self.rule.time] * len(self.left)

    def remaining(self, seat: Seat, now: int) -> int:
        spent = max(0, now - self.since) if self.running == seat else 0
        return max(0, self.left[seat] - spent)

    @property
    def deadline(self) -> int | None:
        """When the time that runs now will be up."""
        return None if self.running is None else self.since + self.left[self.running]
