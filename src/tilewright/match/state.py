"""The state of a match: the fold of its events, and what can be read off it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from tilewright.clock import Clocks
from tilewright.days import end_of_day
from tilewright.events import (
    Answered,
    Ask,
    Asked,
    BotSeat,
    Closed,
    Event,
    Forfeited,
    Moved,
    Opened,
    Paused,
    Reclaimed,
    Rematched,
    Resumed,
    Said,
    Sat,
    Started,
    Stood,
    TakenOver,
    Terms,
    Undone,
    Unsealed,
)
from tilewright.forfeits import Forfeit, places_after
from tilewright.game import Seat
from tilewright.match.chair import Chair
from tilewright.match.dealing import deal
from tilewright.match.refusals import Refused
from tilewright.position import Outcome, Position
from tilewright.shuffle import Shuffle, parse_salt

__all__ = ["MatchState", "Status"]

Status = Literal["open", "running", "over"]


class MatchState:
    """What is known after so many events."""

    terms: Terms
    host: str
    commitment: str
    reserved: list[str | None]
    clocks: Clocks

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self.seq = 0
        self.number = 0
        self.status: Status = "open"
        self.chairs: list[Chair] = []
        self.position: Position | None = None
        self.movers: list[Seat] = []
        """Whose move each ply was."""
        self.forfeits: list[Seat] = []
        """In the order in which they gave up."""
        self.asked: tuple[Ask, Seat] | None = None
        self.agreed: set[str] = set()
        """Who has said yes to what was asked."""
        self.is_paused = False
        self.is_sealed = False
        """Whether what it hides stays hidden though it is over."""
        self.next_table: str | None = None
        self.changed = 0
        """When the last event happened."""
        self.turn_since = 0
        self._move_ids: dict[tuple[str, str], int] = {}

    # --- Looking at it ---

    @property
    def players(self) -> int:
        return len(self.chairs)

    @property
    def is_over(self) -> bool:
        return self.status == "over"

    @property
    def is_open(self) -> bool:
        """Whether everything about it may be shown to everybody."""
        return self.is_over and not self.is_sealed

    @property
    def sealed_until(self) -> int | None:
        """When the day of its deal is over; None where it is nobody's day."""
        return None if self.terms.day is None else end_of_day(self.terms.day)

    @property
    def mover(self) -> Seat | None:
        """The seat to move; None unless the game is running."""
        return self.board.mover if self.status == "running" else None

    @property
    def board(self) -> Position:
        """The position of a game that has begun."""
        if self.position is None:
            raise Refused("not_running", "the game has not begun")
        return self.position

    @property
    def bot_to_move(self) -> str | None:
        """The name of the bot that has to move now, if one has."""
        if self.mover is None or self.is_paused or not self.chairs[self.mover].is_bot:
            return None
        chair = self.chairs[self.mover]
        if isinstance(chair.who, BotSeat) and chair.forfeit is None:
            return chair.who.name
        return self.terms.stand_in

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it goes on, or when it never began."""
        if not self.is_over or self.position is None:
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
        return [seat for seat, chair in enumerate(self.chairs) if chair.belongs_to(person)]

    def seen_as(self, person: str | None) -> Seat | None:
        """The seat whose view somebody gets: their own, at one screen that of whose turn it is;
        None for a spectator."""
        mine = self.seats_of(person) if person else []
        if self.mover in mine:
            return self.mover
        return mine[0] if mine else None

    def seq_of_move(self, author: str, move_id: str) -> int | None:
        """The event that a client's move became, if it has become one."""
        return self._move_ids.get((author, move_id))

    # --- Checks that all wishes share ---

    def _check_status(self, status: Status) -> None:
        if self.status != status:
            raise Refused(
                f"not_{status}", f"expected a table that is {status}; it is {self.status}"
            )

    def _check_seat(self, seat: Seat) -> None:
        if not 0 <= seat < self.players:
            raise Refused("no_seat", f"seat: expected 0 to {self.players - 1}; found {seat}")

    def _playing_seats(self, person: str) -> list[Seat]:
        """The seats of somebody in a running game that they have not given up; at least one."""
        self._check_status("running")
        mine = [seat for seat in self.seats_of(person) if self.chairs[seat].forfeit is None]
        if not mine:
            raise Refused("not_seated", "you have no seat in this game")
        return mine

    def _playing_seat(self, person: str) -> Seat:
        """One of them; at one screen the one whose turn it is."""
        mine = self._playing_seats(person)
        return self.board.mover if self.board.mover in mine else mine[0]

    # --- Events ---

    def apply(self, *events: Event) -> None:
        """Let these happen."""
        for event in events:
            _HANDLERS[type(event)](self, event)
            self.seq += 1
            self.changed = event.at
            if self.status != "open":
                self._wind_clocks(event.at)

    def _wind_clocks(self, now: int) -> None:
        """Let the time of whoever has to move run, if it is a person's."""
        seat = self.mover
        if seat is None or self.is_paused or self.chairs[seat].is_bot:
            self.clocks.stop(now)
        elif self.clocks.running != seat:
            self.clocks.start(seat, now)

    def _opened(self, event: Opened) -> None:
        self.terms, self.host, self.commitment = event.terms, event.host, event.commitment
        self.chairs = [Chair() for _ in range(event.terms.players)]
        self.reserved = list(event.reserved) or [None] * event.terms.players
        self.clocks = Clocks(event.terms.clock, event.terms.players)
        self.is_sealed = event.terms.day is not None

    def _sat(self, event: Sat) -> None:
        self.chairs[event.seat] = Chair(event.who, event.salt)

    def _stood(self, event: Stood) -> None:
        self.chairs[event.seat] = Chair()

    def _started(self, event: Started) -> None:
        """Deal, if the secret is the one that was promised: another would be another game."""
        shuffle = self.shuffle
        shuffle.check(self.commitment, shuffle.seed)
        self._deal(deal(self.terms, shuffle.seed))
        self.turn_since = event.at

    def _deal(self, position: Position) -> None:
        self.position = position
        self.number += 1
        self.status = "over" if position.is_over else "running"

    def _closed(self, event: Closed) -> None:
        self.status = "over"

    def _moved(self, event: Moved) -> None:
        self.clocks.moved(event.seat, event.at)
        self.board.play(event.move)
        self.movers.append(event.seat)
        if event.author is not None and event.move_id is not None:
            self._move_ids[event.author, event.move_id] = self.seq + 1
        self._position_changed(event.at)

    def _undone(self, event: Undone) -> None:
        self.position = self.board.after(len(self.board.actions) - event.moves)
        del self.movers[-event.moves :]
        self._position_changed(event.at)

    def _position_changed(self, now: int) -> None:
        self.number += 1
        self.turn_since = now
        self.asked = None
        self.clocks.begin_turn(now)
        if self.board.is_over:
            self.status = "over"

    def _asked(self, event: Asked) -> None:
        self.asked, self.agreed = (event.what, event.seat), set()

    def _answered(self, event: Answered) -> None:
        owner = self.chairs[event.seat].owner
        if event.yes and owner is not None:
            self.agreed.add(owner)
        else:
            self.asked = None

    def _paused(self, event: Paused) -> None:
        self.is_paused, self.asked = True, None

    def _resumed(self, event: Resumed) -> None:
        self.is_paused, self.turn_since = False, event.at

    def _forfeited(self, event: Forfeited) -> None:
        """The end, unless two are still in it and a person is among them."""
        self.chairs[event.seat].forfeit = event.reason
        self.forfeits.append(event.seat)
        self.asked = None
        if self.players - len(self.forfeits) < 2 or not any(c.is_person for c in self.chairs):
            self.status = "over"

    def _taken_over(self, event: TakenOver) -> None:
        """Nobody waits for the consent of somebody who is away."""
        self.chairs[event.seat].has_stand_in = True
        self.asked = None

    def _reclaimed(self, event: Reclaimed) -> None:
        chair = self.chairs[event.seat]
        chair.has_stand_in, chair.absent_since = False, None

    def _said(self, event: Said) -> None:
        """Words change nothing."""

    def _unsealed(self, event: Unsealed) -> None:
        self.is_sealed = False

    def _rematched(self, event: Rematched) -> None:
        self.next_table = event.table


_HANDLERS: dict[type[Any], Callable[[MatchState, Any], None]] = {
    Opened: MatchState._opened,
    Sat: MatchState._sat,
    Stood: MatchState._stood,
    Started: MatchState._started,
    Closed: MatchState._closed,
    Moved: MatchState._moved,
    Undone: MatchState._undone,
    Asked: MatchState._asked,
    Answered: MatchState._answered,
    Paused: MatchState._paused,
    Resumed: MatchState._resumed,
    Forfeited: MatchState._forfeited,
    TakenOver: MatchState._taken_over,
    Reclaimed: MatchState._reclaimed,
    Said: MatchState._said,
    Unsealed: MatchState._unsealed,
    Rematched: MatchState._rematched,
}
