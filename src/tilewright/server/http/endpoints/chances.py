"""A graph of chances over a whole game, once it is over."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from fastapi import APIRouter
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from tilewright.position import Position
from tilewright.server.admission import Caller
from tilewright.server.http.dependencies import TheCaller, TheServices
from tilewright.server.http.endpoints.analysis import finished_game
from tilewright.server.http.endpoints.records import find_record, read_quietly
from tilewright.server.http.fields import RecordId
from tilewright.server.http.services import Services
from tilewright.server.http.structs import refusals
from tilewright.server.http.visits import ThisVisit
from tilewright.server.tables.fairness import refuse_help

__all__ = ["router"]

router = APIRouter(tags=["analysis"])

LINES = "application/x-ndjson"
DESCRIBED: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "A line for every ply, from the first position to the last.",
        "content": {
            LINES: {
                "schema": {"type": "string"},
                "example": '{"ply":0,"chances":[0.52,0.48]}\n{"ply":1,"chances":[0.55,0.45]}\n',
            }
        },
    }
}


class Lines(StreamingResponse):
    """JSON line by line. When the client hangs up, whoever finds the lines is told."""

    media_type = LINES

    def __init__(self, lines: AsyncGenerator[bytes], status_code: int = 200) -> None:
        self._lines = lines
        super().__init__(lines, status_code)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._lines.aclose()


@router.get(
    "/tables/{table}/chances",
    response_class=Lines,
    responses=DESCRIBED | refusals(401, 403, 404, 409),
)
async def table_chances(visit: ThisVisit, caller: TheCaller, services: TheServices) -> Lines:
    """What every seat could expect at each ply, or the total to be expected in a game for one.

    Only once the game is over. Everybody's cards count as they lay; what chance had still to
    bring counts as unknown. Counts as an analysis, unless somebody has asked before.
    """
    game = await finished_game(visit.tables, visit.table)
    return await _tell(services, caller, f"table {visit.table.id}", game)


@router.get(
    "/records/{record}/chances",
    response_class=Lines,
    responses=DESCRIBED | refusals(401, 404, 409),
)
async def record_chances(record: RecordId, caller: TheCaller, services: TheServices) -> Lines:
    """The same for a record."""
    read = await read_quietly((await find_record(services, record)).text)
    return await _tell(services, caller, f"record {record}", read.position)


async def _tell(services: Services, caller: Caller, name: str, game: Position) -> Lines:
    """A refusal comes before the first line, so that it can still be one."""
    if name not in services.forecasts:
        await refuse_help(services.database, caller.person, game.game.name)
        services.admission.analyses.take(caller)
    lines = services.forecasts.lines(name, game, caller)
    return Lines(_go_on(await anext(lines), lines))


async def _go_on(first: bytes, others: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    async with aclosing(others):
        yield first
        async for line in others:
            yield line
