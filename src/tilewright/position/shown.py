"""Positions and moves as data for a page that draws them; as JSON made by compiled code as soon as
there is some."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from tilewright.game import COMPLETE, Action, Sheet, State, tell_move

if TYPE_CHECKING:
    from tilewright.position.position import Position

__all__ = ["effect_json", "scene_json", "tell_effect", "tell_scene"]


# --- Scenes -------------------------------------------------------------------------------------


def tell_scene(position: Position) -> dict[str, Any]:
    """A position as plain data."""
    told = position._engine.shown.scene(position.state)
    if position.game.scenery.place is not None:
        told["plain"]["moves"] = _place_moves(position, position.game.scenery.place)
    return _scene_head(position) | told


def scene_json(position: Position) -> bytes:
    """The same as JSON text."""
    told = position._engine.shown.scene
    if isinstance(told, Sheet) and position.game.scenery.place is None:
        return _joined(_scene_head(position), told.json(position.state))
    return msgspec.json.encode(tell_scene(position))


def _scene_head(position: Position) -> dict[str, Any]:
    """What is in the scenes of all games."""
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
    """Where the legal moves lie on a plain board; none for those who may not move."""
    if position.viewer not in (COMPLETE, position.mover):
        return []
    return [place(position.state, int(action)) for action in position.legal_actions]


# --- Effects ------------------------------------------------------------------------------------


def tell_effect(position: Position, action: Action, move: str, after: State) -> dict[str, Any]:
    """What a legal action does that leads to a state, as plain data."""
    scenery, state = position.game.scenery, position.state
    plain = {"text": position.describe_move(action)} if scenery.effect is tell_move else {}
    if scenery.place is not None:
        plain |= scenery.place(state, action)
    told = position._engine.shown.effect(state, action, after)
    return _effect_head(position, move, after) | told | plain


def effect_json(position: Position, action: Action, move: str, after: State) -> bytes:
    """The same as JSON text."""
    told = position._engine.shown.effect
    if isinstance(told, Sheet) and position.game.scenery.place is None:
        head = _effect_head(position, move, after)
        return _joined(head, told.json(position.state, action, after))
    return msgspec.json.encode(tell_effect(position, action, move, after))


def _effect_head(position: Position, move: str, after: State) -> dict[str, Any]:
    """What is in the effects of all games."""
    is_over = bool(after["over"])
    return {
        "move": move,
        "seat": position.mover,
        "next": None if is_over else int(after["mover"]),
        "ends": is_over,
    }


def _joined(head: dict[str, Any], told: bytes) -> bytes:
    """Two objects of JSON as one."""
    return msgspec.json.encode(head)[:-1] + b"," + told[1:]
