"""The games that are played here, as data."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response

from tilewright.bots import full_name
from tilewright.engine import engine_of
from tilewright.errors import InvalidOption
from tilewright.game import Game
from tilewright.registry import GAMES, get_game
from tilewright.server.http.fields import PathGame
from tilewright.server.http.structs import encode, refusals, shows
from tilewright.text import quote
from tilewright.wire.cards import bot_cards, game_card
from tilewright.wire.games import GameCard

__all__ = ["find_bot", "router"]

router = APIRouter(tags=["games"])

BOX_SECONDS = 3600


@router.get("/games", **shows(list[GameCard]))
async def list_games() -> str:
    """All games."""
    return encode([_card(game) for game in GAMES.values()])


@router.get("/games/{game}", **shows(GameCard, 404))
async def show_game(game: PathGame) -> str:
    """One game. Whoever asks wants its bots to be ready."""
    engine_of(get_game(game)).ask()
    return encode(_card(get_game(game)))


@router.get("/games/{game}/box", responses=refusals(404))
async def open_box(game: PathGame, response: Response) -> dict[str, Any]:
    """What is in the box: tiles, goals, cards, pieces, as data for drawing. It never changes."""
    response.headers["Cache-Control"] = f"public, max-age={BOX_SECONDS}"
    return get_game(game).scenery.box()


def _card(game: Game) -> GameCard:
    return game_card(game, is_ready=not engine_of(game).is_left)


def find_bot(game: str, bot: str) -> str:
    """The full name of a bot; refuses one that does not know a game, for it would never move."""
    known = [card.name for card in bot_cards(get_game(game))]
    if bot not in known:
        raise InvalidOption(f"bot: expected one of {', '.join(known)}; found {quote(bot)}")
    return full_name(bot, get_game(game))
