"""What a strong bot thinks of a position: a job of seconds, a few at once."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field, model_validator

from tilewright.errors import HiddenInformation
from tilewright.match import Refused
from tilewright.position import Position
from tilewright.search.explain import Analysis
from tilewright.server.analysis.analysts import Analysts, Task
from tilewright.server.errors import refusals
from tilewright.server.http.dependencies import Body, CurrentPerson, TheServices
from tilewright.server.http.endpoints.records import find_record, read_quietly
from tilewright.server.http.endpoints.study import MAX_POSITION, parse_complete
from tilewright.server.http.fields import ID, Ply
from tilewright.server.http.services import Services
from tilewright.server.tables.live_table import LiveTable
from tilewright.server.tables.service import Tables

__all__ = ["AnalysisShown", "Most", "Seconds", "finished_game", "router", "show", "unless_gone"]

router = APIRouter(tags=["analysis"])

Seconds = Annotated[float, Field(gt=0, le=5)]
Most = Annotated[int, Field(ge=1, le=50, description="How many moves to tell at most.")]


class AnalysisTask(Body):
    """What to think about: exactly one of a position, a record and a table."""

    position: str | None = Field(default=None, max_length=MAX_POSITION, description="As text.")
    record: str | None = Field(default=None, pattern=ID, description="The name of a record.")
    table: str | None = Field(default=None, pattern=ID, description="A table whose game is over.")
    ply: Ply | None = Field(default=None, description="Of the record or table; the last if null.")
    seconds: Seconds = 2.0
    most: Most = 10

    @model_validator(mode="after")
    def _names_one(self) -> AnalysisTask:
        given = [self.position, self.record, self.table]
        if sum(one is not None for one in given) != 1:
            raise ValueError("expected exactly one of position, record and table")
        return self


class MoveThought(Body):
    """A move the search has looked at."""

    move: str
    does: str = Field(description="What it does, in English.")
    chance: float | None = Field(
        description="What the mover may expect of it: 1 is a sure win. Null in a game for one."
    )
    expected: float | None = Field(
        description="The total it leads to at the end of a game for one. Null in others."
    )
    visits: int = Field(description="How much the search has looked at it.")
    prior: float | None = Field(description="How good it looked before the search, as a share.")
    score_change: int = Field(description="What it changes in the mover's score right now.")
    effect: dict[str, Any] = Field(description="What it does, as data.")


class AnalysisShown(Body):
    """The best moves of the seat to move, judged from what that seat may know."""

    game: str
    ply: int
    mover: int
    iterations: int
    moves: list[MoveThought]


@router.post("/analysis", responses=refusals(401, 403, 404, 409))
async def analyse_position(
    body: AnalysisTask, person: CurrentPerson, services: TheServices, request: Request
) -> AnalysisShown:
    """Think about a position. One at a time for each person; ends when you hang up.

    A game that goes on is not analysed, nor is a seat's view: that would be help from outside.
    """
    services.limits.analyses.take(person.id)
    position = await _find_position(services, person.id, body)
    task = Task(position, body.seconds, body.most)
    analysis = await unless_gone(request, services.analysts, person.id, task)
    return AnalysisShown(**show(position, analysis))


async def _find_position(services: Services, person: str, body: AnalysisTask) -> Position:
    if body.position is not None:
        return await asyncio.to_thread(parse_complete, body.position)
    game = await _find_game(services, person, body)
    return game if body.ply is None else game.at_ply(body.ply)


async def _find_game(services: Services, person: str, body: AnalysisTask) -> Position:
    if body.record is not None:
        return (await read_quietly((await find_record(services, body.record)).text)).position
    return await finished_game(
        services.tables, await services.tables.enter(body.table or "", person, None)
    )


async def finished_game(tables: Tables, table: LiveTable) -> Position:
    """The game of a table about which nothing is secret any more."""
    async with tables.reading(table) as match:
        if not match.is_over:
            raise HiddenInformation("expected a game that is over; this one goes on")
        if not match.is_revealed:
            raise HiddenInformation("expected the day of this deal to be over; it is not")
        return match.board.copy()


async def unless_gone(request: Request, analysts: Analysts, person: str, task: Task) -> Analysis:
    """The analysis. Cancelled when the client disconnects."""
    thinking = asyncio.create_task(analysts.analyse(person, task))
    leaving = asyncio.create_task(_hung_up(request))
    try:
        await asyncio.wait((thinking, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not thinking.done():
            raise Refused("client_gone", "the client has hung up")
        return thinking.result()
    finally:
        thinking.cancel()
        leaving.cancel()


async def _hung_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def show(position: Position, analysis: Analysis) -> dict[str, Any]:
    """The fields of ``AnalysisShown``."""
    return {
        "game": position.game.name,
        "ply": position.ply,
        "mover": analysis.mover,
        "iterations": analysis.iterations,
        "moves": [MoveThought(**asdict(move)) for move in analysis.moves],
    }
