"""What a strong bot would play in somebody's place, where that takes nothing from anybody."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import Field

from tilewright.match import playing
from tilewright.server.analysis.analysts import Task
from tilewright.server.errors import refusals
from tilewright.server.http.dependencies import Body, TheServices
from tilewright.server.http.endpoints.analysis import (
    AnalysisShown,
    Most,
    Seconds,
    show,
    unless_gone,
)
from tilewright.server.http.visits import ThisPlayer

__all__ = ["router"]

router = APIRouter(tags=["play"])


class HintWish(Body):
    """How long to think, and how much to tell."""

    seconds: Seconds = 2.0
    most: Most = 3


class HintShown(AnalysisShown):
    """The best moves for you, judged from what you may know."""

    number: int = Field(description="Of the position that was thought about.")


@router.post("/tables/{table}/hint", responses=refusals(401, 403, 404, 409))
async def hint(
    body: HintWish, player: ThisPlayer, services: TheServices, request: Request
) -> HintShown:
    """What a bot would play for you, and why. Counts as an analysis.

    Only on your own turn, and only where nobody else plays for anything: not in a rated game, not
    in the daily deal, not against other people.
    """
    async with player.tables.reading(player.table) as match:
        view = match.board.view(playing.seat_to_help(match, player.id))
        number = match.number
    services.limits.analyses.take(player.id)
    task = Task(view, body.seconds, body.most)
    analysis = await unless_gone(request, services.analysts, player.id, task)
    return HintShown(**show(view, analysis), number=number)
