"""Puzzles over HTTP: which there are, one to be solved, and a try at it."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path
from msgspec.structs import replace

from tilewright.days import day_of, now_ms
from tilewright.registry import get_game
from tilewright.server.analysis.puzzles import list_games, list_puzzles, show_puzzle
from tilewright.server.http.dependencies import CurrentPerson, TheCaller, TheServices
from tilewright.server.http.fields import PathGame
from tilewright.server.http.structs import Body, encode, shows
from tilewright.wire.puzzles import (
    Attempt,
    AttemptShown,
    PuzzleList,
    PuzzlesCard,
    PuzzleShown,
    SolverShown,
)

__all__ = ["router"]

router = APIRouter(tags=["puzzles"])

PuzzleId = Annotated[str, Path(pattern="^[0-9a-f]{8}$", description="As the list has it.")]


@router.get("/puzzles", **shows(list[PuzzlesCard]))
async def games_with_puzzles() -> str:
    """The games that have puzzles."""
    return encode(await asyncio.to_thread(list_games))


@router.get("/puzzles/{game}", **shows(PuzzleList, 404))
async def puzzles_of_a_game(game: PathGame, services: TheServices) -> str:
    """All puzzles of a game without their positions, and which is today's."""
    name = get_game(game).name
    shifts = await services.puzzles.shifts(name)
    return encode(await asyncio.to_thread(list_puzzles, name, day_of(now_ms()), shifts))


@router.get("/puzzles/{game}/solver", **shows(SolverShown, 401, 403, 404))
async def solver_of_a_game(game: PathGame, person: CurrentPerson, services: TheServices) -> str:
    """How you do at the puzzles of a game. For accounts: a guest's are kept in the browser."""
    return encode(await services.puzzles.solver(get_game(game).name, person))


@router.get("/puzzles/{game}/{puzzle}", **shows(PuzzleShown, 404))
async def one_puzzle(game: PathGame, puzzle: PuzzleId, services: TheServices) -> str:
    """A puzzle to be solved. Its answer is not told."""
    name = get_game(game).name
    shifts = await services.puzzles.shifts(name)
    return encode(await asyncio.to_thread(show_puzzle, name, puzzle, shifts))


@router.post("/puzzles/{game}/{puzzle}/attempts", **shows(AttemptShown, 401, 403, 404))
async def try_puzzle(
    game: PathGame,
    puzzle: PuzzleId,
    caller: TheCaller,
    person: CurrentPerson,
    services: TheServices,
    body: Body[Attempt],
) -> str:
    """Try a move, or give up. A wrong move is refuted, and the answer is not told.

    How it goes on is proven, not guessed. Counts as an analysis, unless somebody has tried the same
    before. The first try of an account counts for its rating, and a little for the puzzle's.
    """
    name, allowed = get_game(game).name, services.admission.analyses
    found = await services.puzzles.judge(name, puzzle, body.move, caller, allowed)
    if not services.tables.is_read_only:
        rating = await services.puzzles.count(name, puzzle, person, found.is_right, body.is_rated)
        found = replace(found, rating=rating)
    return encode(found)
