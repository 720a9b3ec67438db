"""What a strong bot thinks of a position: a job of seconds, a few at once."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import asdict
from typing import Any, TypeVar

from fastapi import APIRouter, Request

from tilewright.errors import Code, HiddenInformation, Refused
from tilewright.match import Match
from tilewright.position import Position
from tilewright.search.explain import Analysis
from tilewright.server.analysis.analysts import Task
from tilewright.server.http.dependencies import TheCaller, TheServices
from tilewright.server.http.endpoints.records import find_record, read_quietly
from tilewright.server.http.endpoints.study import parse_complete
from tilewright.server.http.services import Services
from tilewright.server.http.structs import Body, encode, shows
from tilewright.server.tables.fairness import refuse_help
from tilewright.server.tables.live_table import LiveTable
from tilewright.server.tables.service import Tables
from tilewright.wire.analysis import AnalysisShown, AnalysisTask, MoveThought

__all__ = ["check_finished", "finished_game", "router", "tell", "unless_gone"]

T = TypeVar("T")

router = APIRouter(tags=["analysis"])


@router.post("/analysis", **shows(AnalysisShown, 401, 403, 404, 409))
async def analyse_position(
    caller: TheCaller, services: TheServices, request: Request, body: Body[AnalysisTask]
) -> str:
    """Think about a position. One at a time for each person; ends when you hang up.

    A game that goes on is not analysed, nor is a seat's view: that would be help from outside. So
    would be the same with other tiles: who plays a game for something waits until it is over.
    """
    services.admission.analyses.take(caller)
    position = await _find_position(services, caller.person, body)
    await refuse_help(services.database, caller.person, position.game.name)
    task = Task(position, body.seconds, body.most)
    analysis = await unless_gone(request, services.analysts.analyse(caller, task))
    return encode(AnalysisShown(**tell(position, analysis)))


async def _find_position(services: Services, person: str, body: AnalysisTask) -> Position:
    if body.position is not None:
        return await asyncio.to_thread(parse_complete, body.position)
    game = await _find_game(services, person, body)
    return game if body.ply is None else game.at_ply(body.ply)


async def _find_game(services: Services, person: str, body: AnalysisTask) -> Position:
    if body.record is not None:
        return (await read_quietly((await find_record(services, body.record)).text)).position
    return await finished_game(
        services.tables, await services.tables.enter(body.table or "", person, body.invite)
    )


async def finished_game(tables: Tables, table: LiveTable) -> Position:
    """The game of a table about which nothing is secret any more."""
    async with tables.reading(table) as match:
        check_finished(match)
        return match.board.copy()


def check_finished(match: Match) -> None:
    """Raise where something is secret yet."""
    if not match.is_over:
        raise HiddenInformation("expected a game that is over; this one goes on")
    if not match.is_revealed:
        raise HiddenInformation("expected the day of this deal to be over; it is not")


async def unless_gone(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """What comes of the work, which is cancelled when the client disconnects."""
    thinking = asyncio.create_task(work)
    leaving = asyncio.create_task(_hung_up(request))
    try:
        await asyncio.wait((thinking, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not thinking.done():
            raise Refused(Code.CLIENT_GONE, "the client has hung up")
        return thinking.result()
    finally:
        thinking.cancel()
        leaving.cancel()


async def _hung_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def tell(position: Position, analysis: Analysis) -> dict[str, Any]:
    """The fields of ``AnalysisShown``."""
    return {
        "game": position.game.name,
        "ply": position.ply,
        "mover": analysis.mover,
        "iterations": analysis.iterations,
        "moves": [MoveThought(**asdict(move)) for move in analysis.moves],
    }
