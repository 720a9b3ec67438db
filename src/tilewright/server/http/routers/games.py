"""Routes for the games: their cards, their components and their puzzles."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response
from msgspec.structs import replace

from tilewright.bots import full_name
from tilewright.dates import day_of, now_ms
from tilewright.errors import InvalidOption
from tilewright.game import Game
from tilewright.registry import GAMES, get_game
from tilewright.runtime.jit import runtime_of
from tilewright.server import analysis
from tilewright.server.http.dependencies import CallerDep, CurrentPerson, PathGame, ServicesDep
from tilewright.server.http.responses import Body, encode, error_responses, responses
from tilewright.text import quote
from tilewright.wire.catalog import build_bot_cards, build_game_card
from tilewright.wire.games import GameCard
from tilewright.wire.puzzles import (
    AttemptRequest,
    AttemptShown,
    PuzzleList,
    PuzzlesCard,
    PuzzleShown,
    SolverShown,
)

__all__ = ["parse_bot_name", "router"]

router = APIRouter(tags=["games"])

BOX_CACHE_SECONDS = 3600


@router.get("/games", **responses(list[GameCard]))
async def list_games() -> str:
    """List all games."""
    return encode([_build_card(game) for game in GAMES.values()])


@router.get("/games/{game}", name="get_game", **responses(GameCard, 404))
async def read_game(game: PathGame) -> str:
    """Return one game."""
    return encode(_build_card(get_game(game)))


@router.get("/games/{game}/box", responses=error_responses(404))
async def get_box(game: PathGame, response: Response) -> dict[str, Any]:
    """Return the game's components (tiles, goals, cards, pieces) as data for rendering.

    They never change.
    """
    response.headers["Cache-Control"] = f"public, max-age={BOX_CACHE_SECONDS}"
    return get_game(game).scenery.box()


def _build_card(game: Game) -> GameCard:
    return build_game_card(game, is_ready=not runtime_of(game).is_suspended)


def parse_bot_name(game: str, bot: str) -> str:
    """Return the full name of a bot. Raises InvalidOption if the game has no such bot."""
    known = [card.name for card in build_bot_cards(get_game(game))]
    if bot not in known:
        raise InvalidOption(f"bot: expected one of {', '.join(known)}; found {quote(bot)}")
    return full_name(bot, get_game(game))


# --- Puzzles -----------------------------------------------------------------------------------

PuzzleId = Annotated[str, Path(pattern="^[0-9a-f]{8}$", description="An id from the list.")]


@router.get("/puzzles", **responses(list[PuzzlesCard]))
async def list_puzzle_games() -> str:
    """List the games that have puzzles."""
    return encode(await asyncio.to_thread(analysis.list_puzzle_games))


@router.get("/puzzles/{game}", name="list_puzzles", **responses(PuzzleList, 404))
async def list_game_puzzles(game: PathGame, services: ServicesDep) -> str:
    """List a game's puzzles without their positions, with the id of today's puzzle."""
    name = get_game(game).name
    shifts = await services.puzzles.difficulty_shifts(name)
    return encode(await asyncio.to_thread(analysis.list_puzzles, name, day_of(now_ms()), shifts))


@router.get("/puzzles/{game}/solver", **responses(SolverShown, 401, 403, 404))
async def get_puzzle_rating(game: PathGame, person: CurrentPerson, services: ServicesDep) -> str:
    """Return your puzzle rating in a game. Guests have none: the page stores theirs."""
    return encode(await services.puzzles.solver_history(get_game(game).name, person))


@router.get("/puzzles/{game}/{puzzle}", **responses(PuzzleShown, 404))
async def get_puzzle(game: PathGame, puzzle: PuzzleId, services: ServicesDep) -> str:
    """Return a puzzle without its solution."""
    name = get_game(game).name
    shifts = await services.puzzles.difficulty_shifts(name)
    return encode(await asyncio.to_thread(analysis.describe_puzzle, name, puzzle, shifts))


@router.post("/puzzles/{game}/{puzzle}/attempts", **responses(AttemptShown, 401, 403, 404))
async def submit_attempt(
    game: PathGame,
    puzzle: PuzzleId,
    caller: CallerDep,
    person: CurrentPerson,
    services: ServicesDep,
    body: Body[AttemptRequest],
) -> str:
    """Try a move, or give up. The response to a wrong move does not reveal the solution.

    The continuation is proven. It counts as an analysis, unless it is cached. An account's first
    attempt changes its rating, and slightly the puzzle's.
    """
    name, limit = get_game(game).name, services.quotas.analyses
    result = await services.puzzles.grade_answer(name, puzzle, body.move, caller, limit)
    if not services.tables.time.is_read_only:
        rating = await services.puzzles.store_attempt(
            name, puzzle, person, result.is_right, body.is_rated
        )
        result = replace(result, rating=rating)
    return encode(result)
