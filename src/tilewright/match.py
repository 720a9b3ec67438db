"""One running match: seats, clocks, consent, stand-ins. No input or output, no clock of its own.

A match is the fold of its events. A wish (``move``, ``resign``, ``ask`` ...) is checked and
answered with the events it leads to; nothing has changed until they are applied:

    events = match.move("anna", "7@1,0", number=3, move_id="a1", now=now)
    store(events)                  # the server writes them down first
    match.apply(*events)

``seq`` counts events. ``number`` counts changes of the position (the deal, moves, undos): whoever
wishes to move says which number they saw, so that nobody moves on a position that is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tilewright.clock import Clocks
from tilewright.errors import TilewrightError
from tilewright.events import (
    Answered,
    Ask,
    Asked,
    BotSeat,
    Closed,
    Event,
    Forfeited,
    Moved,
    Occupant,
    Opened,
    Paused,
    Person,
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
)
from tilewright.game import Action, Seat
from tilewright.position import Outcome, Position
from tilewright.registry import get_game
from tilewright.shuffle import Shuffle, commit, parse_salt

__all__ = ["Chair", "Match", "Refused", "Stale", "places_after"]

Status = Literal["open", "running", "over"]
OPEN_FOR = 24 * 3600 * 1000
"""How long (ms) a table waits for players before it is given up."""


class Refused(TilewrightError):
    """A wish that cannot be granted now. ``code`` is stable, for programs."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


class Stale(Refused):
    """A move for a position that is gone."""

    def __init__(self, expected: int, found: int) -> None:
        super().__init__("stale", f"expected state number {expected}; found {found}")


@dataclass
class Chair:
    """One seat of a table and who has it."""

    who: Occupant | None = None
    salt: str = ""
    has_stand_in: bool = False
    forfeit: Literal["resigned", "time"] | None = None
    absent_since: int | None = None
    """Since when its owner has been away; known only while the match is in memory."""

    @property
    def is_bot(self) -> bool:
        """Whether a bot makes the moves just now."""
        return isinstance(self.who, BotSeat) or self.has_stand_in or self.forfeit is not None

    @property
    def is_person(self) -> bool:
        """Whether a person plays here and has not given up."""
        return isinstance(self.who, Person) and self.forfeit is None

    def belongs_to(self, person: str) -> bool:
        return isinstance(self.who, Person) and self.who.id == person


class Match:
    """A table from its opening to its end."""

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
        self.agreed: set[Seat] = set()
        self.is_paused = False
        self.next_table: str | None = None
        self.changed = 0
        """When the last event happened."""
        self.turn_since = 0
        self._move_ids: dict[tuple[str, str], int] = {}

    # --- Making one ---

    @classmethod
    def open(
        cls,
        terms: Terms,
        host: str,
        secret: bytes,
        now: int,
        reserved: Sequence[str | None] = (),
    ) -> list[Event]:
        """The first event of a table, its terms checked."""
        game = get_game(terms.game)
        game.parse_options(terms.options, terms.players)
        if terms.rated and terms.players == 1:
            raise Refused("bad_terms", "rated: expected at least two players; found one")
        held = list(reserved) or [None] * terms.players
        return [Opened(at=now, terms=terms, host=host, commitment=commit(secret), reserved=held)]

    @classmethod
    def from_events(cls, secret: bytes, events: Sequence[Event]) -> Match:
        match = cls(secret)
        match.apply(*events)
        return match

    @classmethod
    def local(cls, position: Position, seats: Sequence[Occupant]) -> Match:
        """A match at one screen, going on from a position: no clock, no shuffle to check."""
        match = cls(b"")
        terms = Terms(game=position.game.name, players=position.players, grace=None)
        match._opened(Opened(at=0, terms=terms, host="", commitment=""))
        match.chairs = [Chair(who) for who in seats]
        match._deal(position)
        return match

    # --- Looking at it ---

    @property
    def players(self) -> int:
        return len(self.chairs)

    @property
    def is_over(self) -> bool:
        return self.status == "over"

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
        if self.mover is None or self.is_paused:
            return None
        chair = self.chairs[self.mover]
        if not chair.is_bot:
            return None
        return chair.who.name if isinstance(chair.who, BotSeat) else self.terms.stand_in

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it goes on, or when it never began."""
        if not self.is_over or self.position is None:
            return None
        return places_after(self.position.standing(), self.forfeits)

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

    # --- Before the game ---

    def sit(
        self, person: Person, now: int, seat: Seat | None = None, salt: str = ""
    ) -> list[Event]:
        """Take a seat: a given one, or the first that is free."""
        self._check_status("open")
        parse_salt(salt)
        free = [s for s, chair in enumerate(self.chairs) if chair.who is None]
        allowed = [s for s in free if self.reserved[s] in (None, person.id)]
        allowed.sort(key=lambda s: self.reserved[s] != person.id)
        if seat is None and allowed:
            seat = allowed[0]
        if seat is None:
            raise Refused("no_seat", "expected a free seat; all seats are taken")
        self._check_seat(seat)
        if seat not in allowed:
            raise Refused("seat_taken", f"seat {seat} is taken or kept for somebody else")
        return [Sat(at=now, seat=seat, who=person, salt=salt)]

    def seat_bot(self, by: str, seat: Seat, name: str, now: int) -> list[Event]:
        """The host gives a free seat to a bot."""
        self._check_status("open")
        self._check_host(by)
        self._check_seat(seat)
        if self.chairs[seat].who is not None:
            raise Refused("seat_taken", f"seat {seat} is taken")
        return [Sat(at=now, seat=seat, who=BotSeat(name))]

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
        free = [seat for seat, chair in enumerate(self.chairs) if chair.who is None]
        if free and fill is None:
            raise Refused("seats_free", f"expected all seats taken; free: {free}")
        if self.terms.rated:
            self._check_rateable()
        bots: list[Event] = [Sat(at=now, seat=seat, who=BotSeat(fill)) for seat in free if fill]
        return [*bots, Started(at=now)]

    def _check_rateable(self) -> None:
        people = [chair.who.id for chair in self.chairs if isinstance(chair.who, Person)]
        if not people or len(set(people)) < len(people):
            raise Refused("bad_terms", "rated: expected persons, each on one seat")

    def close(self, by: str, now: int) -> list[Event]:
        """The host gives the table up before the game."""
        self._check_status("open")
        self._check_host(by)
        return [Closed(at=now)]

    # --- Playing ---

    def move(
        self, person: str, text: str, number: int, move_id: str | None, now: int
    ) -> list[Event]:
        """A person's move. No events when this very move has been made before."""
        if move_id is not None and (person, move_id) in self._move_ids:
            return []
        seat = self._check_turn(person)
        self._check_number(number)
        if self._is_late(now):
            return [Forfeited(at=now, seat=seat, reason="time")]
        action = self.board.parse_move(text)
        canonical = self.board.format_move(action)
        back: list[Event] = [Reclaimed(at=now, seat=seat)] if self.chairs[seat].has_stand_in else []
        made = Moved(at=now, seat=seat, move=canonical, author=person, move_id=move_id)
        return [*back, made]

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
        return [Forfeited(at=now, seat=seat, reason="resigned")]

    def reclaim(self, person: str, now: int) -> list[Event]:
        """Take a seat back from the stand-in."""
        self._check_status("running")
        back = [s for s in self.seats_of(person) if self.chairs[s].has_stand_in]
        if not back:
            raise Refused("nothing_to_reclaim", "nobody plays for you here")
        return [Reclaimed(at=now, seat=seat) for seat in back]

    # --- Consent ---

    def ask(self, person: str, what: Ask, now: int) -> list[Event]:
        """Ask for an undo or a pause; granted at once where there is nobody to ask."""
        seat = self._playing_seat(person)
        if what == "undo":
            self._check_undo(person)
        elif self.is_paused:
            raise Refused("paused", "the game is paused already")
        asked = Asked(at=now, seat=seat, what=what)
        return [asked] if self._others(seat) else [asked, self._granted(what, seat, now)]

    def answer(self, person: str, yes: bool, now: int) -> list[Event]:
        """Agree to what was asked, or refuse."""
        seat = self._playing_seat(person)
        if self.asked is None or seat not in self._others(self.asked[1]):
            raise Refused("nothing_asked", "nothing was asked of you")
        what, asker = self.asked
        answered = Answered(at=now, seat=seat, what=what, yes=yes)
        is_granted = yes and self._others(asker) <= self.agreed | set(self.seats_of(person))
        return [answered, self._granted(what, asker, now)] if is_granted else [answered]

    def resume(self, person: str, now: int) -> list[Event]:
        seat = self._playing_seat(person)
        if not self.is_paused:
            raise Refused("not_paused", "the game is not paused")
        return [Resumed(at=now, seat=seat)]

    def _others(self, asker: Seat) -> set[Seat]:
        """Whose consent is needed: the persons who play, but for whoever asks."""
        owner = self.chairs[asker].who
        return {
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.is_person and not chair.has_stand_in and chair.who != owner
        }

    def _granted(self, what: Ask, seat: Seat, now: int) -> Event:
        if what == "pause":
            return Paused(at=now)
        return Undone(at=now, moves=self._moves_to_undo(seat))

    def _moves_to_undo(self, seat: Seat) -> int:
        """From the asker's last move on; at one screen, just the last move."""
        owner = self.chairs[seat].who
        return next(
            (
                count
                for count, mover in enumerate(reversed(self.movers), 1)
                if self.chairs[mover].who == owner
            ),
            0,
        )

    def _check_undo(self, person: str) -> None:
        seat = self._playing_seat(person)
        if self._moves_to_undo(seat) == 0:
            raise Refused("nothing_to_undo", "you have not moved yet")
        if self.terms.rated and not self._others(seat):
            raise Refused("rated", "a rated game against bots knows no undo")

    # --- Talk, time, what comes next ---

    def say(self, person: Person, text: str, now: int) -> list[Event]:
        if not self.terms.talk:
            raise Refused("no_talk", "there is no talk at this table")
        return [Said(at=now, who=person, text=text)]

    def rematch(self, person: str) -> tuple[Terms, list[str | None]]:
        """The terms of the next game and who is to have which seat: everybody moves up by one."""
        self._check_status("over")
        if not self.seats_of(person):
            raise Refused("not_seated", "only those who played may ask for another game")
        owners = [chair.who.id if isinstance(chair.who, Person) else None for chair in self.chairs]
        return self.terms, owners[-1:] + owners[:-1]

    def rematch_bots(self) -> Iterator[tuple[Seat, str]]:
        """Where the bots sit in the next game."""
        for seat, chair in enumerate(self.chairs):
            if isinstance(chair.who, BotSeat):
                yield (seat + 1) % self.players, chair.who.name

    def rematched(self, table: str, now: int) -> list[Event]:
        return [Rematched(at=now, table=table)]

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
        if self.status == "over" or self.is_paused:
            return None
        return min((t for t in (self.clocks.deadline, self._patience_ends()) if t), default=None)

    def tick(self, now: int) -> list[Event]:
        """What time has brought: a flag that fell, a stand-in, an empty table given up."""
        if self.deadline is None or now < self.deadline:
            return []
        if self.status == "open":
            return [Closed(at=now)]
        seat = self.board.mover
        if self._is_late(now):
            return [Forfeited(at=now, seat=seat, reason="time")]
        return [TakenOver(at=now, seat=seat)]

    def _is_late(self, now: int) -> bool:
        return self.clocks.deadline is not None and now >= self.clocks.deadline

    def _patience_ends(self) -> int | None:
        chair = self.chairs[self.board.mover]
        grace, absent = self.terms.grace, chair.absent_since
        if chair.is_bot or absent is None or grace is None or self.terms.clock.kind == "move":
            return None
        return max(absent, self.turn_since) + grace

    # --- Checks ---

    def _check_status(self, status: Status) -> None:
        if self.status != status:
            raise Refused(
                f"not_{status}", f"expected a table that is {status}; it is {self.status}"
            )

    def _check_host(self, person: str) -> None:
        if person != self.host:
            raise Refused("not_host", "only the host of the table may do that")

    def _check_seat(self, seat: Seat) -> None:
        if not 0 <= seat < self.players:
            raise Refused("no_seat", f"seat: expected 0 to {self.players - 1}; found {seat}")

    def _check_number(self, number: int) -> None:
        if number != self.number:
            raise Stale(self.number, number)

    def _check_turn(self, person: str) -> Seat:
        self._check_status("running")
        mine = [seat for seat in self.seats_of(person) if self.chairs[seat].forfeit is None]
        if not mine:
            raise Refused("not_seated", "you have no seat in this game")
        if self.is_paused:
            raise Refused("paused", "the game is paused")
        if self.mover not in mine:
            raise Refused("not_your_turn", f"it is the turn of seat {self.mover}; yours: {mine}")
        return self.mover

    def _playing_seat(self, person: str) -> Seat:
        """A seat of somebody's that still plays; at one screen the one whose turn it is."""
        self._check_status("running")
        mine = [seat for seat in self.seats_of(person) if self.chairs[seat].forfeit is None]
        if not mine:
            raise Refused("not_seated", "you have no seat in this game")
        return self.mover if self.mover in mine else mine[0]

    # --- Events ---

    def apply(self, *events: Event) -> None:
        """Let these happen."""
        for event in events:
            _HANDLERS[type(event)](self, event)
            self.seq += 1
            self.changed = event.at
            if self.status != "open":
                self._wind_clocks(event.at)

    def _opened(self, event: Opened) -> None:
        self.terms, self.host, self.commitment = event.terms, event.host, event.commitment
        self.chairs = [Chair() for _ in range(event.terms.players)]
        self.reserved = list(event.reserved) or [None] * event.terms.players
        self.clocks = Clocks(event.terms.clock, event.terms.players)

    def _sat(self, event: Sat) -> None:
        self.chairs[event.seat] = Chair(event.who, event.salt)

    def _stood(self, event: Stood) -> None:
        self.chairs[event.seat] = Chair()

    def _started(self, event: Started) -> None:
        game, terms = get_game(self.terms.game), self.terms
        self.turn_since = event.at
        self._deal(Position.new(game, terms.players, self.shuffle.seed, terms.options))

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
        if self.board.is_over:
            self.status = "over"

    def _asked(self, event: Asked) -> None:
        self.asked, self.agreed = (event.what, event.seat), set()

    def _answered(self, event: Answered) -> None:
        if event.yes:
            owner = self.chairs[event.seat].who
            self.agreed |= {seat for seat, chair in enumerate(self.chairs) if chair.who == owner}
        else:
            self.asked = None

    def _paused(self, event: Paused) -> None:
        self.is_paused, self.asked = True, None

    def _resumed(self, event: Resumed) -> None:
        self.is_paused, self.turn_since = False, event.at

    def _forfeited(self, event: Forfeited) -> None:
        self.chairs[event.seat].forfeit = event.reason
        self.forfeits.append(event.seat)
        self.asked = None
        if self.players - len(self.forfeits) < 2 or not any(c.is_person for c in self.chairs):
            self.status = "over"

    def _taken_over(self, event: TakenOver) -> None:
        self.chairs[event.seat].has_stand_in = True

    def _reclaimed(self, event: Reclaimed) -> None:
        chair = self.chairs[event.seat]
        chair.has_stand_in, chair.absent_since = False, None

    def _said(self, event: Said) -> None:
        """Words change nothing."""

    def _rematched(self, event: Rematched) -> None:
        self.next_table = event.table

    def _wind_clocks(self, now: int) -> None:
        """Let the time of whoever has to move run, if it is a person's."""
        seat = self.mover
        if seat is None or self.is_paused or self.chairs[seat].is_bot:
            self.clocks.stop(now)
        elif self.clocks.running != seat:
            self.clocks.start(seat, now)


def places_after(standing: Outcome, forfeits: Sequence[Seat]) -> Outcome:
    """Those who gave up come last, whoever did so first last of all; the others as they stand."""
    others = [seat for seat in standing.ranking if seat not in forfeits]
    order = [*others, *reversed(forfeits)]
    places = tuple(order.index(seat) + 1 for seat in range(len(order)))
    return Outcome(standing.scores, places)


_HANDLERS: dict[type[Any], Callable[[Match, Any], None]] = {
    Opened: Match._opened,
    Sat: Match._sat,
    Stood: Match._stood,
    Started: Match._started,
    Closed: Match._closed,
    Moved: Match._moved,
    Undone: Match._undone,
    Asked: Match._asked,
    Answered: Match._answered,
    Paused: Match._paused,
    Resumed: Match._resumed,
    Forfeited: Match._forfeited,
    TakenOver: Match._taken_over,
    Reclaimed: Match._reclaimed,
    Said: Match._said,
    Rematched: Match._rematched,
}
