"""Where a new game may begin but with a deal: in the middle of one that is over."""

from __future__ import annotations

from tilewright.errors import GameOver
from tilewright.position import Position
from tilewright.server.http.endpoints.analysis import finished_game
from tilewright.server.http.endpoints.records import find_record, read_quietly
from tilewright.server.http.services import Services
from tilewright.wire.tables import Start

__all__ = ["read_start"]


async def read_start(services: Services, person: str, start: Start) -> str:
    """What that seat saw there, as text: the ``start`` of the terms."""
    position = (await _find_game(services, person, start)).at_ply(start.ply)
    if position.is_over:
        raise GameOver(f"the game was over at ply {start.ply}; there is nothing to play on")
    return position.view(start.seat).text


async def _find_game(services: Services, person: str, start: Start) -> Position:
    if start.record is not None:
        return (await read_quietly((await find_record(services, start.record)).text)).position
    table = await services.tables.enter(start.table or "", person, start.invite)
    return await finished_game(services.tables, table)
