"""Par of a game for one, once it is over: what a search that knew every tile made of the deal."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter
from pydantic import Field

from tilewright.match import Refused
from tilewright.server.errors import refusals
from tilewright.server.http.dependencies import Body, CurrentPerson, TheServices
from tilewright.server.http.endpoints.analysis import finished_game
from tilewright.server.http.visits import ThisVisit
from tilewright.server.tables.daily import PAR_SECONDS, solve_for_par

__all__ = ["router"]

router = APIRouter(tags=["analysis"])


class ParShown(Body):
    """What the deal was worth."""

    par: int | None = Field(description="Null where the server stopped before it was found.")


@router.get("/tables/{table}/par", responses=refusals(401, 403, 404, 409))
async def table_par(visit: ThisVisit, person: CurrentPerson, services: TheServices) -> ParShown:
    """Solve a deal with all tiles open. Counts as an analysis."""
    game = await finished_game(visit.tables, visit.table)
    if not (game.game.is_for_one and game.game.solver):
        raise Refused("no_par", f"expected a game for one; found {game.game.title}")
    services.limits.analyses.take(person.id)
    job = partial(solve_for_par, game.at_ply(game.first_ply))
    return ParShown(par=await services.analysts.work(person.id, PAR_SECONDS, job))
