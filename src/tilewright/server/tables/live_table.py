"""A table in memory."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field

from tilewright.match import Match, timing

__all__ = ["LiveTable"]


@dataclass(slots=True)
class LiveTable:
    """A match, and what is known about its table besides. The match is a copy of its log."""

    id: str
    listed: bool
    invite: str
    created: int
    match: Match
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_doubtful: bool = False
    """Whether the match may differ from its log: a write failed, or is under way."""
    published: int = 0
    """How many events have been made known."""

    def __post_init__(self) -> None:
        self.published = self.match.seq

    @property
    def owners(self) -> set[str]:
        """The people who have a seat."""
        return {chair.owner for chair in self.match.chairs if chair.owner is not None}

    def may_enter(self, person: str | None, invite: str | None) -> bool:
        """Whether somebody may see this table: it is listed, theirs, or they were invited."""
        is_invited = invite is not None and self._is_invite(invite)
        return self.listed or is_invited or self.may_invite(person)

    def may_invite(self, person: str | None) -> bool:
        """Whether somebody may know the invitation: the host, and those seated or expected."""
        if person is None:
            return False
        match = self.match
        return person in (match.host, *match.reserved) or bool(match.seats_of(person))

    def _is_invite(self, text: str) -> bool:
        """Texts that are not ASCII can be compared in constant time only as bytes."""
        return secrets.compare_digest(text.encode(errors="replace"), self.invite.encode())

    def is_late(self, now: int) -> bool:
        """Whether there is something to do here, and nobody at it already."""
        deadline = timing.deadline(self.match)
        is_due = self.is_doubtful or (deadline is not None and deadline <= now)
        return is_due and not self.lock.locked()
