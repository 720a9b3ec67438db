"""The state of a match as data, and what can be read off it. Only ``folding`` changes it.

Thousands of them wait in a server: sets that are empty at most tables are one and the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from tilewright.clock import Clocks
from tilewright.days import end_of_day
from tilewright.errors import Code, Refused
from tilewright.events import Ask, BotSeat, ChanceRule, Terms, Unrated
from tilewright.forfeits import Forfeit, places_after
from tilewright.game import Seat
from tilewright.match.chair import Chair
from tilewright.position import Outcome, Position
from tilewright.shuffle import Shuffle, parse_salt

__all__ = ["Match", "Status"]

Status = Literal["open", "running", "over"]


@dataclass(eq=False, slots=True)
class Match:
    """A table after so many events."""

    secret: bytes = field(repr=False)
    """What the deal comes from, with everybody's bytes."""
    terms: Terms
    host: str
    commitment: str
    reserved: list[str | None]
    """Who alone may take which seat."""
    chairs: list[Chair]
    clocks: Clocks
    chance: ChanceRule = "seed"
    """Where chance comes from."""
    is_quick: bool = False
    """Whether it is for whoever comes, and begins by itself."""
    origin: Position | None = None
    """What a match at one screen begins with; None where the secret deals."""
    seq: int = 0
    number: int = 0
    status: Status = "open"
    position: Position | None = None
    movers: list[Seat] = field(default_factory=list)
    """Whose move each ply was."""
    forfeits: list[Seat] = field(default_factory=list)
    """In the order in which they gave up."""
    asked: tuple[Ask, Seat] | None = None
    agreed: frozenset[str] = frozenset()
    """Who has said yes to what was asked."""
    is_paused: bool = False
    is_closed: bool = False
    """Whether it was given up: there is no outcome, though it is over."""
    is_sealed: bool = False
    """Whether what it hides stays hidden though it is over."""
    next_table: str | None = None
    unrated: Unrated | None = None
    """Why it is not rated, though that was agreed."""
    stood_in: frozenset[Seat] = frozenset()
    """The seats of persons for whom a stand-in has moved."""
    changed: int = 0
    """When the last event happened."""
    ended: int = 0
    """When it was over."""
    said: dict[str, int] = field(default_factory=dict)
    """How many lines of talk are whose."""
    turn_since: int = 0
    move_ids: dict[tuple[str, str], int] = field(default_factory=dict)
    """By author and id: the event that a client's move became."""

    @property
    def players(self) -> int:
        return len(self.chairs)

    @property
    def is_local(self) -> bool:
        """Whether it is played at one screen, and nothing was promised about its deal."""
        return self.origin is not None

    @property
    def is_over(self) -> bool:
        return self.status == "over"

    @property
    def is_revealed(self) -> bool:
        """Whether everything about it may be shown to everybody."""
        return self.is_over and not self.is_sealed

    @property
    def sealed_until(self) -> int | None:
        """When the day of its deal is over; None unless a daily deal."""
        return None if self.terms.day is None else end_of_day(self.terms.day)

    @property
    def mover(self) -> Seat | None:
        """The seat to move; None unless the game is running."""
        return self.board.mover if self.status == "running" else None

    @property
    def board(self) -> Position:
        """The position of a game that has begun."""
        if self.position is None:
            raise Refused(Code.NOT_RUNNING, "the game has not begun")
        return self.position

    @property
    def bot_to_move(self) -> str | None:
        """The name of the bot that has to move now, if one has."""
        seat = self.mover
        if seat is None or self.is_paused or not (chair := self.chairs[seat]).is_bot:
            return None
        if isinstance(chair.who, BotSeat) and chair.forfeit is None:
            return chair.who.full_name
        return self.terms.stand_in

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it goes on, or when it never began."""
        if not self.is_over or self.is_closed or self.position is None:
            return None
        return places_after(self.position.standing(), self.forfeits)

    @property
    def reasons(self) -> tuple[Forfeit, ...]:
        """The forfeits with their reasons."""
        chairs = ((seat, self.chairs[seat].forfeit) for seat in self.forfeits)
        return tuple((seat, reason) for seat, reason in chairs if reason is not None)

    @property
    def shuffle(self) -> Shuffle:
        """What decides the deal. Secret until the end."""
        return Shuffle(self.secret, tuple(parse_salt(chair.salt) for chair in self.chairs))

    def seats_of(self, person: str) -> list[Seat]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.owner == person]

    def seen_as(self, person: str | None) -> Seat | None:
        """The seat whose view somebody gets: their own, at one screen that of whose turn it is;
        None for a spectator."""
        mine = self.seats_of(person) if person else []
        if self.mover in mine:
            return self.mover
        return mine[0] if mine else None

    @property
    def said_by_spectators(self) -> int:
        """Lines of talk of those who have no seat."""
        seated = {chair.owner for chair in self.chairs}
        return sum(count for person, count in self.said.items() if person not in seated)

    def seq_of_move(self, author: str, move_id: str) -> int | None:
        """The event that a client's move became, if it has become one."""
        return self.move_ids.get((author, move_id))
