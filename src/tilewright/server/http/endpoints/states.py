"""Games for an engine of one's own, once nothing about them is secret any more.

Who has the states can have them analysed without us, so they are refused where an analysis is.
"""

from __future__ import annotations

import asyncio

from fastapi import APIRouter

from tilewright.position import Position
from tilewright.server.admission import Caller
from tilewright.server.http.dependencies import TheCaller, TheServices
from tilewright.server.http.endpoints.analysis import finished_game
from tilewright.server.http.endpoints.records import find_record, read_quietly
from tilewright.server.http.fields import RecordId
from tilewright.server.http.services import Services
from tilewright.server.http.structs import encode, shows
from tilewright.server.http.visits import ThisVisit
from tilewright.server.tables.fairness import refuse_help
from tilewright.wire.analysis import StatesShown

__all__ = ["router"]

router = APIRouter(tags=["analysis"])


@router.get("/tables/{table}/states", **shows(StatesShown, 401, 403, 404, 409))
async def table_states(visit: ThisVisit, caller: TheCaller, services: TheServices) -> str:
    """Every state of a finished game, as bytes for an engine of your own.

    Refused where an analysis would be. Layouts change with versions: take the engine from here.
    """
    return await _show(services, caller, await finished_game(visit.tables, visit.table))


@router.get("/records/{record}/states", **shows(StatesShown, 401, 404, 409))
async def record_states(record: RecordId, caller: TheCaller, services: TheServices) -> str:
    """The same for a record."""
    read = await read_quietly((await find_record(services, record)).text)
    return await _show(services, caller, read.position)


async def _show(services: Services, caller: Caller, game: Position) -> str:
    services.admission.studies.take(caller.client)
    await refuse_help(services.database, caller.person, game.game.name)
    states = await asyncio.to_thread(_pack, game)
    return encode(StatesShown(game=game.game.name, first=game.first_ply, states=states))


def _pack(game: Position) -> list[str]:
    then = game.after(0)
    packed = [then.packed]
    for action in game.actions:
        then.play(action)
        packed.append(then.packed)
    return packed
