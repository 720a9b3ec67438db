"""Games as they went: by ply, and as a record."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse
from msgspec import Struct

from tilewright.errors import HiddenInformation
from tilewright.game import Seat
from tilewright.match import Match
from tilewright.position import Position
from tilewright.record import format_match
from tilewright.server.api.fields import PathPly, SeatQuery
from tilewright.server.api.structs import encode, shows
from tilewright.server.api.visits import ThisVisit
from tilewright.server.errors import refusals

__all__ = ["PlyShown", "router", "show_ply"]

router = APIRouter(tags=["replay"])


class PlyShown(Struct, frozen=True, kw_only=True):
    """A position of a game, and how it went on from there."""

    seat: Seat | None
    """Whose view; None where all is shown, or a spectator's view."""
    ply: int
    plies: int
    """How many there are."""
    mover: Seat
    is_over: bool
    position: str
    """As text; ``?`` stands for what is hidden."""
    legal: list[str] | None
    """The legal moves, where all is shown or it was this seat's turn."""
    move: str | None
    """What was played here."""


@router.get("/tables/{table}/plies/{ply}", **shows(PlyShown, 401, 403, 404, 409))
async def table_ply(ply: PathPly, visit: ThisVisit, seat: SeatQuery = None) -> str:
    """The position after so many moves.

    While the game goes on: as you saw it then, on your own seat or as a spectator. After the
    game: all of it, or as any one seat saw it.
    """
    async with visit.tables.reading(visit.table) as match:
        game = match.board.copy()
        viewer, is_open = _viewer(match, visit.person, seat), match.is_over and seat is None
    return encode(show_ply(game, ply, viewer, is_open=is_open))


def _viewer(match: Match, person: str | None, seat: Seat | None) -> Seat | None:
    """Through whose eyes somebody looks who asks for those of a seat."""
    if match.is_over:
        return seat
    if seat is None:
        return match.seen_as(person)
    if person is None or seat not in match.seats_of(person):
        raise HiddenInformation(f"expected a seat of yours while the game goes on; found {seat}")
    return seat


def show_ply(game: Position, ply: int, seat: Seat | None, *, is_open: bool) -> PlyShown:
    """A position of a game's history, all of it or through the eyes of a seat or spectator."""
    moves, then = game.moves, game.after(ply)
    seen = then if is_open else then.view(seat)
    has_legal = is_open or seat == then.mover
    return PlyShown(
        seat=seat,
        ply=ply,
        plies=len(moves),
        mover=then.mover,
        is_over=then.is_over,
        position=seen.text,
        legal=list(seen.legal_moves) if has_legal else None,
        move=moves[ply] if ply < len(moves) else None,
    )


@router.get(
    "/tables/{table}/record",
    response_class=PlainTextResponse,
    responses=refusals(401, 403, 404, 409),
)
async def table_record(visit: ThisVisit) -> str:
    """The whole game as text. Only once it is over: a record tells the seed."""
    async with visit.tables.reading(visit.table) as match:
        return format_match(match)
