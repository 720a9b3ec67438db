"""What a client is shown of a table. Secrets are removed here and nowhere else.

Everything a seat or a spectator ever receives about a running game is made from ``Position.view``
of that seat and from events, which hold nothing secret. Once the game is over all is open, but for
a deal that others still play.
"""

from __future__ import annotations

from msgspec import Struct

from tilewright.events import Ask, Occupant, Terms
from tilewright.game import Seat
from tilewright.match import Chair, Match
from tilewright.server.effects import Scene, see

__all__ = ["ChairInfo", "OutcomeInfo", "ShuffleInfo", "TableInfo", "View", "describe", "look"]


class ChairInfo(Struct, frozen=True, omit_defaults=True):
    """A seat and who has it."""

    who: Occupant | None = None
    salt: str = ""
    has_stand_in: bool = False
    forfeit: str | None = None
    kept_for: str | None = None
    """The only one who may take it."""
    left: int | None = None
    """Time left in ms, as of ``TableInfo.now``; None where no time is kept."""


class OutcomeInfo(Struct, frozen=True):
    """How it ended, by seat."""

    scores: list[int]
    places: list[int]


class ShuffleInfo(Struct, frozen=True):
    """What decided the deal; shown after the game."""

    secret: str
    salts: list[str]
    seed: str
    """A decimal number as text: it may be greater than what JSON readers keep exact."""


class TableInfo(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """All that is public about a table, but for the position."""

    id: str
    terms: Terms
    host: str
    commitment: str
    status: str
    seq: int
    number: int
    ply: int
    mover: Seat | None
    chairs: list[ChairInfo]
    now: int
    """The server's time in ms."""
    running: Seat | None = None
    """Whose time runs."""
    asked: tuple[Ask, Seat] | None = None
    is_paused: bool = False
    next_table: str | None = None
    outcome: OutcomeInfo | None = None
    shuffle: ShuffleInfo | None = None


class View(Struct, frozen=True, omit_defaults=True):
    """A position as one seat may see it."""

    seat: Seat | None
    """Whose view; None for a spectator."""
    number: int
    ply: int
    mover: Seat
    is_over: bool
    position: str
    """The position as text; ``?`` stands for what is hidden."""
    moves: list[str] | None
    """The legal moves, when it is this seat's turn."""
    scene: Scene | None = None
    """The position as data for drawing; for those who asked for it."""


def describe(table: str, match: Match, now: int) -> TableInfo:
    """What is public about a table."""
    outcome = match.outcome
    has_begun = match.position is not None
    return TableInfo(
        id=table,
        terms=match.terms,
        host=match.host,
        commitment=match.commitment,
        status=match.status,
        seq=match.seq,
        number=match.number,
        ply=match.board.ply if has_begun else 0,
        mover=match.mover,
        chairs=[_chair(match, seat, chair, now) for seat, chair in enumerate(match.chairs)],
        now=now,
        running=match.clocks.running,
        asked=match.asked,
        is_paused=match.is_paused,
        next_table=match.next_table,
        outcome=OutcomeInfo(list(outcome.scores), list(outcome.places)) if outcome else None,
        shuffle=_shuffle(match) if match.is_revealed and has_begun else None,
    )


def _chair(match: Match, seat: Seat, chair: Chair, now: int) -> ChairInfo:
    return ChairInfo(
        chair.who,
        chair.salt,
        chair.has_stand_in,
        chair.forfeit,
        match.reserved[seat] if chair.who is None else None,
        None if match.terms.clock.kind == "none" else match.clocks.remaining(seat, now),
    )


def _shuffle(match: Match) -> ShuffleInfo:
    shuffle = match.shuffle
    salts = [salt.hex() for salt in shuffle.salts]
    return ShuffleInfo(shuffle.secret.hex(), salts, str(shuffle.seed))


def look(match: Match, seat: Seat | None, *, has_scene: bool = False) -> View | None:
    """The position of a match as a seat may see it; None before the deal."""
    if match.position is None:
        return None
    seen = see(match.position, seat, is_revealed=match.is_revealed)
    is_turn = seat is not None and seat == match.mover
    return View(
        seat=seat,
        number=match.number,
        ply=seen.ply,
        mover=seen.mover,
        is_over=seen.is_over,
        position=seen.text,
        moves=list(seen.legal_moves) if is_turn else None,
        scene=seen.scene() if has_scene else None,
    )
