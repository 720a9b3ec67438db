"""Games as they went: by ply, as a story, and as a record."""

from __future__ import annotations

import asyncio

from fastapi.responses import PlainTextResponse
from msgspec import UNSET

from tilewright.errors import HiddenInformation
from tilewright.game import Action, Seat
from tilewright.match import Match
from tilewright.position import Position
from tilewright.record import format_match
from tilewright.server.effects import Stretch, recount, see, written
from tilewright.server.http.dependencies import ClientKey, TheServices, looks_router
from tilewright.server.http.fields import PathPly, SceneQuery, SeatQuery
from tilewright.server.http.structs import encode, refusals, shows
from tilewright.server.http.visits import ThisVisit
from tilewright.wire.moves import Effect
from tilewright.wire.records import PlyShown, Story

__all__ = ["router", "show_ply", "tell_story"]

router = looks_router("replay")


@router.get("/tables/{table}/plies/{ply}", **shows(PlyShown, 401, 403, 404, 409))
async def table_ply(
    ply: PathPly, visit: ThisVisit, seat: SeatQuery = None, scene: SceneQuery = False
) -> str:
    """The position after so many moves.

    While the game goes on: as you saw it then, on your own seat or as a spectator. After the
    game: all of it, or as any one seat saw it.
    """
    async with visit.tables.reading(visit.table) as match:
        game = match.board.copy()
        viewer, is_revealed = _viewer(match, visit.person, seat), match.is_revealed and seat is None
    return encode(show_ply(game, ply, viewer, is_revealed=is_revealed, has_scene=scene))


@router.get("/tables/{table}/story", **shows(Story, 401, 403, 404, 409))
async def table_story(
    visit: ThisVisit, client: ClientKey, services: TheServices, seat: SeatQuery = None
) -> str:
    """The moves so far and what they did; seen by whom, as for a single ply."""
    services.admission.studies.take(client)
    async with visit.tables.reading(visit.table) as match:
        game = match.board.copy()
        viewer, is_revealed = _viewer(match, visit.person, seat), match.is_revealed and seat is None
    return encode(await tell_story(game, viewer, is_revealed=is_revealed))


def _viewer(match: Match, person: str | None, seat: Seat | None) -> Seat | None:
    """Through whose eyes somebody looks who asks for those of a seat."""
    if match.is_revealed:
        return seat
    if seat is None:
        return match.seen_as(person)
    if person is None or seat not in match.seats_of(person):
        raise HiddenInformation(f"expected a seat of yours until all is open; found {seat}")
    return seat


async def tell_story(game: Position, seat: Seat | None, *, is_revealed: bool) -> Story:
    """A game from its first move to its last, told in a thread: it may be long."""
    moves = Stretch.last(game, len(game.actions))
    played = await asyncio.to_thread(recount, moves, seat, is_revealed=is_revealed)
    return Story(game.first_ply, game.ply, played)


def show_ply(
    game: Position, ply: int, seat: Seat | None, *, is_revealed: bool, has_scene: bool = False
) -> PlyShown:
    """A position of a game's history, all of it or through the eyes of a seat or spectator."""
    then, following = game.at_ply(ply), game.actions[ply - game.first_ply :]
    seen = see(then, seat, is_revealed=is_revealed)
    has_legal = is_revealed or seat == then.mover
    return PlyShown(
        seat=seat,
        ply=ply,
        first=game.first_ply,
        plies=game.ply,
        mover=then.mover,
        is_over=then.is_over,
        position=seen.text,
        legal=list(seen.legal_moves) if has_legal else None,
        move=then.format_move(following[0]) if following else None,
        scene=written(seen.scene_json()) if has_scene else UNSET,
        effect=_effect(seen, following) if has_scene else UNSET,
    )


def _effect(seen: Position, following: list[Action]) -> Effect | None:
    """What the next move did; None after the last."""
    return seen.effect(following[0]) if following else None


@router.get(
    "/tables/{table}/record",
    response_class=PlainTextResponse,
    responses=refusals(401, 403, 404, 409),
)
async def table_record(visit: ThisVisit) -> str:
    """The whole game as text. Only once it is over: a record tells the seed."""
    async with visit.tables.reading(visit.table) as match:
        return format_match(match)
