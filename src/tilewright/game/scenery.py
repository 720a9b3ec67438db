"""Presentation of a game: drawings for the terminal, scenes as data for the page, SVG pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from importlib import import_module
from typing import Any, NamedTuple

import msgspec

from tilewright.game.notation import MoveFormatter
from tilewright.game.sheets import Sheet
from tilewright.game.states import Action, Actions, Seat, State

Draw = Callable[[State, Seat | None], Any]
"""``draw(state, seat)``: returns a rich renderable of the position for that seat, at most 80
columns wide."""


Picture = Callable[[Mapping[str, Any]], str]
"""``picture(scene)``: returns a scene as SVG."""


def lazy_picture(module: str) -> Picture:
    """Return a picture function that imports an SVG module on its first call."""

    def picture(scene: Mapping[str, Any]) -> str:
        """Draw a scene as SVG."""
        drawn: str = import_module(module).draw(scene)
        return drawn

    return picture


def lazy_draw(module: str) -> Draw:
    """Return a draw function that imports a terminal module on its first call."""

    def draw(state: State, seat: Seat | None) -> Any:
        return import_module(module).draw(state, seat)

    return draw


class Scenery(NamedTuple):
    """Presents a game as JSON data to a page that does not know its rules.

    ``Position.scene`` and ``Position.effect`` add the keys shared by all games. For a view, hidden
    values are None; future chance is never revealed.
    """

    box: Callable[[], dict[str, Any]]
    """``box()``: returns the printed contents of the game box, which are the same in every game."""

    scene: Callable[[State], dict[str, Any]]
    """``scene(state)``: returns everything visible, and under ``turns`` the seats in order of play,
    as far as known."""

    effect: Callable[[State, Action, State], dict[str, Any]]
    """``effect(before, action, after)``: returns the ``kind`` of a move and all its consequences.
    """

    place: Callable[[State, Action], dict[str, Any]] | None = None
    """``place(state, action)``: returns the cells that a legal move covers on the generic board;
    see ``Plain``."""


def generic_effect(before: State, action: Action, after: State) -> dict[str, Any]:
    """Return the generic effect of a move, which states only its kind."""
    return {"kind": "move"}


NO_SCENERY = Scenery(box=dict, scene=lambda state: {"turns": []}, effect=generic_effect)


def load_scenery(package: str, game: str) -> Scenery:
    """Return the scenery defined by the modules ``scene`` and ``effect`` of a package.

    ``box`` keeps its annotation, from which the page's types are generated.
    """
    scene, effect = (import_module(f"{package}.{module}") for module in ("scene", "effect"))

    @wraps(scene.box)
    def box() -> dict[str, Any]:
        # JSON data, like scenes: lists instead of tuples.
        return {"game": game, **msgspec.json.decode(msgspec.json.encode(scene.box()))}

    sheets = Sheet(scene.write_scene, scene.Scene), Sheet(effect.write_effect, effect.Effect)
    return Scenery(box, *sheets)


# --- Generic boards -----------------------------------------------------------------------------

# If the page has no board for a game, it draws these: grids of cells, pieces, counters, texts, and
# the cells that each move covers. `Position.scene` returns them under the key `plain`.


@dataclass(frozen=True)
class Grid:
    """Rows of cells, each a short text; "" is an empty cell."""

    title: str
    rows: Sequence[Sequence[str]]
    seat: Seat | None = None
    """Owner; None if shared."""


@dataclass(frozen=True)
class Piece:
    """A piece that a player can choose, as the cells it covers."""

    title: str
    cells: Iterable[tuple[int, int]]
    """Row and column of each cell."""
    seat: Seat | None = None
    count: int = 1


@dataclass(frozen=True)
class Counter:
    """A number with a title."""

    title: str
    value: int
    seat: Seat | None = None


@dataclass(frozen=True)
class Place:
    """Where a move is made: the index of its piece and the cells it covers."""

    piece: int | None
    cells: Iterable[tuple[int, int, int]]
    """Grid, row and column of each cell."""


@dataclass(frozen=True)
class Plain:
    """The contents of a generic board."""

    grids: Sequence[Grid] = ()
    pieces: Sequence[Piece] = ()
    counters: Sequence[Counter] = ()
    texts: Sequence[str] = ()


def plain_scenery(
    describe: Callable[[State], Plain], place: Callable[[State, Action], Place] | None = None
) -> Scenery:
    """Return the scenery of a game that is drawn on a generic board.

    Args:
        describe: Returns the contents of the board.
        place: Returns where a move is made; None if players choose moves from a list.
    """

    def scene(state: State) -> dict[str, Any]:
        return {"turns": [], "plain": {**as_json(describe(state)), "moves": []}}

    def place_move(state: State, action: Action) -> dict[str, Any]:
        return as_json(place(state, action)) if place else {"piece": None, "cells": []}

    return Scenery(dict, scene, generic_effect, place_move)


def as_json(thing: Any) -> Any:
    """Convert dataclasses to dicts and other iterables to lists, recursively."""
    if is_dataclass(thing):
        return {field.name: as_json(getattr(thing, field.name)) for field in fields(thing)}
    if isinstance(thing, Iterable) and not isinstance(thing, str):
        return [as_json(one) for one in thing]
    return thing


# --- Writers, interpreted or compiled -----------------------------------------------------------


class SceneWriters(NamedTuple):
    """Writers of a game's scenes, effects and move texts: wrapped kernels or plain Python."""

    scene: Callable[[State], dict[str, Any]]
    effect: Callable[[State, Action, State], dict[str, Any]]
    format_move: Callable[[State, Action], str]

    def format_moves(self, state: State, actions: Actions) -> list[str]:
        """Return the text of each action, in order."""
        if isinstance(self.format_move, MoveFormatter):
            return self.format_move.format_all(state, actions)
        return [self.format_move(state, action) for action in actions.tolist()]

    def format_lines(self, state: State, actions: Actions) -> bytes | None:
        """Return the texts of moves as ASCII, one per line.

        Return None if the moves are not formatted by a kernel.
        """
        if not isinstance(self.format_move, MoveFormatter):
            return None
        return self.format_move.format_lines(state, actions)

    @property
    def has_compiled_formatter(self) -> bool:
        """True if compiled code writes moves; then writing all is faster than parsing one."""
        return isinstance(self.format_move, MoveFormatter) and self.format_move.is_compiled

    @property
    def sheets(self) -> Iterator[Sheet]:
        """The writers that run kernels."""
        return (one for one in self if isinstance(one, Sheet))

    def compiled(self) -> SceneWriters:
        """Return a copy of these writers with compiled kernels."""
        return SceneWriters._make(one.compiled() if isinstance(one, Sheet) else one for one in self)
