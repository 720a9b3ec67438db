"""Events: everything that can happen at a table. The match state is derived from the event log.

An event is a fact: its command was validated before it was written. Events are stored and sent as
JSON, tagged by ``kind``, and are never deleted. New fields need a default; no field may change its
meaning. No event contains a secret: every viewer of the table may read all of them.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from tilewright.match.clock import ClockRule
from tilewright.records.commit_reveal import MAX_SALT
from tilewright.records.forfeits import ForfeitReason

MAX_START_CHARS = 20_000
"""Maximum length of a start position."""

Players = Annotated[int, Meta(ge=1, le=4)]
SeatNumber = Annotated[int, Meta(ge=0, le=3, description="Counted from 0.")]
Word = Annotated[str, Meta(min_length=1, max_length=64)]
# ``$`` alone would let a line feed pass at the end.
OptionWord = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[!-~]+(?!\n)$")]
GameName = Annotated[
    str, Meta(max_length=40, pattern=r"^[a-z][a-z0-9-]*(?!\n)$", examples=["my-shelfie"])
]
BotName = Annotated[str, Meta(pattern=r"^(random|greedy|level-[1-8])(?!\n)$", examples=["level-3"])]
Day = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", max_length=10)]
Ask = Literal["undo", "pause"]
ChanceRule = Literal["seed", "keys"]
"""Source of randomness. ``seed``: one number for the whole game (old tables, local matches).
``keys``: each chance event has its own key, see ``records.commit_reveal``."""
Giver = Literal["owner", "host"]
"""Who transferred a seat. ``host``: the host did, because the owner was away."""
Unrated = Literal["address"]
"""``address``: several players share a network address, and may be the same person."""


class Person(Struct, frozen=True, tag="person", tag_field="kind"):
    """A guest or an account holder."""

    id: Word
    name: Word


class BotSeat(Struct, frozen=True, tag="bot", tag_field="kind", omit_defaults=True):
    """A bot of this package."""

    name: BotName
    version: Annotated[int, Meta(ge=1, le=9999)] | None = None
    """Bot version; None if only one version existed when the bot was seated."""

    @classmethod
    def parse(cls, name: str) -> BotSeat:
        """Parse a bot's name, such as ``level-3``, or ``level-8@2`` with a version."""
        plain, _, version = name.partition("@")
        return cls(plain, int(version) if version.isdecimal() else None)

    @property
    def full_name(self) -> str:
        return self.name if self.version is None else f"{self.name}@{self.version}"


Occupant = Person | BotSeat


class GameTerms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The terms that players agree on before a game starts."""

    game: GameName
    players: Players
    """Number of seats, 1 to 4."""
    options: Annotated[dict[OptionWord, OptionWord], Meta(max_length=16)] = {}
    """Game options; a missing option has its default."""
    clock: ClockRule = ClockRule()
    rated: bool = False
    """True if the result affects ratings; see ``Started.unrated``."""
    talk: bool = True
    """True if the table has a chat."""
    stand_in: BotName = "level-4"
    """The bot that moves for an absent player."""
    grace: Annotated[int, Meta(ge=5_000, le=86_400_000)] | None = 120_000
    """Time (ms) the mover may be away before the stand-in moves; None for no limit."""


class Terms(GameTerms, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All terms of a table: the agreed terms, and where the game starts."""

    start: Annotated[str, Meta(min_length=1, max_length=MAX_START_CHARS)] | None = None
    """Start position as text: a seat's view, whose hidden parts are dealt. None for a new deal."""
    day: Day | None = None
    """Last day (UTC) of a shared deal: hidden information stays hidden until the end of it."""
    deal: Word | None = None
    """Id of the shared deal. Tables from early versions have a day but no id."""

    @property
    def is_duplicate(self) -> bool:
        """True if other tables play the same deal, to compare results."""
        return self.day is not None or self.deal is not None


class EventBase(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Fields common to all events."""

    at: Annotated[int, Meta(ge=0, le=2**53)]
    """Time in ms since 1970."""


class Opened(EventBase, frozen=True, tag="opened"):
    """A table was opened."""

    terms: Terms
    host: Word
    commitment: Word
    """SHA-256 of the server's secret, which determines the deal."""
    reserved: Annotated[list[Word | None], Meta(max_length=4)] = []
    """By seat: id of the only person who may take it."""
    chance: ChanceRule = "seed"
    quick: bool = False
    """True for a quick match: it starts when the last seat is taken, and closes once all waiting
    players have left."""


class SeatTaken(EventBase, frozen=True, tag="sat"):
    """A seat was taken; ``salt`` is its owner's contribution to the shuffle."""

    seat: SeatNumber
    who: Occupant
    salt: Annotated[str, Meta(max_length=2 * MAX_SALT)] = ""


class SeatFreed(EventBase, frozen=True, tag="stood"):
    """A seat was freed before the game, or the reservation of an empty seat ended."""

    seat: SeatNumber


class Renamed(EventBase, frozen=True, tag="renamed"):
    """The person on a seat changed their name."""

    seat: SeatNumber
    name: Word


class Started(EventBase, frozen=True, tag="started", omit_defaults=True):
    """The game was dealt."""

    unrated: Unrated | None = None
    """Why a game that was agreed as rated does not count."""


class Closed(EventBase, frozen=True, tag="closed"):
    """The table was closed before the game, or by an administrator at any time. The game has no
    outcome."""


class Moved(EventBase, frozen=True, tag="moved"):
    """A move was made for a seat; ``author`` is None if a bot made it."""

    seat: SeatNumber
    move: Annotated[str, Meta(max_length=200)]
    author: Word | None = None
    move_id: Annotated[str, Meta(min_length=1, max_length=64)] | None = None


class Asked(EventBase, frozen=True, tag="asked"):
    """A player proposed an undo or a pause."""

    seat: SeatNumber
    what: Ask


class Answered(EventBase, frozen=True, tag="answered"):
    """A player accepted or declined the proposal."""

    seat: SeatNumber
    what: Ask
    yes: bool


class Undone(EventBase, frozen=True, tag="undone"):
    """The last moves were taken back."""

    moves: Annotated[int, Meta(ge=1, le=10_000)]


class Paused(EventBase, frozen=True, tag="paused"):
    """The game was paused: clocks stop, and moves are refused until a player resumes it."""


class Resumed(EventBase, frozen=True, tag="resumed"):
    """The game was resumed."""

    seat: SeatNumber


class ClockFrozen(EventBase, frozen=True, tag="held"):
    """The server went down at ``gone``; the clocks are frozen until ``until``."""

    gone: Annotated[int, Meta(ge=0, le=2**53)]
    until: Annotated[int, Meta(ge=0, le=2**53)]


class Forfeited(EventBase, frozen=True, tag="forfeited"):
    """A seat resigned, ran out of time or broke the rules, so it ranks last."""

    seat: SeatNumber
    reason: ForfeitReason


class BotSubstituted(EventBase, frozen=True, tag="taken_over"):
    """The stand-in started to play for an absent player."""

    seat: SeatNumber


class SeatReclaimed(EventBase, frozen=True, tag="reclaimed"):
    """A player returned and replaced the stand-in."""

    seat: SeatNumber


class SeatTransferred(EventBase, frozen=True, tag="handed_over", omit_defaults=True):
    """A seat was transferred to another person. To the server, another device is another person."""

    seat: SeatNumber
    who: Person
    by: Giver = "owner"


class ChatMessage(EventBase, frozen=True, tag="said"):
    """A chat message was sent."""

    who: Person
    text: Annotated[str, Meta(min_length=1, max_length=300)]


class DealRevealed(EventBase, frozen=True, tag="unsealed"):
    """The day of the deal ended: hidden information may be shown."""


class Rematched(EventBase, frozen=True, tag="rematched"):
    """A rematch was opened."""

    table: Word


Event = (
    Opened
    | SeatTaken
    | SeatFreed
    | Renamed
    | Started
    | Closed
    | Moved
    | Asked
    | Answered
    | Undone
    | Paused
    | Resumed
    | ClockFrozen
    | Forfeited
    | BotSubstituted
    | SeatReclaimed
    | SeatTransferred
    | ChatMessage
    | DealRevealed
    | Rematched
)

_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)
_encoder = msgspec.json.Encoder()


def parse_event(data: str | bytes) -> Event:
    """Decode an event from stored JSON.

    Raises:
        msgspec.ValidationError: The JSON is not a valid event.
    """
    return _decoder.decode(data)


def format_event(event: Event) -> str:
    """Encode an event as JSON for storage.

    Examples:
        >>> from tilewright.match.events import Moved, parse_event, format_event
        >>> format_event(Moved(at=0, seat=1, move="d2>1"))
        '{"kind":"moved","seat":1,"move":"d2>1","author":null,"move_id":null,"at":0}'
        >>> parse_event('{"kind":"undone","at":5,"moves":2}')
        Undone(moves=2, at=5)
    """
    return _encoder.encode(event).decode()
