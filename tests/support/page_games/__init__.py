"""Knowledge of single games for the page's tests: a module per game, found by being here.

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
    """A game as it is played on the page."""

    prepare: Callable[[Visitor, str], None] = prepare_plain
    """Prepare a move by the means of the board."""
    middle: int = 4
    """Number of plies after which a game is well under way."""
    phases: Mapping[str, int] = field(default_factory=dict)
    """Other stages with a look of their own: name and plies."""
    has_secrets: bool = False
    """True if a seat has hidden information."""
    touch: Callable[[Finger, str], None] | None = None
    """Prepare a move by a finger alone, dragging all that can be dragged."""
    pans: bool = False
    """True if a place may be out of sight: then a whole game is too much for a finger here."""
    parts: Sequence[str] = (".plain-board",)
    """Selectors of the parts needed for a move: the board, the player's own things."""
    areas: str | None = None
    """Selector of each seat's own things, as a spectator sees them."""
    effort: Callable[[str], int] = len
    """Cost of playing on after a move; tests choose one of the cheapest."""


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
