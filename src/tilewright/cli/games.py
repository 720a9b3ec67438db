"""``tilewright games``."""

from __future__ import annotations

from tilewright.game import Game
from tilewright.registry import GAMES

__all__ = ["count_players", "games"]


def games() -> None:
    """List the games, their player counts and options."""
    for game in GAMES.values():
        print(f"{game.name}: {game.title}, {count_players(game)}")
        for option in game.options:
            print(f"    --option {option.name}={option.default}  {option.help}")


def count_players(game: Game) -> str:
    """For how many a game is, in words."""
    fewest, most = game.players[0], game.players[-1]
    if fewest == most:
        return f"{most} player{'' if most == 1 else 's'}"
    return f"{fewest}-{most} players"
