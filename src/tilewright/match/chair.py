"""A seat of a table."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.events import BotSeat, Occupant, Person
from tilewright.forfeits import ForfeitReason

__all__ = ["Chair"]


@dataclass(slots=True)
class Chair:
    """One seat of a table and who has it."""

    who: Occupant | None = None
    salt: str = ""
    has_stand_in: bool = False
    forfeit: ForfeitReason | None = None
    since: int = 0
    """The event by which its owner came."""
    absent_since: int | None = None
    """Since when its owner has been away; known only while the match is in memory."""

    @property
    def owner(self) -> str | None:
        """The identity of the person who sits here."""
        return self.who.id if isinstance(self.who, Person) else None

    @property
    def is_bot(self) -> bool:
        """Whether a bot makes the moves just now."""
        return isinstance(self.who, BotSeat) or self.has_stand_in or self.forfeit is not None

    @property
    def is_person(self) -> bool:
        """Whether a person plays here and has not given up."""
        return isinstance(self.who, Person) and self.forfeit is None

    def belongs_to(self, person: str) -> bool:
        return self.owner == person
