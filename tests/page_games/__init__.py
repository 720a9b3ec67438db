"""What the page's tests must know of single games: a module for each box, found by being here.

A game without one has the plain board, on which every move is made in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pkgutil import iter_modules

from page_fingers import Finger
from page_games.plain import prepare_plain
from page_visitor import Visitor
from tilewright.registry import GAMES

__all__ = ["ALL", "SECRET", "SEVERAL", "TITLES", "OnPage", "on_page"]


@dataclass(frozen=True)
class OnPage:
    """A game as somebody plays it on the page."""

    prepare: Callable[[Visitor, str], None] = prepare_plain
    """Have a move in hand, by whatever the board has for it."""
    middle: int = 4
    """After how many plies it is well under way."""
    phases: Mapping[str, int] = field(default_factory=dict)
    """Other stages with a look of their own: name and plies."""
    has_secrets: bool = False
    """Whether a seat sees what the others may not."""
    touch: Callable[[Finger, str], None] | None = None
    """The same by a finger alone, dragging whatever can be dragged."""
    pans: bool = False
    """Whether a place may be out of sight: a whole game takes more than a finger here can do."""
    parts: Sequence[str] = (".plain-board",)
    """What one needs for a move: the board, one's own things. Selectors."""
    areas: str | None = None
    """What every seat has of its own, as who looks on sees it: a selector."""
    effort: Callable[[str], int] = len
    """How laborious it is to play on after a move: tests take one of the least."""


def _known() -> dict[str, OnPage]:
    modules = [import_module(f"page_games.{module.name}") for module in iter_modules(__path__)]
    return {name: told for module in modules for name, told in getattr(module, "GAMES", {}).items()}


def on_page(game: str) -> OnPage:
    return _KNOWN.get(game, OnPage())


_KNOWN = _known()
ALL = list(GAMES)
SEVERAL = [name for name, game in GAMES.items() if not game.is_for_one]
TITLES = {name: GAMES[name].title for name in SEVERAL}
SECRET = next(name for name in SEVERAL if on_page(name).has_secrets)
