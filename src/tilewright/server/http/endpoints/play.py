"""Playing over HTTP: moves and all other wishes during a game, and the next game.

The socket does the same, and tells what the others do; this is for programs that like it simple.
"""

from __future__ import annotations

from fastapi import APIRouter, Response
from msgspec.structs import asdict

from tilewright.errors import Refused, Stale
from tilewright.match import consent, playing, rematching, seating
from tilewright.server.http.endpoints.games import find_bot
from tilewright.server.http.endpoints.tables import seat_bots
from tilewright.server.http.structs import Body, content_of, encode, shows
from tilewright.server.http.visits import PlayerVisit, ThisPlayer, show
from tilewright.server.tables.moves import make_move
from tilewright.wire.problems import problem_of
from tilewright.wire.tables import Answer, Move, MoveMade, MoveRefused, Question, TableShown

__all__ = ["router"]

router = APIRouter(tags=["play"])


MOVE = shows(MoveMade, 401, 403, 404)
MOVE["responses"][409] = {"content": content_of(MoveRefused), "description": "Conflict"}


@router.post("/tables/{table}/moves", **MOVE)
async def move(player: ThisPlayer, response: Response, body: Body[Move]) -> str:
    """Play a move. Once answered it is on disk.

    Sent again with the same `move_id` it is answered as before and counts once. With another
    `number` than the table's it is `stale`, and the answer has the present position.
    """
    try:
        made = await make_move(player.tables.do, player.table.id, player.id, body)
    except Stale as stale:
        response.status_code = 409
        return encode(await _stale(player, stale))
    shown = await show(player.tables, made.table, player.id)
    return encode(MoveMade(**asdict(shown), seq=made.seq))


async def _stale(player: PlayerVisit, stale: Stale) -> MoveRefused:
    table = await player.tables.find(player.table.id)
    return MoveRefused(
        **asdict(problem_of(stale)), table=await show(player.tables, table, player.id)
    )


@router.post("/tables/{table}/resign", **shows(TableShown, 401, 403, 404, 409))
async def resign(player: ThisPlayer) -> str:
    """Give up. Among two that is the end; otherwise a bot plays on for you and comes last."""
    return await player.do_and_show(lambda match, now: playing.resign(match, player.id, now))


@router.post("/tables/{table}/ask", **shows(TableShown, 401, 403, 404, 409))
async def ask(player: ThisPlayer, body: Body[Question]) -> str:
    """Ask for an undo or a pause; granted at once where there are only bots to ask."""
    return await player.do_and_show(
        lambda match, now: consent.ask(match, player.id, body.what, now)
    )


@router.post("/tables/{table}/answer", **shows(TableShown, 401, 403, 404, 409))
async def answer(player: ThisPlayer, body: Body[Answer]) -> str:
    """Agree to what somebody asked, or refuse."""
    return await player.do_and_show(
        lambda match, now: consent.answer(match, player.id, body.yes, now)
    )


@router.post("/tables/{table}/resume", **shows(TableShown, 401, 403, 404, 409))
async def resume(player: ThisPlayer) -> str:
    """End a pause; anybody who plays may."""
    return await player.do_and_show(lambda match, now: consent.resume(match, player.id, now))


@router.post("/tables/{table}/reclaim", **shows(TableShown, 401, 403, 404, 409))
async def reclaim(player: ThisPlayer) -> str:
    """Take your seat back from the stand-in."""
    return await player.do_and_show(lambda match, now: playing.reclaim(match, player.id, now))


# --- The next game ------------------------------------------------------------------------------


@router.post("/tables/{table}/rematch", **shows(TableShown, 401, 403, 404, 409))
async def rematch(player: ThisPlayer) -> str:
    """The table of the next game: same terms, everybody one seat further, bots seated.

    Whoever asks first is its host; whoever asks later gets the same table. Seats are kept for
    those who played: take yours there.
    """
    if player.table.match.next_table is None:
        await _open_next(player)
    here = await player.tables.find(player.table.id)
    following = await player.tables.enter(here.match.next_table or "", player.id, None)
    return encode(await show(player.tables, following, player.id))


async def _open_next(player: PlayerVisit) -> None:
    """Open the next table and say so at this one; a second that came too late is given up."""
    tables = player.tables
    async with tables.reading(player.table) as match:
        terms, reserved = rematching.rematch(match, player.id)
        bots = rematching.rematch_bots(match)
        wishes = seat_bots(player.id, [(seat, find_bot(terms.game, name)) for seat, name in bots])
    # One invitation for the whole evening: whoever watched this game may watch the next.
    here = player.table
    new = await tables.open(
        terms,
        player.id,
        listed=here.listed,
        reserved=reserved,
        wishes=wishes,
        invite=here.invite,
    )
    try:
        await player.do(lambda match, now: rematching.rematched(match, new.id, now))
    except Refused as refused:
        await tables.do(new.id, lambda match, now: seating.close(match, player.id, now))
        if refused.code != "rematched":
            raise
