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
    """Time control of a table.

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
    """Milliseconds added after each of a person's moves, if ``kind`` is ``game``."""


class Clocks:
    """The remaining time of each seat, and which seat's clock is running.

    This class only measures time. ``tilewright.match.timeouts`` turns an expired clock into an
    event.

    Args:
        rule: The time control.
        players: Number of seats.

    Attributes:
        rule: The time control.
        left: Time (ms) left when the clock last stopped, by seat.
        running: The seat whose clock is running; None if all clocks are stopped.
        running_since: Time (ms) from which the running clock counts; in the future while frozen.

    Examples:
        >>> from tilewright.match.clock import ClockRule, Clocks
        >>> clocks = Clocks(ClockRule(kind="game", time=60_000, increment=2_000), players=2)
        >>> clocks.start(0, now=1_000)
        >>> clocks.deadline
        61000
        >>> clocks.end_move(0, now=11_000)
        >>> clocks.left
        [52000, 60000]
    """

    __slots__ = ("left", "rule", "running", "running_since")

    def __init__(self, rule: ClockRule, players: int) -> None:
        self.rule = rule
        self.left = [rule.time] * players
        self.running: Seat | None = None
        self.running_since = 0

    def copy(self) -> Clocks:
        """Return an independent copy."""
        twin = Clocks(self.rule, len(self.left))
        twin.left, twin.running, twin.running_since = (
            list(self.left),
            self.running,
            self.running_since,
        )
        return twin

    def start(self, seat: Seat, now: int) -> None:
        """Start the clock of `seat` and stop the others."""
        self.stop(now)
        if self.rule.kind != "none":
            self.running, self.running_since = seat, now

    def stop(self, now: int) -> None:
        """Stop the running clock."""
        if self.running is not None:
            self.left[self.running] = self.remaining(self.running, now)
            self.running = None

    def freeze(self, start: int, end: int) -> None:
        """Exclude the time from `start` to `end` (ms) from the running clock."""
        if self.running is not None and self.running_since < end:
            self.left[self.running] = self.remaining(self.running, start)
            self.running_since = end

    def is_frozen(self, now: int) -> bool:
        """Return True if the running clock is frozen at `now`."""
        return self.running is not None and now < self.running_since

    def end_move(self, seat: Seat, now: int) -> None:
        """Stop the clock of `seat` after its move and add the increment.

        A bot's clock does not run, so its moves earn no increment.
        """
        if self.running == seat:
            self.stop(now)
            if self.rule.kind == "game":
                self.left[seat] = min(MAX_TIME_MS, self.left[seat] + self.rule.increment)

    def begin_turn(self, now: int) -> None:
        """Reset all clocks for a new turn, if the limit is per move."""
        self.stop(now)
        if self.rule.kind == "move":
            self.left = [self.rule.time] * len(self.left)

    def remaining(self, seat: Seat, now: int) -> int:
        """Return the time (ms) left for a seat at `now`, at least 0."""
        spent = max(0, now - self.running_since) if self.running == seat else 0
        return max(0, self.left[seat] - spent)

    @property
    def deadline(self) -> int | None:
        """Time (ms) at which the running clock expires. None if no clock is running."""
        return None if self.running is None else self.running_since + self.left[self.running]
