"""Plain scenery: what a page without a face for the game can draw, and how moves lie on it.

A game says what there is to see as grids of cells, pieces to choose from, counters and texts, and
of each move which cells it covers. ``Position.scene`` makes the key ``plain`` of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from tilewright.game.scenery import Scenery, tell_move
from tilewright.game.states import Action, Seat, State

__all__ = ["Counter", "Grid", "Piece", "Place", "Plain", "plain_scenery"]


@dataclass(frozen=True)
class Grid:
    """Rows of cells; "" is an empty one, any other a short text."""

    title: str
    rows: Sequence[Sequence[str]]
    seat: Seat | None = None
    """Whose it is; None: everybody's."""


@dataclass(frozen=True)
class Piece:
    """A thing to choose, as the cells it covers."""

    title: str
    cells: Iterable[tuple[int, int]]
    """Row and column of each."""
    seat: Seat | None = None
    count: int = 1


@dataclass(frozen=True)
class Counter:
    """A number to look at."""

    title: str
    value: int
    seat: Seat | None = None


@dataclass(frozen=True)
class Place:
    """Where a move lies: its piece, by its number among the pieces, and the cells it covers."""

    piece: int | None
    cells: Iterable[tuple[int, int, int]]
    """Grid, row and column of each."""


@dataclass(frozen=True)
class Plain:
    """All there is to see."""

    grids: Sequence[Grid] = ()
    pieces: Sequence[Piece] = ()
    counters: Sequence[Counter] = ()
    texts: Sequence[str] = ()


def plain_scenery(
    show: Callable[[State], Plain], place: Callable[[State, Action], Place] | None = None
) -> Scenery:
    """The scenery of a game that is shown so. Without ``place``, moves are chosen from a list."""

    def scene(state: State) -> dict[str, Any]:
        return {"turns": [], "plain": {**as_json(show(state)), "moves": []}}

    def place_move(state: State, action: Action) -> dict[str, Any]:
        return as_json(place(state, action)) if place else {"piece": None, "cells": []}

    return Scenery(dict, scene, tell_move, place_move)


def as_json(thing: Any) -> Any:
    """What has fields as dicts, all sequences as lists."""
    if is_dataclass(thing):
        return {field.name: as_json(getattr(thing, field.name)) for field in fields(thing)}
    if isinstance(thing, Iterable) and not isinstance(thing, str):
        return [as_json(one) for one in thing]
    return thing
