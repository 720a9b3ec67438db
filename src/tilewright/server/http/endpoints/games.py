"""The games that are played here, as data."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response

from tilewright.bots import full_name
from tilewright.engine import engine_of
from tilewright.errors import InvalidOption
from tilewright.game import Game, Level, Option, view_open
from tilewright.registry import GAMES, get_game
from tilewright.server.http.fields import PathGame
from tilewright.server.http.structs import encode, refusals, shows
from tilewright.text import quote
from tilewright.wire.games import BotCard, GameCard, OptionCard, SeatNumbers

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
    return GameCard(
        name=game.name,
        title=game.title,
        players=list(game.players),
        options=[_option(option) for option in game.options],
        score_name=game.score_name,
        lower_is_better=game.lower_is_better,
        has_secrets=game.rules.view is not view_open,
        bots=_bots(game),
        is_ready=not engine_of(game).is_left,
    )


def _option(option: Option) -> OptionCard:
    return OptionCard(
        name=option.name,
        help=option.help,
        default=option.default,
        kind=option.kind,
        values=list(option.values),
        numbers=[
            SeatNumbers(players=players, highest=highest, most=most, suggested=list(suggested))
            for players, (highest, most, suggested) in option.numbers.items()
        ],
    )


def find_bot(game: str, bot: str) -> str:
    """The full name of a bot; refuses one that does not know a game, for it would never move."""
    known = [card.name for card in _bots(get_game(game))]
    if bot not in known:
        raise InvalidOption(f"bot: expected one of {', '.join(known)}; found {quote(bot)}")
    return full_name(bot, get_game(game))


def _bots(game: Game) -> list[BotCard]:
    bots = [BotCard(name="random", help="Plays any legal move.")]
    if game.knowledge is None:
        return bots
    bots.append(BotCard(name="greedy", help="Takes what scores most right now."))
    for number, level in enumerate(game.knowledge.levels, 1):
        bots.append(BotCard(name=f"level-{number}", help=_words(level)))
    return bots


def _words(level: Level) -> str:
    """What a level means."""
    if level.iterations is None:
        return "Looks ahead as long as it may."
    if level.iterations:
        return f"Looks ahead a little: {level.iterations:,} iterations a move."
    if level.overlooks:
        return f"Does not look ahead, overlooks {level.overlooks:.0%} of the moves."
    return "Does not look ahead, but judges moves well."
