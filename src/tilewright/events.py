"""What can happen at a table. The list of these is the match; everything else is derived from it.

Events are facts that were allowed when they happened: a wish is checked and turned into events, and
a match is the fold of them. They are stored and sent as JSON, tagged by ``kind``, and
kept for ever, so a field may be added (with a default) but never change its meaning.

Nothing secret is in any of them: all of them may be shown to everybody at the table.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from tilewright.clock import ClockRule
from tilewright.forfeits import ForfeitReason
from tilewright.shuffle import MAX_SALT

__all__ = [
    "Agreement",
    "Answered",
    "Ask",
    "Asked",
    "BotSeat",
    "ChanceRule",
    "Closed",
    "Event",
    "Forfeited",
    "Giver",
    "HandedOver",
    "Held",
    "Moved",
    "Occupant",
    "Opened",
    "Paused",
    "Person",
    "Reclaimed",
    "Rematched",
    "Renamed",
    "Resumed",
    "Said",
    "Sat",
    "Started",
    "Stood",
    "TakenOver",
    "Terms",
    "Undone",
    "Unrated",
    "Unsealed",
    "parse_event",
    "write_event",
]

MAX_START = 20_000
"""Characters of a position to begin with."""

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
"""``seed``: one number decides all chance of a game, as at tables of old and at one screen.
``keys``: every event of chance has a key of its own, see ``shuffle``."""
Giver = Literal["owner", "host"]
"""``host``: whoever had the seat was away, and the host let somebody else have it."""
Unrated = Literal["address"]
"""``address``: several of those who play come from one address, and may be one person."""


class Person(Struct, frozen=True, tag="person", tag_field="kind"):
    """Somebody with an identity."""

    id: Word
    name: Word


class BotSeat(Struct, frozen=True, tag="bot", tag_field="kind", omit_defaults=True):
    """One of ours."""

    name: BotName
    version: Annotated[int, Meta(ge=1, le=9999)] | None = None
    """Which of its versions sat down; None where it had one only."""

    @classmethod
    def called(cls, name: str) -> BotSeat:
        """The bot of a name, which may end with a version: ``level-8@2``."""
        plain, _, version = name.partition("@")
        return cls(plain, int(version) if version.isdecimal() else None)

    @property
    def full_name(self) -> str:
        return self.name if self.version is None else f"{self.name}@{self.version}"


Occupant = Person | BotSeat


class Agreement(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What people agree on before a game begins."""

    game: GameName
    players: Players
    options: Annotated[dict[OptionWord, OptionWord], Meta(max_length=16)] = {}
    """Those of the game; what is left out has its default."""
    clock: ClockRule = ClockRule()
    rated: bool = False
    talk: bool = True
    """Whether those at the table may talk."""
    stand_in: BotName = "level-4"
    """Who plays on for somebody who left."""
    grace: Annotated[int, Meta(ge=5_000, le=86_400_000)] | None = 120_000
    """How long (ms) somebody may be away on their turn until the stand-in moves; None: for ever."""


class Terms(Agreement, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a game is played on: the agreement, and where it begins."""

    start: Annotated[str, Meta(min_length=1, max_length=MAX_START)] | None = None
    """Where a game begins in the middle: a position as one seat sees it, as text. What it does not
    know is dealt."""
    day: Day | None = None
    """The last day, in UTC, of a deal that others play, too: what it hides stays hidden until then.
    A daily deal has one day. None for any other game."""
    deal: Word | None = None
    """The deal that others play, too; tables of old have none, though their deal be of a day."""

    @property
    def is_duplicate(self) -> bool:
        """Whether others play the same deal, so that results are compared."""
        return self.day is not None or self.deal is not None


class Happened(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """What all events have."""

    at: Annotated[int, Meta(ge=0, le=2**53)]
    """When, in ms since 1970."""


class Opened(Happened, frozen=True, tag="opened"):
    """A table was set up."""

    terms: Terms
    host: Word
    commitment: Word
    """SHA-256 of the secret behind the deal."""
    reserved: Annotated[list[Word | None], Meta(max_length=4)] = []
    """Who alone may take which seat, by identity."""
    chance: ChanceRule = "seed"
    """Where chance comes from."""
    quick: bool = False
    """Whether it is for whoever comes: it begins with the last seat taken, and is given up as soon
    as nobody waits there."""


class Sat(Happened, frozen=True, tag="sat"):
    """A seat was taken; ``salt`` is what its owner adds to the shuffle."""

    seat: SeatNumber
    who: Occupant
    salt: Annotated[str, Meta(max_length=2 * MAX_SALT)] = ""


class Stood(Happened, frozen=True, tag="stood"):
    """A seat was freed before the game began; an empty one is kept for nobody any more."""

    seat: SeatNumber


class Renamed(Happened, frozen=True, tag="renamed"):
    """Whoever sits there has another name now."""

    seat: SeatNumber
    name: Word


class Started(Happened, frozen=True, tag="started", omit_defaults=True):
    """The game was dealt."""

    unrated: Unrated | None = None
    """Why it is not rated after all, though that was agreed."""


class Closed(Happened, frozen=True, tag="closed"):
    """The table was given up before the game began; or at any time by whoever runs the server,
    and the game has no outcome."""


class Moved(Happened, frozen=True, tag="moved"):
    """A move was made for a seat; ``author`` is nobody when a bot made it."""

    seat: SeatNumber
    move: Annotated[str, Meta(max_length=200)]
    author: Word | None = None
    move_id: Annotated[str, Meta(min_length=1, max_length=64)] | None = None


class Asked(Happened, frozen=True, tag="asked"):
    """Somebody asks the others for their consent."""

    seat: SeatNumber
    what: Ask


class Answered(Happened, frozen=True, tag="answered"):
    """Somebody agreed or refused."""

    seat: SeatNumber
    what: Ask
    yes: bool


class Undone(Happened, frozen=True, tag="undone"):
    """The last moves were taken back."""

    moves: Annotated[int, Meta(ge=1, le=10_000)]


class Paused(Happened, frozen=True, tag="paused"):
    """Clocks stopped, no moves till somebody resumes."""


class Resumed(Happened, frozen=True, tag="resumed"):
    """Play goes on."""

    seat: SeatNumber


class Held(Happened, frozen=True, tag="held"):
    """The server was away from ``gone`` on. Until ``until``, a little after its return, nobody's
    time runs."""

    gone: Annotated[int, Meta(ge=0, le=2**53)]
    until: Annotated[int, Meta(ge=0, le=2**53)]


class Forfeited(Happened, frozen=True, tag="forfeited"):
    """A seat gave up, ran out of time or broke the rules; it comes last."""

    seat: SeatNumber
    reason: ForfeitReason


class TakenOver(Happened, frozen=True, tag="taken_over"):
    """The stand-in plays for somebody who is away."""

    seat: SeatNumber


class Reclaimed(Happened, frozen=True, tag="reclaimed"):
    """Somebody is back and plays for themselves."""

    seat: SeatNumber


class HandedOver(Happened, frozen=True, tag="handed_over", omit_defaults=True):
    """A seat of a running game goes on on another device, which is somebody else to the server."""

    seat: SeatNumber
    who: Person
    by: Giver = "owner"


class Said(Happened, frozen=True, tag="said"):
    """Table talk."""

    who: Person
    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Unsealed(Happened, frozen=True, tag="unsealed"):
    """The day of the deal is over: all of it may be shown."""


class Rematched(Happened, frozen=True, tag="rematched"):
    """The next game is at that table."""

    table: Word


Event = (
    Opened
    | Sat
    | Stood
    | Renamed
    | Started
    | Closed
    | Moved
    | Asked
    | Answered
    | Undone
    | Paused
    | Resumed
    | Held
    | Forfeited
    | TakenOver
    | Reclaimed
    | HandedOver
    | Said
    | Unsealed
    | Rematched
)

_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)
_encoder = msgspec.json.Encoder()


def parse_event(data: str | bytes) -> Event:
    """An event as it was stored."""
    return _decoder.decode(data)


def write_event(event: Event) -> str:
    """An event to be stored."""
    return _encoder.encode(event).decode()
