"""Puzzles over HTTP: which there are, one to be solved, and a try at it."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path

from tilewright.days import day_of, now_ms
from tilewright.registry import get_game
from tilewright.server.analysis.puzzles import list_games, list_puzzles, show_puzzle
from tilewright.server.http.dependencies import TheCaller, TheServices
from tilewright.server.http.fields import PathGame
from tilewright.server.http.structs import encode, sent, shows
from tilewright.wire.puzzles import Attempt, AttemptShown, PuzzleList, PuzzlesCard, PuzzleShown

__all__ = ["router"]

router = APIRouter(tags=["puzzles"])

PuzzleId = Annotated[str, Path(pattern="^[0-9a-f]{8}$", description="As the list has it.")]


@router.get("/puzzles", **shows(list[PuzzlesCard]))
async def games_with_puzzles() -> str:
    """The games that have puzzles."""
    return encode(await asyncio.to_thread(list_games))


@router.get("/puzzles/{game}", **shows(PuzzleList, 404))
async def puzzles_of_a_game(game: PathGame) -> str:
    """All puzzles of a game without their positions, and which is today's."""
    name = get_game(game).name
    return encode(await asyncio.to_thread(list_puzzles, name, day_of(now_ms())))


@router.get("/puzzles/{game}/{puzzle}", **shows(PuzzleShown, 404))
async def one_puzzle(game: PathGame, puzzle: PuzzleId) -> str:
    """A puzzle to be solved. Its answer is not told."""
    return encode(await asyncio.to_thread(show_puzzle, get_game(game).name, puzzle))


@router.post("/puzzles/{game}/{puzzle}/attempts", **shows(AttemptShown, 401, 403, 404))
async def try_puzzle(
    game: PathGame,
    puzzle: PuzzleId,
    body: Annotated[Attempt, sent(Attempt)],
    caller: TheCaller,
    services: TheServices,
) -> str:
    """Try a move, or give up. A wrong move is refuted, and the answer is not told.

    How it goes on is proven, not guessed. Counts as an analysis, unless somebody has tried the same
    before.
    """
    name, allowed = get_game(game).name, services.admission.analyses
    return encode(await services.puzzles.judge(name, puzzle, body.move, caller, allowed))
