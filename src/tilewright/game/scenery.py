"""A game as something to look at: drawn in a terminal, or told as data to a page that draws it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from tilewright.game.sheets import Sheet
from tilewright.game.states import Action, Seat, State

__all__ = [
    "NO_SCENERY",
    "Draw",
    "Picture",
    "Scenery",
    "drawn_by",
    "pictured_by",
    "shown_by",
    "tell_move",
]

Draw = Callable[[State, Seat | None], Any]
"""``draw(state, seat)``: a rich renderable of the position, 80 columns wide at most, as that seat
would like to see it."""


Picture = Callable[[Mapping[str, Any]], str]
"""``picture(scene)``: a scene as SVG."""


def pictured_by(module: str) -> Picture:
    """The function ``draw`` of a module that is imported when a picture is made."""

    def picture(scene: Mapping[str, Any]) -> str:
        drawn: str = import_module(module).draw(scene)
        return drawn

    return picture


def drawn_by(module: str) -> Draw:
    """The function ``draw`` of a module that is imported when something is drawn: it is slow."""

    def draw(state: State, seat: Seat | None) -> Any:
        return import_module(module).draw(state, seat)

    return draw


class Scenery(NamedTuple):
    """A game as plain JSON data for a page that draws it and knows no rules.

    What is common to all games is added by ``Position.scene`` and ``Position.effect``. A state may
    be a view: what is hidden is None, and what chance will bring is in no answer.
    """

    box: Callable[[], dict[str, Any]]
    """``box()``: what is printed in the box; the same in every game."""

    scene: Callable[[State], dict[str, Any]]
    """``scene(state)``: all there is to see, and ``turns``, the seats in the order in which they
    move, as far as that is known."""

    effect: Callable[[State, Action, State], dict[str, Any]]
    """``effect(before, action, after)``: the ``kind`` of a move, and all that it does."""

    place: Callable[[State, Action], dict[str, Any]] | None = None
    """``place(state, action)``: where a legal move lies on the plain board, see ``plain``."""


def tell_move(before: State, action: Action, after: State) -> dict[str, Any]:
    """The effect of a move where a game says no more; ``Position.effect`` adds it in words."""
    return {"kind": "move"}


NO_SCENERY = Scenery(box=dict, scene=lambda state: {"turns": []}, effect=tell_move)


def shown_by(package: str, game: str) -> Scenery:
    """The scenery of a folder: the box of its module ``scene``, and the kernels there and in
    ``effect`` that write what is of the types ``Scene`` and ``Effect``."""
    scene, effect = (import_module(f"{package}.{module}") for module in ("scene", "effect"))

    def box() -> dict[str, Any]:
        return {"game": game, **scene.box()}

    told = Sheet(scene.write_scene, scene.Scene), Sheet(effect.write_effect, effect.Effect)
    return Scenery(box, *told)
