"""How a command explains itself: what it does, its options, and examples to copy."""

from __future__ import annotations

from typing import Any, ClassVar

from typer.core import TyperCommand

from tilewright.game import Game
from tilewright.registry import GAMES

__all__ = ["ExampleCommand", "fill_in"]


class ExampleCommand(TyperCommand):
    """A command whose ``epilog`` holds examples, one a line."""

    settings: ClassVar[dict[str, Any]] = {}
    """What else Typer is told about it."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the examples as they are typed, about games that are installed."""
        with formatter.section("Examples"):
            for line in (self.epilog or "").splitlines():
                formatter.write(f"{'':{formatter.current_indent}}tilewright {fill_in(line)}\n")


def fill_in(example: str) -> str:
    """An example about games that are here."""
    for mark, words in (("{game}", _any), ("{solo}", _for_one), ("{question}", _asked)):
        if mark in example:
            example = example.replace(mark, words(list(GAMES.values())))
    return example


def _any(games: list[Game]) -> str:
    return next((game.name for game in games if not game.is_for_one), "GAME")


def _for_one(games: list[Game]) -> str:
    return next((game.name for game in games if game.is_for_one and game.solver), "GAME")


def _asked(games: list[Game]) -> str:
    asked = (f"{game.name} --{one.name}" for game in games for one in game.questions)
    return next(asked, "GAME --QUESTION")
