"""The games by name, one line each."""

from __future__ import annotations

from tilewright.errors import UnknownGame
from tilewright.game import Game
from tilewright.games import my_shelfie, nova_luna, polyssimo

__all__ = ["GAMES", "get_game"]

GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        nova_luna.GAME,
        nova_luna.SOLO,
        my_shelfie.GAME,
        polyssimo.GAME,
    )
}


def get_game(name: str) -> Game:
    """The game of that name."""
    if name not in GAMES:
        raise UnknownGame(f"no game is called {name[:40]!r}; there are: {', '.join(GAMES)}")
    return GAMES[name]
