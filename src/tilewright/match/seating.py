"""Wishes before the game and after it: who sits where, and who sits where next time."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tilewright.events import (
    BotSeat,
    Closed,
    Event,
    Person,
    Rematched,
    Sat,
    Started,
    Stood,
    Terms,
)
from tilewright.game import Seat
from tilewright.match.refusals import Refused, check_readable
from tilewright.match.state import MatchState
from tilewright.shuffle import parse_salt

__all__ = ["Seating"]


class Seating(MatchState):
    """Coming, going, beginning; and the next game."""

    def sit(
        self, person: Person, now: int, seat: Seat | None = None, salt: str = ""
    ) -> list[Event]:
        """Take a seat: a given one, or the first that is free. Somebody may take several."""
        self._check_status("open")
        parse_salt(salt)
        allowed = self._seats_open_to(person.id)
        if seat is None:
            seat = next(iter(allowed), None)
        if seat is None:
            raise Refused("no_seat", "expected a free seat; all are taken or kept for somebody")
        self._check_seat(seat)
        if seat not in allowed:
            raise Refused("seat_taken", f"seat {seat} is taken or kept for somebody else")
        return [check_readable(Sat(at=now, seat=seat, who=person, salt=salt))]

    def _seats_open_to(self, person: str) -> list[Seat]:
        """The free seats that somebody may take, those kept for them first."""
        allowed = [seat for seat in self._free_seats() if self.reserved[seat] in (None, person)]
        return sorted(allowed, key=lambda seat: self.reserved[seat] != person)

    def _free_seats(self) -> list[Seat]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.who is None]

    def seat_bot(self, by: str, seat: Seat, name: str, now: int) -> list[Event]:
        """The host gives a free seat to a bot."""
        self._check_status("open")
        self._check_host(by)
        self._check_seat(seat)
        if self.chairs[seat].who is not None:
            raise Refused("seat_taken", f"seat {seat} is taken")
        return [check_readable(Sat(at=now, seat=seat, who=BotSeat(name)))]

    def stand(self, by: str, seat: Seat, now: int) -> list[Event]:
        """Leave a seat; the host may free any."""
        self._check_status("open")
        self._check_seat(seat)
        if by != self.host and not self.chairs[seat].belongs_to(by):
            raise Refused("not_yours", f"seat {seat} is not yours")
        if self.chairs[seat].who is None:
            raise Refused("seat_free", f"seat {seat} is free already")
        return [Stood(at=now, seat=seat)]

    def start(self, by: str, now: int, fill: str | None = None) -> list[Event]:
        """The host begins; a bot takes every seat that is still free, if one is named."""
        self._check_status("open")
        self._check_host(by)
        free = self._free_seats()
        if free and fill is None:
            raise Refused("seats_free", f"expected all seats taken; free: {free}")
        if self.terms.rated:
            self._check_rateable()
        bots = [Sat(at=now, seat=seat, who=BotSeat(fill)) for seat in free if fill is not None]
        return [*map(check_readable, bots), Started(at=now)]

    def _check_rateable(self) -> None:
        people = [chair.owner for chair in self.chairs if chair.owner is not None]
        if not people or len(set(people)) < len(people):
            raise Refused("bad_terms", "rated: expected persons, each on one seat")

    def close(self, by: str, now: int) -> list[Event]:
        """The host gives the table up before the game."""
        self._check_status("open")
        self._check_host(by)
        return [Closed(at=now)]

    def _check_host(self, person: str) -> None:
        if person != self.host:
            raise Refused("not_host", "only the host of the table may do that")

    # --- The next game ---

    def rematch(self, person: str) -> tuple[Terms, list[str | None]]:
        """The terms of the next game and who is to have which seat."""
        self._check_rematch()
        if not self.seats_of(person):
            raise Refused("not_seated", "only those who played may ask for another game")
        owners = {self._next_seat(seat): chair.owner for seat, chair in enumerate(self.chairs)}
        # The deal of a day is played once; what follows is a deal like any other.
        return replace(self.terms, day=None), [owners[seat] for seat in range(self.players)]

    def _next_seat(self, seat: Seat) -> Seat:
        """Everybody moves up by one; but a game that began in the middle begins there again, and
        what lies there is somebody's own."""
        return (seat + 1) % self.players if self.terms.start is None else seat

    def rematch_bots(self) -> Iterator[tuple[Seat, str]]:
        """Where the bots sit in the next game."""
        for seat, chair in enumerate(self.chairs):
            if isinstance(chair.who, BotSeat):
                yield self._next_seat(seat), chair.who.name

    def rematched(self, table: str, now: int) -> list[Event]:
        """The next game is at that table; there is one next game, not two."""
        self._check_rematch()
        return [check_readable(Rematched(at=now, table=table))]

    def _check_rematch(self) -> None:
        self._check_status("over")
        if self.position is None:
            raise Refused("never_begun", "expected a game that was played; this one never began")
        if self.next_table is not None:
            raise Refused("rematched", f"the next game is at table {self.next_table}")
