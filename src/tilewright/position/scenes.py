"""Scenes and effects: positions and moves as data for a page that draws them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tilewright.game import COMPLETE, Action, State, generic_effect

if TYPE_CHECKING:
    from tilewright.position.position import Position


# --- Scenes -------------------------------------------------------------------------------------


def build_scene(position: Position) -> dict[str, Any]:
    """Return the scene of a position as data."""
    told = position._runtime.shown.scene(position.state)
    if position.game.scenery.place is not None:
        told["plain"]["moves"] = _place_moves(position, position.game.scenery.place)
    return _scene_head(position) | told


def _scene_head(position: Position) -> dict[str, Any]:
    """Return the keys that all scenes have."""
    outcome = position.outcome
    return {
        "game": position.game.name,
        "players": position.players,
        "ply": position.ply,
        "mover": position.mover,
        "is_over": position.is_over,
        "scores": list(outcome.scores) if outcome else None,
        "places": list(outcome.places) if outcome else None,
    }


def _place_moves(position: Position, place: Callable[[State, Action], dict[str, Any]]) -> list[Any]:
    """Return the place of each legal move on the generic board; none for viewers who may not
    move."""
    if position.viewer not in (COMPLETE, position.mover):
        return []
    return [place(position.state, int(action)) for action in position.legal_actions]


# --- Effects ------------------------------------------------------------------------------------


def build_effect(position: Position, action: Action, move: str, after: State) -> dict[str, Any]:
    """Return the effect of a legal action as data, given the state after it."""
    scenery, state = position.game.scenery, position.state
    plain = {"text": position.describe_move(action)} if scenery.effect is generic_effect else {}
    if scenery.place is not None:
        plain |= scenery.place(state, action)
    told = position._runtime.shown.effect(state, action, after)
    return _effect_head(position, move, after) | told | plain


def _effect_head(position: Position, move: str, after: State) -> dict[str, Any]:
    """Return the keys that all effects have."""
    is_over = bool(after["over"])
    return {
        "move": move,
        "seat": position.mover,
        "next": None if is_over else int(after["mover"]),
        "ends": is_over,
    }
