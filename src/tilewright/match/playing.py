"""Wishes during the game: moves, giving up, coming back; and what time brings by itself."""

from __future__ import annotations

from tilewright.events import (
    BotSeat,
    Closed,
    Event,
    Forfeited,
    Moved,
    Person,
    Reclaimed,
    Said,
    TakenOver,
    Unsealed,
)
from tilewright.game import Action, Seat
from tilewright.match.refusals import Refused, Stale, check_readable
from tilewright.match.state import MatchState

__all__ = ["OPEN_FOR", "Playing"]

OPEN_FOR = 24 * 3600 * 1000
"""How long (ms) a table waits for players before it is given up."""


class Playing(MatchState):
    """Moves, forfeits, stand-ins, time."""

    def move(
        self, person: str, text: str, number: int, move_id: str | None, now: int
    ) -> list[Event]:
        """A person's move. No events when this very move has been made before.

        A move that comes too late is the flag that fell: its event is the forfeit."""
        if move_id is not None and (person, move_id) in self._move_ids:
            return []
        seat = self._check_turn(person, number)
        if self._is_late(now):
            return self._flag(now)
        move = self.board.format_move(self.board.parse_move(text))
        back: list[Event] = [Reclaimed(at=now, seat=seat)] if self.chairs[seat].has_stand_in else []
        made = Moved(at=now, seat=seat, move=move, author=person, move_id=move_id)
        return [*back, check_readable(made)]

    def _check_turn(self, person: str, number: int) -> Seat:
        """Whoever saw an old position is told so first: the rest follows from that."""
        self._playing_seats(person)
        self._check_number(number)
        return self._turn_of(person)

    def _turn_of(self, person: str) -> Seat:
        """The seat on which somebody may move now."""
        mine = self._playing_seats(person)
        if self.is_paused:
            raise Refused("paused", "the game is paused")
        if self.board.mover not in mine:
            raise Refused("not_your_turn", f"it is the turn of seat {self.mover}; yours: {mine}")
        return self.board.mover

    def seat_to_help(self, person: str) -> Seat:
        """The seat on which somebody may be told what a bot would play: it is their turn, and no
        other person plays for anything against them."""
        seat = self._turn_of(person)
        if self.terms.rated or self.terms.day is not None:
            kind = "rated game" if self.terms.rated else "daily deal"
            raise Refused("no_hints", f"a {kind} knows no hints")
        if any(chair.is_person and chair.owner != person for chair in self.chairs):
            raise Refused("no_hints", "expected only bots against you; other people play here")
        return seat

    def _check_number(self, number: int) -> None:
        if number != self.number:
            raise Stale(self.number, number)

    def bot_move(self, action: Action, number: int, now: int) -> list[Event]:
        """The move of the bot whose turn it is."""
        self._check_number(number)
        seat = self.mover
        if seat is None or self.bot_to_move is None:
            raise Refused("not_your_turn", "no bot is to move")
        return [Moved(at=now, seat=seat, move=self.board.format_move(action))]

    def resign(self, person: str, now: int) -> list[Event]:
        """Give up: in a game for two that is the end, in others a bot plays on and comes last."""
        seat = self._playing_seat(person)
        return self._flag(now) or [Forfeited(at=now, seat=seat, reason="resigned")]

    def disqualify(self, seat: Seat, now: int) -> list[Event]:
        """A bot broke the rules, of the game or of good manners."""
        self._check_status("running")
        self._check_seat(seat)
        chair = self.chairs[seat]
        if not isinstance(chair.who, BotSeat) or chair.forfeit is not None:
            raise Refused("no_bot", f"seat {seat}: expected a bot that has not forfeited")
        return [Forfeited(at=now, seat=seat, reason="fault")]

    def reclaim(self, person: str, now: int) -> list[Event]:
        """Take a seat back from the stand-in."""
        back = [s for s in self._playing_seats(person) if self.chairs[s].has_stand_in]
        if not back:
            raise Refused("nothing_to_reclaim", "nobody plays for you here")
        return [Reclaimed(at=now, seat=seat) for seat in back]

    def say(self, person: Person, text: str, now: int) -> list[Event]:
        if not self.terms.talk:
            raise Refused("no_talk", "there is no talk at this table")
        return [check_readable(Said(at=now, who=person, text=text))]

    # --- Time ---

    def set_presence(self, person: str, is_here: bool, now: int) -> None:
        """Somebody came or went."""
        for seat in self.seats_of(person):
            chair = self.chairs[seat]
            if is_here:
                chair.absent_since = None
            elif chair.absent_since is None:
                chair.absent_since = now

    @property
    def deadline(self) -> int | None:
        """When something happens by itself: ``tick`` then says what."""
        if self.status == "open":
            return self.changed + OPEN_FOR
        if self.status == "over":
            return self.sealed_until if self.is_sealed else None
        if self.is_paused:
            return None
        times = (self.clocks.deadline, self._patience_ends())
        return min((time for time in times if time is not None), default=None)

    def tick(self, now: int) -> list[Event]:
        """What time has brought: a flag that fell, a stand-in, an empty table given up, the end of
        a deal's day."""
        if self.deadline is None or now < self.deadline:
            return []
        if self.status == "open":
            return [Closed(at=now)]
        if self.status == "over":
            return [Unsealed(at=now)]
        return self._flag(now) or [TakenOver(at=now, seat=self.board.mover)]

    def _flag(self, now: int) -> list[Event]:
        """The forfeit of whoever should have moved by now. It comes before any other wish."""
        if not self._is_late(now):
            return []
        return [Forfeited(at=now, seat=self.board.mover, reason="time")]

    def _is_late(self, now: int) -> bool:
        return self.clocks.deadline is not None and now >= self.clocks.deadline

    def _patience_ends(self) -> int | None:
        """When the stand-in comes for a mover who is away while others wait; who has days for a
        move may be away."""
        chair = self.chairs[self.board.mover]
        grace, absent = self.terms.grace, chair.absent_since
        if chair.is_bot or absent is None or grace is None or self.terms.clock.kind == "move":
            return None
        return max(absent, self.turn_since) + grace if self._has_company() else None

    def _has_company(self) -> bool:
        """Whether somebody who plays is here. Where all have gone, nobody plays without them."""
        return any(
            chair.is_person and not chair.has_stand_in and chair.absent_since is None
            for chair in self.chairs
        )
