"""Par of a game for one, once it is over: what a search that knew every tile made of the deal."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter

from tilewright.errors import Code, Refused
from tilewright.server.analysis.analysts import until_solvable
from tilewright.server.http.dependencies import TheCaller, TheServices
from tilewright.server.http.endpoints.analysis import finished_game
from tilewright.server.http.structs import encode, shows
from tilewright.server.http.visits import ThisVisit
from tilewright.server.tables.par import PAR_SECONDS, solve_for_par
from tilewright.wire.analysis import ParShown

__all__ = ["router"]

router = APIRouter(tags=["analysis"])


@router.get("/tables/{table}/par", **shows(ParShown, 401, 403, 404, 409))
async def table_par(visit: ThisVisit, caller: TheCaller, services: TheServices) -> str:
    """Solve a deal with all tiles open. Counts as an analysis."""
    game = await finished_game(visit.tables, visit.table)
    if not (game.game.is_for_one and game.game.solver):
        raise Refused(Code.NO_PAR, f"expected a game for one; found {game.game.title}")
    services.admission.analyses.take(caller)
    await until_solvable(game.game)
    job = partial(solve_for_par, game.at_ply(game.first_ply))
    return encode(ParShown(par=await services.analysts.work(caller, PAR_SECONDS, job)))
