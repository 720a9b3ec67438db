"""What a strong bot would play in somebody's place, where that takes nothing from anybody."""

from __future__ import annotations

from fastapi import APIRouter, Request

from tilewright.match import playing
from tilewright.server.analysis.analysts import Task
from tilewright.server.http.dependencies import TheCaller, TheServices
from tilewright.server.http.endpoints.analysis import tell, unless_gone
from tilewright.server.http.structs import Body, encode, shows
from tilewright.server.http.visits import ThisPlayer
from tilewright.server.tables.fairness import refuse_help
from tilewright.wire.analysis import HintShown, HintWish

__all__ = ["router"]

router = APIRouter(tags=["play"])


@router.post("/tables/{table}/hint", **shows(HintShown, 401, 403, 404, 409))
async def hint(
    player: ThisPlayer,
    services: TheServices,
    caller: TheCaller,
    request: Request,
    body: Body[HintWish],
) -> str:
    """What a bot would play for you, and why. Counts as an analysis.

    Only on your own turn, and only where nobody else plays for anything: not in a rated game, not
    in a deal that others play, not against other people.
    """
    async with player.tables.reading(player.table) as match:
        view = match.board.view(playing.seat_to_help(match, player.id))
        number = match.number
    await refuse_help(services.database, player.id, view.game.name)
    services.admission.analyses.take(caller)
    task = Task(view, body.seconds, body.most)
    analysis = await unless_gone(request, services.analysts.analyse(caller, task))
    return encode(HintShown(**tell(view, analysis), number=number))
