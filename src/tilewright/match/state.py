"""The state of a match and its seats, and its record as text."""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from tilewright.dates import end_of_day
from tilewright.errors import Code, HiddenInformation, Refused
from tilewright.game import Seat
from tilewright.match.clock import Clocks
from tilewright.match.events import Ask, BotSeat, ChanceRule, Occupant, Person, Terms, Unrated
from tilewright.position import Outcome, Position
from tilewright.records.commit_reveal import Shuffle, parse_salt
from tilewright.records.forfeits import Forfeit, ForfeitReason, apply_forfeits
from tilewright.records.record import Record, StartView, find_shuffle, write_record

Status = Literal["open", "running", "over"]


@dataclass(frozen=True, slots=True)
class SeatState:
    """One seat of a match. Events replace it."""

    occupant: Occupant | None = None
    """The person or bot on this seat. None while it is free."""
    salt: str = ""
    """The owner's contribution to the shuffle, as hexadecimal digits."""
    has_stand_in: bool = False
    """True while a bot moves for an absent owner."""
    forfeit: ForfeitReason | None = None
    taken_at_seq: int = 0
    """``seq`` of the event that seated the occupant."""

    @property
    def owner(self) -> str | None:
        """Id of the person on this seat. None for a bot or a free seat."""
        return self.occupant.id if isinstance(self.occupant, Person) else None

    @property
    def is_bot(self) -> bool:
        """True if a bot currently makes this seat's moves."""
        return isinstance(self.occupant, BotSeat) or self.has_stand_in or self.forfeit is not None

    @property
    def is_person(self) -> bool:
        """True if a person owns this seat and has not forfeited."""
        return isinstance(self.occupant, Person) and self.forfeit is None

    def belongs_to(self, person_id: str) -> bool:
        """Return True if the person owns this seat."""
        return self.owner == person_id


class SentMove(NamedTuple):
    """A move that a client sent with its own move id."""

    seq: int
    """``seq`` of the resulting event."""
    number: int
    """Position version that the client saw."""
    ply: int
    text: str


@dataclass(eq=False, slots=True)
class Match:
    """A table after the first ``seq`` events of its log.

    ``replay`` and ``play_locally`` create matches; ``apply`` changes them. A server
    applies events to a ``copy``, which replaces the match once they are stored.
    """

    secret: bytes = field(repr=False)
    """The server's secret. With the salts of all seats it determines the deal."""
    terms: Terms
    host: str
    """Id of the person who opened the table."""
    commitment: str
    """SHA-256 of ``secret``, published before the game."""
    reserved: list[str | None]
    """By seat: id of the only person who may take it, or None."""
    seats: list[SeatState]
    clocks: Clocks
    chance: ChanceRule = "seed"
    is_quick: bool = False
    """True for a quick match: open to everyone, starts automatically when full."""
    origin: Position | None = None
    """First position of a local match. None if the shuffle determines it."""
    seq: int = 0
    """Number of events applied so far."""
    number: int = 0
    """Position version, incremented by each start, move and undo."""
    status: Status = "open"
    position: Position | None = None
    movers: list[Seat] = field(default_factory=list)
    """By ply: the seat that moved."""
    forfeits: list[Seat] = field(default_factory=list)
    """Forfeited seats, in chronological order."""
    asked: tuple[Ask, Seat] | None = None
    """The pending proposal (undo or pause) and its author's seat."""
    agreed: frozenset[str] = frozenset()
    """Ids of the people who accepted the pending proposal."""
    is_paused: bool = False
    is_closed: bool = False
    """True if the table was closed, so the match is over without an outcome."""
    is_sealed: bool = False
    """True while hidden information stays hidden after the end, because others play the deal."""
    next_table: str | None = None
    """Table id of the rematch."""
    unrated: Unrated | None = None
    """Why a game that was agreed as rated does not count."""
    stood_in: frozenset[Seat] = frozenset()
    """People's seats for which a bot has moved at least once."""
    changed_at: int = 0
    """Time (ms) of the last event."""
    ended_at: int = 0
    """Time (ms) at which the match ended; 0 before."""
    chat_lines: dict[str, int] = field(default_factory=dict)
    """Number of chat messages, by person id."""
    sittings: dict[str, int] = field(default_factory=dict)
    """Number of times a person took or renamed a seat, by person id."""
    turn_started_at: int = 0
    """Time (ms) at which the current turn began."""
    sent_moves: dict[tuple[str, str], SentMove] = field(default_factory=dict)
    """Clients' moves, by author and move id."""
    absences: dict[str, int] = field(default_factory=dict)
    """Time (ms) at which each absent person disconnected. Copies share it: it is never logged."""

    def copy(self) -> Match:
        """Return a copy that can be changed without affecting this match.

        Examples:
            >>> import tilewright as tw
            >>> from tilewright.match import apply, game_commands, play_locally
            >>> from tilewright.match.events import Person
            >>> match = play_locally(tw.new("nova-luna-solo", seed=7), [Person("a", "A")])
            >>> after = match.copy()
            >>> apply(after, *game_commands.resign(after, "a", now=0))
            >>> match.status, after.status
            ('running', 'over')
        """
        twin = copy.copy(self)
        twin.reserved, twin.seats = list(self.reserved), list(self.seats)
        twin.movers, twin.forfeits = list(self.movers), list(self.forfeits)
        twin.chat_lines, twin.sent_moves = dict(self.chat_lines), dict(self.sent_moves)
        twin.clocks = self.clocks.copy()
        twin.position = None if self.position is None else self.position.copy()
        return twin

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def is_local(self) -> bool:
        """True for a local match. Its deal has no commitment."""
        return self.origin is not None

    @property
    def is_over(self) -> bool:
        return self.status == "over"

    @property
    def is_revealed(self) -> bool:
        """True if every viewer may see all hidden information."""
        return self.is_over and not self.is_sealed

    @property
    def sealed_until(self) -> int | None:
        """Time (ms) at which the day of a daily deal ends. None for other games."""
        return None if self.terms.day is None else end_of_day(self.terms.day)

    @property
    def mover(self) -> Seat | None:
        """The seat to move. None if the game is not running."""
        return self.board.mover if self.status == "running" else None

    @property
    def board(self) -> Position:
        """The current position.

        Raises:
            Refused: The game has not started.
        """
        if self.position is None:
            raise Refused(Code.NOT_RUNNING, "the game has not begun")
        return self.position

    @property
    def bot_to_move(self) -> str | None:
        """Name of the bot to move. None if it is a person's turn or no move is due."""
        mover = self.mover
        if mover is None or self.is_paused or not (seat := self.seats[mover]).is_bot:
            return None
        if isinstance(seat.occupant, BotSeat) and seat.forfeit is None:
            return seat.occupant.full_name
        return self.terms.stand_in

    @property
    def outcome(self) -> Outcome | None:
        """Final scores and places. None while the game is running, or if it never started."""
        if not self.is_over or self.is_closed or self.position is None:
            return None
        return apply_forfeits(self.position.standing(), self.forfeits)

    @property
    def reasons(self) -> tuple[Forfeit, ...]:
        """Forfeits with their reasons, in chronological order."""
        found = ((seat, self.seats[seat].forfeit) for seat in self.forfeits)
        return tuple((seat, reason) for seat, reason in found if reason is not None)

    @property
    def shuffle(self) -> Shuffle:
        """The secret and salts that determine the deal. Must not be published before the end."""
        return Shuffle(self.secret, tuple(parse_salt(seat.salt) for seat in self.seats))

    def absent_since(self, seat: Seat) -> int | None:
        """Return the time (ms) at which a seat's owner disconnected.

        Returns None if the owner is present, or the seat has no owner.
        """
        owner = self.seats[seat].owner
        return None if owner is None else self.absences.get(owner)

    def seats_of(self, person_id: str) -> list[Seat]:
        """Return a person's seats, ascending."""
        return [seat for seat, state in enumerate(self.seats) if state.owner == person_id]

    def viewer_seat(self, person_id: str | None) -> Seat | None:
        """Return the seat from which a person sees the match, or None for a spectator.

        With several seats, it is the seat to move, otherwise the first.
        """
        own = self.seats_of(person_id) if person_id else []
        if self.mover in own:
            return self.mover
        return own[0] if own else None

    @property
    def spectator_chat_lines(self) -> int:
        """Number of chat messages from people without a seat."""
        seated = {seat.owner for seat in self.seats}
        return sum(count for person, count in self.chat_lines.items() if person not in seated)

    def seq_of_move(self, author_id: str, move_id: str) -> int | None:
        """Return the ``seq`` of the event for a client's move, or None if the move is unknown."""
        sent = self.sent_moves.get((author_id, move_id))
        return None if sent is None else sent.seq


# --- Records ------------------------------------------------------------------------------------


def format_match(match: Match) -> str:
    """Return the record of a match as text.

    A local match can be recorded at any time.

    Raises:
        HiddenInformation: The match is not over, or other tables still play its deal: the
            record would reveal hidden information.

    Examples:
        >>> import tilewright as tw
        >>> from tilewright.match import format_match, play_locally
        >>> from tilewright.match.events import Person
        >>> match = play_locally(tw.new("nova-luna-solo", seed=7), [Person("anna", "Anna")])
        >>> format_match(match).splitlines()[:3]
        ['tilewright: record 1', 'game: nova-luna-solo', 'players: 1']
    """
    if not (match.is_revealed or match.is_local):
        expected = "a match that is over" if not match.is_over else "the day of the deal to be over"
        raise HiddenInformation(f"expected {expected}; a record tells what is hidden")
    view = match.terms.start
    return write_record(
        Record(
            match.board,
            tuple(_format_player_name(seat, match) for seat in range(match.players)),
            match.reasons,
            match.outcome,
            find_shuffle(match.board) if match.is_local else match.shuffle,
            None if view is None else StartView(view, match.shuffle.seed),
        )
    )


def _format_player_name(seat: Seat, match: Match) -> str:
    """Return the name on a seat, reduced to the characters that records allow."""
    occupant = match.seats[seat].occupant
    name = getattr(occupant, "full_name", occupant.name) if occupant else ""
    return re.sub(r"[^!-~]+", "_", name).strip("_") or f"seat-{seat}"
