"""Thinking time: no limit, a budget for the whole game, or a limit for each move.

All times are whole milliseconds passed in by the caller; nothing here reads a clock.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tilewright.game import Seat

MAX_TIME_MS = 30 * 24 * 3600 * 1000
Time = Annotated[int, Meta(ge=1, le=MAX_TIME_MS)]


class ClockRule(Struct, frozen=True, forbid_unknown_fields=True):
    """Limit of thinking time at a table.

    Examples:
        >>> from tilewright.match.clock import ClockRule
        >>> blitz = ClockRule(kind="game", time=300_000, increment=3_000)  # 5 min + 3 s
        >>> correspondence = ClockRule(kind="move", time=3 * 24 * 3600 * 1000)  # 3 days
    """

    kind: Literal["none", "game", "move"] = "none"
    """``none``: no limit; ``game``: ``time`` for all moves together, plus ``increment`` after each;
    ``move``: ``time`` for each move, usually days."""
    time: Time = 600_000
    """Milliseconds, 1 to 30 days."""
    increment: Annotated[int, Meta(ge=0, le=MAX_TIME_MS)] = 0
    """Milliseconds added after each move of a person, if ``kind`` is ``game``."""


class Clocks:
    """The time left for each seat, and the seat whose clock runs.

    Thinking time is counted here. ``tilewright.match.timeouts`` turns a clock at zero into an
    event.

    Args:
        rule: Limit of thinking time.
        players: Number of seats.

    Attributes:
        rule: Limit of thinking time.
        left: Time (ms) left at the last stop, by seat.
        running: The seat whose clock runs; None if all stand still.
        since: Time (ms) from which the running clock counts; in the future while it is frozen.

    Examples:
        >>> from tilewright.match.clock import ClockRule, Clocks
        >>> clocks = Clocks(ClockRule(kind="game", time=60_000, increment=2_000), players=2)
        >>> clocks.start(0, now=1_000)
        >>> clocks.deadline
        61000
        >>> clocks.moved(0, now=11_000)
        >>> clocks.left
        [52000, 60000]
    """

    __slots__ = ("left", "rule", "running", "since")

    def __init__(self, rule: ClockRule, players: int) -> None:
        self.rule = rule
        self.left = [rule.time] * players
        self.running: Seat | None = None
        self.since = 0

    def copy(self) -> Clocks:
        """Return an independent copy."""
        twin = Clocks(self.rule, len(self.left))
        twin.left, twin.running, twin.since = list(self.left), self.running, self.since
        return twin

    def start(self, seat: Seat, now: int) -> None:
        """Run the clock of `seat` from now on; stop all others."""
        self.stop(now)
        if self.rule.kind != "none":
            self.running, self.since = seat, now

    def stop(self, now: int) -> None:
        """Stop the clock that runs."""
        if self.running is not None:
            self.left[self.running] = self.remaining(self.running, now)
            self.running = None

    def freeze(self, gone: int, until: int) -> None:
        """Do not count the time from `gone` to `until` (ms) for the clock that runs."""
        if self.running is not None and self.since < until:
            self.left[self.running] = self.remaining(self.running, gone)
            self.since = until

    def is_frozen(self, now: int) -> bool:
        """Return True if a clock should run but is frozen at `now`."""
        return self.running is not None and now < self.since

    def moved(self, seat: Seat, now: int) -> None:
        """Stop the clock of `seat` after its move and add the increment.

        A bot's clock does not run, so its moves earn no increment.
        """
        if self.running == seat:
            self.stop(now)
            if self.rule.kind == "game":
                self.left[seat] = min(MAX_TIME_MS, self.left[seat] + self.rule.increment)

    def begin_turn(self, now: int) -> None:
        """Reset all clocks for a new turn if each move has its own time."""
        self.stop(now)
        if self.rule.kind == "move":
            self.left = [self.rule.time] * len(self.left)

    def remaining(self, seat: Seat, now: int) -> int:
        """Return the time (ms) left for a seat at `now`, at least 0."""
        spent = max(0, now - self.since) if self.running == seat else 0
        return max(0, self.left[seat] - spent)

    @property
    def deadline(self) -> int | None:
        """Time (ms) at which the clock that runs reaches zero; None if none runs."""
        return None if self.running is None else self.since + self.left[self.running]
